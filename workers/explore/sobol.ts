/**
 * Sobol's sequence, any point of it by its number: x_d(n) = the exclusive or of the direction numbers v_k of dimension d
 * over the set bits k of Gray(n) = n ^ (n >> 1) (I. Antonov, V. Saleev 1979; P. Bratley, B. Fox, ACM TOMS 14 (1988),
 * Algorithm 659). The first 2^k points have one in each of 2^k equal intervals of every dimension.
 *
 * Inputs: dimensions 1 to 32 (sobol-directions.ts), numbers 0 to 2^32 - 1; a shift, 32 bits a dimension, that is
 * exclusive-ored to all points, keeps the net and makes it unbiased (P. L'Ecuyer, C. Lemieux 2002). Outputs: the middle of
 * the interval of width 2^-32 that the point stands for, inside (0, 1). Cost: at most 32 steps a dimension.
 */

import { assert } from '../../core/base/assert.ts';
import { powerOfTwo } from '../../core/numeric/elementary.ts';

/**
 * Primitive polynomials and first direction numbers of Sobol's sequence, dimensions 2 to 32: degree s, coefficients a
 * (the inner ones, as bits) and m_1 ... m_s.
 *
 * Source: S. Joe and F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections, SIAM J. Sci.
 * Comput. 30 (2008), 2635-2654; the first rows of their file new-joe-kuo-6.21201. Copyright (c) 2008, Frances Y. Kuo and
 * Stephen Joe, BSD licence.
 */
const JOE_KUO: readonly { readonly s: number; readonly a: number; readonly m: readonly number[] }[] = [
  { s: 1, a: 0, m: [1] },
  { s: 2, a: 1, m: [1, 3] },
  { s: 3, a: 1, m: [1, 3, 1] },
  { s: 3, a: 2, m: [1, 1, 1] },
  { s: 4, a: 1, m: [1, 1, 3, 3] },
  { s: 4, a: 4, m: [1, 3, 5, 13] },
  { s: 5, a: 2, m: [1, 1, 5, 5, 17] },
  { s: 5, a: 4, m: [1, 1, 5, 5, 5] },
  { s: 5, a: 7, m: [1, 1, 7, 11, 19] },
  { s: 5, a: 11, m: [1, 1, 5, 1, 1] },
  { s: 5, a: 13, m: [1, 1, 1, 3, 11] },
  { s: 5, a: 14, m: [1, 3, 5, 5, 31] },
  { s: 6, a: 1, m: [1, 3, 3, 9, 7, 49] },
  { s: 6, a: 13, m: [1, 1, 1, 15, 21, 21] },
  { s: 6, a: 16, m: [1, 3, 1, 13, 27, 49] },
  { s: 6, a: 19, m: [1, 1, 1, 15, 7, 5] },
  { s: 6, a: 22, m: [1, 3, 1, 15, 13, 25] },
  { s: 6, a: 25, m: [1, 1, 5, 5, 19, 61] },
  { s: 7, a: 1, m: [1, 3, 7, 11, 23, 15, 103] },
  { s: 7, a: 4, m: [1, 3, 7, 13, 13, 15, 69] },
  { s: 7, a: 7, m: [1, 1, 3, 13, 7, 35, 63] },
  { s: 7, a: 8, m: [1, 3, 5, 9, 1, 25, 53] },
  { s: 7, a: 14, m: [1, 3, 1, 13, 9, 35, 107] },
  { s: 7, a: 19, m: [1, 3, 1, 5, 27, 61, 31] },
  { s: 7, a: 21, m: [1, 1, 5, 11, 19, 41, 61] },
  { s: 7, a: 28, m: [1, 3, 5, 3, 3, 13, 69] },
  { s: 7, a: 31, m: [1, 1, 7, 13, 1, 19, 1] },
  { s: 7, a: 32, m: [1, 3, 7, 5, 13, 19, 59] },
  { s: 7, a: 37, m: [1, 1, 3, 9, 25, 29, 41] },
  { s: 7, a: 41, m: [1, 3, 5, 13, 23, 1, 55] },
  { s: 7, a: 42, m: [1, 3, 7, 3, 13, 59, 17] },
];

export const MOST_SOBOL_DIMENSIONS = JOE_KUO.length + 1;
export const MOST_SOBOL_POINTS = 2 ** 32;

const BITS = 32;

export type SobolSequence = (point: number, dimension: number) => number;

/** `shift`: one unsigned 32-bit word a dimension; 0 when absent. */
export function sobolSequence(dimensions: number, shift: readonly number[] = []): SobolSequence {
  assert(dimensions <= MOST_SOBOL_DIMENSIONS, `${dimensions} dimensions of Sobol's sequence`);
  const directions = Array.from({ length: dimensions }, (_, d) => directionNumbers(d));
  return (point, dimension) => {
    const v = directions[dimension]!;
    let x = shift[dimension] ?? 0;
    let bits = (point ^ (point >>> 1)) >>> 0;
    for (let k = 0; bits !== 0; k++, bits >>>= 1) if (bits & 1) x ^= v[k]!;
    return ((x >>> 0) + 0.5) * powerOfTwo(-BITS);
  };
}

/** v_k = m_k / 2^k as words of 32 bits; dimension 0 is van der Corput's sequence. */
function directionNumbers(dimension: number): Uint32Array {
  const v = new Uint32Array(BITS);
  if (dimension === 0) return v.map((_, k) => powerOfTwo(BITS - 1 - k));
  const { s, a, m } = JOE_KUO[dimension - 1]!;
  for (let k = 0; k < BITS; k++) {
    if (k < s) {
      v[k] = m[k]! * powerOfTwo(BITS - 1 - k);
      continue;
    }
    // Joe & Kuo, eq. (2): v_k = a_1 v_{k-1} ^ ... ^ a_{s-1} v_{k-s+1} ^ v_{k-s} ^ (v_{k-s} >> s).
    let next = v[k - s]! ^ (v[k - s]! >>> s);
    for (let i = 1; i < s; i++) if ((a >>> (s - 1 - i)) & 1) next ^= v[k - i]!;
    v[k] = next;
  }
  return v;
}
