/** Where each kind of jobs goes: the part of the drawing that its jobs reach, and the links that carry them. */
import { becomes, switchesClasses } from './class-switch.ts';
import { classesOf, DEFAULT_CLASS, sourceClass } from './classes.ts';
import { cyclicParts, linksAsSuccessors } from './cycles.ts';
import { overdriveRateOf } from './defaults.ts';
import { type Graph, linkShares, reachableFrom, routingRule } from './graph.ts';
import {
  isSource,
  isStage,
  type JobClass,
  type Link,
  type NodeId,
  type Scenario,
  type ScenarioNode,
} from './scenario.ts';

export interface ClassFlow {
  readonly jobClass: JobClass;
  /** {@link startsOf} it. */
  readonly starts: readonly NodeId[];
  /** Nodes that its jobs come to. */
  readonly reached: ReadonlySet<NodeId>;
  /** Those nodes and the links with a share for it. Of the nameless class the whole drawing, also what nothing reaches yet. */
  readonly graph: Graph;
  /** Sets of those nodes that all reach each other. */
  readonly cycles: readonly ReadonlySet<NodeId>[];
  /** Routers where its jobs become others, some or all. */
  readonly switched?: ReadonlySet<NodeId>;
}

export function classFlows(scenario: Scenario, graph: Graph): readonly ClassFlow[] {
  const classes = classesOf(scenario);
  if (switchesClasses(scenario)) return switchedFlows(scenario, graph, classes);
  return classes.map((jobClass) => {
    const starts = startsOf(scenario, jobClass);
    if (jobClass.id === DEFAULT_CLASS)
      return { jobClass, starts, graph, reached: reachableFrom(graph, starts), cycles: cyclesOf(graph) };
    const carried = carriedBy(graph, jobClass);
    const reached = reachableFrom(carried, starts);
    const part = restricted(carried, reached);
    return { jobClass, starts, reached, graph: part, cycles: cyclesOf(part) };
  });
}

/** A class goes on from a switch where some class becomes it, and comes to an end there where it always becomes others. */
function switchedFlows(scenario: Scenario, graph: Graph, classes: readonly JobClass[]): readonly ClassFlow[] {
  const carried = classes.map((jobClass) => carriedBy(graph, jobClass));
  const flows = classes.map((jobClass) => ({
    starts: startsOf(scenario, jobClass),
    reached: new Set<NodeId>(),
    /** Where it comes to, and where it goes on from. */
    come: new Set<NodeId>(),
    left: new Set<NodeId>(),
    switched: new Set<NodeId>(),
  }));
  const arrived: (readonly [number, NodeId])[] = [];
  const arrive = (k: number, id: NodeId): void => {
    if (flows[k]!.come.has(id)) return;
    flows[k]!.come.add(id);
    flows[k]!.reached.add(id);
    arrived.push([k, id]);
  };
  const goOn = (k: number, id: NodeId): void => {
    if (flows[k]!.left.has(id)) return;
    flows[k]!.reached.add(id);
    flows[k]!.left.add(id);
    for (const { to } of carried[k]!.outgoing.get(id) ?? []) arrive(k, to);
  };
  flows.forEach(({ starts }, k) => {
    if (classes[k]!.closed?.population !== 0) for (const id of starts) arrive(k, id);
  });
  for (const [k, id] of arrived) {
    const next = becomes(graph.nodes.get(id)!, classes[k]!.id);
    if (next === undefined) goOn(k, id);
    else {
      flows[k]!.switched.add(id);
      classes.forEach((jobClass, other) => {
        if (next.has(jobClass.id)) goOn(other, id);
      });
    }
  }
  return classes.map((jobClass, k) => {
    const { starts, reached, left, switched } = flows[k]!;
    const outgoing = mapValues(carried[k]!.outgoing, (links, id) => (left.has(id) ? links : []));
    const part = restricted({ ...carried[k]!, outgoing }, reached);
    return { jobClass, starts, reached, graph: part, cycles: cyclesOf(part), switched };
  });
}

const carriedBy = (graph: Graph, jobClass: JobClass): Graph => ({
  ...graph,
  outgoing: mapValues(graph.outgoing, (links, id) => carrying(graph, links, id, jobClass)),
});

const cyclesOf = (graph: Graph) => cyclicParts(linksAsSuccessors(graph));

/** Sources that emit it, and stages where an overdrive adds it; where a closed one has its jobs at the start. */
export function startsOf(scenario: Scenario, { id, closed }: JobClass): readonly NodeId[] {
  if (closed) return [closed.start];
  // What an overdrive adds is of the first class.
  const [{ id: first }] = classesOf(scenario) as readonly [JobClass];
  const emits = (node: ScenarioNode): boolean =>
    isSource(node)
      ? sourceClass(scenario, node) === id
      : isStage(node) && overdriveRateOf(node) > 0 && id === first;
  return scenario.nodes.filter(emits).map((node) => node.id);
}

function carrying(graph: Graph, links: readonly Link[], sender: NodeId, { id }: JobClass): readonly Link[] {
  const shares = linkShares(routingRule(graph.nodes.get(sender)!), links, id);
  return links.filter((link, i) => shares[i]! > 0 && graph.nodes.has(link.to));
}

function restricted({ nodes, outgoing, incoming }: Graph, reached: ReadonlySet<NodeId>): Graph {
  const within = <Value>(map: ReadonlyMap<NodeId, Value>) =>
    new Map([...map].filter(([id]) => reached.has(id)));
  const carried = new Set([...within(outgoing).values()].flat());
  return {
    nodes: within(nodes),
    outgoing: within(outgoing),
    incoming: mapValues(within(incoming), (links) => links.filter((link) => carried.has(link))),
  };
}

const mapValues = <From, To>(map: ReadonlyMap<NodeId, From>, change: (value: From, id: NodeId) => To) =>
  new Map([...map].map(([id, value]) => [id, change(value, id)]));
