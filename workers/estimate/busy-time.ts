/**
 * The busy-time ratio: items over the time in which the server was not blocked, sum(count) / sum(period - blockedFor). For
 * exponential service it is the maximum likelihood estimate at every utilization; for any service it is unbiased but for
 * the one item that is under way at the end.
 *
 * The interval comes from sums over batches of periods in a row (ratio estimator; Cochran, Sampling Techniques, 3rd ed.,
 * section 6.4), which takes in what one period owes to the next. Items that cross the ends leave 1/6 items^2 of doubt. The
 * scv is the index of dispersion of the counts over busy time (Cox, Renewal Theory, section 4.2).
 */

import { student975 } from '../numeric/student-t.ts';
import { exposureAt, hasBlockedTimes, sum, tooFewPeriods } from './columns.ts';
import type { RateColumns, RateOutcome } from './contract.ts';
import { around } from './intervals.ts';

const MOST_BATCHES = 64;
const FEWEST_BATCHES = 6;
const METHOD = 'busy-time';

export function estimateBusyTime(columns: RateColumns): RateOutcome {
  const { count } = columns;
  const periods = count.length;
  if (!hasBlockedTimes(columns))
    return { method: METHOD, refused: 'The busy time is not known: the column blockedFor is empty' };
  if (periods < FEWEST_BATCHES) return { method: METHOD, refused: tooFewPeriods(periods, FEWEST_BATCHES) };
  const items = sum(count);
  const batches = batchesOf(columns);
  const time = sum(batches.time);
  if (!(items > 0 && time > 0))
    return { method: METHOD, refused: `In ${periods} periods no item passed while nothing was blocked` };
  const rate = items / time;
  const n = batches.items.length;
  const squares = sum(batches.items.map((inBatch, b) => (inBatch - rate * batches.time[b]!) ** 2));
  const spread = (squares * n) / (n - 1);
  const halfWidth = (student975(n - 1) * Math.sqrt(spread + 1 / 6)) / time;
  return { method: METHOD, periods, ...around(rate, halfWidth), scv: spread / items };
}

/** Items and busy time of up to 64 batches of as many periods, give or take one. */
function batchesOf(columns: RateColumns): { items: Float64Array; time: Float64Array } {
  const { count } = columns;
  const batches = Math.max(1, Math.min(MOST_BATCHES, count.length));
  const items = new Float64Array(batches);
  const time = new Float64Array(batches);
  for (let i = 0; i < count.length; i += 1) {
    const batch = Math.floor((i * batches) / count.length);
    items[batch]! += count[i]!;
    time[batch]! += exposureAt(columns, i);
  }
  return { items, time };
}
