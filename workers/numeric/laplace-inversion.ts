/**
 * Values of a function from its Laplace transform: the Euler method. The inversion integral becomes a nearly
 * alternating series, whose sums are averaged with binomial weights.
 *
 * Inputs: `transform(t, count)`: F at s_k = (A + 2 pi i k) / (2 t), k = 0..count-1, real parts; `t` > 0.
 * Outputs: f(t), or undefined where the series has not settled to `tolerance` at `most` terms.
 * Numerics: for |f| <= 1 the discretization error is below e^-A = 1e-10; rounding of F is magnified by e^(A/2) = 1e5. The
 * series is summed to n and to 3 n / 2 terms, and n grows until both agree; functions with kinks need thousands.
 * Source: J. Abate and W. Whitt 1995, Numerical inversion of Laplace transforms of probability distributions, ORSA J.
 * Computing 7, 36-43, section 1.
 */
import { exp, powerOfTwo } from '../../core/numeric/elementary.ts';

export type RealParts = (t: number, count: number) => Float64Array;

/** A, twice t times the real part of every s. */
export const EULER_SHIFT = 23;

export interface Inversion {
  readonly transform: RealParts;
  readonly t: number;
  /** Difference of the two sums at which no more terms are taken. */
  readonly tolerance: number;
  /** Difference at which the last sums are given back all the same; default the tolerance. */
  readonly acceptable?: number;
  /** Terms of the series, at most. */
  readonly most: number;
}

export function invertLaplace(inversion: Inversion): number | undefined {
  const { transform, t, tolerance, most, acceptable = tolerance } = inversion;
  const scale = exp(EULER_SHIFT / 2) / t;
  for (let n = 32; n <= most; n *= 4) {
    const terms = transform(t, (3 * n) / 2 + AVERAGED + 1);
    const rough = scale * eulerSum(terms, n);
    const fine = scale * eulerSum(terms, (3 * n) / 2);
    const isLast = 4 * n > most;
    if (Math.abs(rough - fine) <= (isLast ? acceptable : tolerance)) return fine;
  }
  return undefined;
}

/** Sums that are averaged, less one. */
const AVERAGED = 14;

/** F_0 / 2 + sum of (-1)^k F_k, the partial sums n..n + 14 averaged with binomial weights. */
function eulerSum(terms: Float64Array, n: number): number {
  let sum = terms[0]! / 2;
  for (let k = 1; k < n; k++) sum += k % 2 ? -terms[k]! : terms[k]!;
  let average = 0;
  let weight = powerOfTwo(-AVERAGED);
  for (let j = 0; j <= AVERAGED; j++) {
    sum += (n + j) % 2 ? -terms[n + j]! : terms[n + j]!;
    average += weight * sum;
    weight *= (AVERAGED - j) / (j + 1);
  }
  return average;
}
