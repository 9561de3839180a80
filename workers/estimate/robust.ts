/**
 * Robust centres of the rates count / period of the periods without blocking: bounded in what a few doubled or cut counts
 * can do. Both are biased low where blocking is frequent: the periods that stay free of it are those with slow service.
 */

import { Z_975 } from '../numeric/student-t.ts';
import { medianOf, usableCounts } from './columns.ts';
import type { RateColumns, RateOutcome } from './contract.ts';
import { around } from './intervals.ts';

const FEWEST = 6;
/** Makes the estimate 95 % as good as the mean where the rates are normal (Huber, Robust Statistics, 1981). */
const HUBER_K = 1.345;
/** Standard deviation of a normal variate over its median absolute deviation. */
const MAD_TO_SIGMA = 1.4826;
const MOST_STEPS = 100;

/** Huber's M-estimate with the scale fixed at the MAD, and its asymptotic interval (Huber 1981, section 6.3). */
export function estimateRobust(columns: RateColumns): RateOutcome {
  const rates = usableRates(columns);
  if (rates.length < FEWEST) return tooFew('robust', columns, rates.length);
  const start = medianOf(rates);
  const scale = scaleOf(rates, start);
  if (scale === 0) return { method: 'robust', periods: rates.length, ...around(start, 0) };
  const centre = huberCentre(rates, start, HUBER_K * scale);
  let squares = 0;
  let inside = 0;
  for (const rate of rates) {
    const distance = Math.abs(rate - centre);
    squares += Math.min(distance, HUBER_K * scale) ** 2;
    if (distance <= HUBER_K * scale) inside += 1;
  }
  const standardError = Math.sqrt(squares) / inside;
  return { method: 'robust', periods: rates.length, ...around(centre, Z_975 * standardError) };
}

/** The median, and the order statistics that hold it in 95 % of the cases. */
export function estimateMedian(columns: RateColumns): RateOutcome {
  const rates = usableRates(columns).sort();
  const n = rates.length;
  if (n < FEWEST) return tooFew('median', columns, n);
  const reach = (Z_975 * Math.sqrt(n)) / 2;
  return {
    method: 'median',
    periods: n,
    rate: medianOf(rates),
    low: rates[Math.max(0, Math.floor(n / 2 - reach))]!,
    high: rates[Math.min(n - 1, Math.ceil(n / 2 + reach) - 1)]!,
  };
}

function usableRates(columns: RateColumns): Float64Array {
  const { count, period } = usableCounts(columns);
  return count.map((items, i) => items / period[i]!);
}

/** Where more than half of the rates are equal the MAD is 0: then by the mean absolute deviation. */
function scaleOf(rates: Float64Array, centre: number): number {
  const deviations = rates.map((rate) => Math.abs(rate - centre));
  const mad = medianOf(deviations);
  if (mad > 0) return MAD_TO_SIGMA * mad;
  return (
    (deviations.reduce((total, deviation) => total + deviation, 0) / rates.length) * Math.sqrt(Math.PI / 2)
  );
}

/** Mean of the rates with those further than `reach` drawn in to it, until it stays. */
function huberCentre(rates: Float64Array, start: number, reach: number): number {
  let centre = start;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    let total = 0;
    let inside = 0;
    for (const rate of rates) {
      const distance = rate - centre;
      total += Math.max(-reach, Math.min(reach, distance));
      if (Math.abs(distance) <= reach) inside += 1;
    }
    const change = total / Math.max(1, inside);
    centre += change;
    if (Math.abs(change) <= 1e-12 * Math.abs(centre)) break;
  }
  return centre;
}

const tooFew = (method: 'robust' | 'median', { count }: RateColumns, usable: number): RateOutcome => ({
  method,
  refused: `Expected at least ${FEWEST} periods without blocking and of equal length; of ${count.length} there are ${usable}`,
});
