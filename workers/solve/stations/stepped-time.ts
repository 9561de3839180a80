/**
 * A time that is a random number N of exponential steps at one rate: every wait among exponential or phase-type
 * services (uniformization). P[T > t] = E P[N > Poisson(rate t)], a mean of numbers in [0, 1] that loses no digits.
 *
 * Inputs: `rate` of the steps, 1/s; `more(k)` = P[N > k], k = 0, 1, ...
 * Numerics: Poisson weights are walked from their mode and scaled to sum 1, so that no factorial is ever formed; the
 * cost is some 20 sqrt(rate t) terms, above 1e7 a few hundred spaced ones, on whose scale P[N > k] is smooth.
 * Source: uniformization, Jensen 1953; Tijms 2003, A First Course in Stochastic Models, section 4.5.
 */
import { exp, log1p, pow } from '../../../core/numeric/elementary.ts';
import type { TimeDistribution } from './time-distribution.ts';
import { steppedTransform } from './time-transform.ts';

export interface Steps {
  readonly rate: number;
  readonly more: (k: number) => number;
  /** E N. */
  readonly mean: number;
}

export function steppedTime({ rate, more, mean }: Steps): TimeDistribution {
  const known = remembered(more);
  return {
    tail: (t) => poissonAverage(known, rate * t),
    mean: mean / rate,
    transform: steppedTransform(rate, known),
  };
}

/** Percentiles ask for the same steps again and again. */
function remembered(more: (k: number) => number): (k: number) => number {
  const pages: (Float64Array | undefined)[] = [];
  return (k) => {
    if (k >= REMEMBERED) return more(k);
    const at = Math.floor(k / PAGE);
    pages[at] ??= new Float64Array(PAGE).fill(Number.NaN);
    const page = pages[at];
    const known = page[k % PAGE]!;
    if (!Number.isNaN(known)) return known;
    const value = more(k);
    page[k % PAGE] = value;
    return value;
  };
}

const REMEMBERED = 2 ** 18;
const PAGE = 2 ** 12;

/** E f(J), J Poisson with mean m; f within [0, 1]. */
export function poissonAverage(f: (j: number) => number, m: number): number {
  if (m === 0) return f(0);
  return m < WALKED ? walkedAverage(f, m) : spacedAverage(f, m);
}

const WALKED = 1e7;

function walkedAverage(f: (j: number) => number, m: number): number {
  const mode = Math.floor(m);
  let weights = 1;
  let sum = f(mode);
  for (let j = mode, weight = 1; j > 0 && weight > NEGLIGIBLE; j--) {
    weight *= j / m;
    weights += weight;
    sum += weight * f(j - 1);
  }
  for (let j = mode + 1, weight = m / j; weight > NEGLIGIBLE; weight *= m / ++j) {
    weights += weight;
    sum += weight * f(j);
  }
  return sum / weights;
}

/** Next to the largest weight, and with room for as many as there are. */
const NEGLIGIBLE = 1e-18;

/** Stirling's form of the weights; their relative error, 1 / (12 m), is the same for all and divided out. */
function spacedAverage(f: (j: number) => number, m: number): number {
  const spacing = Math.floor(Math.sqrt(m) / 16);
  let weights = 0;
  let sum = 0;
  for (let i = -160; i <= 160; i++) {
    const j = Math.floor(m) + i * spacing;
    const off = (j - m) / m;
    const weight = exp(-m * ((1 + off) * log1p(off) - off)) / Math.sqrt(1 + off);
    weights += weight;
    sum += weight * f(j);
  }
  return sum / weights;
}

/** P[N > k] by one step after another, kept: `next()` gives the value at k = 0, 1, ... in turn. */
export function keptSequence(next: () => number): (k: number) => number {
  const values: number[] = [];
  return (k) => {
    while (values.length <= k) values.push(next());
    return values[k]!;
  };
}

/**
 * P[N > k] by one step after another, kept, and continued as a geometric distribution once the ratio of neighbours has settled:
 * `next()` gives the value at k = 0, 1, ... in turn.
 */
export function settlingSequence(next: () => number): (k: number) => number {
  const values: number[] = [];
  let settled = 0;
  let ratio = 0;
  const extend = () => {
    const value = next();
    const last = values.at(-1);
    values.push(value);
    if (last === undefined) return;
    const found = last > 0 ? value / last : 0;
    settled = Math.abs(found - ratio) <= 4 * Number.EPSILON * found ? settled + 1 : 0;
    ratio = found;
  };
  return (k) => {
    while (values.length <= k && settled < SETTLED) extend();
    return k < values.length ? values[k]! : values.at(-1)! * pow(ratio, k + 1 - values.length);
  };
}

/** Steps in a row without a change of the ratio beyond rounding. */
const SETTLED = 64;

/**
 * P[N + G > k] for N with P[N > k] = more(k) and a service of G steps: each of the steps at rate c mu ends this element's
 * own service with probability 1 / c. h(k) = P[N <= k < N + G] = (1 - 1 / c) h(k - 1) + P[N = k].
 */
export function thenExponential(more: (k: number) => number, c: number): (k: number) => number {
  const inService = [1 - more(0)];
  return (k) => {
    while (inService.length <= k) {
      const n = inService.length;
      inService.push((1 - 1 / c) * inService[n - 1]! + (more(n - 1) - more(n)));
    }
    return more(k) + inService[k]!;
  };
}
