/** From the posterior to the model: one click puts the distributions on the stages, and what they leave open of its answers is shown. */
import { useState } from 'react';
import type { PosteriorAnswer, QueuePosterior } from '../../../workers/posterior/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { Predictions } from './Predictions.tsx';
import { type TaskSource, usePosterior } from './posterior-store.ts';
import { placedQueues, putDistributionsOnStages } from './put-distributions.ts';

interface PutDistributionsProps {
  readonly answer: PosteriorAnswer;
  readonly source: TaskSource;
}

export function PutDistributions({ answer, source }: PutDistributionsProps) {
  const scenario = useScenario();
  const byQueue = usePosterior(({ settings }) => settings.byQueue);
  const [put, setPut] = useState(0);
  const queues = placedQueues(answer, source, scenario, byQueue);
  const placed = new Set(queues.flatMap(({ stage = [] }) => stage)).size;
  const act = async (): Promise<void> => {
    if (await giveDistributions(queues)) setPut(put + 1);
  };
  return (
    <>
      <div className="posterior__use">
        <Button variant="primary" disabled={placed === 0} onClick={() => void act()}>
          Put the distributions on the stages
        </Button>
        <span className="panel__note">
          {placed === 0
            ? 'No queue feeds a stage of the drawing yet: choose stages under Queues, or add the queues to the drawing.'
            : `${placed} of ${queues.length} queues feed a stage of the drawing; one step, which Ctrl Z takes back.`}
        </span>
      </div>
      {put > 0 && <Predictions key={put} queues={queues} />}
    </>
  );
}

async function giveDistributions(queues: readonly QueuePosterior[]): Promise<boolean> {
  const { applied, left } = await putDistributionsOnStages(queues);
  const count = applied.length;
  const title = `${count} ${count === 1 ? 'stage serves' : 'stages serve'} as estimated`;
  if (count > 0)
    showToast({
      title,
      description: [...left, 'Their intervals are kept as precisions. Ctrl Z takes it back.'].join('\n'),
      tone: 'good',
    });
  else showToast({ title: 'No stage got a distribution', description: left.join('\n'), tone: 'bad' });
  return count > 0;
}
