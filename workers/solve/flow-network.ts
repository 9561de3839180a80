/** A scenario reduced to what its flows depend on: one record per node, in flow order, with links as indices. */
import { flowOrder, type Graph, graphOf, linkShares, routingRule } from '../../src/model/graph.ts';
import { lawRate } from '../../src/model/law-moments.ts';
import type { BulkRule, NodeId, Scenario, ScenarioNode, StageNode } from '../../src/model/scenario.ts';

export interface FlowNode {
  readonly node: ScenarioNode;
  /** Elements per second that a source emits; 0 for other nodes. */
  readonly sourceRate: number;
  /** lambda_mo, 1/s, sender's unit. */
  readonly overdriveRate: number;
  /** F; 1 for nodes that are not stages. */
  readonly conversion: number;
  /** P; 1 for nodes that are not stages. */
  readonly pass: number;
  /** mu: services per second of one server (of one batch, where served in bulk); Infinity for nodes that are not stages. */
  readonly serviceRate: number;
  /** c mu b: elements per second that all servers do; Infinity for nodes that are not stages. */
  readonly serverLimit: number;
  readonly links: readonly FlowLink[];
  /** Finite stages that hold its elements back when full, seen through routers. */
  readonly blockers: readonly StageNode[];
}

interface FlowLink {
  /** Index of the receiver. */
  readonly to: number;
  /** Long-run share of the sender's elements. */
  readonly share: number;
}

export interface FlowNetwork {
  /** In flow order: links go to later nodes, but for feedback. */
  readonly nodes: readonly FlowNode[];
  readonly indexOf: ReadonlyMap<NodeId, number>;
  /** Nodes that receive a link from themselves or a later node. */
  readonly returns: readonly number[];
}

export function flowNetwork(scenario: Scenario): FlowNetwork {
  const graph = graphOf(scenario);
  const order = flowOrder(scenario);
  const indexOf = new Map(order.map((id, index) => [id, index]));
  const nodes = order.map((id) => {
    const node = graph.nodes.get(id)!;
    const outgoing = graph.outgoing.get(id)!;
    const shares = linkShares(routingRule(node), outgoing);
    const links = outgoing.map((link, i) => ({ to: indexOf.get(link.to)!, share: shares[i]! }));
    return { ...flowFacts(node), links, blockers: blockersOf(graph, id) };
  });
  const returns = nodes.flatMap(({ links }, from) =>
    links.filter(({ to }) => to <= from).map(({ to }) => to),
  );
  return { nodes, indexOf, returns: [...new Set(returns)] };
}

function blockersOf(graph: Graph, id: NodeId): readonly StageNode[] {
  const found = new Set<StageNode>();
  const passed = new Set([id]);
  for (const from of passed) {
    for (const { to } of graph.outgoing.get(from)!) {
      const node = graph.nodes.get(to)!;
      if (node.kind === 'router') passed.add(to);
      else if (node.kind === 'stage' && blocksSenders(node)) found.add(node);
    }
  }
  return [...found];
}

function flowFacts(node: ScenarioNode): Omit<FlowNode, 'links' | 'blockers'> {
  const passive = { node, sourceRate: 0, overdriveRate: 0, conversion: 1, pass: 1 };
  if (node.kind !== 'stage') {
    const sourceRate = node.kind === 'source' ? lawRate(node.interarrival) * (node.batchSize ?? 1) : 0;
    return { ...passive, sourceRate, serviceRate: Infinity, serverLimit: Infinity };
  }
  const serviceRate = lawRate(node.service);
  return {
    ...passive,
    overdriveRate: node.overdriveRate ?? 0,
    conversion: node.conversionFactor ?? 1,
    pass: node.passProbability ?? 1,
    serviceRate,
    serverLimit: (node.serverCount ?? 1) * serviceRate * largestBatch(node.bulk),
  };
}

/** Indices reachable along links from `start`, `start` included. */
export function reachableNodes({ nodes }: FlowNetwork, start: Iterable<number>): ReadonlySet<number> {
  const seen = new Set(start);
  for (const from of seen) for (const { to } of nodes[from]!.links) seen.add(to);
  return seen;
}

/** Elements of one service when enough wait. */
export const largestBatch = (bulk: BulkRule | undefined): number =>
  bulk === undefined ? 1 : bulk.rule === 'full' ? bulk.size : bulk.max;

/** Does the stage lose what finds it full? */
export const dropsArrivals = (stage: StageNode): boolean =>
  stage.capacity !== undefined && stage.whenFull === 'drop';

/** Does the stage hold its senders up when it is full? */
const blocksSenders = (stage: StageNode): boolean =>
  stage.capacity !== undefined && stage.whenFull !== 'drop';
