/** Where the network saturates: which stage or shared resource first, at what multiple of the present input, and what next. */

import { type Rung, TOGETHER } from '../../core/measures/measures.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { findRoot } from '../numeric/find-root.ts';
import { type FlowRule, solveFlows } from './flow-balance.ts';
import type { FlowNetwork, FlowNode, Flows } from './flow-network.ts';
import { heaviest, heaviestLoad, loadsOf, type StageLoad } from './networks/loads.ts';

export interface Saturation {
  /** Index of the stage; of a shared resource, of the stage that uses it most. */
  readonly bottleneck: number;
  /** Id of the shared resource, where that is what saturates. */
  readonly resource?: string;
  /** All external input times this brings the load per server (or unit) to 1. */
  readonly factor: number;
}

/**
 * The first to reach a load of 1 as all external input, overdrive included, grows; among `counted` stages only.
 * Without losses the loads are linear in the input. Where a stage loses before the bottleneck, the factor is searched,
 * with the losses of M/M/c/K whatever the distributions: the search asks for them hundreds of times.
 * Undefined when none ever does (nothing flows, or losses upstream protect it), and when a loop returns more than it
 * takes, so that loads are not small at small input.
 */
export function findSaturation(
  network: FlowNetwork,
  losses: FlowRule['losses'],
  counted: (node: FlowNode) => boolean = () => true,
): Saturation | undefined {
  const heaviestOf = (flows: Flows) => heaviestLoad(network, flows, counted);
  const linear = solveFlows(network, { regime: 'linear', losses });
  const first = linear && heaviestOf(linear);
  if (!first) return undefined;
  const factor = 1 / first.load;
  if (losses === 'ignored' || !network.nodes.some(loses)) return saturationAt(first, factor);
  const at = (scale: number) =>
    heaviestOf(solveFlows(network, { regime: 'limited', losses: 'memoryless', scale })!)!;
  const excess = (logScale: number) => at(exp(logScale)).load - 1;
  const low = log(factor);
  if (excess(low) > -1e-9) return saturationAt(first, factor);
  const high = upperEnd(excess, low);
  if (high === undefined) return undefined;
  const searched = exp(findRoot(excess, low, high));
  return saturationAt(at(searched), searched);
}

const saturationAt = ({ index, resource }: StageLoad, factor: number): Saturation => ({
  bottleneck: index,
  factor,
  ...(resource !== undefined && { resource }),
});

/** Doubles the distance until the excess is positive. Beyond e^30 times the input, losses hold the load below 1. */
function upperEnd(excess: (x: number) => number, low: number): number | undefined {
  for (let width = 1; width < 30; width *= 2) if (excess(low + width) >= 0) return low + width;
  return undefined;
}

const loses = ({ node }: FlowNode): boolean => node.kind === 'stage' && losesWhenFull(node);

/**
 * What saturates first, then what does once that has servers (or units) enough, and so on. Relief changes no flow but
 * where something is lost: what passes there may saturate a stage behind it at less input. There each rung is searched anew, and the ladder ends after `MOST_SEARCHED`.
 */
export function saturationLadder(network: FlowNetwork, losses: FlowRule['losses']): readonly Rung[] {
  const inputRate = network.nodes.reduce((sum, node) => sum + node.sourceRate + node.overdriveRate, 0);
  const rung = ({ index, resource }: StageLoad, factor: number): Rung => ({
    stage: network.nodes[index]!.node.id,
    ...(resource !== undefined && { resource }),
    factor,
    inputRate: inputRate * factor,
  });
  if (losses !== 'ignored' && network.nodes.some(loses)) return searchedLadder(network, losses, rung);
  const flows = solveFlows(network, { regime: 'linear', losses });
  if (!flows) return [];
  const loads = loadsOf(network, flows).filter(({ load }) => load > 0);
  const first = heaviest(loads);
  // Among equal loads the first in flow order is the bottleneck, whatever rounding says.
  const place = (load: StageLoad) => (load === first ? Number.POSITIVE_INFINITY : load.load);
  return loads.sort((a, b) => place(b) - place(a)).map((load) => rung(load, 1 / load.load));
}

const MOST_SEARCHED = 8;

function searchedLadder(
  network: FlowNetwork,
  losses: FlowRule['losses'],
  rung: (load: StageLoad, factor: number) => Rung,
): readonly Rung[] {
  const rungs: Rung[] = [];
  let relieved = network;
  while (rungs.length < MOST_SEARCHED) {
    const next = findSaturation(relieved, losses);
    if (!next) break;
    // What saturates with it is relieved with it: one of several equal servers alone would change no limit.
    const flows = solveFlows(relieved, { regime: 'limited', losses: 'memoryless', scale: next.factor })!;
    const loads = loadsOf(relieved, flows);
    const most = heaviest(loads)!;
    for (const load of loads.filter((each) => each.load >= most.load * (1 - TOGETHER))) {
      rungs.push(rung(load, next.factor));
      relieved =
        load.resource === undefined
          ? withoutLimit(relieved, load.index)
          : withoutResource(relieved, load.resource);
    }
  }
  return rungs;
}

/** The stage takes and serves all that comes. */
function withoutLimit(network: FlowNetwork, index: number): FlowNetwork {
  const nodes = network.nodes.map((flowNode, i): FlowNode => {
    if (i !== index || flowNode.node.kind !== 'stage') return flowNode;
    const { capacity: _, ...unbounded } = flowNode.node;
    return { ...flowNode, node: unbounded, serverLimit: Number.POSITIVE_INFINITY };
  });
  return { ...network, nodes };
}

const withoutResource = (network: FlowNetwork, id: string): FlowNetwork => ({
  ...network,
  resources: network.resources.filter((resource) => resource.id !== id),
});
