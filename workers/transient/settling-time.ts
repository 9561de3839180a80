/** When a chain has come close to its steady state. */
import type { SparseMatrix } from '../numeric/sparse-matrix.ts';
import { Uniformized } from '../numeric/uniformized.ts';
import { distance } from './transient-sums.ts';

/** Half the sum of all differences of probabilities that counts as close. */
const CLOSE = 1e-3;
/** Ticks between two looks. */
const LOOK_EVERY = 16;

/** s, to a few ticks; undefined where it takes more than `mostTicks` ticks of the chain's clock. */
export function settlingTime(
  rates: SparseMatrix,
  start: number,
  steady: Float64Array,
  mostTicks: number,
): number | undefined {
  const chain = new Uniformized(rates);
  let now = new Float64Array(rates.size);
  let next = new Float64Array(rates.size);
  now[start] = 1;
  for (let tick = 0; tick < mostTicks; tick++) {
    if (tick % LOOK_EVERY === 0 && distance(now, steady) / 2 < CLOSE)
      return Math.max(tick, LOOK_EVERY) / chain.clock;
    chain.step(now, next);
    [now, next] = [next, now];
  }
  return undefined;
}
