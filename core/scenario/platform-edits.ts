/** Edits of what a scenario runs on: stages that move between platforms, and the buses that join these. */
import { err, ok, type Result } from '../base/result.ts';
import { crossingFields, withCrossings } from './crossings.ts';
import { nameOf } from './defaults.ts';
import { freshId } from './fresh-id.ts';
import { idRefusal } from './id-refusal.ts';
import { patched } from './patch.ts';
import type { Bus, NodeId, Platform, Scenario, ScenarioNode } from './scenario.ts';

/** `undefined` deletes a field, so that its default holds. */
export type BusPatch = Partial<Omit<Bus, 'id'>>;

const REQUIRED: ReadonlySet<string> = new Set(['between', 'bytesPerSecond']);

/**
 * Puts a stage or source on another platform. A stage leaves its service behind, and takes the one that it has there
 * where one is known; links that then cross a bus, or no longer do, get or lose the stage of their crossing.
 */
export function moveToPlatform(scenario: Scenario, id: NodeId, platform: Platform | undefined): Scenario {
  const nodes = scenario.nodes.map((node) => (node.id === id ? placed(node, platform) : node));
  return nodes.every((node, i) => node === scenario.nodes[i])
    ? scenario
    : withCrossings({ ...scenario, nodes });
}

function placed(node: ScenarioNode, platform: Platform | undefined): ScenarioNode {
  if (node.kind === 'source') return patched(node, { platform });
  if (node.kind !== 'stage' || node.bus !== undefined || node.platform === platform) return node;
  const { platform: before, service, alternatives = {} } = node;
  const kept = Object.entries(alternatives).filter(([name]) => name !== platform);
  const left = before === undefined ? kept : [...kept.filter(([name]) => name !== before), [before, service]];
  return patched(node, {
    platform,
    service: (platform && alternatives[platform]) ?? service,
    alternatives: left.length > 0 ? Object.fromEntries(left) : undefined,
  });
}

/** Adds a bus between a processor and an FPGA: 1 GB/s, element by element. */
export function addBus(scenario: Scenario): { readonly scenario: Scenario; readonly id: string } {
  const buses = scenario.buses ?? [];
  const id = freshId('bus1', new Set(buses.map((each) => each.id)));
  const bus: Bus = { id, between: ['cpu', 'fpga'], bytesPerSecond: 1e9 };
  return { id, scenario: withCrossings({ ...scenario, buses: [...buses, bus] }) };
}

/** The stages of its crossings follow it. */
export function patchBus(scenario: Scenario, id: string, patch: BusPatch): Scenario {
  const before = scenario.buses?.find((each) => each.id === id);
  const bus = before && patched(before, patch, REQUIRED);
  if (!bus || bus === before) return scenario;
  const nodes = scenario.nodes.map((node) =>
    node.kind === 'stage' && node.bus === id
      ? patched(node, { name: nameOf(bus), ...crossingFields(bus, node.unitBytes) })
      : node,
  );
  const buses = scenario.buses!.map((each) => (each === before ? bus : each));
  return withCrossings({ ...scenario, buses, nodes });
}

/** Links that crossed it are in one piece again; stages of crossings that have more links by now stay as they are. */
export function removeBus(scenario: Scenario, id: string): Scenario {
  const left = scenario.buses?.filter((each) => each.id !== id);
  if (!left || left.length === scenario.buses!.length) return scenario;
  const { buses: _, ...rest } = scenario;
  const without = withCrossings({ ...rest, ...(left.length > 0 && { buses: left }) });
  const nodes = without.nodes.map((node) =>
    node.kind === 'stage' && node.bus === id ? patched(node, { bus: undefined }) : node,
  );
  return { ...without, nodes };
}

/** The stages of its crossings follow it. */
export function renameBus(scenario: Scenario, oldId: string, newId: string): Result<Scenario, string> {
  if (oldId === newId) return ok(scenario);
  const refusal = idRefusal(newId);
  if (refusal !== undefined) return err(refusal);
  const { buses = [] } = scenario;
  if (buses.some(({ id }) => id === newId)) return err(`Another bus is called "${newId}".`);
  return ok({
    ...scenario,
    buses: buses.map((each) => (each.id === oldId ? { ...each, id: newId } : each)),
    nodes: scenario.nodes.map((node) =>
      node.kind === 'stage' && node.bus === oldId ? { ...node, bus: newId } : node,
    ),
  });
}
