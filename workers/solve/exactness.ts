/**
 * Which stages' answers are exact, not approximations.
 *
 * Behind nothing but Poisson sources and Jackson nodes (unbounded exponential servers, or one processor-sharing server
 * with any service law; random splitting; no conversion), every stream into a stage is as good as Poisson: in a
 * network without feedback it is Poisson (Burke 1956), with feedback the occupancies are the same (Jackson 1957;
 * Baskett, Chandy, Muntz & Palacios 1975). There the stage's own model is exact if the stage fits it: M/M/c,
 * M/M/c/K that loses, M/G/1 and M/D/1, bulk service. Past a stage that is not a Jackson node nothing is claimed.
 */
import { routingRule } from '../../src/model/graph.ts';
import { isPoisson } from '../../src/model/law-moments.ts';
import type { NodeId, StageNode } from '../../src/model/scenario.ts';
import type { FormulaMethod } from '../contract/solving.ts';
import { chooseStation } from './choose-station.ts';
import {
  dropsArrivals,
  type FlowNetwork,
  type FlowNode,
  largestBatch,
  reachableNodes,
} from './flow-network.ts';

/** Ids of the stages whose measures are exact under this method. */
export function exactStages(
  network: FlowNetwork,
  method: FormulaMethod,
  spoiled = behindOthers(network),
): ReadonlySet<NodeId> {
  const exact = network.nodes.flatMap(({ node, blockers }, i) => {
    if (node.kind !== 'stage' || spoiled.has(i) || blockers.length > 0) return [];
    return fitsItsModel(node, method) ? [node.id] : [];
  });
  return new Set(exact);
}

/** Indices of the nodes that some non-Jackson node sends to, directly or not: their arrivals are only taken as Poisson. */
export function behindOthers(network: FlowNetwork): ReadonlySet<number> {
  const others = network.nodes.filter((flowNode) => !sendsPoisson(flowNode));
  return reachableNodes(
    network,
    others.flatMap(({ links }) => links.map(({ to }) => to)),
  );
}

/** Does Poisson input (or none, for a source) leave the node as Poisson streams? */
function sendsPoisson({ node, links, blockers }: FlowNode): boolean {
  if (blockers.length > 0) return false;
  if (links.length > 1 && routingRule(node) !== 'probabilistic') return false;
  if (node.kind === 'source') return isPoisson(node.interarrival) && (node.batchSize ?? 1) === 1;
  if (node.kind !== 'stage') return true;
  return node.capacity === undefined && takesSingles(node) && isMemoryless(node);
}

const takesSingles = (stage: StageNode): boolean =>
  largestBatch(stage.bulk) === 1 && (stage.conversionFactor ?? 1) === 1;

/** Exponential service, or one server shared by all, for which the law of service does not matter. */
const isMemoryless = (stage: StageNode): boolean =>
  isPoisson(stage.service) || (stage.discipline === 'PS' && (stage.serverCount ?? 1) === 1);

/** Is the model that the method gives the stage the one the stage is drawn as? */
function fitsItsModel(stage: StageNode, method: FormulaMethod): boolean {
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
