/** Where the elements of each node go: links as numbers, shares by class, and every route that needs no choice resolved. */
import { type Graph, linkShares, routingRule } from '../../core/scenario/graph.ts';
import {
  isSource,
  isStage,
  type NodeId,
  type Scenario,
  type ScenarioNode,
} from '../../core/scenario/scenario.ts';
import { cumulativeShares } from '../random/cumulative.ts';
import type { PlaceNode } from './compile-stage.ts';
import { CHOICE, type ClassModel, type PortModel, sinkTarget } from './simulation-model.ts';

export interface Ports {
  readonly ports: readonly PortModel[];
  readonly sourcePort: ReadonlyMap<NodeId, number>;
  readonly overdrivePort: ReadonlyMap<NodeId, number>;
}

export function compilePorts(
  scenario: Scenario,
  graph: Graph,
  places: readonly PlaceNode[],
  classes: readonly ClassModel[],
): Ports {
  const { nodes } = scenario;
  const joins = nodes.filter(({ kind }) => kind === 'join');
  const passages = nodes.filter(({ kind }) => kind === 'router' || kind === 'fork');
  const sources = nodes.filter(isSource);
  const sinks = nodes.filter(({ kind }) => kind === 'sink');
  const targets: readonly ScenarioNode[] = [...places, ...joins, ...passages];
  const index = new Map<NodeId, number>([
    ...targets.map(({ id }, i): [NodeId, number] => [id, i]),
    ...sinks.map(({ id }, i): [NodeId, number] => [id, sinkTarget(i)]),
  ]);
  const senders = [...targets, ...sources];
  const routes = senders.map((node) => routesOf(node, graph, index, classes));
  const firstPassage = places.length + joins.length;
  const ports = routes.map((from, i) =>
    portOf(i, from, resolve(from, routes, { stages: places.length, firstPassage })),
  );
  const overdrivePort = new Map<NodeId, number>();
  for (const [target, node] of places.entries()) {
    if (!isStage(node) || !node.overdriveRate) continue;
    overdrivePort.set(node.id, ports.length);
    ports.push(portOf(ports.length, onlyTo(node.id, target, classes), target));
  }
  return {
    ports,
    sourcePort: new Map(sources.map(({ id }, i) => [id, targets.length + i])),
    overdrivePort,
  };
}

type Routes = Omit<PortModel, 'index' | 'sole'>;

function routesOf(
  node: ScenarioNode,
  graph: Graph,
  index: ReadonlyMap<NodeId, number>,
  classes: readonly ClassModel[],
): Routes {
  const links = graph.outgoing.get(node.id) ?? [];
  const rule = routingRule(node);
  const isNamed = ({ id }: ClassModel): boolean => links.some(({ byClass }) => byClass && id in byClass);
  const common = cumulativeShares(linkShares(rule, links));
  const ownShares = classes.map((jobClass) => rule === 'probabilistic' && isNamed(jobClass));
  return {
    node: node.id,
    kind: kindOf(node),
    rule,
    targets: links.map((link) => index.get(link.to)!),
    cumulative: classes.map(({ id }, c) =>
      ownShares[c] ? cumulativeShares(linkShares(rule, links, id)) : common,
    ),
    ownShares,
  };
}

function kindOf({ kind }: ScenarioNode): PortModel['kind'] {
  return kind === 'delay' || kind === 'sink' ? 'stage' : kind;
}

const onlyTo = (node: NodeId, target: number, classes: readonly ClassModel[]): Routes => ({
  node,
  kind: 'source',
  rule: 'probabilistic',
  targets: [target],
  cumulative: classes.map(() => Float64Array.of(1)),
  ownShares: classes.map(() => false),
});

// Written field by field, not spread: engines then know all ports as of one shape.
function portOf(index: number, routes: Routes, sole: number): PortModel {
  const { node, kind, rule, targets, cumulative, ownShares } = routes;
  return { index, node, kind, rule, targets, cumulative, ownShares, sole };
}

/** Follows single links through routers; CHOICE as soon as there are several, a fork or join, or a circle of routers. */
function resolve(
  port: Routes,
  ports: readonly Routes[],
  { stages, firstPassage }: { readonly stages: number; readonly firstPassage: number },
): number {
  let at = port;
  for (let hop = 0; hop <= ports.length; hop++) {
    if (at.targets.length !== 1 || at.kind === 'fork') return CHOICE;
    const target = at.targets[0]!;
    if (target < stages) return target;
    if (target < firstPassage) return CHOICE;
    at = ports[target]!;
  }
  return CHOICE;
}
