/** Which file is looked at, what it is, and what it says of the bottleneck. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { columnsText, type ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { selectOnly, showView } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DownloadIcon, UploadIcon } from '../../ui/widgets/icons.tsx';
import { chooseFile } from '../files/choose-files.ts';
import { openMeasuredTasks } from '../posterior/posterior-run-sources.ts';
import { FORMAT_NAMES } from './format-names.ts';
import { askForMapping } from './mapping-question.ts';
import { forgetMeasured, measuredClient, useStudy } from './measured-keeping.ts';
import { showMeasured, useMeasured } from './measured-store.ts';
import { fileOf } from './opened-files.ts';
import { leadsTo } from './reading-words.ts';
import { saveMeasured } from './save-measured.ts';

export function MeasuredHead({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const kept = useMeasured((measured) => measured.kept);
  const shown = useMeasured((measured) => measured.shown);
  return (
    <>
      <div className="measured__head">
        {kept.length > 1 ? (
          <ChoiceField
            label="File"
            as="list"
            value={String(shown)}
            choices={kept.map(({ name }, place) => ({ value: String(place), label: name }))}
            onChange={(place) => showMeasured(Number(place))}
          />
        ) : (
          <strong>{reduced.name}</strong>
        )}
        <Button size="small" variant="quiet" icon={<UploadIcon />} onClick={chooseFile}>
          Other file…
        </Button>
        <Button size="small" variant="quiet" icon={<DownloadIcon />} onClick={() => void saveMeasured()}>
          Export summary
        </Button>
        {reduced.mapping && fileOf(reduced) && (
          <Button size="small" variant="quiet" onClick={() => void mapAgain(reduced)}>
            Columns…
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => void forgetMeasured()}>
          Remove
        </Button>
      </div>
      <p className="panel__note">{factsOf(reduced)}</p>
      <WhereItLeads reduced={reduced} />
      <Bottleneck reduced={reduced} />
    </>
  );
}

/** Nothing where no stage can be read, which is said already. */
function Bottleneck({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const reading = useStudy((study) => study?.bottleneck);
  const stageOf = useStudy((study) => study?.stageOf);
  if (!reading || !reduced.queues.some(({ id }) => stageOf?.[id] !== undefined)) return null;
  const { stage, sentence } = reading;
  if (stage === undefined && leadsTo(reduced)) return null;
  return (
    <div className="measured__bottleneck" data-found={stage !== undefined || undefined}>
      <p>{sentence}</p>
      {stage !== undefined && (
        <Button size="small" variant="quiet" onClick={() => selectOnly(stage)}>
          Show it
        </Button>
      )}
    </div>
  );
}

async function mapAgain(reduced: ReducedMeasurement): Promise<void> {
  const { mapping } = reduced;
  const file = fileOf(reduced);
  if (!file || !mapping) return;
  const { columns } = await measuredClient.inspect(undefined, file, mapping);
  if (columns) askForMapping({ file, columns: { ...columns, guess: mapping } });
}

function factsOf({ format, rows, bytes, queues, frames, mapping }: ReducedMeasurement): string {
  const { length } = frames.start;
  const span = (frames.end.at(-1) ?? 0) - (frames.start[0] ?? 0);
  const facts = [
    FORMAT_NAMES[format],
    `${rows.toLocaleString('en')} rows`,
    formatQuantity(bytes, 'bytes'),
    queues.length === 1 ? '1 queue' : `${queues.length} queues`,
    ...(length > 0
      ? [`${length === 1 ? '1 frame' : `${length} frames`} over ${formatQuantity(span, 'time')}`]
      : []),
  ];
  const taken = mapping ? ` Taken for ${mapping.table}: ${columnsText(mapping)}.` : '';
  return `${facts.join(', ')}.${taken} Only this summary is stored; the raw data stay in their file.`;
}

/** What to do with a file that no stage can be compared with: the view that takes it, or how its queues become stages. */
function WhereItLeads({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const stageOf = useStudy((study) => study?.stageOf);
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
        None of its queues has the name of a stage: they are drawn here, and cannot be compared with the
        model.
      </p>
      <Button size="small" onClick={() => showView('queues')}>
        Map its queues to stages
      </Button>
    </div>
  );
}

function show(view: 'rates' | 'fits' | 'posterior'): void {
  if (view === 'posterior') openMeasuredTasks();
  showView(view);
}
