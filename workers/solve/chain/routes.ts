/** Where elements of a node come to next: final targets, seen through routers and forks, with their probabilities. */
import { becomes } from '../../../core/scenario/class-switch.ts';
import { type Graph, linkShares, routingRule } from '../../../core/scenario/graph.ts';
import type { ClassId, DelayNode, NodeId, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';

/** One way to go on. */
export interface Route {
  /** Where a copy of the element goes each: stages by their index, joins by `joinTarget`. None: it leaves the network. */
  readonly targets: readonly number[];
  /** Place of the class that it comes there as. */
  readonly jobClass: number;
  /** > 0; those of a node sum to 1. */
  readonly probability: number;
}

/** What targets are numbered by. */
export interface RouteMap {
  readonly graph: Graph;
  /** Index of each stage and delay. */
  readonly stations: ReadonlyMap<NodeId, number>;
  /** Joins in the order of the file. */
  readonly joins: readonly NodeId[];
  /** Place of each class. */
  readonly classes: ReadonlyMap<ClassId, number>;
}

export type Station = StageNode | DelayNode;
export const isStation = (node: ScenarioNode): node is Station =>
  node.kind === 'stage' || node.kind === 'delay';

/** A link of a join as a target; negative, so that no stage has it. */
const joinTarget = (join: number, branch: number): number => -1 - (join * MOST_BRANCHES + branch);
export const MOST_BRANCHES = 64;

/** The join and its link that a target < 0 stands for. */
export const joinAt = (target: number): { readonly join: number; readonly branch: number } => ({
  join: Math.floor((-1 - target) / MOST_BRANCHES),
  branch: (-1 - target) % MOST_BRANCHES,
});

/** All splits on the way must be at random or forks (see refuse-chain.ts), and routers must not run in a circle. */
export function routesFrom(map: RouteMap, id: NodeId, jobClass: ClassId): readonly Route[] {
  const found = new Map<string, Route>();
  for (const way of waysOn(map, id, jobClass)) {
    const key = `${way.jobClass} ${way.targets.join()}`;
    found.set(key, { ...way, probability: way.probability + (found.get(key)?.probability ?? 0) });
  }
  // Typed probabilities sum to 1 only as far as they were typed.
  const total = [...found.values()].reduce((sum, { probability }) => sum + probability, 0);
  return [...found.values()].map((route) => ({ ...route, probability: route.probability / total }));
}

function waysOn(map: RouteMap, from: NodeId, comes: ClassId): readonly Route[] {
  const node = map.graph.nodes.get(from)!;
  const next = becomes(node, comes);
  if (next === undefined) return waysOf(map, node, comes);
  return [...next].flatMap(([id, share]) =>
    waysOf(map, node, id).map((way) => ({ ...way, probability: share * way.probability })),
  );
}

function waysOf(map: RouteMap, node: ScenarioNode, jobClass: ClassId): readonly Route[] {
  const from = node.id;
  const links = map.graph.outgoing.get(from)!;
  if (node.kind === 'fork') {
    const targets = links.flatMap(({ to }) => waysTo(map, from, to, jobClass)[0]!.targets);
    return [{ targets, jobClass: map.classes.get(jobClass)!, probability: 1 }];
  }
  const shares = linkShares(routingRule(node), links, jobClass);
  return links.flatMap(({ to }, i) =>
    shares[i]! === 0
      ? []
      : waysTo(map, from, to, jobClass).map((way) => ({
          ...way,
          probability: shares[i]! * way.probability,
        })),
  );
}

function waysTo(map: RouteMap, from: NodeId, to: NodeId, jobClass: ClassId): readonly Route[] {
  const { kind } = map.graph.nodes.get(to)!;
  if (kind === 'router' || kind === 'fork') return waysOn(map, to, jobClass);
  const only = (targets: readonly number[]) => [
    { targets, jobClass: map.classes.get(jobClass)!, probability: 1 },
  ];
  if (kind === 'sink') return only([]);
  if (kind !== 'join') return only([map.stations.get(to)!]);
  const branch = map.graph.incoming.get(to)!.findIndex((link) => link.from === from);
  return only([joinTarget(map.joins.indexOf(to), branch)]);
}
