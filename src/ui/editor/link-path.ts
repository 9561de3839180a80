/** The line of a link: out to the right of its sender, into the left of its receiver. */
import type { Position } from '../../../core/scenario/scenario.ts';
import { type Box, boxAround } from './node-size.ts';

export interface LinkPath {
  readonly path: string;
  /** Middle of the line. */
  readonly label: Position;
  /** Width free for words at the middle, between the nodes at both ends. */
  readonly room: number;
  /** How far the receiver stands below the middle; less than zero where the line rises. */
  readonly slope: number;
}

/** A way of a line around nodes: straight on to `leave`, then to the height of the lane, along it, and from `reach` straight to the receiver. */
export interface Way {
  readonly lane: number;
  readonly leave: number;
  readonly reach: number;
  /** Length of a turn along the lane; below zero where the lane leads back. */
  readonly turn: number;
}

/** The line ends this far before the receiver, where the arrow head begins. */
export const ARROW = 8;
const LEAST_BEND = 40;
/** A link that goes back runs this far below the lower of its ends: under a stage, with room for a label. */
export const DETOUR = 92;
export const TURN = 64;

export function linkPath(start: Position, target: Position, way?: Way): LinkPath {
  const end = lineEnd(target);
  if (way) return around(start, end, way);
  return leadsBack(start, end) ? backward(start, end) : forward(start, end);
}

/** The line to a receiver stops before the arrow head. */
export const lineEnd = ({ x, y }: Position): Position => ({ x: x - ARROW, y });

export const leadsBack = (start: Position, end: Position): boolean => end.x < start.x + ARROW;

/** Distance of the handles of the Bézier curve, level with its ends, of a line that leads on. */
export const handleReach = (start: Position, end: Position): number =>
  Math.min(Math.max(LEAST_BEND, (end.x - start.x) / 2), end.x - start.x);

export interface LinkEnds {
  readonly start: Position;
  readonly end: Position;
  /** Where the line would run behind a node. */
  readonly way?: Way;
}

export const linkEnds = (sender: Box, receiver: Box): LinkEnds => ({
  start: { x: sender.x + sender.width, y: sender.y + sender.height / 2 },
  end: { x: receiver.x, y: receiver.y + receiver.height / 2 },
});

/** Around nodes and the links that go back or around, which run above, below and beside them. */
export const drawnBox = (nodes: readonly Box[], links: readonly LinkEnds[]): Box =>
  boxAround([...nodes, ...links.flatMap((link) => detourBox(link) ?? [])]);

function detourBox({ start, end: target, way }: LinkEnds): Box | undefined {
  const end = lineEnd(target);
  const isBack = leadsBack(start, end);
  if (!isBack && !way) return undefined;
  const lane = way?.lane ?? Math.max(start.y, end.y) + DETOUR;
  const [leave, reach] = [way?.leave ?? start.x, way?.reach ?? end.x];
  const top = Math.min(start.y, end.y, lane);
  const height = Math.max(start.y, end.y, lane) - top;
  if (!isBack) return { x: start.x, y: top, width: end.x - start.x, height };
  return { x: reach - TURN, y: top, width: leave - reach + 2 * TURN, height };
}

function forward(start: Position, end: Position): LinkPath {
  const reach = handleReach(start, end);
  return {
    path: `M${start.x},${start.y} C${start.x + reach},${start.y} ${end.x - reach},${end.y} ${end.x},${end.y}`,
    label: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 },
    room: end.x - start.x,
    slope: (end.y - start.y) / 2,
  };
}

const backward = (start: Position, end: Position): LinkPath =>
  around(start, end, {
    lane: Math.max(start.y, end.y) + DETOUR,
    leave: start.x,
    reach: end.x,
    turn: -TURN,
  });

/** Straight on until a turn has room, along the lane, and back to the height of the receiver. A turn below zero swings out, since the lane leads back. */
function around(start: Position, end: Position, { lane, leave, reach, turn }: Way): LinkPath {
  const bend = turn > 0 ? turn / 2 : -turn;
  const back = Math.max(0, turn);
  const [out, into] = [leave + back, reach - back];
  const [outBend, intoBend] = [leave + bend, reach - bend];
  return {
    path:
      `M${start.x},${start.y} L${leave},${start.y} C${outBend},${start.y} ${outBend},${lane} ${out},${lane} ` +
      `L${into},${lane} C${intoBend},${lane} ${intoBend},${end.y} ${reach},${end.y} L${end.x},${end.y}`,
    label: { x: (out + into) / 2, y: lane },
    room: Number.POSITIVE_INFINITY,
    slope: 0,
  };
}

/** Width of a letter of a label, and how far from the middle of a stage words are clear of it: above, also of the word on a bottleneck, and below. */
const LETTER = 6;
const ABOVE = 79;
const BELOW = 58;

/**
 * Height of a word on a link: `offset` from the line, or clear of the nodes where the gap between them is too narrow. `choice`:
 * its share, where the sender has other links.
 */
export function wordHeight(
  word: string,
  { label, room, slope }: LinkPath,
  offset: number,
  choice: string | undefined,
): number {
  const reach = Math.abs(slope);
  // Halfway down a steep line there is no node on either side.
  if (word.length * LETTER <= room || reach > ABOVE) return label.y + offset;
  // Over a line that rises to join others stands who else sends to its receiver.
  const lower = slope < 0 && !choice ? Math.max(18, offset + 14) : offset;
  return label.y + (lower > 0 ? reach + BELOW + lower : -reach - ABOVE);
}

/** Where a word about all links out of a node ends: over the node's upper right corner. */
export const overSender = ({ x, y }: Position): Position => ({ x, y: y - ABOVE });

/** The triangle between the end of the line and the receiver. */
export function arrowHead({ x, y }: Position, width: number): string {
  const half = 3 + width * 0.6;
  return `M${x - ARROW},${y - half} L${x},${y} L${x - ARROW},${y + half} Z`;
}
