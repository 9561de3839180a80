/** Edits of a scenario's shared resources. Stages that name a resource follow it, and do without it when it goes. */
import { err, ok, type Result } from '../base/result.ts';
import { freshId } from './fresh-id.ts';
import { idRefusal } from './id-refusal.ts';
import { patched } from './patch.ts';
import type { Scenario, ScenarioNode, SharedResource } from './scenario.ts';

/** `undefined` deletes a field, so that its default holds. */
export type ResourcePatch = Partial<Omit<SharedResource, 'id'>>;

/** Adds a resource of one unit, which no stage names yet. */
export function addResource(scenario: Scenario): { readonly scenario: Scenario; readonly id: string } {
  const resources = scenario.resources ?? [];
  const id = freshId('resource1', new Set(resources.map((each) => each.id)));
  return { scenario: { ...scenario, resources: [...resources, { id }] }, id };
}

export function patchResource(scenario: Scenario, id: string, patch: ResourcePatch): Scenario {
  const resources = scenario.resources?.map((each) => (each.id === id ? patched(each, patch) : each));
  return resources?.some((each, i) => each !== scenario.resources![i])
    ? { ...scenario, resources }
    : scenario;
}

export function removeResource(scenario: Scenario, id: string): Scenario {
  const left = scenario.resources?.filter((each) => each.id !== id);
  if (!left || left.length === scenario.resources!.length) return scenario;
  const { resources: _, ...rest } = { ...scenario, nodes: followResource(scenario, id, undefined) };
  return left.length > 0 ? { ...rest, resources: left } : rest;
}

export function renameResource(scenario: Scenario, oldId: string, newId: string): Result<Scenario, string> {
  if (oldId === newId) return ok(scenario);
  const refusal = idRefusal(newId);
  if (refusal !== undefined) return err(refusal);
  const { resources = [] } = scenario;
  if (resources.some(({ id }) => id === newId)) return err(`Another resource is called "${newId}".`);
  return ok({
    ...scenario,
    nodes: followResource(scenario, oldId, newId),
    resources: resources.map((each) => (each.id === oldId ? { ...each, id: newId } : each)),
  });
}

const followResource = (
  { nodes }: Scenario,
  id: string,
  newId: string | undefined,
): readonly ScenarioNode[] =>
  nodes.map((node) =>
    node.kind === 'stage' && node.resource === id ? patched(node, { resource: newId }) : node,
  );
