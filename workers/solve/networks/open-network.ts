/** A scenario made ready for the methods of this room, once for all of them. */

import type { Verdict } from '../../../core/measures/verdicts.ts';
import type { Graph } from '../../../core/scenario/graph.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { type FlowRule, solveFlows } from '../flow-balance.ts';
import type { FlowNetwork, FlowNode, Flows } from '../flow-network.ts';
import { servedShares } from './class-answers.ts';
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
 * classes, but for servers that serve some first; what they hold back decides which mixture comes to the stages behind. The
 * shares that are accepted and the mixture are found in turn, until neither changes.
 */

function settledMix(network: FlowNetwork, losses: FlowRule['losses']): FlowNetwork {
  const { facts } = network;
  if (!facts) return network;
  // Where the rates of a class balance only behind full servers, half of what comes is a place to begin.
  const [begin, whole] = network.isEndless
    ? [HALF, { ...network, isEndless: false, needsLimits: true }]
    : [ALL, network];
  let before: readonly Float64Array[] = facts.map(() => Float64Array.from(network.nodes, begin));
  let mixed = whole === network ? network : mixNetwork(whole, before);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const flows = solveFlows(mixed, { regime: 'limited', losses });
    if (!flows) return mixed;
    const accepted = acceptedByClass(mixed, flows);
    const moved = accepted.some((shares, r) =>
      shares.some((share, i) => Math.abs(share - before[r]![i]!) >= 1e-12),
    );
    if (!moved) return mixed;
    mixed = mixNetwork(whole, accepted);
    before = accepted;
  }
  return mixed;
}

const ALL = (): number => 1;
const HALF = ({ serverLimit }: FlowNode): number => (Number.isFinite(serverLimit) ? 0.5 : 1);

function acceptedByClass({ nodes, classes }: FlowNetwork, { offered, accepted }: Flows): Float64Array[] {
  const shares = classes.map(() => new Float64Array(nodes.length));
  nodes.forEach((node, i) => {
    const all = offered[i]! > 0 ? accepted[i]! / offered[i]! : 1;
    const served = servedShares(node, offered[i]!);
    classes.forEach(({ id }, r) => {
      const own = served?.[node.mix!.findIndex((part) => part.id === id)];
      shares[r]![i] = own ?? all;
    });
  });
  return shares;
}

/** Rounds without feedback: as many as there are limits in a row; the bound ends what swings. */
const MOST_ROUNDS = 100;
