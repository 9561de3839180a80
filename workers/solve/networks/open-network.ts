/** A scenario made ready for the methods of this room, once for all of them. */

import type { Verdict } from '../../../core/measures/verdicts.ts';
import type { Graph } from '../../../core/scenario/graph.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { type FlowRule, solveFlows } from '../flow-balance.ts';
import type { FlowNetwork } from '../flow-network.ts';
import { mixedFlows, mixNetwork } from './class-mix.ts';
import { steadyScenario } from './steady-frames.ts';

export interface OpenNetwork {
  /** Without distributions that change over time. */
  readonly scenario: Scenario;
  /** The flow of its open classes. */
  readonly network: FlowNetwork;
  /** What was made steady. */
  readonly verdicts: readonly Verdict[];
  /** Percentiles of times are wanted, which cost as much as all the rest. */
  readonly timed: boolean;
}

/** `graph` of the drawing, where it is known. */
export function openNetwork(drawn: Scenario, timed = true, graph?: Graph): OpenNetwork {
  const { scenario, verdicts } = steadyScenario(drawn);
  const network = scenario === drawn ? mixedFlows(scenario, graph) : mixedFlows(scenario);
  return { scenario, network, verdicts, timed };
}

/** With the mixture of classes that gets through where losses are counted, or not. */
export const mixedNetwork = ({ network }: OpenNetwork, losses: FlowRule['losses']): FlowNetwork =>
  settledMix(network, losses);

/**
 * A network of several classes whose mixture is that of the flows which get through. Losses and limits do not look at
 * classes, but what they hold back decides which mixture comes to the stages behind; the shares that are accepted and
 * the mixture are found in turn, until neither changes.
 */

function settledMix(network: FlowNetwork, losses: FlowRule['losses']): FlowNetwork {
  if (!network.facts) return network;
  let mixed = network;
  let before: Float64Array | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const flows = solveFlows(mixed, { regime: 'limited', losses });
    if (!flows) return mixed;
    const accepted = flows.accepted.map((rate, i) => (flows.offered[i]! > 0 ? rate / flows.offered[i]! : 1));
    if (accepted.every((share, i) => Math.abs(share - (before?.[i] ?? 1)) < 1e-12)) return mixed;
    mixed = mixNetwork(network, accepted);
    before = accepted;
  }
  return mixed;
}

/** Rounds without feedback: as many as there are limits in a row; the bound ends what swings. */
const MOST_ROUNDS = 100;
