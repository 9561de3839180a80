/**
 * The smallest part of a scenario that has given stages in it and goes on as if the rest were not there: with every node
 * that feeds it, with every stage behind it that can hold it up, and with every stage that shares a resource with it.
 * Stages behind it that were never seen full count as ones that do not hold it up, which is for the simulation to check.
 */
import { type Graph, graphOf, reachableFrom } from '../../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario, type ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { ExactPartQuestion } from './contract.ts';

interface Part {
  /** The part as a scenario of its own: what follows it is sinks of the same ids. */
  readonly scenario: Scenario;
  /** Stages outside that would hold it up if they were full. */
  readonly edge: readonly NodeId[];
}

/** Undefined where tasks of forks or jobs of closed classes tie the part to the rest. */
export function findPart(scenario: Scenario, { stages, neverFull }: ExactPartQuestion): Part | undefined {
  if (scenario.classes?.some(({ closed }) => closed)) return undefined;
  const graph = graphOf(scenario);
  const isLoose = (node: ScenarioNode): boolean =>
    neverFull.includes(node.id) &&
    isStage(node) &&
    node.whenFull !== 'blockBefore' &&
    node.admission !== 'whole';
  let inside = reachableFrom(graph, stages, true);
  for (let size = -1; size < inside.size; ) {
    size = inside.size;
    const tight = holders(graph, inside).filter((node) => !isLoose(node));
    const tied = [...inside, ...tight.map(({ id }) => id), ...sharers(scenario, inside)];
    inside = reachableFrom(graph, tied, true);
  }
  const nodes = scenario.nodes.filter(({ id }) => inside.has(id));
  if (nodes.some(({ kind }) => kind === 'fork' || kind === 'join')) return undefined;
  return {
    scenario: cutOut(scenario, inside),
    edge: holders(graph, inside).map(({ id }) => id),
  };
}

/** Stages outside that an element coming from inside may find full, and then waits where it is. */
function holders(graph: Graph, inside: ReadonlySet<NodeId>): readonly ScenarioNode[] {
  const met = new Set<NodeId>();
  const found: ScenarioNode[] = [];
  const meet = (from: NodeId): void => {
    for (const { to } of graph.outgoing.get(from)!) {
      const node = graph.nodes.get(to)!;
      if (inside.has(to) || met.has(to)) continue;
      met.add(to);
      if (isStage(node) && node.capacity !== undefined && node.whenFull !== 'drop') found.push(node);
      // Passed at once.
      if (node.kind === 'router' || node.kind === 'fork') meet(to);
    }
  };
  for (const id of inside) meet(id);
  return found;
}

function sharers({ nodes }: Scenario, inside: ReadonlySet<NodeId>): readonly NodeId[] {
  const stages = nodes.filter(isStage);
  const shared = stages.flatMap(({ id, resource }) => (resource && inside.has(id) ? [resource] : []));
  return stages.filter(({ resource }) => resource && shared.includes(resource)).map(({ id }) => id);
}

function cutOut(scenario: Scenario, inside: ReadonlySet<NodeId>): Scenario {
  const { format, schemaVersion, name, classes, resources } = scenario;
  const links = scenario.links.filter(({ from }) => inside.has(from));
  const next = new Set(links.map(({ to }) => to));
  return {
    format,
    schemaVersion,
    name,
    nodes: scenario.nodes.flatMap((node): ScenarioNode[] => {
      if (inside.has(node.id)) return [withoutBus(node)];
      return next.has(node.id) ? [{ id: node.id, kind: 'sink' }] : [];
    }),
    links,
    ...(classes && { classes }),
    ...(resources && { resources }),
  };
}

/** Of the drawing only: what a stage stands for. */
function withoutBus(node: ScenarioNode): ScenarioNode {
  if (!isStage(node)) return node;
  const { bus: _, ...stage } = node;
  return stage;
}
