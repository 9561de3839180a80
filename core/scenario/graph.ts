/** Questions about the drawing that every engine asks: who follows whom, with which share. */
import { isDataflow } from '../rules/firing.ts';
import { copiesElements, DEFAULT_ROUTING, drawsLink, looksAtState } from '../rules/routing.ts';
import { blocksSenders } from '../rules/when-full.ts';
import { DEFAULTS } from './defaults.ts';
import type { ClassId, Link, NodeId, Routing, Scenario, ScenarioNode, StageNode } from './scenario.ts';

export interface Graph {
  readonly nodes: ReadonlyMap<NodeId, ScenarioNode>;
  /** Links that leave each node, in the order of the file. */
  readonly outgoing: ReadonlyMap<NodeId, readonly Link[]>;
  readonly incoming: ReadonlyMap<NodeId, readonly Link[]>;
}

export function graphOf(scenario: Pick<Scenario, 'nodes' | 'links'>): Graph {
  const nodes = new Map(scenario.nodes.map((node) => [node.id, node]));
  const outgoing = new Map<NodeId, Link[]>(scenario.nodes.map((node) => [node.id, []]));
  const incoming = new Map<NodeId, Link[]>(scenario.nodes.map((node) => [node.id, []]));
  for (const link of scenario.links) {
    outgoing.get(link.from)?.push(link);
    incoming.get(link.to)?.push(link);
  }
  return { nodes, outgoing, incoming };
}

export function routingRule(node: ScenarioNode): Routing['rule'] {
  if (node.kind === 'fork' || (node.kind === 'stage' && isDataflow(node))) return 'broadcast';
  return node.kind === 'sink' ? DEFAULT_ROUTING : (node.routing?.rule ?? DEFAULTS.routing);
}

/** Stages that hold up or lose what finds them full, or of which the one with the shortest queue is chosen: what each does depends on the others. */
export const queuesInteract = (scenario: Pick<Scenario, 'nodes'>): boolean =>
  hasFiniteQueue(scenario) || scenario.nodes.some((node) => looksAtState(routingRule(node)));

/** Some stage, when full, holds its senders up or loses: less gets through than the servers alone would serve. */
export const hasFiniteQueue = ({ nodes }: Pick<Scenario, 'nodes'>): boolean =>
  nodes.some((node) => node.kind === 'stage' && node.capacity !== undefined);

/**
 * Long-run share of the sender's elements on each of its links, in the order of `links`. Probabilistic: as written, or
 * equal where none is written (a link without one beside links with one has share 0). Round robin: equal. Join the
 * shortest queue: equal, which is a guess. Broadcast and fork: 1 each. A class that a link names has the shares that
 * name it, 0 on the others; without `jobClass`, or for one that no link names, the links' probabilities hold.
 */
export function linkShares(
  rule: Routing['rule'],
  links: readonly Link[],
  jobClass?: ClassId,
): readonly number[] {
  if (copiesElements(rule)) return links.map(() => 1);
  if (drawsLink(rule) && jobClass !== undefined && links.some((link) => isNamed(link, jobClass))) {
    return links.map((link) => (isNamed(link, jobClass) ? link.byClass![jobClass]! : 0));
  }
  const written = drawsLink(rule) && links.some((link) => link.probability !== undefined);
  return links.map((link) => (written ? (link.probability ?? 0) : 1 / links.length));
}

const isNamed = ({ byClass }: Link, jobClass: ClassId): boolean =>
  byClass !== undefined && Object.hasOwn(byClass, jobClass);

/** Routers, forks and joins: elements pass them at once. */
export const takesNoTime = ({ kind }: ScenarioNode): boolean =>
  kind === 'router' || kind === 'fork' || kind === 'join';

/** The stages that a node sends to, routers, forks and joins passed, which make it wait while they are full. */
export function blockersOf(graph: Graph, id: NodeId): readonly StageNode[] {
  const found = new Set<StageNode>();
  const passed = new Set([id]);
  for (const from of passed) {
    for (const { to } of graph.outgoing.get(from) ?? []) {
      const node = graph.nodes.get(to);
      if (node && takesNoTime(node)) passed.add(to);
      else if (node?.kind === 'stage' && blocksSenders(node)) found.add(node);
    }
  }
  return [...found];
}

/** Nodes reachable from `start` along links, `start` included. */
export function reachableFrom(graph: Graph, start: Iterable<NodeId>, backwards = false): ReadonlySet<NodeId> {
  const seen = new Set(start);
  const stack = [...seen];
  while (stack.length > 0) {
    const id = stack.pop()!;
    const links = (backwards ? graph.incoming : graph.outgoing).get(id) ?? [];
    for (const link of links) {
      const next = backwards ? link.from : link.to;
      if (seen.has(next)) continue;
      seen.add(next);
      stack.push(next);
    }
  }
  return seen;
}

/** All nodes in flow order: sources first, each node after its senders where cycles allow; stable in file order. */
export function flowOrder(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
  graph: Graph = graphOf(scenario),
): readonly NodeId[] {
  const waitingFor = new Map(scenario.nodes.map((node) => [node.id, graph.incoming.get(node.id)!.length]));
  const remaining = new Set(waitingFor.keys());
  const ready = [...remaining].filter((id) => waitingFor.get(id) === 0);
  const order: NodeId[] = [];
  while (remaining.size > 0) {
    // Inside a cycle nobody is ready: continue with the node that was reached first.
    const id = ready.shift() ?? firstReached(graph, order, remaining);
    if (!remaining.delete(id)) continue;
    order.push(id);
    for (const link of graph.outgoing.get(id)!) {
      const left = waitingFor.get(link.to)! - 1;
      waitingFor.set(link.to, left);
      if (left === 0) ready.push(link.to);
    }
  }
  return order;
}

/** The nodes themselves in flow order: so every table and chart of results lists them, whatever the order of the file. */
export function nodesInFlowOrder(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
): readonly Scenario['nodes'][number][] {
  const graph = graphOf(scenario);
  return flowOrder(scenario, graph).map((id) => graph.nodes.get(id)!);
}

function firstReached(graph: Graph, done: readonly NodeId[], remaining: ReadonlySet<NodeId>): NodeId {
  for (const id of done) {
    const next = graph.outgoing.get(id)!.find((link) => remaining.has(link.to));
    if (next) return next.to;
  }
  return remaining.values().next().value!;
}
