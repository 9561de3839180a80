/**
 * From a scenario to what the engine runs on: stages, routers and sources as integers, every default filled in, every
 * route that needs no choice resolved. The scenario must be free of faults. Rules: SPEC.md.
 */
import {
  flowOrder,
  type Graph,
  graphOf,
  linkShares,
  reachableFrom,
  routingRule,
} from '../../src/model/graph.ts';
import type { ArrivalLaw, ServiceLaw } from '../../src/model/law.ts';
import {
  type Discipline,
  isSource,
  isStage,
  type NodeId,
  type Routing,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../../src/model/scenario.ts';
import { cumulativeShares } from '../random/cumulative.ts';
import type { Purpose } from '../random/random-stream.ts';

/** Targets are stages by index, routers by index after the stages, or this: any sink. */
export const SINK = -1;
/** Of a port: the target depends on a draw or on the state. */
export const CHOICE = -2;

/** Capacity of a stage without bound; an integer that fits in 31 bits keeps the arithmetic small. */
export const UNBOUNDED = 2 ** 30 - 1;

/** Where the elements of one node go. */
export interface PortModel {
  /** Place in the list of ports. */
  readonly index: number;
  readonly node: NodeId;
  readonly rule: Routing['rule'];
  readonly targets: readonly number[];
  /** Running sums of the shares of the targets. */
  readonly cumulative: Float64Array;
  /** Final target when there is nothing to choose, else CHOICE. */
  readonly sole: number;
}

export interface StageModel {
  readonly id: NodeId;
  readonly capacity: number;
  readonly serverCount: number;
  readonly discipline: Discipline;
  readonly service: ServiceLaw;
  /** Fewest and most elements of one service. */
  readonly batchMin: number;
  readonly batchMax: number;
  /** Age at which a batch starts with what is there, s; Infinity when never. */
  readonly timeout: number;
  readonly passProbability: number;
  readonly factor: number;
  readonly drops: boolean;
  /** Senders reserve a place before they start (blockBefore). */
  readonly reserves: boolean;
  readonly whole: boolean;
  /** As a sender: some target has `reserves`. */
  readonly asksFirst: boolean;
  /** Completions at the same instant: smaller first (E2). */
  readonly rank: number;
}

export interface SourceModel {
  readonly id: NodeId;
  readonly purpose: Purpose;
  readonly interarrival: ArrivalLaw;
  readonly batchSize: number;
  readonly port: number;
}

export interface SimulationModel {
  readonly stages: readonly StageModel[];
  readonly sources: readonly SourceModel[];
  /** Of stages, then routers, then sources, then overdrives. */
  readonly ports: readonly PortModel[];
  /** Elements may come to wait for each other for ever (D1). */
  readonly mayDeadlock: boolean;
}

export function compileModel(scenario: Scenario): SimulationModel {
  const graph = graphOf(scenario);
  const stageNodes = scenario.nodes.filter(isStage);
  const routers = scenario.nodes.filter((node) => node.kind === 'router');
  const sourceNodes = scenario.nodes.filter(isSource);
  const senders: readonly ScenarioNode[] = [...stageNodes, ...routers, ...sourceNodes];
  const index = new Map<NodeId, number>([...stageNodes, ...routers].map((node, i) => [node.id, i]));
  const routes = senders.map((node) => routesOf(node, graph, index));
  const ports = routes.map((from, i): PortModel => portOf(i, from, resolve(from, routes, stageNodes.length)));
  const order = flowOrder(scenario);
  const stages = stageNodes.map((node) => {
    const asksFirst = finalStages(node.id, graph).some((target) => target.whenFull === 'blockBefore');
    return stageOf(node, order.length - order.indexOf(node.id), asksFirst);
  });
  const sources: SourceModel[] = sourceNodes.map((node, i) => ({
    id: node.id,
    purpose: 'interarrival',
    interarrival: node.interarrival,
    batchSize: node.batchSize ?? 1,
    port: stageNodes.length + routers.length + i,
  }));
  for (const [target, node] of stageNodes.entries()) {
    if (!node.overdriveRate) continue;
    sources.push({
      id: node.id,
      purpose: 'overdrive',
      interarrival: { law: 'exponential', rate: node.overdriveRate },
      batchSize: 1,
      port: ports.length,
    });
    const only = {
      node: node.id,
      rule: 'probabilistic',
      targets: [target],
      cumulative: Float64Array.of(1),
    } as const;
    ports.push(portOf(ports.length, only, target));
  }
  const mayDeadlock =
    stages.some((stage) => stage.whole) || stageNodes.some((node) => onCycle(node.id, graph));
  return { stages, sources, ports, mayDeadlock };
}

// Models are written field by field, not spread: engines then know all stages, and all ports, as of one shape.

function stageOf(node: StageNode, rank: number, asksFirst: boolean): StageModel {
  const bulk = node.bulk ?? { rule: 'full', size: 1 };
  return {
    id: node.id,
    capacity: node.capacity ?? UNBOUNDED,
    serverCount: node.serverCount ?? 1,
    discipline: node.discipline ?? 'FCFS',
    service: node.service,
    batchMin: bulk.rule === 'full' ? bulk.size : bulk.min,
    batchMax: bulk.rule === 'full' ? bulk.size : bulk.max,
    timeout: bulk.timeout ?? Number.POSITIVE_INFINITY,
    passProbability: node.passProbability ?? 1,
    factor: node.conversionFactor ?? 1,
    drops: node.whenFull === 'drop',
    reserves: node.whenFull === 'blockBefore',
    whole: node.admission === 'whole' && node.capacity !== undefined,
    asksFirst,
    rank,
  };
}

type Routes = Omit<PortModel, 'index' | 'sole'>;

function routesOf(node: ScenarioNode, graph: Graph, index: ReadonlyMap<NodeId, number>): Routes {
  const links = graph.outgoing.get(node.id) ?? [];
  const rule = routingRule(node);
  return {
    node: node.id,
    rule,
    targets: links.map((link) => index.get(link.to) ?? SINK),
    cumulative: cumulativeShares(linkShares(rule, links)),
  };
}

function portOf(index: number, { node, rule, targets, cumulative }: Routes, sole: number): PortModel {
  return { index, node, rule, targets, cumulative, sole };
}

/** Follows single links through routers; CHOICE as soon as there are several, or when routers run in a circle. */
function resolve(port: Routes, ports: readonly Routes[], stageCount: number): number {
  let at = port;
  for (let hop = 0; hop <= ports.length; hop++) {
    if (at.targets.length !== 1) return CHOICE;
    const target = at.targets[0]!;
    if (target < stageCount) return target;
    at = ports[target]!;
  }
  return CHOICE;
}

/** Stages that an element can come to next, through routers. */
function finalStages(id: NodeId, graph: Graph): StageNode[] {
  const found: StageNode[] = [];
  const seen = new Set<NodeId>();
  const visit = (from: NodeId): void => {
    for (const link of graph.outgoing.get(from) ?? []) {
      const node = graph.nodes.get(link.to);
      if (!node || seen.has(node.id)) continue;
      seen.add(node.id);
      if (isStage(node)) found.push(node);
      else visit(node.id);
    }
  };
  visit(id);
  return found;
}

function onCycle(id: NodeId, graph: Graph): boolean {
  const next = (graph.outgoing.get(id) ?? []).map((link) => link.to);
  return reachableFrom(graph, next).has(id);
}
