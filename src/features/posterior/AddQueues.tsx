/** Draws the queues of a file that the drawing does not have. */
import type { QueueOfTasks } from '../../../workers/posterior/contract.ts';
import { editDocument } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { withQueuesDrawn } from './draw-queues.ts';
import { setQueueChoice, type TaskSource } from './posterior-store.ts';

interface AddQueuesProps {
  readonly source: TaskSource;
  readonly queues: readonly QueueOfTasks[];
}

export function AddQueues({ source, queues }: AddQueuesProps) {
  const add = (): void => {
    editDocument('Draw the queues of the tasks', (scenario) =>
      withQueuesDrawn(scenario, source.tasks, queues),
    );
    // They are found by their names.
    for (const { id } of queues) setQueueChoice(id, { stage: undefined });
    showToast({
      title: `${queues.length} queues drawn as stages`,
      description: 'Ctrl Z takes it back.',
      tone: 'good',
    });
  };
  return (
    <Button size="small" icon={<PlusIcon />} onClick={add}>
      Add {queues.length === 1 ? 'it' : 'them'} to the drawing
    </Button>
  );
}
