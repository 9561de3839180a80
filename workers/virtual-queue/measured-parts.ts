/** What was measured of the ends of a queue, in the form of what is predicted. */
import type { Bins, ReducedMeasurement, ReducedQueue } from '../measure/contract.ts';
import { type MeasuredPart, QUEUE_PARTS, type QueuePart } from './contract.ts';
import type { FoundQueue } from './find-queue.ts';
import { meanOfShares } from './level-record.ts';

export type MeasuredParts = Partial<Record<QueuePart, MeasuredPart>>;

/** Time that a part was observed in each frame, s: the longest of all parts, or the frame itself. */
export function observedLengths(
  { frames }: ReducedMeasurement,
  parts: readonly (ReducedQueue | undefined)[],
): Float64Array {
  const observed = parts.flatMap((part) => (part?.frames ? [part.frames.observed] : []));
  const lengths = frames.end.map((end, frame) =>
    observed.length > 0
      ? Math.max(...observed.map((column) => column[frame] ?? 0))
      : end - frames.start[frame]!,
  );
  return lengths;
}

export function measuredParts(
  { queue, tail, head }: FoundQueue,
  lengths: Float64Array,
  startsEmpty: boolean,
): MeasuredParts {
  const parts: Partial<Record<QueuePart, ReducedQueue | undefined>> = { tail, head, whole: queue };
  const measured = QUEUE_PARTS.flatMap((part) => {
    const queueOfPart = parts[part];
    const found = queueOfPart && measuredPart(queueOfPart, lengths, startsEmpty);
    return found ? [[part, found]] : [];
  });
  return Object.fromEntries(measured);
}

/**
 * A trace knows nothing of a part before its first event and after its last one: before, it was empty if the run `startsEmpty`; after,
 * it kept what had entered and not left. Undefined without a histogram of levels.
 */
function measuredPart(
  { occupancy, frames, basis }: ReducedQueue,
  lengths: Float64Array,
  startsEmpty: boolean,
): MeasuredPart | undefined {
  if (!occupancy || !(occupancy.total > 0)) return undefined;
  if (!frames) return partOf(levelTimes(occupancy));
  if (basis !== 'events')
    return partOf(
      levelTimes(occupancy),
      frames.meanOccupancy.map((mean, frame) => (frames.observed[frame]! > 0 ? mean : Number.NaN)),
    );
  const first = frames.observed.findIndex((seen) => seen > 0);
  const last = frames.observed.findLastIndex((seen) => seen > 0);
  const left = sumOf(frames.insertions) - sumOf(frames.departures);
  const times = levelTimes(occupancy);
  const meanByFrame = lengths.map((length, frame) => {
    const seen = frames.observed[frame]!;
    const unseen = Math.max(0, length - seen);
    const level = frame <= first ? 0 : frame >= last ? left : Number.NaN;
    const isKnown = level < times.length && (frame > first || startsEmpty);
    if (isKnown && unseen > 0) times[level]! += unseen;
    const area = frames.meanOccupancy[frame]! * seen + (isKnown ? level * unseen : 0);
    return area / (isKnown ? length : seen);
  });
  return partOf(times, meanByFrame);
}

function partOf(times: Float64Array, meanByFrame?: Float64Array): MeasuredPart {
  const total = sumOf(times);
  const shares = times.map((time) => time / total);
  return { shares, mean: meanOfShares(shares), ...(meanByFrame && { meanByFrame }) };
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** A bin of several levels is spread evenly. */
function levelTimes({ low, high, weight }: Bins): Float64Array {
  const times = new Float64Array(high.at(-1)!);
  low.forEach((from, bin) => {
    times.fill(weight[bin]! / (high[bin]! - from), from, high[bin]!);
  });
  return times;
}
