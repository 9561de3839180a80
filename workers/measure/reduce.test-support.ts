/** Ways to give a text to a reduction in a test. */
import type { ByteSource, ReducedMeasurement, ReducedQueue, ReduceOptions } from './contract.ts';
import { describeFault } from './measurement-fault.ts';
import { reduceMeasurement } from './reduce-measurement.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A source that hands out its bytes in pieces of the given lengths, over and over. */
export function sourceOf(bytes: Uint8Array, pieces: readonly number[] = [1 << 20]): ByteSource {
  return {
    size: bytes.length,
    stream: () => {
      let at = 0;
      let piece = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) {
            controller.close();
            return;
          }
          const end = at + pieces[piece++ % pieces.length]!;
          controller.enqueue(bytes.slice(at, end));
          at = end;
        },
      });
    },
    slice: (start, end) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer as ArrayBuffer }),
  };
}

export async function reduceBytes(
  bytes: Uint8Array,
  options: ReduceOptions = {},
  pieces?: readonly number[],
): Promise<ReducedMeasurement> {
  const reduced = await reduceMeasurement(sourceOf(bytes, pieces), { fileName: 'f', options });
  if (!reduced.ok) throw new Error(reduced.error.map(describeFault).join('\n'));
  return reduced.value;
}

export const reduceText = (text: string, options?: ReduceOptions): Promise<ReducedMeasurement> =>
  reduceBytes(bytesOf(text), options);

export async function refusalOf(text: string | Uint8Array): Promise<string[]> {
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  const reduced = await reduceMeasurement(sourceOf(bytes), { fileName: 'f' });
  return reduced.ok ? [] : reduced.error.map(describeFault);
}

export function queueOf(reduced: ReducedMeasurement, id: string): ReducedQueue {
  const queue = reduced.queues.find((candidate) => candidate.id === id);
  if (!queue) throw new Error(`no queue ${id} among ${reduced.queues.map((one) => one.id).join(', ')}`);
  return queue;
}

export const codesOf = ({ faults }: ReducedMeasurement): Record<string, number> =>
  Object.fromEntries(faults.counts.map(({ code, count }) => [code, count]));

export const eventsCsv = (rows: readonly string[], header = 'queueId,time,kind'): string =>
  `#qtm 1 events time=ns\n${header}\n${rows.join('\n')}\n`;
