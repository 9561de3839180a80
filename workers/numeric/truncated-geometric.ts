/**
 * The distribution P[n] proportional to rho^n on n = 0..K: the occupancy of every single-server queue with K places, and the
 * upper part of every queue with several servers.
 *
 * Inputs: `x` = ln rho, any real number; `K`, integer >= 0, or Infinity where x < 0. The logarithm is the variable because near rho = 1 the
 * answers turn within |x| ~ 1/K, which rho itself cannot resolve.
 * Numerics: every formula keeps its relative accuracy for x of both signs, at x = 0 and for K up to 1e15; nothing
 * overflows for |x| up to 700. Constant cost, except the distribution.
 */
import { exp, expm1, log } from '../../core/numeric/elementary.ts';

/** ln of 1 + rho + ... + rho^K. */
export function logGeometricSum(x: number, K: number): number {
  if (x === 0) return log(K + 1);
  // For x > 0 the largest term is taken out: the rest is the same sum at -x.
  if (x > 0) return K * x + log(expm1((K + 1) * -x) / expm1(-x));
  return log(expm1((K + 1) * x) / expm1(x));
}

/** Mean of n. */
export function truncatedGeometricMean(x: number, K: number): number {
  if (K === Number.POSITIVE_INFINITY) return 1 / expm1(-x);
  const span = (K + 1) * x;
  if (span < -1) return 1 / expm1(-x) - (K + 1) / expm1(-span);
  if (span > 1) return K - truncatedGeometricMean(-x, K);
  // Both terms above are near 1/x here; as coth(t) - 1/t that part cancels on paper instead of in the machine.
  return K / 2 + ((K + 1) * langevin(span / 2) - langevin(x / 2)) / 2;
}

/** P[n >= m], m >= 0. */
export const truncatedGeometricTail = (x: number, K: number, m: number): number =>
  m > K ? 0 : exp(logGeometricTail(x, K, m));

/** ln P[n >= m], 0 <= m <= K: two sums in one. For x > 0 in the mirror image, where nothing large cancels. */
export function logGeometricTail(x: number, K: number, m: number): number {
  if (x === 0) return log(K - m + 1) - log(K + 1);
  const decay = -Math.abs(x);
  const step = expm1(decay);
  return m * Math.min(0, x) + log(expm1((K - m + 1) * decay) / step) - log(expm1((K + 1) * decay) / step);
}

/** How many levels, of at most `K + 1`, hold all but `smallestTail` of the probability; all of them where x >= 0. */
export function geometricLength(x: number, K: number, smallestTail: number): number {
  return x < 0 ? Math.max(1, Math.min(K + 1, Math.ceil(log(smallestTail) / x))) : K + 1;
}

export interface GeometricSpan {
  readonly x: number;
  readonly K: number;
  /** Levels to write. */
  readonly count: number;
  /** What all of P sums to; default 1. */
  readonly total?: number;
}

/** Writes total * P[n], n = 0..count-1, into `target` from index `from` on. */
export function writeGeometric(
  target: number[],
  from: number,
  { x, K, count, total = 1 }: GeometricSpan,
): void {
  // From the likelier end: there the exponents are small and exact.
  const [start, step] = x > 0 ? [from + K, -1] : [from, 1];
  const decay = -Math.abs(x);
  const first = total * exp(-logGeometricSum(decay, K));
  const ratio = exp(decay);
  let p = first;
  for (let n = 0; n < count; n++) {
    // Anchored again every 64 levels, so that the rounding of the ratio cannot grow over a million levels.
    p = n % 64 === 0 ? first * exp(n * decay) : p * ratio;
    target[start + step * n] = p;
  }
}

/** coth(t) - 1/t for |t| <= 1/2, by its Taylor series (the first omitted term is 1e-17). */
function langevin(t: number): number {
  const s = t * t;
  let sum = 0;
  for (let k = LANGEVIN.length - 1; k >= 0; k--) sum = sum * s + LANGEVIN[k]!;
  return t * sum;
}

/** 2^(2k) B_2k / (2k)! for k = 1, 2, ...: the coefficients of t, t^3, ... */
const LANGEVIN: readonly number[] = [
  1 / 3,
  -1 / 45,
  2 / 945,
  -1 / 4725,
  2 / 93555,
  -1382 / 638512875,
  4 / 18243225,
  -3617 / 162820783125,
  87734 / 38979295480125,
  -349222 / 1531329465290625,
];
