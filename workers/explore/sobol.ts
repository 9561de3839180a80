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
import { JOE_KUO } from './sobol-directions.ts';

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
    return ((x >>> 0) + 0.5) * 2 ** -BITS;
  };
}

/** v_k = m_k / 2^k as words of 32 bits; dimension 0 is van der Corput's sequence. */
function directionNumbers(dimension: number): Uint32Array {
  const v = new Uint32Array(BITS);
  if (dimension === 0) return v.map((_, k) => 2 ** (BITS - 1 - k));
  const { s, a, m } = JOE_KUO[dimension - 1]!;
  for (let k = 0; k < BITS; k++) {
    if (k < s) {
      v[k] = m[k]! * 2 ** (BITS - 1 - k);
      continue;
    }
    // Joe & Kuo, eq. (2): v_k = a_1 v_{k-1} ^ ... ^ a_{s-1} v_{k-s+1} ^ v_{k-s} ^ (v_{k-s} >> s).
    let next = v[k - s]! ^ (v[k - s]! >>> s);
    for (let i = 1; i < s; i++) if ((a >>> (s - 1 - i)) & 1) next ^= v[k - i]!;
    v[k] = next;
  }
  return v;
}
