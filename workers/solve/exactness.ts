/**
 * Which stages' answers are exact, not approximations.
 *
 * Behind nothing but Poisson sources and Jackson nodes (unbounded exponential servers, or one processor-sharing server
 * with any service law; random splitting; no conversion), every stream into a stage is as good as Poisson: in a
 * network without feedback it is Poisson (Burke 1956), with feedback the occupancies are the same (Jackson 1957;
 * Baskett, Chandy, Muntz & Palacios 1975). There the stage's own model is exact if the stage fits it: M/M/c,
 * M/M/c/K that loses, M/G/1 and M/D/1, bulk service. Past a stage that is not a Jackson node nothing is claimed.
 */
import { graphOf, reachableFrom, routingRule } from '../../src/model/graph.ts';
import { isPoisson } from '../../src/model/law-moments.ts';
import type { NodeId, StageNode } from '../../src/model/scenario.ts';
import type { MethodName } from '../contract/solving.ts';
import { chooseStation } from './choose-station.ts';
import { dropsArrivals, type FlowNetwork, type FlowNode, largestBatch } from './flow-network.ts';
import { blockingSuccessors } from './solve-network.ts';

/** Ids of the stages whose measures are exact under this method. */
export function exactStages(network: FlowNetwork, method: MethodName): ReadonlySet<NodeId> {
  const spoiled = behindOthers(network);
  const exact = network.nodes.flatMap(({ node }, i) => {
    if (node.kind !== 'stage' || spoiled.has(node.id)) return [];
    const held = blockingSuccessors(network, i).length > 0;
    return !held && fitsItsModel(node, method) ? [node.id] : [];
  });
  return new Set(exact);
}

/** Nodes that some non-Jackson node sends to, directly or not: their arrivals are only taken as Poisson. */
export function behindOthers(network: FlowNetwork): ReadonlySet<NodeId> {
  const scenario = {
    nodes: network.nodes.map(({ node }) => node),
    links: network.nodes.flatMap(({ node, links }) =>
      links.map(({ to }) => ({ from: node.id, to: network.nodes[to]!.node.id })),
    ),
  };
  const firstSpoiled = network.nodes.flatMap((flowNode, i) =>
    sendsPoisson(network, flowNode, i) ? [] : flowNode.links.map(({ to }) => network.nodes[to]!.node.id),
  );
  return reachableFrom(graphOf(scenario), firstSpoiled);
}

/** Does Poisson input (or none, for a source) leave the node as Poisson streams? */
function sendsPoisson(network: FlowNetwork, { node, links }: FlowNode, index: number): boolean {
  if (links.length > 1 && routingRule(node) !== 'probabilistic') return false;
  if (node.kind === 'source') return isPoisson(node.interarrival) && (node.batchSize ?? 1) === 1;
  if (node.kind !== 'stage') return true;
  const held = blockingSuccessors(network, index).length > 0;
  return !held && node.capacity === undefined && takesSingles(node) && isMemoryless(node);
}

const takesSingles = (stage: StageNode): boolean =>
  largestBatch(stage.bulk) === 1 && (stage.conversionFactor ?? 1) === 1;

/** Exponential service, or one server shared by all, for which the law of service does not matter. */
const isMemoryless = (stage: StageNode): boolean =>
  isPoisson(stage.service) || (stage.discipline === 'PS' && (stage.serverCount ?? 1) === 1);

/** Is the model that the method gives the stage the one the stage is drawn as? */
function fitsItsModel(stage: StageNode, method: MethodName): boolean {
  if ((stage.conversionFactor ?? 1) !== 1) return false;
  const kind = chooseStation(stage, method);
  const single = (stage.serverCount ?? 1) === 1;
  const unbounded = stage.capacity === undefined;
  switch (kind) {
    case 'mm1':
      return unbounded && single && takesSingles(stage) && isMemoryless(stage);
    case 'mmc':
      return unbounded && takesSingles(stage) && isMemoryless(stage);
    case 'mm1k':
    case 'mmck':
      return dropsArrivals(stage) && takesSingles(stage) && isMemoryless(stage);
    case 'fullBulk':
    case 'upToBulk':
      return isPoisson(stage.service) && stage.bulk?.timeout === undefined;
    case 'mg1':
    case 'md1':
      return true;
    case 'mm1kActual':
    case 'mmckActual':
      return false;
  }
}
