/** What a key pressed on the drawing means. */
import type { Link, NodeId, Position } from '../../../core/scenario/scenario.ts';
import type { GraphCommands } from './graph-commands.ts';
import { GRID } from './node-size.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

const DIRECTIONS: Readonly<Record<string, Position>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const BIG_STEP = 4;

interface KeyContext {
  readonly links: readonly Pick<Link, 'from' | 'to'>[];
  readonly selection: Selection;
  /** The node that has the keyboard. */
  readonly focused?: NodeId;
  readonly readOnly: boolean;
  readonly commands: GraphCommands;
  onSelect(selection: Selection): void;
  /** Lets the name of this node be typed where it stands. */
  rename(node: NodeId): void;
  /** While the drawing is animated. */
  playOrPause?(): void;
}

export type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Does what the key asks; false when the key means nothing here. */
export function handleGraphKey(pressed: PressedKey, context: KeyContext): boolean {
  const { selection, focused, commands, readOnly, onSelect } = context;
  // A link cannot have the keyboard: it stays at the node from which the link was chosen.
  const isFocusMeant = selection.nodes.length + selection.links.length === 0 && focused !== undefined;
  const chosen = isFocusMeant ? [focused] : selection.nodes;
  if (pressed.key === 'Escape') return clear(context);
  if ((pressed.ctrlKey || pressed.metaKey) && pressed.key.toLowerCase() === 'a') {
    commands.selectAll();
    return true;
  }
  // On a node the space bar would select it, too.
  if (pressed.key === ' ' && focused !== undefined && context.playOrPause) {
    context.playOrPause();
    return true;
  }
  if (pressed.altKey && DIRECTIONS[pressed.key]) {
    const next = alongFlow(context.links, chosen, selection, pressed.key);
    if (next) onSelect(next);
    // Taken at the end of the flow too, where the browser would leave the page.
    return chosen.length + selection.links.length > 0;
  }
  if (readOnly || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return false;
  const direction = DIRECTIONS[pressed.key];
  if (direction && chosen.length > 0) {
    const step = GRID * (pressed.shiftKey ? BIG_STEP : 1);
    commands.nudge(chosen, { x: direction.x * step, y: direction.y * step });
    return true;
  }
  const from = focused ?? (selection.nodes.length === 1 ? selection.nodes[0] : undefined);
  if (pressed.key === 'F2' && from !== undefined) {
    context.rename(from);
    return true;
  }
  if (pressed.key === 'Delete' || pressed.key === 'Backspace') {
    if (selection.nodes.length + selection.links.length === 0) return false;
    commands.remove();
    return true;
  }
  return false;
}

/** From a node to its first link and on to the next node with → and ←; to the next link of the same node with ↓ and ↑. */
function alongFlow(
  links: KeyContext['links'],
  [node]: readonly NodeId[],
  { links: [link] }: Selection,
  key: string,
): Selection | undefined {
  const [ahead, along] = [
    key === 'ArrowRight' || key === 'ArrowDown',
    key === 'ArrowLeft' || key === 'ArrowRight',
  ];
  if (node !== undefined) {
    const next = along ? links.find(({ from, to }) => (ahead ? from : to) === node) : undefined;
    return next && { nodes: [], links: [{ from: next.from, to: next.to }] };
  }
  if (!link) return undefined;
  if (along) return { nodes: [ahead ? link.to : link.from], links: [] };
  const siblings = links.filter(({ from }) => from === link.from);
  const at = siblings.findIndex(({ to }) => to === link.to);
  const next = siblings.at((at + (ahead ? 1 : -1)) % siblings.length);
  return next && { nodes: [], links: [{ from: next.from, to: next.to }] };
}

function clear({ selection, onSelect }: KeyContext): boolean {
  if (selection.nodes.length + selection.links.length === 0) return false;
  onSelect(NOTHING_SELECTED);
  return true;
}
