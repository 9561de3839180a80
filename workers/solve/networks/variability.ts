/**
 * QNA: how irregular the arrivals of each node are, from two moments of everything that is drawn.
 *
 * Inputs: the network and its flows. Outputs by node, in flow order: `scv`, squared coefficient of variation of the times
 * between arrivals (of groups over their size), `group`, elements that come at once.
 * Method: superposition, splitting and departure are linear in the scv, so that all of them are one sparse system.
 * With conversion or batches of b the scv of the count is b times that of the batches, and a credit that lets every
 * k-th in divides it by k. A node without time superposes in the long-run sense (w = 1).
 * Approximate: streams are taken as renewal processes, independent of each other. Exact where all is Poisson.
 * Source: W. Whitt 1983, The Queueing Network Analyzer, Bell System Tech. J. 62(9), 2779-2815, section 4: superposition
 * and w_j eq. (24)-(29), splitting eq. (35)-(37), departures eq. (38)-(40).
 */
import { distributionScv } from '../../../core/distributions/index.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { batchSizeOf, capacityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { routingRule } from '../../../core/scenario/graph.ts';
import type { FlowNetwork, FlowNode, Flows } from '../flow-network.ts';
import { feltScv, MOST_TOLD } from '../stations/felt-variability.ts';
import { type Gain, solveTraffic } from './traffic-equations.ts';

export interface Variability {
  readonly scv: Float64Array;
  readonly group: Float64Array;
}

export function arrivalVariability(network: FlowNetwork, flows: Flows): Variability {
  const { nodes } = network;
  const inflows = nodes.map((): Inflow[] => []);
  nodes.forEach((node, from) => {
    for (const { to, share } of node.links) {
      const rate = flows.output[from]! * share;
      if (rate > 0)
        inflows[to]!.push({ from, rate, kept: share * (node.node.kind === 'join' ? 1 : node.pass) });
    }
  });
  const links = nodes.map((): Gain[] => []);
  const external = new Float64Array(nodes.length);
  const group = new Float64Array(nodes.length).fill(1);
  nodes.forEach((node, j) => {
    if (node.node.kind === 'source') {
      const size = batchSizeOf(node.node);
      external[j] = size * sourceScv(nodes, node, (to) => flows.offered[to]! / nodes[to]!.serverLimit);
      group[j] = size;
      return;
    }
    const into = inflows[j]!;
    const total = into.reduce((sum, { rate }) => sum + rate, 0) + node.overdriveRate;
    if (total === 0) return;
    const w = superpositionWeight({ node, into, total, offered: flows.offered[j]! });
    // eq. (24): c2_j = 1 - w + w sum of p_ij c2_ij, all times the conversion.
    const F = node.conversion;
    external[j] = F * (1 - w + (w * node.overdriveRate) / total);
    let gathered = node.overdriveRate / total;
    for (const { from, rate, kept } of into) {
      const p = rate / total;
      const departure = departureOf(nodes[from]!, flows.accepted[from]!);
      const [constant, slope] = split(nodes[from]!, kept);
      external[j]! += F * w * p * (constant + slope * departure.constant);
      links[from]!.push({ to: j, gain: F * w * p * slope * departure.slope });
      gathered += p * (from < j ? groupAfter(nodes[from]!, group[from]!) : 1);
    }
    group[j] = Math.max(1, F * gathered);
  });
  const scv = solveTraffic({ links, external }) ?? new Float64Array(nodes.length).fill(1);
  return { scv, group };
}

interface Inflow {
  readonly from: number;
  /** 1/s, sender's unit. */
  readonly rate: number;
  /** Share of what the sender serves. */
  readonly kept: number;
}

/** As the stages that it comes to feel it, each by its share. `load`: by index of the stage. */
export function sourceScv(
  nodes: readonly FlowNode[],
  source: FlowNode,
  load: (stage: number) => number,
): number {
  const { node } = source;
  if (node.kind !== 'source') return 1;
  const scv = distributionScv(node.interarrival);
  if (scv <= MOST_TOLD) return scv;
  let [felt, reached] = [0, 0];
  const follow = ({ links }: FlowNode, share: number): void => {
    for (const { to, share: drawn } of links) {
      const [next, part] = [nodes[to]!, Math.min(1, share * drawn)];
      if (next.node.kind === 'sink' || part === 0) continue;
      if (next.node.kind === 'stage') {
        const room = capacityOf(next.node) / batchSizeOf(node);
        felt += part * feltScv(node.interarrival, { load: load(to), room, share: part });
        reached += part;
      } else follow(next, part * next.pass);
    }
  };
  follow(source, 1);
  return reached > 0 ? felt / reached : 1;
}

interface Superposition {
  readonly node: FlowNode;
  readonly into: readonly Inflow[];
  readonly total: number;
  readonly offered: number;
}

/** eq. (29): w = 1 / (1 + 4 (1 - rho)^2 (v - 1)), v = 1 / sum of p_i^2. */
function superpositionWeight({ node, into, total, offered }: Superposition): number {
  if (node.node.kind !== 'stage') return 1;
  const own = (node.overdriveRate / total) ** 2;
  const v = 1 / into.reduce((sum, { rate }) => sum + (rate / total) ** 2, own);
  const rho = Math.min(1, offered / node.serverLimit);
  return 1 / (1 + 4 * (1 - rho) ** 2 * Math.max(0, v - 1));
}

/**
 * eq. (39): c2_d = 1 + (1 - rho^2)(c2_a - 1) + rho^2 / sqrt(m) (max(c2_s, 0.2) - 1). Of batches of b that leave together the
 * services count b times, as they are; the arrivals between them as often as they come.
 */
function departureOf({ node, serverLimit }: FlowNode, accepted: number) {
  if (node.kind !== 'stage') return { constant: 0, slope: 1 };
  const rho = Math.min(1, accepted / serverLimit);
  const rho2 = rho * rho;
  const b = largestBatch(node.bulk);
  const m = serverCountOf(node);
  const service = feltScv(node.service, { load: rho, room: capacityOf(node) });
  const x = 1 + (Math.max(service, b > 1 ? 0 : 0.2) - 1) / Math.sqrt(m);
  return { constant: b * rho2 * x, slope: 1 - rho2 };
}

/** eq. (36): of a random share q, c2 = 1 - q + q c2. Dealt in turn to k links, every k-th: c2 / k. A copy is the stream itself. */
function split({ node, links }: FlowNode, q: number): readonly [constant: number, slope: number] {
  const turn = routingRule(node) === 'roundRobin' ? 1 / links.length : 1;
  const random = Math.min(1, q / turn);
  return [turn * (1 - random), turn * random];
}

const groupAfter = ({ node }: FlowNode, group: number): number =>
  node.kind === 'stage' ? largestBatch(node.bulk) : group;
