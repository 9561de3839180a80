/** Measurements that come with the page, each with what is known of its truth. */

import { QUEUE_EXAMPLES } from './queue-examples.ts';
import { openQueueExample } from './virtual-queue-run.ts';

export function QueueExamples() {
  return (
    <ul className="queue-examples" aria-label="Examples">
      {QUEUE_EXAMPLES.map((example) => (
        <li key={example.name}>
          <button type="button" className="queue-example" onClick={() => void openQueueExample(example)}>
            <strong>{example.name}</strong>
            <span>{example.truth}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
