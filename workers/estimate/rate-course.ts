/** What is drawn of the samples of one end and of the published method over them (figures 1 and 3 to 6 of its paper). */

import { sum } from './columns.ts';
import type { RateColumns, RateCourse } from './contract.ts';
import { extremes } from './extremes.ts';
import { estimatePublished } from './published.ts';
import { TOLERANCE } from './rate-heuristic.ts';

/** More points than this do not get to the page. */
const MOST_DRAWN = 100_000;

export function rateCourse(columns: RateColumns, most = MOST_DRAWN): RateCourse {
  return {
    samples: drawnSamples(columns, most),
    blocked: blockedShares(columns),
    heuristic: drawnSteps(columns, most),
    tolerance: TOLERANCE,
  };
}

const STRETCHES = 120;

function blockedShares({ time, period, blocked }: RateColumns): RateCourse['blocked'] {
  const stretches = Math.min(STRETCHES, time.length);
  const edge = (s: number): number => Math.floor((s * time.length) / stretches);
  const stretch = (of: (from: number, to: number) => number): Float64Array =>
    Float64Array.from({ length: stretches }, (_, s) => of(edge(s), edge(s + 1)));
  return {
    from: stretch((from) => time[from]! - period[from]!),
    to: stretch((_, to) => time[to - 1]!),
    share: stretch((from, to) => sum(blocked.subarray(from, to)) / (to - from)),
  };
}

/** Those with and without blocking are thinned apart, so that the few do not vanish among the many. */
function drawnSamples({ time, period, count, blocked }: RateColumns, most: number): RateCourse['samples'] {
  const rate = count.map((items, i) => items / period[i]!);
  const indexes = Int32Array.from(time.keys());
  const half = time.length > most ? most / 2 : most;
  const kept = [0, 1]
    .flatMap((kind) => [
      ...extremes(
        rate,
        indexes.filter((i) => blocked[i] === kind),
        half,
      ),
    ])
    .sort((a, b) => a - b);
  return {
    time: Float64Array.from(kept, (i) => time[i]!),
    rate: Float64Array.from(kept, (i) => rate[i]!),
    blocked: Uint8Array.from(kept, (i) => blocked[i]!),
  };
}

function drawnSteps(columns: RateColumns, most: number): RateCourse['heuristic'] {
  const room = columns.time.length;
  const [time, q, meanQ, change] = [0, 1, 2, 3].map(() => new Float64Array(room)) as [
    Steps,
    Steps,
    Steps,
    Steps,
  ];
  let steps = 0;
  estimatePublished(columns, {
    onStep(at, heuristic, period) {
      time[steps] = at;
      q[steps] = heuristic.q / period;
      meanQ[steps] = heuristic.meanQ / period;
      change[steps] = heuristic.change;
      steps += 1;
    },
  });
  const kept = extremes(
    q,
    Int32Array.from({ length: steps }, (_, i) => i),
    most,
  );
  const drawn = (column: Steps): Steps => Float64Array.from(kept, (i) => column[i]!);
  return { time: drawn(time), q: drawn(q), meanQ: drawn(meanQ), change: drawn(change) };
}

type Steps = Float64Array<ArrayBuffer>;
