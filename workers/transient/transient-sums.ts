/**
 * Means over the states of a chain at given times, from a given state, by uniformization: between the ticks of its clock
 * nothing happens, and the number of ticks until a time is Poisson.
 * Source: A. Jensen 1936/1953; D. Gross and D. Miller, The randomization technique as a modeling tool, Oper. Res. 32 (1984).
 */

import { poissonWeights } from '../../core/numeric/poisson-weights.ts';
import type { SparseMatrix } from '../numeric/sparse-matrix.ts';
import { Uniformized } from '../numeric/uniformized.ts';
import type { OnWalked } from './contract.ts';

export interface TransientQuestion {
  readonly rates: SparseMatrix;
  readonly start: number;
  /** Ascending, s. */
  readonly times: readonly number[];
  /** Writes the means wanted into `sums`, from the probabilities of the states. */
  readonly measure: (probabilities: Float64Array, sums: Float64Array) => void;
  readonly measures: number;
  /** Told every now and then which share of the ticks is over. */
  readonly onWalked?: OnWalked;
}

export interface TransientSums {
  /** By time, the means. */
  readonly sums: readonly Float64Array[];
  /** Error of any probability at any of the times. */
  readonly error: number;
  /** Largest value that each mean has at any tick: it is never above. */
  readonly largest: Float64Array;
}

/** Error of the Poisson weights at each time, and of stopping when next to nothing changes any more. */
const WEIGHTS_ERROR = 1e-12;
const STANDING_ERROR = 2e-11;
/** Ticks. */
const TELL_EVERY = 64;

export function transientSums(question: TransientQuestion): TransientSums {
  const { rates, start, times, measure, measures, onWalked } = question;
  const sums = times.map(() => new Float64Array(measures));
  const largest = new Float64Array(measures);
  let now = new Float64Array(rates.size);
  now[start] = 1;
  const at = new Float64Array(measures);
  const look = (): void => {
    measure(now, at);
    for (let m = 0; m < measures; m++) largest[m] = Math.max(largest[m]!, at[m]!);
  };
  const add = (t: number, weight: number): void => {
    const sum = sums[t]!;
    for (let m = 0; m < measures; m++) sum[m]! += weight * at[m]!;
  };
  const chain = new Uniformized(rates);
  const weights = times.map((time) => poissonWeights(chain.clock * time, WEIGHTS_ERROR));
  const ticks = Math.max(...weights.map(({ left, weights: of }) => left + of.length));
  // Times whose weights are all spent, which are the first ones.
  let spent = 0;
  let next = new Float64Array(rates.size);
  for (let tick = 0; tick < ticks; tick++) {
    if (tick % TELL_EVERY === 0) onWalked?.(tick / ticks);
    look();
    while (spent < times.length && tick >= weights[spent]!.left + weights[spent]!.weights.length) spent++;
    for (let t = spent; t < times.length && weights[t]!.left <= tick; t++)
      if (tick < weights[t]!.left + weights[t]!.weights.length)
        add(t, weights[t]!.weights[tick - weights[t]!.left]!);
    chain.step(now, next);
    const change = distance(now, next);
    [now, next] = [next, now];
    // From here on the probabilities move by no more than this in each tick.
    if (change * (ticks - tick) > STANDING_ERROR) continue;
    look();
    for (let t = spent; t < times.length; t++) add(t, beyond(weights[t]!, tick + 1));
    break;
  }
  return { sums, error: WEIGHTS_ERROR + STANDING_ERROR, largest };
}

/** Ticks that the times up to `until` take, at most about. */
export function ticksUntil(rates: SparseMatrix, until: number): number {
  const q = new Uniformized(rates).clock * until;
  return q + 8 * Math.sqrt(q) + 50;
}

/** Sum of |a - b|. */
export function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum;
}

function beyond({ left, weights }: ReturnType<typeof poissonWeights>, tick: number): number {
  let sum = 0;
  for (let i = Math.max(0, tick - left); i < weights.length; i++) sum += weights[i]!;
  return sum;
}
