/** The flows that a chain has at each node, in the order of the flow network. */
import type { NodeId } from '../../../src/model/scenario.ts';
import type { Flows } from '../flow-balance.ts';
import type { FlowNetwork } from '../flow-network.ts';
import type { ChainAverages } from './chain-averages.ts';
import type { ChainModel } from './chain-model.ts';

export function networkFlows(network: FlowNetwork, model: ChainModel, averages: ChainAverages): Flows {
  const { nodes } = network;
  const servedAt = new Map<NodeId, number>(model.stages.map(({ id }, i) => [id, averages.stages[i]!.served]));
  const emittedBy = new Map<NodeId, number>(model.sources.map(({ id }, i) => [id, averages.emitted[i]!]));
  const senders = nodes.map((): { readonly from: number; readonly share: number }[] => []);
  nodes.forEach(({ links }, from) => {
    for (const { to, share } of links) senders[to]!.push({ from, share });
  });
  const output = new Float64Array(nodes.length).fill(Number.NaN);
  const inflow = (i: number): number =>
    senders[i]!.reduce((sum, { from, share }) => sum + share * outputOf(from), 0);
  /** Routers pass on what they get; they never stand in a circle. */
  const outputOf = (i: number): number => {
    if (!Number.isNaN(output[i]!)) return output[i]!;
    const { node, pass } = nodes[i]!;
    if (node.kind === 'stage') output[i] = pass * servedAt.get(node.id)!;
    else output[i] = node.kind === 'source' ? emittedBy.get(node.id)! : inflow(i);
    return output[i]!;
  };
  const offered = Float64Array.from(nodes, ({ node, conversion }, i) => {
    if (node.kind === 'source') return emittedBy.get(node.id)!;
    const own = node.kind === 'stage' ? (emittedBy.get(node.id) ?? 0) : 0;
    return conversion * (inflow(i) + own);
  });
  const accepted = offered.map((rate, i) => {
    const { node } = nodes[i]!;
    return node.kind === 'stage' ? servedAt.get(node.id)! : rate;
  });
  return { offered, accepted, output: Float64Array.from(nodes, (_, i) => outputOf(i)) };
}
