/**
 * Where to cut unbounded queues off: far enough out that next to nothing is beyond. The first guess takes the tail as
 * geometric with the stage's load; what has too much mass at its edge then grows.
 */

import { log } from '../../../core/numeric/elementary.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { batchSizeOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, StageNode } from '../../../core/scenario/scenario.ts';
import type { FlowNetwork, FlowNode, Flows } from '../flow-network.ts';

/** Most probability at the edge of a cut queue. */
export const EDGE_MASS = 1e-10;

export function firstCuts(network: FlowNetwork, flows: Flows | undefined): Map<NodeId, number> {
  const cuts = new Map<NodeId, number>();
  network.nodes.forEach((flowNode, i) => {
    const { node } = flowNode;
    if (node.kind === 'delay')
      cuts.set(node.id, delayCut(flows ? flows.offered[i]! / flowNode.serviceRate : 1));
    if (node.kind !== 'stage' || node.capacity !== undefined) return;
    const load = flows ? flows.offered[i]! / flowNode.serverLimit : 1;
    cuts.set(node.id, firstCut(node, flowNode, load, groupInto(network, i)));
  });
  return cuts;
}

function firstCut(stage: StageNode, { conversion }: FlowNode, load: number, group: number): number {
  const decay = Math.min(HEAVIEST, Math.max(LIGHTEST, load));
  const tail = Math.ceil(log(EDGE_MASS / 4) / log(decay));
  const inService = serverCountOf(stage) * largestBatch(stage.bulk);
  // Groups stretch the tail by about (group + 1) / 2 (the mean of M^[X]/M/1).
  const batch = group * conversion;
  // The tail is that of the last speed.
  const changing = stage.speeds?.length ?? 0;
  return (
    changing + inService + Math.ceil(tail * Math.max(1, Math.min(MOST_STRETCH, (batch + 1) / 2))) + batch
  );
}

/** A Poisson number of elements of this mean is beyond with probability about `EDGE_MASS`. */
const delayCut = (mean: number): number => Math.ceil(mean + 7 * Math.sqrt(mean) + 12);

/** Beyond these the first guess would be too far out or too close. */
const HEAVIEST = 0.9;
const LIGHTEST = 0.05;
const MOST_STRETCH = 8;

/** Most elements that a sender brings at once. */
function groupInto({ nodes }: FlowNetwork, index: number): number {
  const sizes = nodes
    .filter(({ links }) => links.some(({ to }) => to === index))
    .map(({ node }) => sizeOf(node));
  return Math.max(1, ...sizes);
}

const sizeOf = (node: FlowNode['node']): number =>
  node.kind === 'source' ? batchSizeOf(node) : node.kind === 'stage' ? largestBatch(node.bulk) : 1;

/** A geometric tail with `mass` at level `cut` falls to the wanted mass at a level in proportion to its logarithm. */
export function nextCut(cut: number, mass: number): number {
  const factor = log(EDGE_MASS / 4) / log(mass);
  return Math.ceil(cut * Math.min(2, Math.max(1.1, factor)));
}
