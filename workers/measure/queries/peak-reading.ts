/**
 * Peaks and how they go on downstream (Weh 2012, section 3.5 and table 4): a high fill level in one queue raises those of
 * the following stages a little later. A peak follows another when it is highest not before it, and at most as long after
 * its end as it lasted. Only the highest peaks of each queue are kept, so a follower may be missed that is not among them.
 * Beside the count stands how many would follow by chance, were both spread evenly over the run.
 */
import { flowOrder } from '../../../core/scenario/graph.ts';
import type { Peak, ReducedMeasurement, ReducedQueue } from '../contract.ts';
import type { PeakPair, PeakReading, PropagatedPeak } from './contract.ts';
import type { MeasuredPlaces } from './measured-places.ts';

export function peakReading({ queues, frames }: ReducedMeasurement, places: MeasuredPlaces): PeakReading {
  const behind = new Map(queues.map((queue) => [queue.id, queuesBehind(queue, places)]));
  const peaks = queues.flatMap((queue): PropagatedPeak[] =>
    (queue.peaks ?? []).map((peak) => ({
      queue: queue.id,
      peak,
      followers: behind.get(queue.id)!.flatMap((next) => {
        const follower = followerOf(peak, next);
        return follower ? [{ queue: next.id, peak: follower }] : [];
      }),
    })),
  );
  const length = (frames.end.at(-1) ?? 0) - (frames.start[0] ?? 0);
  const pairs = queues.flatMap((queue) =>
    behind.get(queue.id)!.flatMap((next): PeakPair[] => pairOf(queue, next, length)),
  );
  return { peaks: peaks.sort((a, b) => b.peak.level - a.peak.level), pairs };
}

/** Every measured queue downstream, in flow order. */
function queuesBehind(queue: ReducedQueue, places: MeasuredPlaces): readonly ReducedQueue[] {
  const stage = places.stageOf.get(queue.id);
  if (stage === undefined) return [];
  const found = new Map<string, ReducedQueue>();
  const waiting = [stage];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const next of places.nextMeasured(at)) {
      if (next.id === queue.id || found.has(next.id)) continue;
      found.set(next.id, next);
      waiting.push(places.stageOf.get(next.id)!);
    }
  }
  const order = flowOrder(places.graph);
  const rank = ({ id }: ReducedQueue): number => order.indexOf(places.stageOf.get(id)!);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

/** From the moment of the peak, so long. */
const windowOf = ({ start, end, at }: Peak): number => end - at + (end - start);

function followerOf(peak: Peak, { peaks = [] }: ReducedQueue): Peak | undefined {
  const last = peak.at + windowOf(peak);
  const candidates = peaks.filter(({ start, at }) => start >= peak.start && at >= peak.at && at <= last);
  return candidates.reduce<Peak | undefined>(
    (most, one) => (most && most.level >= one.level ? most : one),
    undefined,
  );
}

function pairOf(from: ReducedQueue, to: ReducedQueue, length: number): PeakPair[] {
  const { peaks = [] } = from;
  const count = to.peaks?.length ?? 0;
  if (peaks.length === 0 || count === 0 || !(length > 0)) return [];
  const followed = peaks.filter((peak) => followerOf(peak, to)).length;
  const byChance = peaks.reduce(
    (sum, peak) => sum + 1 - (1 - Math.min(1, windowOf(peak) / length)) ** count,
    0,
  );
  return [{ from: from.id, to: to.id, peaks: peaks.length, followed, byChance }];
}
