/** Copying part of a drawing: nodes and the links among them, as JSON that other windows can paste. */
import { isSwitch } from './class-switch.ts';
import { classesOf, sourceClass } from './classes.ts';
import { removeNodes, takenIds } from './edits.ts';
import { freshId } from './fresh-id.ts';
import { nodesInFlowOrder } from './graph.ts';
import { restarted } from './node-references.ts';
import { patched } from './patch.ts';
import {
  type ClassId,
  type InputPrecision,
  isSource,
  isStage,
  type JobClass,
  type Link,
  type NodeId,
  type Position,
  type Scenario,
  type ScenarioNode,
  type SharedResource,
  type StageGroup,
} from './scenario.ts';

export const FRAGMENT_FORMAT = 'stagegraph-fragment';

export interface ClipboardFragment {
  readonly format: typeof FRAGMENT_FORMAT;
  readonly schemaVersion: Scenario['schemaVersion'];
  readonly nodes: readonly ScenarioNode[];
  /** Among the nodes above only. */
  readonly links: readonly Link[];
  /** Those that the nodes and links name, and closed ones that start among the nodes. */
  readonly classes?: readonly JobClass[];
  /** Those that the nodes name. */
  readonly resources?: readonly SharedResource[];
  /** Those with all their stages among the nodes. */
  readonly groups?: readonly StageGroup[];
  /** Those of the nodes. */
  readonly precisions?: readonly InputPrecision[];
}

export interface Pasted {
  readonly scenario: Scenario;
  /** Ids of the new nodes, in the fragment's order. */
  readonly ids: readonly NodeId[];
}

/** The nodes and the links among them; a sender's links that stay behind leave their share to those that are copied. */
export function copySelection(scenario: Scenario, ids: Iterable<NodeId>): ClipboardFragment {
  const wanted = new Set(ids);
  const others = scenario.nodes.filter((node) => !wanted.has(node.id)).map((node) => node.id);
  const rest = removeNodes(scenario, others);
  // Elsewhere another class may be the first: what is emitted here is said by name.
  const nodes = rest.nodes.map((node) =>
    isSource(node) && scenario.classes ? { ...node, class: sourceClass(scenario, node) } : node,
  );
  const named = namedClasses(nodes, rest.links);
  const classes = rest.classes?.filter(({ id, closed }) => named.has(id) || closed) ?? [];
  const held = new Set(nodes.filter(isStage).map(({ resource }) => resource));
  const resources = rest.resources?.filter(({ id }) => held.has(id)) ?? [];
  const groups = scenario.groups?.filter(({ stages }) => stages.every((id) => wanted.has(id))) ?? [];
  return {
    format: FRAGMENT_FORMAT,
    schemaVersion: scenario.schemaVersion,
    nodes,
    links: rest.links,
    ...(classes.length > 0 && { classes }),
    ...(resources.length > 0 && { resources }),
    ...(groups.length > 0 && { groups }),
    ...(rest.precisions && { precisions: rest.precisions }),
  };
}

function namedClasses(nodes: readonly ScenarioNode[], links: readonly Link[]): ReadonlySet<ClassId> {
  const ofNode = (node: ScenarioNode): readonly ClassId[] => {
    if (node.kind === 'source') return node.class === undefined ? [] : [node.class];
    if (isSwitch(node))
      return Object.entries(node.classSwitch).flatMap(([from, row]) => [from, ...Object.keys(row)]);
    return node.kind === 'stage' || node.kind === 'delay' ? Object.keys(node.byClass ?? {}) : [];
  };
  return new Set([...nodes.flatMap(ofNode), ...links.flatMap(({ byClass }) => Object.keys(byClass ?? {}))]);
}

/**
 * Adds a copy of the fragment with fresh ids and names, moved by `offset`; nodes without a position stay without one. Classes and
 * resources that the scenario does not have come along; those that it has keep its own meaning. What stood for a crossing
 * of a bus is a stage of its own.
 */
