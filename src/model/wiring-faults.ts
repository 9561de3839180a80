/** Faults of how nodes are joined: what nothing reaches, what leads nowhere. */
import { cyclicParts } from './cycles.ts';
import type { Fault } from './fault.ts';
import { type Graph, reachableFrom } from './graph.ts';
import type { NodeId, Scenario, ScenarioNode } from './scenario.ts';

export function wiringFaults(scenario: Scenario, graph: Graph): readonly Fault[] {
  const idsOf = (matches: (node: ScenarioNode) => boolean) =>
    scenario.nodes.filter(matches).map(({ id }) => id);
  const ends = idsOf((node) => node.kind === 'sink' || graph.outgoing.get(node.id)!.length === 0);
  const fromSources = reachableFrom(
    graph,
    idsOf(({ kind }) => kind === 'source'),
  );
  // A node that leads to a dead end is fine itself; the dead end is reported.
  const toEnds = reachableFrom(graph, ends, true);
  const onCycles = nodesOnCycles(graph);
  return scenario.nodes.flatMap((node) => [
    ...linksAgainstTheFlow(node, graph),
    ...deadEnd(node, graph),
    ...(toEnds.has(node.id) || !onCycles.has(node.id) ? [] : [noSinkReached(node)]),
    ...(fromSources.has(node.id) ? [] : [unreached(node)]),
  ]);
}

/** What leads into a cycle without exit is fine itself. */
function nodesOnCycles(graph: Graph): ReadonlySet<NodeId> {
  const next = new Map([...graph.outgoing].map(([id, links]) => [id, links.map(({ to }) => to)]));
  return new Set(cyclicParts(next).flatMap((part) => [...part]));
}

function linksAgainstTheFlow({ id, kind }: ScenarioNode, graph: Graph): readonly Fault[] {
  const faults: Fault[] = [];
  if (kind === 'source' && graph.incoming.get(id)!.length > 0) {
    const senders = graph.incoming.get(id)!.map(({ from }) => `"${from}"`);
    faults.push(error('into-source', id, `A link from ${senders.join(', ')} leads into source "${id}".`));
  }
  if (kind === 'sink' && graph.outgoing.get(id)!.length > 0) {
    const receivers = graph.outgoing.get(id)!.map(({ to }) => `"${to}"`);
    faults.push(error('out-of-sink', id, `A link to ${receivers.join(', ')} leads out of sink "${id}".`));
  }
  if (kind === 'router' && graph.outgoing.get(id)!.some(({ to }) => to === id)) {
    faults.push(error('router-self-loop', id, `Router "${id}" sends elements to itself.`));
  }
  return faults;
}

function deadEnd({ id, kind }: ScenarioNode, graph: Graph): readonly Fault[] {
  if (kind === 'sink' || graph.outgoing.get(id)!.length > 0) return [];
  return [error('no-way-out', id, `From ${kind} "${id}" no link leads on.`)];
}

const noSinkReached = ({ id, kind }: ScenarioNode): Fault =>
  error('no-sink-reached', id, `From ${kind} "${id}" no sink can be reached: its cycle has no exit.`);

const unreached = ({ id, kind }: ScenarioNode): Fault => ({
  severity: 'warning',
  code: 'unreached',
  node: id,
  message: `No element ever reaches ${kind} "${id}".`,
});

const error = (code: string, node: NodeId, message: string): Fault => ({
  severity: 'error',
  code,
  node,
  message,
});
