/**
 * Maximum likelihood from counts alone, blocked periods included: a period without blocking shows how many items the
 * server could do, a blocked one only that it could do at least as many (right censoring, as in survival analysis). That
 * takes away the bias of leaving blocked periods out: those that remain are the ones with slow service.
 *
 * Where it is known how many items waited when the period began, the bound is that number: a period is then free of blocking
 * where fewer items passed than waited. That is right for exponential service, and for no other: behind a long service that
 * is under way more items wait. So the interval is left out where the services seem to be of another kind. Otherwise the bound is the count of the blocked
 * period, and taken for granted is that blocking depends on the arrivals alone. It does not: what a quick server has done
 * makes it wait. That makes the rate too high, the more so the more periods are blocked and the more services vary
 * (`verify/rates.md`), while the periods without blocking give one that is too low: the interval reaches down to that one.
 *
 * The count that was possible in a period is a stationary gamma count, with the rate and the shape alpha of the service
 * times both estimated. One count in ten thousand may be anything, so that doubled and cut counts do less harm.
 */

import { exp, hypot, log } from '../../core/numeric/elementary.ts';
import { gammaP, gammaTerm } from '../../core/numeric/incomplete-gamma.ts';
import { Z_975 } from '../numeric/student-t.ts';
import { medianOf, sum, tooFewPeriods, usableCounts } from './columns.ts';
import type { RateColumns, RateOutcome } from './contract.ts';

/**
 * The largest value of a smooth function of two variables near a start, by Newton's method with differences, and the
 * curvature there. Where the function is not concave it goes along the gradient; steps are halved until they climb.
 */

type Pair = readonly [number, number];

interface Summit {
  readonly at: Pair;
  /** Variances of both estimates, when the function is a log-likelihood; NaN where it is flat. */
  readonly variances: Pair;
}

interface Slopes {
  readonly gradient: Pair;
  /** Second derivatives: 11, 12, 22. */
  readonly curvature: readonly [number, number, number];
}

const MOST_STEPS = 30;
const LONGEST = 0.5;

/** `reach` are the distances over which differences are taken. */
function climb(f: (x: number, y: number) => number, start: Pair, reach: Pair): Summit {
  let at = start;
  let value = f(...at);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const move = direction(slopes(f, { at, value, reach }));
    const next = firstHigher(f, { at, value }, move);
    if (!next) break;
    const gained = next.value - value;
    at = next.at;
    value = next.value;
    if (gained < 1e-7) break;
  }
  const [a, b, c] = slopes(f, { at, value, reach }).curvature;
  const determinant = a * c - b * b;
  const flat = (curvature: number): number => (curvature < 0 ? -1 / curvature : Number.NaN);
  const isPeak = determinant > 0 && c < 0;
  return { at, variances: isPeak ? [-c / determinant, -a / determinant] : [flat(a), flat(c)] };
}

interface Place {
  readonly at: Pair;
  readonly value: number;
}

function slopes(f: (x: number, y: number) => number, { at, value, reach }: Place & { reach: Pair }): Slopes {
  const [x, y] = at;
  const [h, k] = reach;
  const [right, left] = [f(x + h, y), f(x - h, y)];
  const [up, down] = [f(x, y + k), f(x, y - k)];
  const [far, near] = [f(x + h, y + k), f(x - h, y - k)];
  const a = (right - 2 * value + left) / h ** 2;
  const c = (up - 2 * value + down) / k ** 2;
  const b = (far - right - up + 2 * value - left - down + near) / (2 * h * k);
  return { gradient: [(right - left) / (2 * h), (up - down) / (2 * k)], curvature: [a, b, c] };
}

function direction({ gradient: [u, v], curvature: [a, b, c] }: Slopes): Pair {
  const determinant = a * c - b * b;
  if (a < 0 && determinant > 0)
    return shortened([-(c * u - b * v) / determinant, -(a * v - b * u) / determinant]);
  const length = hypot(u, v);
  return length === 0 ? [0, 0] : [(0.25 * u) / length, (0.25 * v) / length];
}

function shortened(move: Pair): Pair {
  const length = hypot(...move);
  return length > LONGEST ? [(move[0] * LONGEST) / length, (move[1] * LONGEST) / length] : move;
}

function firstHigher(
  f: (x: number, y: number) => number,
  { at, value }: Place,
  move: Pair,
): Place | undefined {
  for (let factor = 1; factor > 1e-4; factor /= 2) {
    const next: Pair = [at[0] + factor * move[0], at[1] + factor * move[1]];
    const reached = f(...next);
    if (reached > value) return { at: next, value: reached };
  }
  return undefined;
}

const METHOD = 'censored';
const FEWEST = 6;
/** Periods are taken together where they differ by less than this share. */
const SAME_PERIOD = 0.01;
const STRAY_SHARE = 1e-4;
/** Alpha times the count, more than which the service time is as good as constant. */
const MOST_STEADY = 4000;
const LEAST_ALPHA = 0.02;
/** Services count as exponential while alpha is within so many standard errors of 1, and these are small enough to tell. */
const ALPHA_ERRORS = 3;
const MOST_ERROR = 0.3;

/** Cells whose probabilities are computed for each rate and shape that is tried; counts of many items take longest. */
const MOST_CELLS = 4000;

