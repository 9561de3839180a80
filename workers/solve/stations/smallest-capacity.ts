/**
 * The smallest capacity K at which a stage is full for no more than a share `target` of the time.
 *
 * The full probability of the station (fit-station.ts) falls as K grows: K is doubled until it is low enough, then halved
 * in on. The answer carries its own proof: the probability at K, and at the neighbour K - 1 that is too high.
 * Inputs: the case, whose own capacity does not count; `target` in (0, 1); `most`, the largest K that is tried.
 * Refuses: undefined when no K up to `most` will do, as for a stage that is offered more than it can serve, and where the
 * search comes to a K for which the station needs another approximation: two models do not fall as one.
 */
import { fitStation, type StationCase } from './fit-station.ts';
import { isSaturated } from './queue.ts';

export interface SmallestCapacity {
  readonly capacity: number;
  /** P[N = K] there. */
  readonly fullProbability: number;
  /** P[N = K - 1] of the station with one place less; absent where that would be fewer than its servers and batches need. */
  readonly withOneLess?: number;
  readonly model: string;
  /** What the station method takes for granted; none where it is exact. */
  readonly assumptions: readonly string[];
}

export function smallestCapacity(
  stationCase: StationCase,
  target: number,
  most = 1_000_000,
): SmallestCapacity | undefined {
  const least = fewestPlaces(stationCase);
  const { assumptions } = stationWith(stationCase, least);
  let high = least;
  while (fullAt(stationCase, high) > target) {
    if (high >= most) return undefined;
    high = Math.min(most, 2 * high);
  }
  const { queue, assumptions: atEnd } = stationWith(stationCase, high);
  if (atEnd.join() !== assumptions.join()) return undefined;
  let low = least - 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fullAt(stationCase, middle) > target) low = middle;
    else high = middle;
  }
  return {
    capacity: high,
    fullProbability: fullAt(stationCase, high),
    ...(high > least ? { withOneLess: fullAt(stationCase, high - 1) } : {}),
    model: queue.model,
    assumptions,
  };
}

const stationWith = (stationCase: StationCase, capacity: number) =>
  fitStation({ ...stationCase, stage: { ...stationCase.stage, capacity } });

/** 1 where the station has no steady state, or no answer. */
function fullAt(stationCase: StationCase, capacity: number): number {
  const { queue } = stationWith(stationCase, capacity);
  const full = isSaturated(queue) ? 1 : (queue.tail?.(capacity) ?? 1);
  return Number.isNaN(full) ? 1 : full;
}

/** c b, and room for a whole batch where it enters only together. */
function fewestPlaces({ stage, stream }: StationCase): number {
  const b = stage.bulk === undefined ? 1 : stage.bulk.rule === 'full' ? stage.bulk.size : stage.bulk.max;
  const batch = stage.admission === 'whole' ? (stream?.batch ?? 1) : 1;
  return Math.max((stage.serverCount ?? 1) * b, batch);
}
