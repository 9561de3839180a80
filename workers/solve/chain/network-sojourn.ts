/** The mean time through the network, and whether it is exact. */
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { StageAnswer } from '../contract.ts';
import { dropsArrivals, type FlowNetwork, type FlowNode } from '../flow-network.ts';

export interface Sojourn {
  readonly mean: number;
  readonly exact: boolean;
}

/**
 * Where everything that is admitted reaches a sink once, Little's law for the whole network gives it. Else `summed`,
 * the ages put together stage by stage (network-measures.ts), which is exact as long as what becomes of an element
 * tells nothing of the time it has spent.
 */
export function sojournOf(
  network: FlowNetwork,
  stages: Readonly<Record<NodeId, StageAnswer>>,
  throughput: number,
  summed: number | undefined,
): Sojourn | undefined {
  if (throughput > 0 && network.nodes.every((node) => keepsAll(node, network))) {
    const inside = Object.values(stages).reduce((sum, { meanOccupancy }) => sum + (meanOccupancy ?? 0), 0);
    return { mean: inside / throughput, exact: true };
  }
  if (summed === undefined) return undefined;
  return { mean: summed, exact: network.nodes.every((node) => losesBlindly(node, network)) };
}

/** All that enters the node goes on, one for one; only what comes from outside may be lost at the door. */
function keepsAll(flowNode: FlowNode, network: FlowNetwork): boolean {
  const { node, conversion, pass } = flowNode;
  if (node.kind !== 'stage') return true;
  return conversion === 1 && pass === 1 && (!dropsArrivals(node) || entersFromOutside(flowNode, network));
}

/** Ages do not depend on what is filtered, lost, multiplied, or where it goes. */
function losesBlindly(flowNode: FlowNode, network: FlowNetwork): boolean {
  const { node, blockers, conversion, links, pass } = flowNode;
  if (node.kind !== 'stage') return true;
  if (blockers.length > 0 && (pass < 1 || links.length > 1 || leadsToRouter(flowNode, network))) return false;
  const outside = entersFromOutside(flowNode, network);
  return outside || (!dropsArrivals(node) && (conversion === 1 || node.capacity === undefined));
}

const leadsToRouter = ({ links }: FlowNode, { nodes }: FlowNetwork): boolean =>
  links.some(({ to }) => nodes[to]!.node.kind === 'router');

/** Nothing but sources sends to it, so that all who come are of age 0. */
function entersFromOutside(flowNode: FlowNode, { nodes }: FlowNetwork): boolean {
  const index = nodes.indexOf(flowNode);
  const reached = new Set([index]);
  for (const to of reached) {
    for (const [from, sender] of nodes.entries()) {
      if (!sender.links.some((link) => link.to === to)) continue;
      if (sender.node.kind === 'stage') return false;
      if (sender.node.kind === 'router') reached.add(from);
    }
  }
  return true;
}
