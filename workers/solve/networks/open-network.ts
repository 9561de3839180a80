/** A scenario made ready for the methods of this room, once for all of them. */

import type { Verdict } from '../../../core/measures/measures.ts';
import type { Graph } from '../../../core/scenario/graph.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { FlowRule } from '../flow-balance.ts';
import type { FlowNetwork } from '../flow-network.ts';
import { mixedFlows } from './class-mix.ts';
import { settledMix } from './settled-mix.ts';
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