export function paste(scenario: Scenario, fragment: ClipboardFragment, offset: Position): Pasted {
  const { ids, names } = freshNames(scenario, fragment);
  const renamed = (id: NodeId) => ids.get(id)!;
  const nodes = fragment.nodes.map((node) => ({
    ...(isStage(node) ? patched(node, { bus: undefined }) : node),
    id: renamed(node.id),
    ...(node.name !== undefined && { name: names.get(node.id)! }),
    ...(node.position && { position: moved(node.position, offset) }),
  }));
  const links = fragment.links.map((link) => ({ ...link, from: renamed(link.from), to: renamed(link.to) }));
  const newClasses = unknownOf(scenario.classes, fragment.classes).map((each) => restarted(each, renamed));
  const resources = unknownOf(scenario.resources, fragment.resources);
  const groups = (fragment.groups ?? []).map((group) => ({
    ...group,
    id: renamed(group.id),
    ...(group.name !== undefined && { name: names.get(group.id)! }),
    stages: group.stages.map(renamed),
  }));
  const precisions = (fragment.precisions ?? []).map((each) => ({ ...each, node: renamed(each.node) }));
  return {
    scenario: {
      ...scenario,
      nodes: [...scenario.nodes, ...nodes],
      links: [...scenario.links, ...links],
      ...(newClasses.length > 0 && { classes: [...classesBefore(scenario, newClasses), ...newClasses] }),
      ...(resources.length > 0 && { resources: [...(scenario.resources ?? []), ...resources] }),
      ...(groups.length > 0 && { groups: [...(scenario.groups ?? []), ...groups] }),
      ...(precisions.length > 0 && { precisions: [...(scenario.precisions ?? []), ...precisions] }),
    },
    ids: fragment.nodes.map(({ id }) => renamed(id)),
  };
}

interface FreshNames {
  readonly ids: ReadonlyMap<NodeId, NodeId>;
  readonly names: ReadonlyMap<NodeId, string>;
}

/** Numbered along the flow, so that copies of stage 1, 2 and 3 are stage 4, 5 and 6. */
function freshNames(scenario: Scenario, { nodes, links, groups = [] }: ClipboardFragment): FreshNames {
  const takenHere = new Set(takenIds(scenario));
  const namesHere = new Set(
    [...scenario.nodes, ...(scenario.groups ?? [])].flatMap(({ name }) => name ?? []),
  );
  const ids = new Map<NodeId, NodeId>();
  const names = new Map<NodeId, string>();
  for (const { id, name } of [...nodesInFlowOrder({ nodes, links }), ...groups]) {
    const fresh = freshId(id, takenHere);
    takenHere.add(fresh);
    ids.set(id, fresh);
    if (name === undefined) continue;
    const freshName = freeName(name, namesHere);
    namesHere.add(freshName);
    names.set(id, freshName);
  }
  return { ids, names };
}

/** `wanted` when it is free; else with the next free number behind a space: `Match` gives `Match 2`, `Lane 1` gives `Lane 2`. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const digits = /(?<= )\d{1,9}$/.exec(wanted)?.[0];
  const stem = digits === undefined ? wanted : wanted.slice(0, -digits.length - 1);
  let number = digits === undefined ? 2 : Number(digits) + 1;
  while (taken.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

function unknownOf<Entry extends { readonly id: string }>(
  known: readonly Entry[] = [],
  brought: readonly Entry[] = [],
): readonly Entry[] {
  const ids = new Set(known.map(({ id }) => id));
  return brought.filter(({ id }) => !ids.has(id));
}

/** A nameless class gets a name, so that what is there does not become the first of the new ones. */
function classesBefore(scenario: Scenario, brought: readonly JobClass[]): readonly JobClass[] {
  if (scenario.classes || scenario.nodes.length === 0) return scenario.classes ?? [];
  const id = freshId('class1', new Set(brought.map((each) => each.id)));
  return classesOf(scenario).map((each) => ({ ...each, id }));
}

const moved = (position: Position, offset: Position): Position => ({
  x: position.x + offset.x,
  y: position.y + offset.y,
});
