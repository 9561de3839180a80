/** The service rate as Beard & Chamberlain (2015) publish it: the heuristic over all periods without blocking. */

import { student975 } from '../numeric/student-t.ts';
import { medianOf, usableCounts } from './columns.ts';
import type { Convergence, RateColumns, RateOutcome } from './contract.ts';
import { around } from './intervals.ts';
import { type HeuristicOptions, RateHeuristic } from './rate-heuristic.ts';
import { RunningMoments } from './running-moments.ts';

export interface PublishedRate {
  readonly outcome: RateOutcome;
  readonly convergences: readonly Convergence[];
}

export interface PublishedOptions extends HeuristicOptions {
  /** Told after each period without blocking from the first full window on, before what converged starts anew. */
  readonly onStep?: (time: number, heuristic: RateHeuristic, period: number) => void;
}

/** Fewer periods make no window with three values of sigma. */
const FEWEST = 18;
/** Fewer convergences give no interval. */
const FEWEST_FOR_INTERVAL = 5;

/**
 * The mean of the converged rates q-bar / T; their spread gives the interval, which is that of q-bar and not of its bias
 * (`docs/estimation.md`). Without a convergence the last q-bar, marked provisional.
 */
export function estimatePublished(columns: RateColumns, options: PublishedOptions = {}): PublishedRate {
  const usable = usableCounts(columns);
  const { count, time } = usable;
  if (count.length < FEWEST) return { outcome: tooFew(columns, count.length), convergences: [] };
  const period = medianOf(usable.period);
  const heuristic = new RateHeuristic(options);
  const convergences: Convergence[] = [];
  for (let i = 0; i < count.length; i += 1) {
    const converged = heuristic.push(count[i]!);
    if (heuristic.values > 0) options.onStep?.(time[i]!, heuristic, period);
    if (!converged) continue;
    convergences.push({ time: time[i]!, rate: heuristic.meanQ / period, values: heuristic.values });
    heuristic.resetStats();
  }
  const found = { method: 'published', periods: count.length } as const;
  if (convergences.length === 0)
    return { outcome: { ...found, rate: heuristic.meanQ / period, provisional: true }, convergences };
  const rates = new RunningMoments();
  for (const { rate } of convergences) rates.add(rate);
  const interval =
    rates.count < FEWEST_FOR_INTERVAL
      ? { rate: rates.mean }
      : around(rates.mean, student975(rates.count - 1) * rates.standardError);
  return { outcome: { ...found, ...interval }, convergences };
}

/**
 * E[q] over the expected count, for counts of that mean and index of dispersion: the taps sum to 0.9909, and 0.7426 is
 * 1.64485 times the norm of the filter, 0.5311, times 0.85 for the standard deviation of 12 values that overlap.
 */
export const publishedBias = (count: number, dispersion = 1): number =>
  0.9909 + 0.7426 * Math.sqrt(dispersion / count);

const tooFew = ({ count }: RateColumns, usable: number): RateOutcome => ({
  method: 'published',
  refused: `The published method needs ${FEWEST} periods without blocking and of equal length; of ${count.length} there are ${usable}`,
});
