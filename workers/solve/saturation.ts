/** Where the network saturates: which stage first, and at what multiple of today's input. */
import { findRoot } from '../numeric/find-root.ts';
import { type FlowRule, type Flows, solveFlows } from './flow-balance.ts';
import { dropsArrivals, type FlowNetwork, type FlowNode } from './flow-network.ts';

export interface Saturation {
  /** Index of the stage. */
  readonly bottleneck: number;
  /** All external input times this brings the stage's load per server to 1. */
  readonly factor: number;
}

/**
 * The first stage to reach a load of 1 as all external input, overdrive included, grows; among `counted` stages only.
 * Without losses the loads are linear in the input. Where a stage loses before the bottleneck, the factor is searched.
 * Undefined when none ever does (nothing flows, or losses upstream protect it), and when a loop returns more than it
 * takes, so that loads are not small at small input.
 */
export function findSaturation(
  network: FlowNetwork,
  losses: FlowRule['losses'],
  counted: (node: FlowNode) => boolean = () => true,
): Saturation | undefined {
  const heaviestOf = (flows: Flows) => heaviest(network, flows, counted);
  const linear = solveFlows(network, { regime: 'linear', losses });
  const first = linear && heaviestOf(linear);
  if (!first) return undefined;
  const factor = 1 / first.load;
  if (losses === 'ignored' || !network.nodes.some(loses)) return { bottleneck: first.index, factor };
  const at = (scale: number) => heaviestOf(solveFlows(network, { regime: 'limited', losses, scale })!)!;
  const excess = (logScale: number) => at(Math.exp(logScale)).load - 1;
  const low = Math.log(factor);
  if (excess(low) > -1e-9) return { bottleneck: first.index, factor };
  const high = upperEnd(excess, low);
  if (high === undefined) return undefined;
  const searched = Math.exp(findRoot(excess, low, high));
  return { bottleneck: at(searched).index, factor: searched };
}

/** Doubles the distance until the excess is positive. Beyond e^30 times the input, losses hold the load below 1. */
function upperEnd(excess: (x: number) => number, low: number): number | undefined {
  for (let width = 1; width < 30; width *= 2) if (excess(low + width) >= 0) return low + width;
  return undefined;
}

const loses = ({ node }: FlowNode): boolean => node.kind === 'stage' && dropsArrivals(node);

/** The stage with the largest load per server, the first in flow order of those within rounding of it. */
function heaviest(
  { nodes }: FlowNetwork,
  { offered }: Flows,
  counted: (node: FlowNode) => boolean,
): { readonly index: number; readonly load: number } | undefined {
  let best: { readonly index: number; readonly load: number } | undefined;
  nodes.forEach((node, index) => {
    const load = offered[index]! / node.serverLimit;
    if (!(load > (best?.load ?? 0) * (1 + 1e-12)) || !counted(node)) return;
    best = { index, load };
  });
  return best;
}
