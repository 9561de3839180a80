/** Edits of a scenario's groups of stages. */
import { err, ok, type Result } from '../base/result.ts';
import { takenIds } from './edits.ts';
import { freshId } from './fresh-id.ts';
import { idRefusal } from './id-refusal.ts';
import { renameReferences } from './node-references.ts';
import { patched } from './patch.ts';
import type { NodeId, Scenario, StageGroup } from './scenario.ts';

/** `name: undefined` deletes it; a group without stages disappears. */
export type GroupPatch = Partial<Omit<StageGroup, 'id'>>;

/** Groups the stages and delays among `ids`; undefined when there is none. */
export function addGroup(
  scenario: Scenario,
  ids: Iterable<NodeId>,
): { readonly scenario: Scenario; readonly id: string } | undefined {
  const wanted = new Set(ids);
  const stages = scenario.nodes
    .filter((node) => (node.kind === 'stage' || node.kind === 'delay') && wanted.has(node.id))
    .map((node) => node.id);
  if (stages.length === 0) return undefined;
  const id = freshId('group1', takenIds(scenario));
  return { scenario: { ...scenario, groups: [...(scenario.groups ?? []), { id, stages }] }, id };
}

export function patchGroup(scenario: Scenario, id: string, patch: GroupPatch): Scenario {
  if (patch.stages?.length === 0) return removeGroup(scenario, id);
  const groups = scenario.groups?.map((each) =>
    each.id === id ? patched(each, patch, new Set(['stages'])) : each,
  );
  return groups?.some((each, i) => each !== scenario.groups![i]) ? { ...scenario, groups } : scenario;
}

/** The stages stay. */
export function removeGroup(scenario: Scenario, id: string): Scenario {
  const { groups, ...rest } = scenario;
  const left = groups?.filter((each) => each.id !== id);
  if (!left || left.length === groups!.length) return scenario;
  return left.length > 0 ? { ...rest, groups: left } : rest;
}

/** What was measured of the group follows it. */
export function renameGroup(scenario: Scenario, oldId: string, newId: string): Result<Scenario, string> {
  if (oldId === newId) return ok(scenario);
  const refusal = idRefusal(newId);
  if (refusal !== undefined) return err(refusal);
  if (takenIds(scenario).has(newId)) return err(`Another node or group is called "${newId}".`);
  const groups = (scenario.groups ?? []).map((each) => (each.id === oldId ? { ...each, id: newId } : each));
  return ok(renameReferences({ ...scenario, groups }, (id) => (id === oldId ? newId : id)));
}
