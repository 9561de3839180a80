/** Which queues are drawn. */
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { setMeasuredQueues } from './measured-store.ts';
import { useQueues } from './queue-names.ts';

export function QueueChips({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const { all, drawn, nameOf } = useQueues(reduced);
  if (all.length < 2) return null;
  const ids = drawn.map(({ id }) => id);
  const toggle = (id: string): void =>
    setMeasuredQueues(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  return (
    <fieldset className="chart-group measured__queues">
      <legend className="chart-hidden">Queues</legend>
      {all.map((queue) => (
        <button
          key={queue.id}
          type="button"
          className="chart-button"
          aria-pressed={ids.includes(queue.id)}
          onClick={() => toggle(queue.id)}
        >
          {nameOf(queue).title}
        </button>
      ))}
    </fieldset>
  );
}
