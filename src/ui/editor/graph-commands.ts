/** What a gesture on the drawing does to the scenario. No React: a gesture in, one edit or one sentence out. */
import { connect, type LinkEnds } from '../../../core/scenario/edit-links.ts';
import {
  addNode,
  insertBehind,
  insertOnLink,
  moveNodes,
  newNodeId,
  removeSelection,
  updateNode,
} from '../../../core/scenario/edits.ts';
import { graphOf, reachableFrom } from '../../../core/scenario/graph.ts';
import type { NodeId, NodeKind, Position, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { type Arrangement, arranged } from './arrange.ts';
import { nameOfId } from './figure-text.ts';
import { drawnPositions, type Positions } from './layered-positions.ts';
import { boxOf, centredAt, GRID, middleOfBox, NODE_SIZE, onGrid, overlap } from './node-size.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

export interface CommandContext {
  readonly scenario: Scenario;
  readonly selection: Selection;
  onSelect(selection: Selection): void;
  onEdit(label: string, edit: (scenario: Scenario) => Scenario, gesture?: string): void;
  onMessage(text: string): void;
  /** Middle of what is seen, in the drawing's pixels. */
  viewCentre(): Position;
}

export interface GraphCommands {
  /**
   * At a point; without one on the selected link, in series behind the selected node, before all that it sends to, or before a
   * selected sink, or in the middle of the view. Tells the new id.
   */
  add(kind: NodeKind, at?: Position): NodeId;
  /** Puts a node that elements pass through into a link that exists. */
  insert(kind: NodeKind, link: LinkEnds, at: Position): NodeId;
  connect(from: NodeId, to: NodeId): void;
  /** What is selected; the label is that of the undo step. */
  remove(label?: string): void;
  move(positions: Readonly<Record<NodeId, Position>>): void;
  /** Places computed for the whole drawing. */
  layOut(positions: Readonly<Record<NodeId, Position>>): void;
  /** Two or more selected nodes in a row, a column, or at equal distances. */
  arrange(arrangement: Arrangement): void;
  /** Moves the selected nodes a little; steps in a row are one undo step. */
  nudge(ids: readonly NodeId[], by: Position): void;
  selectAll(): void;
  /** An empty name gives way to the id. */
  rename(id: NodeId, name: string): void;
}

export function graphCommands(context: CommandContext): GraphCommands {
  const { scenario, selection, onEdit, onSelect, onMessage } = context;
  const selectNode = (id: NodeId): NodeId => {
    onSelect({ nodes: [id], links: [] });
    return id;
  };

  const place = (kind: NodeKind, wanted: Position, sender?: ScenarioNode) => {
    const positions = drawnPositions(scenario);
    const position = sender
      ? placeAfter(scenario, positions, sender, kind)
      : freePlace(scenario, positions, kind, centredAt(kind, wanted));
    onEdit(`Add ${kind}`, (before) => {
      const added = addNode(pinned(before), kind, position);
      const linked = sender && connect(added.scenario, sender.id, added.id);
      return linked?.ok ? linked.value : added.scenario;
    });
    return selectNode(newNodeId(scenario, kind));
  };

  const insert = (kind: NodeKind, link: LinkEnds, at: Position): NodeId => {
    const add = { kind, position: centredAt(kind, at) };
    onEdit(`Insert ${kind}`, (before) => {
      const inserted = insertOnLink(pinned(before), link, add);
      return inserted.ok ? spread(inserted.value.scenario, link.from, [link.to], inserted.value.id) : before;
    });
    return selectNode(newNodeId(scenario, kind));
  };

  const insertBeforeAll = (kind: NodeKind, sender: NodeId): NodeId => {
    onEdit(`Insert ${kind}`, (drawn) => {
      const before = pinned(drawn);
      const inserted = insertBehind(before, sender, { kind, position: besideOf(before, sender, kind) });
      if (!inserted.ok) return before;
      const { id, scenario: after } = inserted.value;
      const receivers = after.links.filter(({ from }) => from === id).map(({ to }) => to);
      return uncovered(spread(after, sender, receivers, id), id);
    });
    return selectNode(newNodeId(scenario, kind));
  };

  return {
    add(kind, at) {
      const link =
        selection.nodes.length === 0 ? selection.links[0] : linkInSeries(scenario, selection.nodes);
      if (at) return place(kind, at);
      if (link && fitsOnLink(kind)) return insert(kind, link, middleOf(scenario, link));
      const branching = branchingNode(scenario, selection.nodes);
      if (branching && fitsOnLink(kind)) return insertBeforeAll(kind, branching.id);
      return place(kind, context.viewCentre(), senderFor(kind, scenario, selection));
    },
    insert,
    connect(from, to) {
      const result = connect(scenario, from, to);
      if (!result.ok) return onMessage(result.error);
      onEdit(`Link ${nameOfId(scenario, from)} to ${nameOfId(scenario, to)}`, (before) => {
        const linked = connect(before, from, to);
        return linked.ok ? linked.value : before;
      });
      onSelect({ nodes: [], links: [{ from, to }] });
    },
    remove(label) {
      const removes = removeLabel(scenario, selection);
      if (!removes) return;
      onEdit(label ?? removes, (before) => removeSelection(pinned(before), selection));
      onSelect(NOTHING_SELECTED);
    },
    move(positions) {
      onEdit(moveLabel(scenario, Object.keys(positions)), (before) => moveNodes(pinned(before), positions));
    },
    layOut: (positions) => onEdit('Lay out', (before) => moveNodes(before, positions)),
    arrange(arrangement) {
      const positions = drawnPositions(scenario);
      const chosen = scenario.nodes.filter(({ id }) => selection.nodes.includes(id));
      if (chosen.length < 2)
        return onMessage('Select two or more nodes: hold Shift and drag a box around some.');
      const boxes = new Map(chosen.map(({ id, kind }) => [id, boxOf(kind, positions.get(id)!)]));
      onEdit('Arrange', (before) => moveNodes(pinned(before), arranged(boxes, arrangement)));
    },
    nudge(ids, by) {
      if (ids.length === 0) return;
      const label = moveLabel(scenario, ids);
      onEdit(label, (before) => shifted(pinned(before), ids, by), `nudge ${JSON.stringify(ids)}`);
    },
    rename(id, name) {
      const next = name.trim() === '' ? undefined : name.trim();
      if (next === scenario.nodes.find((node) => node.id === id)?.name) return;
      onEdit('Change name', (before) => updateNode(before, id, { name: next }));
    },
    selectAll: () =>
      onSelect({
        nodes: scenario.nodes.map((node) => node.id),
        links: scenario.links.map(({ from, to }) => ({ from, to })),
      }),
  };
}

/** Writes down where every node is drawn, so that an edit elsewhere does not make it jump. */
export const pinned = (scenario: Scenario): Scenario =>
  moveNodes(scenario, Object.fromEntries(drawnPositions(scenario)));

function shifted(scenario: Scenario, ids: readonly NodeId[], by: Position): Scenario {
  const chosen = new Set(ids);
  const moved = scenario.nodes.flatMap((node) =>
    chosen.has(node.id) && node.position
      ? [[node.id, { x: node.position.x + by.x, y: node.position.y + by.y }] as const]
      : [],
  );
  return moveNodes(scenario, Object.fromEntries(moved));
}

/** Elements pass through it one by one; `insertOnLink` takes the same kinds. */
export const fitsOnLink = (kind: NodeKind): boolean =>
  kind === 'stage' || kind === 'delay' || kind === 'router';

/** The only link behind the one selected node, or before a sink, or between two; undefined behind what is there to branch. */
function linkInSeries({ nodes, links }: Scenario, selected: readonly NodeId[]): LinkEnds | undefined {
  const only = (wanted: readonly LinkEnds[]) => (wanted.length === 1 ? wanted[0] : undefined);
  const [node, ...others] = nodes.filter(({ id }) => selected.includes(id));
  if (others.length === 1)
    return only(links.filter(({ from, to }) => selected.includes(from) && selected.includes(to)));
  if (!node || others.length > 0 || node.kind === 'fork' || node.kind === 'router') return undefined;
  return only(links.filter(({ from, to }) => (node.kind === 'sink' ? to : from) === node.id));
}

/** The one selected node, where it sends to several and is not there to branch. */
function branchingNode({ nodes, links }: Scenario, selected: readonly NodeId[]): ScenarioNode | undefined {
  const [node, ...others] = nodes.filter(({ id }) => selected.includes(id));
  if (!node || others.length > 0 || node.kind === 'fork' || node.kind === 'router') return undefined;
  return links.filter(({ from }) => from === node.id).length > 1 ? node : undefined;
}

/** The one selected node, when the new node can be linked behind it. */
function senderFor(kind: NodeKind, scenario: Scenario, selection: Selection): ScenarioNode | undefined {
  if (kind === 'source' || selection.nodes.length !== 1) return undefined;
  const sender = scenario.nodes.find((node) => node.id === selection.nodes[0]);
  return sender?.kind === 'sink' ? undefined : sender;
}

function middleOf(scenario: Scenario, link: LinkEnds): Position {
  const positions = drawnPositions(scenario);
  const middles = scenario.nodes
    .filter((node) => node.id === link.from || node.id === link.to)
    .map((node) => middleOfBox(boxOf(node.kind, positions.get(node.id)!)));
  const count = Math.max(1, middles.length);
  const sum = (axis: 'x' | 'y') => middles.reduce((total, middle) => total + middle[axis], 0);
  return { x: sum('x') / count, y: sum('y') / count };
}

function removeLabel(scenario: Scenario, { nodes, links }: Selection): string | undefined {
  if (nodes.length === 1) return `Delete ${nameOfId(scenario, nodes[0]!)}`;
  if (nodes.length > 1) return `Delete ${nodes.length} nodes`;
  if (links.length === 0) return undefined;
  return links.length === 1 ? 'Delete link' : `Delete ${links.length} links`;
}

const moveLabel = (scenario: Scenario, ids: readonly NodeId[]): string =>
  ids.length === 1 ? `Move ${nameOfId(scenario, ids[0]!)}` : `Move ${ids.length} nodes`;

/** Where a new node goes when nobody pointed at a place. */

const GAP = 128;
/** Least room on both sides of a node put on a link. */
const SMALL_GAP = 72;
const STEP = GRID * 4;

/** The upper left corner nearest below `wanted` where a node of this kind covers no other. */
function freePlace(scenario: Scenario, positions: Positions, kind: NodeKind, wanted: Position): Position {
  const boxes = scenario.nodes.map((node) => boxOf(node.kind, positions.get(node.id)!));
  let place = wanted;
  while (boxes.some((box) => overlap(box, boxOf(kind, place)))) place = { x: place.x, y: place.y + STEP };
  return place;
}

/** To the right of a node, handles in line. */
function placeAfter(
  scenario: Scenario,
  positions: Positions,
  sender: ScenarioNode,
  kind: NodeKind,
): Position {
  const at = positions.get(sender.id)!;
  const size = NODE_SIZE[sender.kind];
  const middle = {
    x: at.x + size.width + GAP + NODE_SIZE[kind].width / 2,
    y: at.y + size.height / 2,
  };
  return freePlace(scenario, positions, kind, centredAt(kind, middle));
}

/** Close behind a node, handles in line. */
function besideOf({ nodes }: Scenario, sender: NodeId, kind: NodeKind): Position {
  const node = nodes.find(({ id }) => id === sender)!;
  const box = boxOf(node.kind, node.position!);
  const x = box.x + box.width + SMALL_GAP + NODE_SIZE[kind].width / 2;
  return centredAt(kind, { x, y: middleOfBox(box).y });
}

/** Moves a node down to where it covers no other. */
function uncovered(scenario: Scenario, id: NodeId): Scenario {
  const node = scenario.nodes.find((one) => one.id === id)!;
  const others = { ...scenario, nodes: scenario.nodes.filter((one) => one !== node) };
  return moveNodes(scenario, {
    [id]: freePlace(others, drawnPositions(others), node.kind, node.position!),
  });
}

/**
 * After a node was put between a sender and receivers: when it would cover its new neighbours, it takes its place after the
 * sender, and everything from the receivers on moves right to make room.
 */
function spread(scenario: Scenario, from: NodeId, to: readonly NodeId[], id: NodeId): Scenario {
  const nodes = new Map(scenario.nodes.map((node) => [node.id, node]));
  const box = (name: NodeId) => {
    const node = nodes.get(name)!;
    return boxOf(node.kind, node.position ?? { x: 0, y: 0 });
  };
  const [sender, added] = [box(from), box(id)];
  const ahead = to.filter((name) => box(name).x > sender.x);
  if (ahead.length === 0) return scenario;
  const first = Math.min(...ahead.map((name) => box(name).x));
  const needed = sender.x + sender.width + SMALL_GAP + added.width + SMALL_GAP;
  const shift = Math.max(0, needed - first);
  const room = first + shift - SMALL_GAP - added.width;
  const x = Math.min(Math.max(added.x, sender.x + sender.width + SMALL_GAP), room);
  const moved: Record<NodeId, Position> = { [id]: { x: onGrid(x), y: added.y } };
  if (shift > 0)
    for (const name of reachableFrom(graphOf(scenario), ahead)) {
      const at = box(name);
      if (at.x >= first && name !== id && name !== from) moved[name] = { x: onGrid(at.x + shift), y: at.y };
    }
  return moveNodes(scenario, moved);
}
