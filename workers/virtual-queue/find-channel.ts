/** The bus of a virtual queue, from what is asked and what the file says. */
import type { ReducedQueue } from '../measure/contract.ts';
import type { Channel } from './contract.ts';

interface Ends {
  readonly queue: ReducedQueue;
  readonly tail?: ReducedQueue;
}

/** Undefined where nothing is known of a bus: then there is only the ideal model. */
export function findChannel(
  { queue, tail }: Ends,
  asked: Partial<Channel> = {},
): Channel | { readonly refused: string } | undefined {
  const isAsked = Object.keys(asked).length > 0;
  if (queue.kind !== 'virtual' && !isAsked) return undefined;
  const bulkSize = asked.bulkSize ?? queue.bulkSize ?? tail?.bulkSize;
  const transferTime = asked.transferTime ?? tail?.service?.mean;
  if (bulkSize === undefined && transferTime === undefined && !isAsked) return undefined;
  const what = `the bus of queue ${queue.id}`;
  if (bulkSize === undefined || !(Number.isInteger(bulkSize) && bulkSize >= 1))
    return { refused: `${what}: expected a bulk size that is an integer >= 1, got ${bulkSize ?? 'none'}` };
  if (transferTime === undefined || !(transferTime >= 0 && Number.isFinite(transferTime)))
    return { refused: `${what}: expected the time of a transfer, s, >= 0, got ${transferTime ?? 'none'}` };
  const { latency, tailCapacity, headCapacity } = asked;
  if (latency !== undefined && !(latency >= 0 && Number.isFinite(latency)))
    return { refused: `${what}: expected a latency >= 0 s, got ${latency}` };
  for (const [name, capacity] of Object.entries({ tail: tailCapacity, head: headCapacity })) {
    if (capacity !== undefined && !(Number.isInteger(capacity) && capacity >= bulkSize))
      return {
        refused: `${what}: the ${name} must hold a bulk of ${bulkSize}, got a capacity of ${capacity}`,
      };
  }
  return { ...asked, bulkSize, transferTime };
}
