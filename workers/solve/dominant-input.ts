/**
 * The typed number whose last digit moves a stage's load most. A service rate moves the load of its own stage alone, as
 * long as that stage neither saturates nor loses; every other number is tried at its heavier end, once for all stages.
 */
import type { NodeId } from '../../src/model/scenario.ts';
import type { DominantInput } from '../contract/solving.ts';
import { type FlowRule, type Flows, solveFlows } from './flow-balance.ts';
import { dropsArrivals, type FlowNetwork } from './flow-network.ts';
import { atEnds, type TypedNumber } from './typed-numbers.ts';

export interface DominanceQuestion {
  readonly network: FlowNetwork;
  readonly losses: FlowRule['losses'];
  readonly numbers: readonly TypedNumber[];
  /** Stages that are asked for. */
  readonly wanted: readonly NodeId[];
}

export function dominantInputs(question: DominanceQuestion): ReadonlyMap<NodeId, DominantInput> {
  const { network, numbers, wanted } = question;
  const flows = wanted.length === 0 ? undefined : flowsOf(question, network);
  if (!flows) return new Map();
  const places = [...new Set(wanted)].map((id) => network.indexOf.get(id)!);
  const widest = new Map<number, { readonly number: TypedNumber; readonly width: number }>();
  for (const number of numbers) {
    const width = loadWidths(question, flows, number);
    for (const at of places) {
      const here = width(at);
      if (here > (widest.get(at)?.width ?? 0)) widest.set(at, { number, width: here });
    }
  }
  return new Map(
    [...widest].map(([at, { number }]) => [network.nodes[at]!.node.id, inputOf(network, number)] as const),
  );
}

const inputOf = ({ nodes }: FlowNetwork, { index, label }: TypedNumber): DominantInput => ({
  node: nodes[index]!.node.id,
  words: label,
});

const flowsOf = ({ losses }: DominanceQuestion, network: FlowNetwork): Flows | undefined =>
  solveFlows(network, { regime: 'limited', losses });

/** By how much the number moves the load of a node, by index. */
function loadWidths(question: DominanceQuestion, flows: Flows, number: TypedNumber): (at: number) => number {
  const { network } = question;
  const { index, halfWidth } = number;
  if (number.direction === -1 && servesAll(network, flows, number)) {
    const load = flows.offered[index]! / network.nodes[index]!.serverLimit;
    return (at) => (at === index ? halfWidth * load : 0);
  }
  const moved = atEnds(network, [number], 'heavier');
  const there = flowsOf(question, moved);
  return (at) => {
    if (!there) return Number.POSITIVE_INFINITY;
    const before = flows.offered[at]! / network.nodes[at]!.serverLimit;
    return there.offered[at]! / moved.nodes[at]!.serverLimit - before;
  };
}

/** What a stage that is not at its limit passes does not depend on how fast it is. */
function servesAll({ nodes }: FlowNetwork, { offered }: Flows, { index, halfWidth }: TypedNumber): boolean {
  const { node, serverLimit } = nodes[index]!;
  return node.kind === 'stage' && !dropsArrivals(node) && offered[index]! < (1 - halfWidth) * serverLimit;
}
