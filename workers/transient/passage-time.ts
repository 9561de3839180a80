/** The time from a state until a chain first comes to one of a set of states. */

import { meanPassageTime, stopAt } from '../numeric/first-passage.ts';
import type { SparseMatrix } from '../numeric/sparse-matrix.ts';
import type { OnWalked, PassageTime } from './contract.ts';
import { transientSums } from './transient-sums.ts';

export function passageTime(
  rates: SparseMatrix,
  start: number,
  times: readonly number[],
  isTarget: (state: number) => boolean,
  onWalked: OnWalked,
): PassageTime {
  const stopped = stopAt(rates, start, isTarget);
  const target = stopped.members.length;
  const { sums } = transientSums({
    rates: stopped.rates,
    start: 0,
    times,
    measures: 1,
    onWalked,
    measure: (probabilities, at) => {
      at[0] = probabilities[target]!;
    },
  });
  return { mean: meanPassageTime(stopped), distribution: sums.map(([p]) => p!) };
}
