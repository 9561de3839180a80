/** Edits of a scenario's classes. What names a class follows it, and goes when it goes. */
import { err, ok, type Result } from '../base/result.ts';
import { type ClassSwitch, isSwitch } from './class-switch.ts';
import { ownOf } from './defaults.ts';
import { freshId } from './fresh-id.ts';
import { idRefusal } from './id-refusal.ts';
import { patched } from './patch.ts';
import type { ClassId, JobClass, NodeId, Scenario, ScenarioNode } from './scenario.ts';

/** `undefined` deletes a field, so that its default holds. */
export type ClassPatch = Partial<Omit<JobClass, 'id'>>;

/** Adds an open class at the end; the first one changes nothing, since all sources emit it. */
export function addClass(scenario: Scenario): { readonly scenario: Scenario; readonly id: ClassId } {
  const classes = scenario.classes ?? [];
  const id = freshId('class1', new Set(classes.map((each) => each.id)));
  return { scenario: { ...scenario, classes: [...classes, { id }] }, id };
}

export function patchClass(scenario: Scenario, id: ClassId, patch: ClassPatch): Scenario {
  const classes = scenario.classes?.map((each) => (each.id === id ? patched(each, patch) : each));
  return classes?.some((each, i) => each !== scenario.classes![i]) ? { ...scenario, classes } : scenario;
}

/**
 * Removes a class with everything that stages, delays and links say of it. Sources that emitted it emit the first class
 * that is left. Without its last class a scenario is one of a nameless class again.
 */
export function removeClass(scenario: Scenario, id: ClassId): Scenario {
  const classes = scenario.classes?.filter((each) => each.id !== id);
  if (!classes || classes.length === scenario.classes!.length) return scenario;
  const { classes: _, ...rest } = followClass(scenario, id, undefined);
  return classes.length > 0 ? { ...rest, classes } : rest;
}

export function renameClass(scenario: Scenario, oldId: ClassId, newId: ClassId): Result<Scenario, string> {
  if (oldId === newId) return ok(scenario);
  const refusal = idRefusal(newId);
  if (refusal !== undefined) return err(refusal);
  const { classes = [] } = scenario;
  if (classes.some(({ id }) => id === newId)) return err(`Another class is called "${newId}".`);
  return ok({
    ...followClass(scenario, oldId, newId),
    classes: classes.map((each) => (each.id === oldId ? { ...each, id: newId } : each)),
  });
}

/** Nodes and links with the class under its new id, or without it. */
function followClass(scenario: Scenario, id: ClassId, newId: ClassId | undefined): Scenario {
  const follow = <Entry extends { readonly byClass?: Readonly<Record<ClassId, unknown>> }>(entry: Entry) =>
    entry.byClass && Object.hasOwn(entry.byClass, id)
      ? patched(entry, { byClass: renamedKey(entry.byClass, id, newId) })
      : entry;
  const followNode = (node: ScenarioNode): ScenarioNode => {
    if (node.kind === 'source') return node.class === id ? patched(node, { class: newId }) : node;
    if (isSwitch(node)) return patched(node, { classSwitch: followedSwitch(node.classSwitch, id, newId) });
    return node.kind === 'stage' || node.kind === 'delay' ? follow(node) : node;
  };
  return { ...scenario, nodes: scenario.nodes.map(followNode), links: scenario.links.map(follow) };
}

/** One probability of a class switch. */
export interface SwitchShare {
  readonly from: ClassId;
  readonly to: ClassId;
  /** 0 to 1. */
  readonly share: number;
}

/** Jobs of a class become another with this probability at a router; what the row leaves of 1 stays what it is. */
export function setSwitch(scenario: Scenario, router: NodeId, { from, to, share }: SwitchShare): Scenario {
  return changeRow(scenario, router, from, (row) => {
    const { [from]: _, ...others } = { ...row, [to]: share };
    const rest = 1 - Object.values(others).reduce((sum, each) => sum + each, 0);
    return { ...(rest > ROUNDING && { [from]: Number(rest.toPrecision(12)) }), ...others };
  });
}

/** Less than this of 1 is what typed digits leave. */
const ROUNDING = 1e-12;

/** Scales the row of a class so that it sums to 1; without any probability its jobs stay what they are. */
export const scaleSwitch = (scenario: Scenario, router: NodeId, from: ClassId): Scenario =>
  changeRow(scenario, router, from, (row) => {
    const total = Object.values(row).reduce((sum, share) => sum + share, 0);
    return total === 0
      ? {}
      : Object.fromEntries(Object.entries(row).map(([to, share]) => [to, share / total]));
  });

/** Rows that change nothing are not written. */
function changeRow(
  scenario: Scenario,
  router: NodeId,
  from: ClassId,
  change: (row: Readonly<Record<ClassId, number>>) => Readonly<Record<ClassId, number>>,
): Scenario {
  const nodes = scenario.nodes.map((node): ScenarioNode => {
    if (node.id !== router || node.kind !== 'router') return node;
    const { [from]: row = {}, ...others } = node.classSwitch ?? {};
    const entries = Object.entries(change(row)).filter(([, share]) => share > 0);
    const isChange = entries.some(([to]) => to !== from);
    const matrix = isChange ? { ...others, [from]: Object.fromEntries(entries) } : others;
    return patched(node, { classSwitch: Object.keys(matrix).length > 0 ? matrix : undefined });
  });
  return { ...scenario, nodes };
}

/** What became a class that is gone stays what it is; undefined when no row is left. */
function followedSwitch(
  matrix: ClassSwitch,
  id: ClassId,
  newId: ClassId | undefined,
): ClassSwitch | undefined {
  const rows = Object.entries(matrix).flatMap(([from, row]) => {
    if (!Object.hasOwn(row, id)) return [[from, row] as const];
    const stays = newId ?? from;
    const { [id]: moved, ...rest } = row;
    return [[from, { ...rest, [stays]: (ownOf(rest, stays) ?? 0) + moved! }] as const];
  });
  return renamedKey(Object.fromEntries(rows), id, newId);
}

/** Undefined when nothing is left. */
function renamedKey<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  newKey: string | undefined,
): Readonly<Record<string, Value>> | undefined {
  const entries = Object.entries(record).flatMap(([id, value]) => {
    if (id !== key) return [[id, value] as const];
    return newKey === undefined ? [] : [[newKey, value] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
