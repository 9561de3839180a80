/**
 * The levels of queues with Poisson arrivals and one server, as ratios to the empty one: w_0 = 1 and
 *   a_0 w_(n+1) = w_0 A_n + sum over k = 1..n of w_k A_(n+1-k),
 * A_j = P[more than j arrivals in a service]. It balances the crossings of one level, so every term is positive; the
 * usual form with differences loses all digits in the tail. For M/G/1 these are p_n / p_0, for M/G/1/K the ratios of
 * what departures leave behind, n < K.
 *
 * Outputs: the ratios, scaled down by a common factor before they would overflow. `enough(w_n, sum)` ends them.
 * Cost: levels times the number of A_j; undefined beyond `MOST_WORK` products.
 * Source: Ramaswami 1988, Stochastic Models 4(1), 183-188.
 */

import type { ArrivalCounts } from './distribution-counts.ts';
import { GrowingLevels } from './growing-levels.ts';
import { LONGEST_DISTRIBUTION } from './queue.ts';

export interface LevelRatios {
  readonly ratios: readonly number[];
  readonly sum: number;
}

export function levelRatios(
  { more, none }: ArrivalCounts,
  enough: (levels: LevelRatios) => boolean,
  most = LONGEST_DISTRIBUTION,
): LevelRatios | undefined {
  const levels = new GrowingLevels(1);
  let work = 0;
  while (!enough(levels)) {
    const { ratios } = levels;
    const n = ratios.length - 1;
    const reach = Math.min(n, more.length - 1);
    work += reach;
    if (ratios.length >= most || work > MOST_WORK) return undefined;
    let crossing = n < more.length ? ratios[0]! * more[n]! : 0;
    for (let j = 1; j <= reach; j++) crossing += ratios[n + 1 - j]! * more[j]!;
    levels.add(crossing / none);
  }
  return levels;
}

/** About a tenth of a second. */
const MOST_WORK = 6e7;
