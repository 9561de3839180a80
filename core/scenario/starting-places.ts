/**
 * Where the jobs of closed classes are at time 0: at the start of their class as far as it has room, the others in the
 * next stages and delays along the links of the class, nearest first. Between a fork and its join there is no place for a
 * job, only for its tasks.
 */
import { type ClassFlow, classFlows } from './class-flows.ts';
import { classesOf, isClosed } from './classes.ts';
import { capacityOf } from './defaults.ts';
import { idsOf, openAfter } from './fork-regions.ts';
import { type Graph, graphOf } from './graph.ts';
import type { ClassId, NodeId, Scenario, ScenarioNode } from './scenario.ts';

export interface StartingPlace {
  readonly node: NodeId;
  /** Jobs, >= 1. */
  readonly count: number;
}

/** By closed class, in the order in which they enter. Where there is too little room for all, some are missing. */
export function placesOfFlows(flows: readonly ClassFlow[]): ReadonlyMap<ClassId, readonly StartingPlace[]> {
  const taken = new Map<NodeId, number>();
  return new Map(
    flows.flatMap(({ jobClass, starts, graph }) => {
      if (!isClosed(jobClass)) return [];
      let left = jobClass.closed.population;
      const places: StartingPlace[] = [];
      for (const node of stationsFrom(graph, starts[0]!)) {
        const before = taken.get(node.id) ?? 0;
        const room = node.kind === 'stage' ? capacityOf(node) - before : left;
        const count = Math.min(left, room);
        if (count <= 0) continue;
        places.push({ node: node.id, count });
        taken.set(node.id, before + count);
        left -= count;
      }
      return [[jobClass.id, places] as const];
    }),
  );
}

const NOWHERE: ReturnType<typeof placesOfFlows> = new Map();

/** Scenarios are never changed, and the drawing asks node by node. */
const known = new WeakMap<Scenario, ReturnType<typeof placesOfFlows>>();

export function startingPlaces(scenario: Scenario, graph?: Graph): ReturnType<typeof placesOfFlows> {
  if (!classesOf(scenario).some(isClosed)) return NOWHERE;
  const before = known.get(scenario);
  if (before) return before;
  const places = placesOfFlows(classFlows(scenario, graph ?? graphOf(scenario)));
  known.set(scenario, places);
  return places;
}

/** Nearest first. */
function stationsFrom(graph: Graph, start: NodeId): readonly ScenarioNode[] {
  const inForks = new Set(idsOf(graph, 'fork').flatMap((fork) => [...openAfter(graph, fork)]));
  const reached = new Set([start]);
  for (const from of reached) for (const { to } of graph.outgoing.get(from) ?? []) reached.add(to);
  return [...reached].flatMap((id) => {
    const node = graph.nodes.get(id);
    const isPlace = node?.kind === 'stage' || node?.kind === 'delay';
    return node && isPlace && (id === start || !inForks.has(id)) ? [node] : [];
  });
}
