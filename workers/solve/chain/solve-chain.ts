/**
 * The continuous-time Markov chain of a scenario, built from the drawing itself by the simulator's rules
 * (workers/simulate/SPEC.md) and solved exactly: blocking, loss, bulk service, groups, routes and phases all count.
 *
 * Unbounded queues are cut off where next to nothing is beyond (`EDGE_MASS`). Refuses what has no finite chain
 * (`unsupported`, by name), chains of more than `maxStates` states, networks that stand still sooner or later
 * (`deadlock`, `stuck`) or grow without end (`unstable`).
 */
import type { NodeId, Scenario } from '../../../src/model/scenario.ts';
import type { NoAnswer } from '../../contract/measures.ts';
import type { SolveAnswer } from '../../contract/solving.ts';
import { type Flows, solveFlows } from '../flow-balance.ts';
import { type FlowNetwork, flowNetwork } from '../flow-network.ts';
import { chainAnswer } from './chain-answer.ts';
import { chainModel } from './chain-model.ts';
import { fewestStates, refuseSize, tooLarge } from './check-size.ts';
import { EDGE_MASS, firstCuts, nextCut } from './cut-levels.ts';
import { exploreChain, type TooLarge } from './explore-chain.ts';
import { refuseChain } from './refuse-chain.ts';
import { type CutChain, count, solveCutChain } from './solve-cut-chain.ts';

export interface ChainLimits {
  /** Default 200,000. */
  readonly maxStates?: number;
  /** Refuse without exploring where the occupancies alone combine to more states than allowed. */
  readonly isQuick?: boolean;
}

const MOST_STATES = 200_000;

export function solveChain(scenario: Scenario, limits: ChainLimits = {}): SolveAnswer | NoAnswer {
  const { maxStates = MOST_STATES, isQuick = false } = limits;
  const refusal = refuseChain(scenario);
  if (refusal) return refusal;
  const network = flowNetwork(scenario);
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const overloaded = flows && overloadedStage(network, flows);
  if (overloaded !== undefined) return growsWithoutEnd(overloaded);
  const cuts = firstCuts(network, flows);
  for (let last: EdgeMass | undefined; ; ) {
    const model = chainModel(scenario, cuts);
    if (isQuick && fewestStates(model) > maxStates)
      return tooLarge(`The chain has more than ${count(maxStates)} states; simulate instead.`);
    const solved = solveCutChain(model, maxStates);
    if (solved.kind === 'noAnswer') return solved;
    const edge = heaviestEdge(solved);
    if (!edge) return chainAnswer({ ...solved, network });
    if (last && staysAtEdge(last, edge)) return growsWithoutEnd(edge.stage);
    last = edge;
    for (const { id, capacity, mass } of edges(solved))
      if (mass > EDGE_MASS) cuts.set(id, nextCut(capacity, mass));
  }
}

/** How many states the chain has, queues cut at their first guess; what was found when there are more than `cap`. */
export function chainSize(
  scenario: Scenario,
  cap = MOST_STATES,
): { readonly states: number } | TooLarge | NoAnswer {
  const refusal = refuseChain(scenario);
  if (refusal) return refusal;
  const network = flowNetwork(scenario);
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const model = chainModel(scenario, firstCuts(network, flows));
  const wide = refuseSize(model);
  if (wide) return wide;
  const chain = exploreChain(model, cap);
  return chain.kind === 'tooLarge' ? chain : { states: chain.stateCount };
}

interface EdgeMass {
  readonly stage: NodeId;
  readonly cut: number;
  readonly mass: number;
}

/** Where nothing is bounded, the balance of flows tells who receives more than it can serve. */
function overloadedStage({ nodes }: FlowNetwork, { offered }: Flows): NodeId | undefined {
  if (nodes.some(({ node }) => node.kind === 'stage' && node.capacity !== undefined)) return undefined;
  const found = nodes.find(({ node, serverLimit }, i) => node.kind === 'stage' && offered[i]! >= serverLimit);
  return found?.node.id;
}

function* edges({ model, averages }: CutChain) {
  for (const [i, { id, capacity, isCut }] of model.stages.entries())
    if (isCut) yield { id, capacity, mass: averages.stages[i]!.occupancy[capacity]! };
}

/** The cut queue with most at its edge, if that is too much. */
function heaviestEdge(solved: CutChain): EdgeMass | undefined {
  const [heaviest] = [...edges(solved)].sort((a, b) => b.mass - a.mass);
  if (!heaviest || heaviest.mass <= EDGE_MASS) return undefined;
  return { stage: heaviest.id, cut: heaviest.capacity, mass: heaviest.mass };
}

/** More room leaves a queue that grows without end as often at its edge; any other leaves it at most 1/2 as often for twice the room. */
const staysAtEdge = (before: EdgeMass, now: EdgeMass): boolean =>
  before.stage === now.stage &&
  now.mass > 1e-3 &&
  now.mass > 0.8 * before.mass &&
  now.cut >= 1.8 * before.cut;

const growsWithoutEnd = (stage: NodeId): NoAnswer => ({
  kind: 'noAnswer',
  reason: 'unstable',
  stage,
  message: `The queue of "${stage}" grows without end: more arrives than it can let go.`,
});
