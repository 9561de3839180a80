/**
 * A scenario reduced to what its flows depend on: one record per node, in flow order, with links as indices. Of several
 * open classes the nodes have the facts of the first, until networks/class-mix.ts gives them those of the mixture that
 * comes; closed classes bring no flow from outside and are left to networks/closed-network.ts.
 */
import {
  type ArrivalDistribution,
  distributionRate,
  type ServiceDistribution,
} from '../../core/distributions/index.ts';
import { fullService } from '../../core/rules/timing.ts';
import { switchesClasses } from '../../core/scenario/class-switch.ts';
import { classesOf, isClosed } from '../../core/scenario/classes.ts';
import { batchSizeOf, conversionFactorOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { blockersOf, flowOrder, type Graph, graphOf } from '../../core/scenario/graph.ts';
import type {
  ClassId,
  InputPrecision,
  JobClass,
  NodeId,
  Scenario,
  ScenarioNode,
  SharedResource,
  StageNode,
} from '../../core/scenario/scenario.ts';
import {
  type ClassFacts,
  type ClassFlow,
  classFacts,
  type NodeSwitch,
  switchesOf,
} from './networks/class-facts.ts';
import { type ForkJoin, forkJoins, withJoins } from './networks/fork-join.ts';

export interface FlowNode {
  readonly node: ScenarioNode;
  /** Elements per second that a source emits; 0 for other nodes. */
  readonly sourceRate: number;
  /** lambda_mo, 1/s, sender's unit. */
  readonly overdriveRate: number;
  /** F; 1 for nodes that are not stages. */
  readonly conversion: number;
  /** P; of a join, elements that leave it for each task that comes; 1 for other nodes. */
  readonly pass: number;
  /** mu: services per second of one server (of one batch, where served in bulk), of a delay 1 / mean stay; Infinity for other nodes. */
  readonly serviceRate: number;
  /** c mu b: elements per second that all servers do; Infinity for nodes that are not stages. */
  readonly serverLimit: number;
  readonly links: readonly FlowLink[];
  /** Finite stages that hold its elements back when full, seen through nodes that take no time. */
  readonly blockers: readonly StageNode[];
  /** Arrivals of a stage that one source sends to, and nobody else. */
  readonly stream?: LoneStream;
  /** The classes that come here with their shares, where there are several. */
  readonly mix?: readonly ClassShare[];
  /** No model of its own is asked for (networks/fitted-station.ts). */
  readonly hasUsualModel?: boolean;
}

/** A class among the arrivals of one node. */
export interface ClassShare {
  readonly id: ClassId;
  /** Smaller goes first where the discipline is priority. */
  readonly priority: number;
  /** Share of the node's arrivals, native unit; > 0. */
  readonly share: number;
  /** Share of the node's output. */
  readonly outputShare: number;
  readonly service?: ServiceDistribution;
}

export interface LoneStream {
  /** Distribution of the times between arrivals. */
  readonly distribution: ArrivalDistribution;
  /** Elements that come at once, native unit, integer >= 1. */
  readonly batch: number;
}

interface FlowLink {
  /** Index of the receiver. */
  readonly to: number;
  /** Long-run share of the sender's elements. */
  readonly share: number;
  /** Elements of the receiver that one becomes on the average of the classes that take it; that of the receiver when absent. */
  readonly conversion?: number;
}

export interface FlowNetwork {
  /** In flow order: links go to later nodes, but for feedback. */
  readonly nodes: readonly FlowNode[];
  readonly indexOf: ReadonlyMap<NodeId, number>;
  /** Nodes that receive a link from themselves or a later node. */
  readonly returns: readonly number[];
  /** Open classes. */
  readonly classes: readonly JobClass[];
  /** By class, the facts of each node; absent with one class. */
  readonly facts?: readonly ClassFacts[];
  /** By node, what its classes become there; absent where none changes. */
  readonly switches?: readonly (NodeSwitch | undefined)[];
  /** Some class comes back as much as it was or more, so that no flows balance. */
  readonly isEndless?: boolean;
  /** The rates of some class balance only where servers pass no more than they can do. */
  readonly needsLimits?: boolean;
  readonly forkJoins: readonly ForkJoin[];
  readonly resources: readonly SharedResource[];
  /** How well inputs are known, where the user says so. */
  readonly precisions?: readonly InputPrecision[];
}

/** By node, in the order of the network. 1/s, native units. */
export interface Flows {
  readonly offered: Float64Array;
  /** What is served. */
  readonly accepted: Float64Array;
  /** What leaves towards the next nodes, after the filter. */
  readonly output: Float64Array;
}

export function flowNetwork(scenario: Scenario, graph: Graph = graphOf(scenario)): FlowNetwork {
  const order = flowOrder(scenario, graph);
  const indexOf = new Map(order.map((id, index) => [id, index]));
  const open = classesOf(scenario).filter((jobClass) => !isClosed(jobClass));
  const drawn = order.map((id) => graph.nodes.get(id)!);
  const joins = forkJoins(graph, indexOf);
  const facts = open.map((jobClass) =>
    withJoins(classFacts({ scenario, graph, order, indexOf, jobClass }), joins),
  );
  const nodes = drawn.map((node, i) => {
    const { service } = (facts.length === 1 && facts[0]?.[i]) || {};
    const stream = facts.length === 1 ? loneStream(graph, node) : undefined;
    const flowNode = flowFacts(withService(node, service), facts[0]?.[i], blockersOf(graph, node.id));
    return stream ? { ...flowNode, stream } : flowNode;
  });
  const network = {
    nodes,
    indexOf,
    returns: returnsOf(nodes),
    classes: open,
    forkJoins: joins,
    resources: scenario.resources ?? [],
    ...(scenario.precisions && { precisions: scenario.precisions }),
  };
  if (facts.length <= 1) return network;
  return { ...network, facts, ...(switchesClasses(scenario) && { switches: switchesOf(drawn, open) }) };
}

/** As the only class is served there. */
const withService = (node: ScenarioNode, service: ServiceDistribution | undefined): ScenarioNode =>
  service && 'service' in node && service !== node.service ? { ...node, service } : node;

function returnsOf(nodes: readonly Pick<FlowNode, 'links'>[]): readonly number[] {
  const returns = new Set<number>();
  nodes.forEach(({ links }, from) => {
    for (const { to } of links) if (to <= from) returns.add(to);
  });
  return [...returns];
}

function loneStream(graph: Graph, node: ScenarioNode): LoneStream | undefined {
  const [link, another] = graph.incoming.get(node.id)!;
  if (node.kind !== 'stage' || !link || another || node.overdriveRate) return undefined;
  const sender = graph.nodes.get(link.from)!;
  if (sender.kind !== 'source' || graph.outgoing.get(sender.id)!.length > 1) return undefined;
  const batch = batchSizeOf(sender) * conversionFactorOf(node);
  return Number.isInteger(batch) && conversionFactorOf(node) >= 1
    ? { distribution: sender.interarrival, batch }
    : undefined;
}

/** `flow`: facts of the one class, or of the first; absent where all classes are closed. */
function flowFacts(
  node: ScenarioNode,
  flow: ClassFlow | undefined,
  blockers: FlowNode['blockers'],
): FlowNode {
  const { sourceRate = 0, overdriveRate = 0, conversion = 1, pass = 1, links = [], service } = flow ?? {};
  const serviceRate = service
    ? distributionRate(service)
    : node.kind === 'stage'
      ? distributionRate(node.service)
      : Infinity;
  const serverLimit =
    node.kind === 'stage' ? serverCountOf(node) * serviceRate * fullService(node, serviceRate) : Infinity;
  return { node, sourceRate, overdriveRate, conversion, pass, serviceRate, serverLimit, links, blockers };
}

/** Indices reachable along links from `start`, `start` included. */
export function reachableNodes({ nodes }: FlowNetwork, start: Iterable<number>): ReadonlySet<number> {
  const seen = new Set(start);
  for (const from of seen) for (const { to } of nodes[from]!.links) seen.add(to);
  return seen;
}
