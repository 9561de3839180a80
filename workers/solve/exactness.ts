/**
 * Which stages' answers are exact, not approximations.
 *
 * Behind nothing but Poisson sources and Jackson nodes (unbounded exponential servers, or processor sharing with any
 * service distribution; random splitting; no conversion), every stream into a stage is as good as Poisson: in a
 * network without feedback it is Poisson (Burke 1956), with feedback the occupancies are the same (Jackson 1957;
 * Baskett, Chandy, Muntz & Palacios 1975). There the stage's own model is exact if the stage fits it: M/M/c,
 * M/M/c/K that loses, M/G/1 and M/D/1, bulk service. Past a stage that is not a Jackson node nothing is claimed.
 *
 * With several classes the same holds where a server does not tell them apart: first come, first served with one
 * exponential distribution for all, processor sharing or a delay with any distributions (BCMP types 1 to 3). The tasks of a fork are
 * Poisson streams each; where two of them meet again, and behind a join, nothing is claimed.
 */
import { isPoisson } from '../../core/distributions/index.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { sharesServers } from '../../core/rules/discipline.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { batchSizeOf, conversionFactorOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { routingRule } from '../../core/scenario/graph.ts';
import type { NodeId, StageNode } from '../../core/scenario/scenario.ts';
import { chooseStation } from './choose-station.ts';
import type { StagewiseMethod } from './contract.ts';
import { type FlowNetwork, type FlowNode, type Flows, reachableNodes } from './flow-network.ts';
import { looksAtClasses } from './networks/class-answers.ts';
import { ranksAreKnown } from './networks/ranked-station.ts';
import { stationMethod } from './solve-network.ts';

/** Ids of the stages whose measures are exact under this method. */
export function exactStages(
  network: FlowNetwork,
  method: StagewiseMethod,
  spoiled: ReadonlySet<number>,
  fitted: ReadonlyMap<number, { readonly exact: boolean }> = new Map(),
): Set<NodeId> {
  const exact = network.nodes.flatMap((flowNode, i) => {
    const { node, blockers } = flowNode;
    if (blockers.length > 0) return [];
    const own = fitted.get(i);
    // A lone stream is known as it is, Poisson or not.
    if (own)
      return own.exact && (flowNode.stream || (!spoiled.has(i) && flowNode.conversion === 1))
        ? [node.id]
        : [];
    if (spoiled.has(i)) return [];
    if (node.kind === 'delay') return [node.id];
    return node.kind === 'stage' && fitsItsModel(flowNode, node, method) ? [node.id] : [];
  });
  return new Set(exact);
}

/**
 * Indices of the nodes that some non-Jackson node sends to, directly or not: their arrivals are only taken as Poisson. A queue that
 * grows on a cycle keeps the order in which its classes came: which of them leaves is no independent choice.
 */
export function behindOthers(network: FlowNetwork, { offered }: Flows): ReadonlySet<number> {
  const keepsOrder = ({ mix = [], serverLimit }: FlowNode, i: number): boolean =>
    network.returns.length > 0 && mix.length > 1 && offered[i]! > serverLimit;
  const others = network.nodes.filter((flowNode, i) => !sendsPoisson(flowNode) || keepsOrder(flowNode, i));
  return reachableNodes(network, [
    ...others.flatMap(({ links }) => links.map(({ to }) => to)),
    ...meetings(network),
  ]);
}

/** Nodes that tasks of one fork reach by more than one of its links. */
function meetings(network: FlowNetwork): readonly number[] {
  return network.nodes.flatMap(({ node, links }) => {
    if (node.kind !== 'fork') return [];
    const seen = new Set<number>();
    return links.flatMap(({ to }) => {
      const reached = [...reachableNodes(network, [to])];
      const twice = reached.filter((i) => seen.has(i));
      for (const i of reached) seen.add(i);
      return twice;
    });
  });
}

/** Does Poisson input (or none, for a source) leave the node as Poisson streams? */
function sendsPoisson(flowNode: FlowNode): boolean {
  const { node, links, blockers } = flowNode;
  if (blockers.length > 0) return false;
  if (node.kind === 'fork' || node.kind === 'delay' || node.kind === 'sink') return true;
  if (links.length > 1 && routingRule(node) !== 'probabilistic') return false;
  if (node.kind === 'source') return isPoisson(node.interarrival) && batchSizeOf(node) === 1;
  if (node.kind === 'join') return false;
  if (node.kind !== 'stage') return true;
  return (
    node.capacity === undefined &&
    takesSingles(flowNode, node) &&
    isMemoryless(node) &&
    isAlone(flowNode, node)
  );
}

const takesSingles = ({ conversion, mix = [] }: FlowNode, stage: StageNode): boolean =>
  largestBatch(stage.bulk) === 1 &&
  conversion === 1 &&
  mix.every(({ id }) => conversionFactorOf(stage, id) === 1);

/** No shared resource to wait for, and nobody who goes first. */
const isAlone = ({ mix = [] }: FlowNode, stage: StageNode): boolean =>
  stage.resource === undefined && !looksAtClasses(stage, mix);

/** Exponential service, or servers shared by all, for which the distribution of service does not matter. */
const isMemoryless = (stage: StageNode): boolean => isPoisson(stage.service) || sharesServers(stage);

/** Is the model that the method gives the stage the one the stage is drawn as? */
function fitsItsModel(flowNode: FlowNode, stage: StageNode, method: StagewiseMethod): boolean {
  if (flowNode.conversion !== 1) return false;
  if (ranksAreKnown(stage, flowNode.mix ?? [])) return stage.resource === undefined;
  if (!isAlone(flowNode, stage)) return false;
  const kind = chooseStation(stage, stationMethod(method));
  const single = serverCountOf(stage) === 1;
  const unbounded = stage.capacity === undefined;
  switch (kind) {
    case 'mm1':
      return unbounded && single && takesSingles(flowNode, stage) && isMemoryless(stage);
    case 'mmc':
      return unbounded && takesSingles(flowNode, stage) && isMemoryless(stage);
    case 'mm1k':
    case 'mmck':
      return losesWhenFull(stage) && takesSingles(flowNode, stage) && isMemoryless(stage);
    case 'fullBulk':
    case 'upToBulk':
      return isPoisson(stage.service) && stage.bulk?.timeout === undefined;
    case 'deterministicBulk':
      return stage.bulk?.timeout === undefined;
    case 'mg1':
    case 'md1':
      return true;
    case 'mm1kActual':
    case 'mmckActual':
      return false;
  }
}