/** Periods alike in length, count and blocking. */
interface Cell {
  readonly count: number;
  readonly blocked: boolean;
  readonly weight: number;
}

/** A cell while periods are added: the items of all of them. */
interface Sums {
  readonly blocked: boolean;
  count: number;
  weight: number;
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
    exp(Math.max(log(LEAST_ALPHA), Math.min(log(mostAlpha), logAlpha)));
  const f = (logRatio: number, logAlpha: number): number =>
    likelihood(start * exp(logRatio), inside(logAlpha));
  const firstAlpha = Math.min(mostAlpha / 2, Math.max(0.2, 1 / dispersionOf(usable.count, meanCount)));
  const { at, variances } = climb(f, [0, log(firstAlpha)], [1e-3, 1e-2]);
  const rate = start * exp(at[0]);
  // The interval of the logarithm: a rate has no sign.
  const factor = exp(Z_975 * Math.sqrt(variances[0]));
  const scv = 1 / inside(at[1]);
  const error = Math.sqrt(variances[1]);
  const isExponential = error <= MOST_ERROR && Math.abs(at[1]) <= ALPHA_ERRORS * error;
  const isCensored = free < count.length;
  const doubt = isCensored && !isExponential ? { notExponential: true } : {};
  const found = { method: METHOD, periods: period.length, rate, scv, ...doubt } as const;
  if (!Number.isFinite(factor) || (samples.waiting && doubt.notExponential)) return found;
  const isBiased = samples.waiting === undefined && isCensored;
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

/** Periods alike are taken together, no more roughly than is needed for the likelihood to be quick. */
function groupsOf(columns: RateColumns): readonly Group[] {
  const fine = groupedBy(columns, SAME_PERIOD, (count) => count);
  if (fine) return fine;
  for (let step = SAME_PERIOD; ; step *= 2) {
    const found = groupedBy(columns, step, (count) => Math.round(log(count + 1) / step));
    if (found) return found;
  }
}

/** Lengths within `step` of each other, as shares, and counts with the same number; undefined where too many cells are left. */
function groupedBy(
  { count, period, blocked }: RateColumns,
  step: number,
  numberOf: (count: number) => number,
): readonly Group[] | undefined {
  const groups = new Map<number, Map<string, Sums>>();
  const usual = medianOf(period);
  let found = 0;
  for (let i = 0; i < count.length; i += 1) {
    const length = Math.round(log(period[i]! / usual) / step);
    const cells = groups.get(length) ?? new Map<string, Sums>();
    groups.set(length, cells);
    const key = `${numberOf(count[i]!)} ${blocked[i]}`;
    const cell = cells.get(key) ?? { blocked: blocked[i] === 1, count: 0, weight: 0 };
    if (cell.weight === 0 && ++found > MOST_CELLS) return undefined;
    cell.weight += 1;
    cell.count += count[i]!;
    cells.set(key, cell);
  }
  return Array.from(groups, ([length, cells]) => ({
    period: usual * exp(length * step),
    cells: Array.from(cells.values(), (cell) => ({ ...cell, count: Math.round(cell.count / cell.weight) })),
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
        total += weight * log((1 - STRAY_SHARE) * regular + STRAY_SHARE * stray);
      }
    }
    return total;
  };
}

/** Index of dispersion: variance over mean. */
function dispersionOf(counts: Float64Array, mean: number): number {
  return sum(counts.map((count) => (count - mean) ** 2)) / counts.length / mean;
}

const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 1);

/**
 * How many services end in a period, when service times are gamma with shape alpha and the period begins at any moment:
 * the stationary gamma count. alpha = 1 is Poisson; alpha to infinity is a server with constant times.
 *
 * For an ordinary renewal process P[N >= n] = P(n alpha, alpha lambda) (Winkelmann, J. Bus. Econ. Stat. 13 (1995) 467,
 * equation 9). From any moment on the rate of the n-th event is mu (P[N >= n-1] - P[N >= n]) of the ordinary one (Cox,
 * Renewal Theory, 1962, section 4.1), and the integral over the period is H(n-1) - H(n), with
 * H(n) = (lambda - n) P(n alpha, alpha lambda) + n x^(n alpha) e^-x / Gamma(n alpha + 1), x = alpha lambda, H(0) = lambda.
 * Letters: lambda expected count, > 0; alpha > 0. Absolute error about 1e-12 lambda, from the differences.
 */

export class GammaCount {
  private readonly known = new Map<number, number>();

  constructor(
    private readonly lambda: number,
    private readonly alpha: number,
  ) {}

  /** P[N = n]. */
  probability(n: number): number {
    return Math.max(0, this.atLeast(n) - this.atLeast(n + 1));
  }

  /** P[N >= n]. */
  atLeast(n: number): number {
    return n <= 0 ? 1 : Math.max(0, Math.min(1, this.H(n - 1) - this.H(n)));
  }

  private H(n: number): number {
    const known = this.known.get(n);
    if (known !== undefined) return known;
    const { lambda, alpha } = this;
    const a = n * alpha;
    const x = alpha * lambda;
    const value = n === 0 ? lambda : (lambda - n) * gammaP(a, x) + n * gammaTerm(a, x);
    this.known.set(n, value);
    return value;
  }
}
