/**
 * What flows where finite stages that block are offered more than they can do: no more comes to them than they take, and their
 * senders, up to the sources, pass on that much less. Stages alone know nothing of it, so that flows which break it are put right
 * afterwards, and what is then unknown of the senders is left out.
 *
 * Method: what a full stage does not take is cut from the limits of its senders, all by the same share, until nothing is in excess. Ends
 * where cuts have come to the sources or to stages without bound, which grow.
 */
import { blocksSenders, losesWhenFull } from '../../core/rules/when-full.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import type { SharedResource } from '../../core/scenario/scenario.ts';
import { type FlowRule, solveFlows } from './flow-balance.ts';
import type { FlowNetwork, FlowNode, Flows } from './flow-network.ts';
import type { StageMeasurements } from './stage-answer.ts';

const MOST_ROUNDS = 1000;
const ROUNDING = 1e-12;

/** `flows` as solved by `rule`; they are given back where nothing is in excess. */
export function carriedFlows(network: FlowNetwork, rule: FlowRule, flows: Flows): Flows {
  if (!network.nodes.some((node, i) => takenShare(node, flows.offered[i]!) < 1)) return flows;
  const nodes: FlowNode[] = [...network.nodes];
  const senders = nodes.map((): number[] => []);
  nodes.forEach(({ links }, from) => {
    for (const { to, share } of links) if (share > 0) senders[to]!.push(from);
  });
  let carried = flows;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const shares = new Map<number, number>();
    nodes.forEach((node, i) => {
      const taken = takenShare(node, carried.offered[i]!);
      if (taken < 1) cutSenders(i, taken, { nodes, senders, shares });
    });
    if (shares.size === 0) return carried;
    for (const [i, share] of shares) nodes[i] = cut(nodes[i]!, share, carried.accepted[i]!);
    const next = solveFlows({ ...network, nodes }, rule);
    if (!next) return carried;
    carried = next;
  }
  return carried;
}

/**
 * The network with what shared units let its stages do at most, found in turn with the flows that follow. Who asks first is served
 * first, so that servers which always ask get equally many services, and others all that they want.
 */
export function withSharedUnits(network: FlowNetwork, rule: FlowRule, flows: Flows): FlowNetwork {
  let [shared, now] = [network, flows];
  for (let round = 0; network.resources.length > 0 && round < 60; round++) {
    const most = new Map(network.resources.map((each) => [each.id, mostServices(network, each, now)]));
    const nodes = network.nodes.map((flowNode) => {
      const { node, serviceRate, serverLimit } = flowNode;
      const services = node.kind === 'stage' ? most.get(node.resource!) : undefined;
      return services
        ? { ...flowNode, serverLimit: serverLimit * Math.min(1, services / serviceRate) }
        : flowNode;
    });
    // Limits as before give flows as before, and those the limits again.
    if (nodes.every(({ serverLimit }, i) => serverLimit === shared.nodes[i]!.serverLimit)) break;
    shared = { ...network, nodes };
    now = solveFlows(shared, rule) ?? now;
  }
  return shared;
}

/** Services per second of a server that always asks for a unit. */
function mostServices({ nodes }: FlowNetwork, { id, units = 1 }: SharedResource, { offered }: Flows): number {
  const busy = (most: number): number =>
    nodes.reduce((sum, { node, serviceRate, serverLimit }, i) => {
      if (node.kind !== 'stage' || node.resource !== id) return sum;
      return sum + serverCountOf(node) * Math.min(1, offered[i]! / serverLimit, most / serviceRate);
    }, 0);
  // Where the units are enough for all it is as fast as the fastest.
  let [low, high] = [
    0,
    Math.max(...nodes.map(({ node, serviceRate }) => (node.kind === 'stage' ? serviceRate : 0))),
  ];
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (busy(middle) < units) low = middle;
    else high = middle;
  }
  return high;
}

/** Share that a stage which blocks can take of what comes; 1 where that is all. */
function takenShare({ node, serverLimit }: FlowNode, offered: number): number {
  if (node.kind !== 'stage' || !blocksSenders(node)) return 1;
  const taken = serverLimit / offered;
  return taken < 1 - ROUNDING ? taken : 1;
}

interface Cuts {
  readonly nodes: readonly FlowNode[];
  readonly senders: readonly (readonly number[])[];
  /** By node that sends: the smallest share that it may go on sending. */
  readonly shares: Map<number, number>;
}

/** Stages and sources that send there, past nodes that hold nothing; and what comes to its own entry. */
function cutSenders(at: number, share: number, { nodes, senders, shares }: Cuts): void {
  const seen = new Set<number>();
  const back = (to: number): void => {
    if (nodes[to]!.overdriveRate > 0) shares.set(to, Math.min(share, shares.get(to) ?? 1));
    for (const from of senders[to]!) {
      if (seen.has(from)) continue;
      seen.add(from);
      const { kind } = nodes[from]!.node;
      if (kind === 'stage' || kind === 'source') shares.set(from, Math.min(share, shares.get(from) ?? 1));
      else back(from);
    }
  };
  back(at);
}

function cut(flowNode: FlowNode, share: number, accepted: number): FlowNode {
  const { node, sourceRate, overdriveRate } = flowNode;
  if (node.kind === 'source') return { ...flowNode, sourceRate: sourceRate * share };
  return {
    ...flowNode,
    serverLimit: Math.min(flowNode.serverLimit, accepted * share),
    overdriveRate: overdriveRate * share,
  };
}

/**
 * The measures of stage `i` where it carries other flows than those it was solved for, or loses what its model does not count: rates alone,
 * since its queue is not known then.
 */
export function carriedMeasures(
  stage: StageMeasurements,
  i: number,
  {
    network,
    flows,
    carried,
  }: { readonly network: FlowNetwork; readonly flows: Flows; readonly carried: Flows },
): StageMeasurements {
  const { node, serverLimit } = network.nodes[i]!;
  const loses = node.kind === 'stage' && losesWhenFull(node);
  const [offered, accepted] = [carried.offered[i]!, carried.accepted[i]!];
  const lossRate = loses ? Math.max(0, offered - accepted) : 0;
  const isUncounted = stage.saturated && stage.meanOccupancy === undefined && lossRate > 0;
  if (!isUncounted && isSame(offered, flows.offered[i]!) && isSame(accepted, flows.accepted[i]!))
    return stage;
  const share = stage.arrivalRate ? accepted / stage.arrivalRate : 0;
  return {
    model: stage.model,
    saturated: stage.saturated,
    loadPerServer: stage.loadPerServer,
    offeredRate: offered,
    arrivalRate: accepted,
    throughput: accepted,
    outputRate: carried.output[i]!,
    lossRate,
    lossProbability: offered > 0 ? lossRate / offered : 0,
    utilization: Math.min(1, accepted / serverLimit),
    ...(stage.byClass && { byClass: classesAt(stage.byClass, share) }),
  };
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(a, b);

/** All classes are cut alike. */
const classesAt = (
  byClass: NonNullable<StageMeasurements['byClass']>,
  share: number,
): NonNullable<StageMeasurements['byClass']> =>
  Object.fromEntries(
    Object.entries(byClass).map(([id, { throughput = 0, outputRate = 0, utilization = 0 }]) => [
      id,
      {
        offeredRate: throughput * share,
        arrivalRate: throughput * share,
        throughput: throughput * share,
        outputRate: outputRate * share,
        utilization: Math.min(1, utilization * share),
      },
    ]),
  );
