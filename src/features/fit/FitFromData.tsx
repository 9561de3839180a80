/** In the inspector of a stage: the way to a distribution from what was measured there. Nothing where nothing was. */
import type { NodeId } from '../../../core/scenario/scenario.ts';
import { showView } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { useStudy } from '../measure/measured-keeping.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { chooseTimes } from './fit-store.ts';
import { queuesWithTimes, timesOf } from './times.ts';

export function FitFromData({ stage }: { readonly stage: NodeId }) {
  const reduced = useMeasured(selectShown);
  const stageOf = useStudy((study) => study?.stageOf);
  const found = (reduced ? queuesWithTimes(reduced) : [])
    .filter(({ id }) => stageOf?.[id] === stage)
    .flatMap((queue) =>
      timesOf(queue).flatMap(({ role, value }) =>
        role === 'service' ? [{ queue: queue.id, of: value }] : [],
      ),
    )[0];
  if (!found) return null;
  const show = (): void => {
    chooseTimes({ kind: 'measured', ...found });
    showView('fits');
  };
  return (
    <Button size="small" onClick={show}>
      Fit from data
    </Button>
  );
}
