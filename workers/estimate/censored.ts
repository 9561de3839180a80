/**
 * Maximum likelihood from counts alone, blocked periods included: a period without blocking shows how many items the
 * server could do, a blocked one only that it could do at least as many (right censoring, as in survival analysis). That
 * takes away the bias of leaving blocked periods out: those that remain are the ones with slow service.
 *
 * Where it is known how many items waited when the period began, the bound is that number, which the server had no part in:
 * a period is then free of blocking where fewer items passed than waited. Otherwise the bound is the count of the blocked
 * period, and taken for granted is that blocking depends on the arrivals alone. It does not: what a quick server has done
 * makes it wait. That makes the rate too high, the more so the more periods are blocked and the more services vary
 * (`verify/rates.md`), while the periods without blocking give one that is too low: the interval reaches down to that one.
 *
 * The count that was possible in a period is a stationary gamma count, with the rate and the shape alpha of the service
 * times both estimated. One count in a hundred may be anything, so that doubled and cut counts do little harm.
 */

import { Z_975 } from '../numeric/student-t.ts';
import { climb } from './climb.ts';
import { medianOf, sum, tooFewPeriods, usableCounts } from './columns.ts';
import type { RateColumns, RateOutcome } from './contract.ts';
import { GammaCount } from './gamma-count.ts';

const METHOD = 'censored';
const FEWEST = 6;
/** Periods are taken together where they differ by less than this share. */
const SAME_PERIOD = 0.01;
const STRAY_SHARE = 0.01;
/** Alpha times the count, more than which the service time is as good as constant. */
const MOST_STEADY = 4000;
const LEAST_ALPHA = 0.02;

/** Periods alike in length, count and blocking. */
interface Cell {
  readonly count: number;
  readonly blocked: boolean;
  readonly weight: number;
}

/** Cells of one length of period. */
interface Group {
  readonly period: number;
  readonly cells: readonly Cell[];
}

export function estimateCensored(samples: RateColumns): RateOutcome {
  const columns = boundedByWaiting(samples);
  const { count, period } = columns;
  const usable = usableCounts(columns);
  const free = usable.count.length;
  if (free < FEWEST || sum(usable.count) === 0) return { method: METHOD, refused: refusal(columns, free) };
  const likelihood = logLikelihood(groupsOf(columns), largest(count));
  const meanCount = sum(usable.count) / free;
  const start = sum(usable.count) / sum(usable.period);
  const mostAlpha = Math.min(64, Math.max(1, MOST_STEADY / meanCount));
  const inside = (logAlpha: number): number =>
    Math.exp(Math.max(Math.log(LEAST_ALPHA), Math.min(Math.log(mostAlpha), logAlpha)));
  const f = (logRatio: number, logAlpha: number): number =>
    likelihood(start * Math.exp(logRatio), inside(logAlpha));
  const firstAlpha = Math.min(mostAlpha / 2, Math.max(0.2, 1 / dispersionOf(usable.count, meanCount)));
  const { at, variance } = climb(f, [0, Math.log(firstAlpha)], [1e-3, 1e-2]);
  const rate = start * Math.exp(at[0]);
  // The interval of the logarithm: a rate has no sign.
  const factor = Math.exp(Z_975 * Math.sqrt(variance));
  const scv = 1 / inside(at[1]);
  const found = { method: METHOD, periods: period.length, rate, scv } as const;
  if (!Number.isFinite(factor)) return found;
  const isBiased = samples.waiting === undefined && free < count.length;
  const low = isBiased ? Math.min(rate / factor, lowestOf(usable)) : rate / factor;
  return { ...found, low, high: rate * factor };
}

/** The lower end of the interval of the rate in these periods; no count says more than to an item. */
function lowestOf({ count, period }: RateColumns): number {
  const items = sum(count);
  const dispersion = dispersionOf(count, items / count.length);
  return Math.max(0, items - Math.max(1, Z_975 * Math.sqrt(items * dispersion))) / sum(period);
}

/** Counts and blocking by the items that waited at the start, where that is known. */
function boundedByWaiting(columns: RateColumns): RateColumns {
  const { waiting, count } = columns;
  if (!waiting) return columns;
  const bound = (i: number): number => Math.max(0, waiting[i]!);
  return {
    ...columns,
    count: count.map((items, i) => Math.min(items, bound(i))),
    blocked: Uint8Array.from(count, (items, i) => (items >= bound(i) ? 1 : 0)),
  };
}

function refusal({ count, period, blocked }: RateColumns, free: number): string {
  if (count.length < FEWEST) return tooFewPeriods(count.length, FEWEST);
  if (!blocked.every((flag) => flag === 1))
    return `Expected at least ${FEWEST} periods without blocking and with items; of ${count.length} there are ${free}. Sample with a shorter period, or record blockedFor`;
  const items = sum(count);
  if (items === 0) return `All ${count.length} periods were blocked, and no item passed`;
  const atLeast = Number((items / sum(period)).toPrecision(3)).toLocaleString('en');
  return `All ${count.length} periods were blocked: they only say that the rate is at least ${atLeast} items/s. Sample with a shorter period, or record blockedFor`;
}

function groupsOf({ count, period, blocked }: RateColumns): readonly Group[] {
  const groups = new Map<number, Map<string, Cell & { weight: number }>>();
  const usual = medianOf(period);
  for (let i = 0; i < count.length; i += 1) {
    const length = Math.round(Math.log(period[i]! / usual) / SAME_PERIOD);
    const cells = groups.get(length) ?? new Map<string, Cell & { weight: number }>();
    groups.set(length, cells);
    const key = `${count[i]} ${blocked[i]}`;
    const cell = cells.get(key) ?? { count: count[i]!, blocked: blocked[i] === 1, weight: 0 };
    cell.weight += 1;
    cells.set(key, cell);
  }
  return Array.from(groups, ([length, cells]) => ({
    period: usual * Math.exp(length * SAME_PERIOD),
    cells: [...cells.values()],
  }));
}

function logLikelihood(groups: readonly Group[], most: number): (mu: number, alpha: number) => number {
  const places = 2 * most + 1;
  return (mu, alpha) => {
    let total = 0;
    for (const { period, cells } of groups) {
      const distribution = new GammaCount(mu * period, alpha);
      for (const { count, blocked, weight } of cells) {
        const stray = blocked ? 1 - count / places : 1 / places;
        const regular = blocked ? distribution.atLeast(count) : distribution.probability(count);
        total += weight * Math.log((1 - STRAY_SHARE) * regular + STRAY_SHARE * stray);
      }
    }
    return total;
  };
}

/** Variance over mean. */
function dispersionOf(counts: Float64Array, mean: number): number {
  return sum(counts.map((count) => (count - mean) ** 2)) / counts.length / mean;
}

const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 1);
