/** One chain with its queues cut at given levels: built, searched for standstills, and solved. */

import type { NoAnswer } from '../../../core/measures/measures.ts';
import { closedClasses } from '../../numeric/closed-classes.ts';
import { submatrix } from '../../numeric/sparse-matrix.ts';
import { solveStationary } from '../../numeric/stationary.ts';
import { type ChainAverages, chainAverages } from './chain-averages.ts';
import type { ChainModel } from './chain-model.ts';
import {
  count,
  estimateStates,
  isHopeless,
  refuseSize,
  tooLarge,
  tooManyStates,
  WHAT_REMAINS,
} from './check-size.ts';
import { exploreChain } from './explore-chain.ts';
import { findStandstill } from './find-standstill.ts';

export interface CutChain {
  readonly kind: 'solved';
  readonly model: ChainModel;
  readonly stateCount: number;
  /** Largest imbalance of a state over the largest rate of leaving one. */
  readonly residual: number;
  readonly averages: ChainAverages;
}

/** A residual of the balance above this is no answer. */
const LARGEST_RESIDUAL = 1e-12;

export function solveCutChain(
  model: ChainModel,
  maxStates: number,
  groups: readonly (readonly number[])[] = [],
): CutChain | NoAnswer {
  const refusal = refuseSize(model);
  if (refusal) return refusal;
  const estimate = estimateStates(model);
  if (isHopeless(estimate, maxStates)) return tooManyStates(maxStates, estimate);
  const chain = exploreChain(model, maxStates);
  if (chain.kind === 'tooLarge') return tooManyStates(Math.min(maxStates, chain.found), estimate);
  const classes = closedClasses(chain.rates);
  const standstill = findStandstill(chain, classes);
  if (standstill) return standstill;
  if (classes.length > 1)
    return tooLarge(
      `The chain falls apart into ${classes.length} sets of states; which one it ends in is left to chance.`,
    );
  const members = classes[0]!;
  const rates = members.length === chain.stateCount ? chain.rates : submatrix(chain.rates, members);
  const { pi, residual } = solveStationary(rates);
  if (!(residual <= LARGEST_RESIDUAL)) return outOfBalance(members.length, residual);
  return {
    kind: 'solved',
    model,
    stateCount: chain.stateCount,
    residual,
    averages: chainAverages(chain, members, pi, groups),
  };
}

/** Rates too far apart for doubles leave numbers that are none. */
function outOfBalance(states: number, residual: number): NoAnswer {
  const reached = Number.isFinite(residual)
    ? `was reached to ${residual.toExponential(0)} only`
    : 'was not reached: its rates are too far apart to be reckoned with';
  return tooLarge(`The balance of the chain's ${count(states)} states ${reached}; ${WHAT_REMAINS}`);
}
