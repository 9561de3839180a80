/**
 * The points of a study: how many there are, and the place of each in every variation. A point is a function of the
 * study and its number alone, so any worker anywhere makes the same one. Places lie in (0, 1), of grids they are numbers
 * of values.
 *
 * Latin hypercube (M. McKay, R. Beckman, W. Conover 1979): of n points one in each n-th of every variation, which of them
 * by a keyed permutation, where inside it by chance. Sobol: sobol.ts. Monte Carlo: independent places.
 */
import type { Sampling } from '../../core/study/study.ts';
import { philox4x32 } from '../random/philox.ts';
import { keyedPermutation } from './keyed-permutation.ts';
import { sobolSequence } from './sobol.ts';

/** The place of a point in a variation. */
export type PlaceOf = (point: number, variation: number) => number;

const DEFAULT_SEED = 1;

export function placesOf(sampling: Exclude<Sampling, { kind: 'grid' }>, variations: number): PlaceOf {
  const { seed = DEFAULT_SEED } = sampling;
  switch (sampling.kind) {
    case 'sobol': {
      const shift =
        sampling.seed === undefined
          ? []
          : Array.from({ length: variations }, (_, d) => philox4x32([d, 0, 0, SHIFT], [seed, 0])[0]);
      return sobolSequence(variations, shift);
    }
    case 'latinHypercube': {
      const { points } = sampling;
      const strata = Array.from({ length: variations }, (_, d) =>
        keyedPermutation(points, philox4x32([d, 0, 0, STRATA], [seed, 0])),
      );
      return (point, variation) => (strata[variation]!(point) + uniform(seed, point, variation)) / points;
    }
    case 'monteCarlo':
      return (point, variation) => uniform(seed, point, variation);
  }
}

/** What the counter's last word says that the bits are for: never renumber. */
const [PLACE, SHIFT, STRATA] = [0, 1, 2];

/** 52 bits, inside (0, 1): of one block of bits for each pair of variations. */
function uniform(seed: number, point: number, variation: number): number {
  const block = philox4x32([point >>> 0, Math.floor(point / 2 ** 32), variation >>> 1, PLACE], [seed, 0]);
  const at = (variation & 1) * 2;
  return ((block[at as 0 | 2]! >>> 6) * 0x4000000 + (block[(at + 1) as 1 | 3]! >>> 6) + 0.5) * 2 ** -52;
}
