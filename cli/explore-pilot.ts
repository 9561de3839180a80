/** How many points go into one batch: enough that handing it over costs little, and so few that a dead worker loses little. */
import type { PointLines } from '../workers/explore/point-lines.ts';
import { MOST_IN_BATCH } from './explore-queue-jobs.ts';

/** ms of trying. */
const TRIAL = 300;
/** ms of work in a batch; shorter ones, for the sake of many workers, only as long as handing over stays cheap. */
const [LEAST_WORK, MOST_WORK] = [150, 1000];
/** A study is cut into so many at least, where they are not too short then. */
const WANTED_BATCHES = 100;
/** Characters of a result: what waits for one slow batch has to fit the server's memory. */
const MOST_TEXT = 4e6;

export function batchSize({ table, packed }: PointLines): number {
  const { time, text } = pilot(table.points, packed);
  const [least, most] = [LEAST_WORK / time, Math.min(MOST_WORK / time, MOST_TEXT / text)];
  const wanted = Math.max(least, table.points / WANTED_BATCHES);
  return Math.max(1, Math.floor(Math.min(wanted, most, MOST_IN_BATCH)));
}

interface PointCost {
  /** ms. */
  readonly time: number;
  /** Characters. */
  readonly text: number;
}

/** Points from all over the study, twice as many each time; what it took first, to get going, does not count. */
function pilot(points: number, packed: PointLines['packed']): PointCost {
  const started = performance.now();
  for (let [round, count] = [1, 1]; ; round++, count = Math.min(2 * count, points)) {
    const from = Math.floor(radicalInverse(round) * (points - count + 1));
    const before = performance.now();
    const text = packed({ from, to: from + count }).length;
    const now = performance.now();
    if (now - started >= TRIAL) return { time: (now - before) / count, text: text / count };
  }
}

/** 1/2, 1/4, 3/4, 1/8, …: places spread over [0, 1). */
function radicalInverse(n: number): number {
  let [value, digit] = [0, 0.5];
  for (let rest = n; rest > 0; rest >>= 1, digit /= 2) if (rest & 1) value += digit;
  return value;
}
