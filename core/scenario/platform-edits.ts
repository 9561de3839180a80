/**
 * Edits of what a scenario runs on: stages that move between platforms, and the buses that join these. Where a bus joins
 * the platforms of a link's two ends, the link has a stage of its own: the queue at the sender's end, and the bus as a
 * server of whole transfers; with the receiver it is a virtual queue.
 */

import { LIMITS } from '../base/limits.ts';
import { err, ok, type Result } from '../base/result.ts';
import { hypot } from '../numeric/elementary.ts';
import { bulkSizeOf, latencyOf, nameOf } from './defaults.ts';
import { freshId } from './fresh-id.ts';
import { idRefusal } from './id-refusal.ts';
import { forgetNodes } from './node-references.ts';
import { patched } from './patch.ts';
import type { Bus, Link, NodeId, Platform, Position, Scenario, ScenarioNode, StageNode } from './scenario.ts';

/** Makes the crossings that are missing, and removes those whose ends no bus joins any more. */
function withCrossings(scenario: Scenario): Scenario {
  const left = crossingsOf(scenario)
    .filter((crossing) => busOf(scenario, crossing.before.from, crossing.after.to)?.id !== crossing.stage.bus)
    .reduce(removeCrossing, scenario);
  return left.links.reduce((current, link) => {
    const bus = busOf(current, link.from, link.to);
    return bus ? addCrossing(current, link, bus) : current;
  }, left);
}

/** What the stage of a crossing has from its bus. An element of unknown size counts as one byte. */
function crossingFields(bus: Bus, unitBytes = 1): Pick<StageNode, 'service' | 'bulk' | 'capacity'> {
  const bulkSize = bulkSizeOf(bus);
  const transfer = latencyOf(bus) + (bulkSize * unitBytes) / bus.bytesPerSecond;
  return {
    // Without the dust of binary fractions, which would be shown and counted as digits.
    service: { distribution: 'deterministic', mean: Number(transfer.toPrecision(12)) },
    bulk: bulkSize > 1 ? { rule: 'full', size: bulkSize } : undefined,
    capacity: bus.capacity,
  };
}

/** A stage that stands for a crossing, and the link's two halves. */
interface Crossing {
  readonly stage: StageNode;
  readonly before: Link;
  readonly after: Link;
}

/** Those that still have one link in and one out. */
function crossingsOf({ nodes, links }: Scenario): readonly Crossing[] {
  return nodes.flatMap((stage) => {
    if (stage.kind !== 'stage' || stage.bus === undefined) return [];
    const [before, ...moreBefore] = links.filter(({ to }) => to === stage.id);
    const [after, ...moreAfter] = links.filter(({ from }) => from === stage.id);
    return before && after && moreBefore.length + moreAfter.length === 0 ? [{ stage, before, after }] : [];
  });
}

/** Such a stage itself has no bus to its neighbours. */
function busOf({ nodes, buses = [] }: Scenario, from: NodeId, to: NodeId): Bus | undefined {
  const [sender, receiver] = [from, to].map((id) => platformOf(nodes.find((node) => node.id === id)));
  if (sender === undefined || receiver === undefined || sender === receiver) return undefined;
  return buses.find(({ between }) => between.includes(sender) && between.includes(receiver));
}

function platformOf(node: ScenarioNode | undefined): Platform | undefined {
  if (node?.kind === 'source') return node.platform;
  return node?.kind === 'stage' && node.bus === undefined ? node.platform : undefined;
}

/** The first half keeps the link's place and shares, so the sender's routing stays. */
function addCrossing(scenario: Scenario, link: Link, bus: Bus): Scenario {
  const { nodes, links, groups = [] } = scenario;
  const taken = new Set([...nodes, ...groups].map((each) => each.id));
  const id = freshId(`${link.from} to ${link.to}`.slice(0, LIMITS.id - 8), taken);
  const group = freshId(`${id} queue`.slice(0, LIMITS.id - 2), taken);
  const sender = nodes.find((node) => node.id === link.from)!;
  const receiver = nodes.find((node) => node.id === link.to)!;
  const isQueue = receiver.kind === 'stage';
  return {
    ...scenario,
    nodes: [...nodes, crossingStage(id, bus, sender, receiver)],
    links: links.flatMap((each) =>
      each === link
        ? [
            { ...link, to: id },
            { from: id, to: link.to },
          ]
        : [each],
    ),
    ...(isQueue && {
      groups: [
        ...groups,
        { id: group, name: `Virtual queue ${link.from} → ${link.to}`, stages: [id, receiver.id] },
      ],
    }),
  };
}

function crossingStage(id: NodeId, bus: Bus, sender: ScenarioNode, receiver: ScenarioNode): StageNode {
  const { unit, unitBytes } = sender.kind === 'source' || sender.kind === 'stage' ? sender : {};
  const plain: StageNode = {
    id,
    kind: 'stage',
    service: { distribution: 'exponential', rate: 1 },
    platform: 'bus',
    bus: bus.id,
  };
  return patched(plain, {
    name: nameOf(bus),
    unit,
    unitBytes,
    position: between(sender.position, receiver.position),
    ...crossingFields(bus, unitBytes),
  });
}

/** Pixels of the drawing that a stage and the arrows to its neighbours need between them, and the height of a stage. */
const ROOM = 560;
const BELOW = 150;

/** In the middle of the link; where that is too short for a stage, below it. */
function between(from: Position | undefined, to: Position | undefined): Position | undefined {
  if (!from || !to) return undefined;
  const hasRoom = hypot(to.x - from.x, to.y - from.y) >= ROOM;
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + (hasRoom ? 0 : BELOW) };
}

/** The link is in one piece again, and the virtual queue is none any more. */
function removeCrossing(scenario: Scenario, { stage, before, after }: Crossing): Scenario {
  const links = scenario.links.flatMap((link) => {
    if (link === after) return [];
    return link === before ? [{ ...before, to: after.to }] : [link];
  });
  const groups = scenario.groups?.filter(
    ({ stages }) => !(stages.length === 2 && stages[0] === stage.id && stages[1] === after.to),
  );
  const { groups: _, ...rest } = scenario;
  const left = {
    ...rest,
    ...(groups && groups.length > 0 && { groups }),
    nodes: scenario.nodes.filter(({ id }) => id !== stage.id),
    links,
  };
  return forgetNodes(left, new Set([stage.id]));
}

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
