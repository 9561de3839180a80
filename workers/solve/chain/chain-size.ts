/** How large the chain of a scenario is: counted where that is quick, else estimated. */

import type { NoAnswer } from '../../../core/measures/refusals.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { neighboursOf } from '../../numeric/neighbours.ts';
import { planElimination } from '../../numeric/stationary.ts';
import { Uniformized } from '../../numeric/uniformized.ts';
import type { ChainSize, WalkPrice } from '../../transient/contract.ts';
import { solveFlows } from '../flow-balance.ts';
import { mixedFlows } from '../networks/class-mix.ts';
import { chainModel } from './build-chain-model.ts';
import {
  estimateStates,
  MOST_FOLLOWED,
  ROOM_FOR_CUTS,
  refuseCut,
  refuseSize,
  SECONDS_OF_WORK,
  secondsBefore,
} from './check-size.ts';
import { firstCuts } from './cut-levels.ts';
import { deterministicNodes, STAND_IN_PHASES, withErlangs } from './erlang-stand-in.ts';
import { type ExploredChain, exploreChain } from './explore-chain.ts';
import { clocks } from './one-clock.ts';
import { refuseChain } from './refuse-chain.ts';
import { refuseModel } from './refuse-model.ts';
import { MOST_STATES } from './solve-chain.ts';

/** Found within some 100 ms. */
const MOST_COUNTED = 30_000;

/**
 * Unbounded queues are taken as cut at the first guess of where next to nothing is beyond. `phases`: of the Erlang distributions
 * that stand in for constant times, where the steady state would follow the only one as it is.
 */
export function chainSize(drawn: Scenario, phases?: number): ChainSize | NoAnswer {
  const clock = phases === undefined ? clocks.clockOf(drawn) : undefined;
  const taken = phases ?? (clock ? 1 : STAND_IN_PHASES);
  const scenario = deterministicNodes(drawn).length > 0 ? withErlangs(drawn, taken) : drawn;
  const refusal = refuseChain(scenario);
  if (refusal) return refusal;
  const flows = solveFlows(mixedFlows(scenario), { regime: 'limited', losses: 'counted' });
  const model = chainModel(scenario, firstCuts(mixedFlows(scenario), flows));
  const isCut = model.stages.some((stage) => stage.isCut);
  if (clock && !clocks.isWorthwhile(model, clock)) return chainSize(drawn, STAND_IN_PHASES);
  const reason = refuseModel(model) ?? refuseSize(model);
  if (reason) return reason;
  const estimate = estimateStates(model);
  const chain = estimate > 4 * MOST_COUNTED ? undefined : exploreChain(model, MOST_COUNTED);
  const isExact = chain?.kind === 'explored';
  const states = isExact ? chain.stateCount : Math.max(estimate, chain ? chain.found : 0);
  const mostStates = isCut ? MOST_STATES * ROOM_FOR_CUTS : MOST_STATES;
  return {
    kind: 'size',
    states,
    isExact,
    ...{ mostStates, mostFollowed: MOST_FOLLOWED },
    fits: states <= mostStates && !refuseCut(model, MOST_STATES),
    ...(isCut && { isCut: true as const }),
    ...(clock && { clock: clock.id }),
    ...(isExact && !clock && { seconds: secondsOf(chain), walk: walkPrice(chain) }),
  };
}

const secondsOf = ({ rates, stateCount }: ExploredChain): number =>
  secondsBefore(stateCount, rates.columns.length) +
  SECONDS_OF_WORK * planElimination(neighboursOf(rates)).work;

/** Two walks for the stages, one for each that can fill; each tick moves along all rates and looks at all stages. */
function walkPrice({ rates, stateCount, model: { stages } }: ExploredChain): WalkPrice {
  const bounded = stages.filter(({ isCut, isDelay }) => !isCut && !isDelay).length;
  const perWalk = rates.columns.length + stateCount * (4 + stages.length);
  return {
    ticksPerSecond: new Uniformized(rates).clock,
    secondsBefore: SECONDS_PER_STATE * stateCount,
    secondsPerTick: SECONDS_EACH * (2 + bounded) * perWalk,
  };
}

const SECONDS_PER_STATE = 4e-5;
/** Seconds for one multiplication or addition of a transient. */
const SECONDS_EACH = 2e-9;
