/** What to do with a file that no stage can be compared with: the view that takes it, or how its queues become stages. */
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { type EstimatePart, setEstimatePart, showTab } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { openMeasuredTasks } from '../posterior/posterior-run-sources.ts';
import { useMeasured } from './measured-store.ts';
import { leadsTo } from './reading-words.ts';

export function WhereItLeads({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const stageOf = useMeasured(({ study }) => study?.stageOf);
  const lead = leadsTo(reduced);
  if (lead)
    return (
      <div className="measured__bottleneck">
        <p>{lead.text}</p>
        <Button size="small" onClick={() => show(lead.part)}>
          {lead.action}
        </Button>
      </div>
    );
  if (!stageOf || reduced.queues.some(({ id }) => stageOf[id] !== undefined)) return null;
  return (
    <div className="measured__bottleneck">
      <p>
        None of its queues belongs to a stage: they are drawn here, and cannot be compared with the model.
        Give a stage the name of its queue and drop the file again, or say in a table “queues” which stage
        each one feeds.
      </p>
    </div>
  );
}

function show(part: EstimatePart): void {
  if (part === 'posterior') openMeasuredTasks();
  setEstimatePart(part);
  showTab('estimate');
}
