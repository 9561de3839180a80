/** Where each kind of jobs goes: the part of the drawing that its jobs reach, and the links that carry them. */
import { classesOf, DEFAULT_CLASS, sourceClass } from './classes.ts';
import { cyclicParts, linksAsSuccessors } from './cycles.ts';
import { type Graph, linkShares, reachableFrom, routingRule } from './graph.ts';
import { isSource, type JobClass, type Link, type NodeId, type Scenario } from './scenario.ts';

export interface ClassFlow {
  readonly jobClass: JobClass;
  /** Sources that emit it; of a closed class where its jobs start. */
  readonly starts: readonly NodeId[];
  /** Nodes that its jobs come to. */
  readonly reached: ReadonlySet<NodeId>;
  /** Those nodes and the links with a share for it. Of the nameless class the whole drawing, also what nothing reaches yet. */
  readonly graph: Graph;
  /** Sets of those nodes that all reach each other. */
  readonly cycles: readonly ReadonlySet<NodeId>[];
}

export function classFlows(scenario: Scenario, graph: Graph): readonly ClassFlow[] {
  return classesOf(scenario).map((jobClass) => {
    const starts = startsOf(scenario, jobClass);
    if (jobClass.id === DEFAULT_CLASS) {
      return { jobClass, starts, graph, reached: reachableFrom(graph, starts), cycles: cyclesOf(graph) };
    }
    const carried = {
      ...graph,
      outgoing: mapValues(graph.outgoing, (links, id) => carrying(graph, links, id, jobClass)),
    };
    const reached = reachableFrom(carried, starts);
    const part = restricted(carried, reached);
    return { jobClass, starts, reached, graph: part, cycles: cyclesOf(part) };
  });
}

const cyclesOf = (graph: Graph) => cyclicParts(linksAsSuccessors(graph));

function startsOf(scenario: Scenario, { id, closed }: JobClass): readonly NodeId[] {
  if (closed) return [closed.start];
  return scenario.nodes
    .filter((node) => isSource(node) && sourceClass(scenario, node) === id)
    .map((node) => node.id);
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
