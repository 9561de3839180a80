/** Ways of links around nodes: a link whose plain line would run behind a node takes a free lane above, between or below. */
import type { Link, NodeId, Position } from '../../../core/scenario/scenario.ts';
import { DETOUR, handleReach, leadsBack, lineEnd, linkEnds, TURN, type Way } from './link-path.ts';
import type { Box } from './node-size.ts';
import { linkKey } from './selection.ts';

export type Ways = ReadonlyMap<string, Way>;

/** Air between a line and a node, and between a lane and the nodes beside it where there is more than enough. */
const AIR = 8;
const CLEAR = 36;
/** A gap between nodes that is narrower holds no lane. */
const NARROWEST = 3 * AIR;
const SHARPEST = 16;
/** Lanes that are tried, the nearest first. */
const MOST_LANES = 12;
/** Larger drawings are read by zooming in, and would wait for this at each edit. */
const MOST_PAIRS = 400_000;

/** For each link that needs one, by its key. Where there is none, as in drawings by hand without gaps, the line stays as it is. */
export function linkWays(links: readonly Link[], boxes: ReadonlyMap<NodeId, Box>): Ways {
  const ways = new Map<string, Way>();
  if (links.length * boxes.size > MOST_PAIRS) return ways;
  const all = [...boxes.values()];
  for (const link of links) {
    const [sender, receiver] = [boxes.get(link.from), boxes.get(link.to)];
    if (!sender || !receiver) continue;
    const { start, end } = linkEnds(sender, receiver);
    const way = wayOf(start, lineEnd(end), {
      all,
      others: all.filter((box) => box !== sender && box !== receiver),
      butSender: all.filter((box) => box !== sender),
      butReceiver: all.filter((box) => box !== receiver),
    });
    if (way) ways.set(linkKey(link), way);
  }
  return ways;
}

/** What a line may run behind: it touches its own ends where it begins and stops, and nowhere else. */
type Nodes = Readonly<Record<'all' | 'others' | 'butSender' | 'butReceiver', readonly Box[]>>;

function wayOf(start: Position, end: Position, nodes: Nodes): Way | undefined {
  const isBack = leadsBack(start, end);
  const plain = Math.max(start.y, end.y) + DETOUR;
  const isPlainFree = isBack
    ? turnsAtOnce(wayBack(start, end, plain, nodes), start, end)
    : isLineFree(start, end, nodes.others);
  if (isPlainFree) return undefined;
  const beside = isBack ? TURN : 0;
  const far = (lane: number): number => Math.abs(lane - start.y) + Math.abs(lane - end.y);
  const gaps = freeLanes(nodes.all, Math.min(start.x, end.x) - beside, Math.max(start.x, end.x) + beside);
  const lanes = (isBack ? gaps : [start.y, end.y, ...gaps]).toSorted((a, b) => far(a) - far(b));
  for (const lane of lanes.slice(0, MOST_LANES)) {
    const way = (isBack ? wayBack : wayOn)(start, end, lane, nodes);
    if (way) return way;
  }
  return undefined;
}

const turnsAtOnce = (way: Way | undefined, start: Position, end: Position): boolean =>
  way !== undefined && way.leave === start.x && way.reach === end.x;

/** Points of the plain line that are looked at. */
const STEPS = 24;

function isLineFree(start: Position, end: Position, others: readonly Box[]): boolean {
  if (isFree(others, start.x, start.y, end.x, end.y)) return true;
  const reach = handleReach(start, end);
  for (let step = 0; step <= STEPS; step++) {
    const t = step / STEPS;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    const x = a * start.x + b * (start.x + reach) + c * (end.x - reach) + d * end.x;
    const y = (a + b) * start.y + (c + d) * end.y;
    if (!isFree(others, x, y, x, y)) return false;
  }
  return true;
}

function wayOn(start: Position, end: Position, lane: number, nodes: Nodes): Way | undefined {
  const leave = turnAt(start, lane, nodes.butSender, 1);
  const reach = turnAt(end, lane, nodes.butReceiver, -1);
  const turn = Math.min(TURN, (reach - leave) / 2);
  const isOpen =
    turn >= SHARPEST &&
    isFree(nodes.butSender, start.x, start.y, leave, start.y) &&
    isFree(nodes.others, leave + turn, lane, reach - turn, lane) &&
    isFree(nodes.butReceiver, reach, end.y, end.x, end.y);
  return isOpen ? { lane, leave, reach, turn } : undefined;
}

function wayBack(start: Position, end: Position, lane: number, nodes: Nodes): Way | undefined {
  const leave = turnAt(start, lane, nodes.butSender, 1);
  const reach = turnAt(end, lane, nodes.butReceiver, -1);
  const isOpen =
    isFree(nodes.butSender, start.x, start.y, leave, start.y) &&
    isFree(nodes.all, reach, lane, leave, lane) &&
    isFree(nodes.butReceiver, reach, end.y, end.x, end.y);
  return isOpen ? { lane, leave, reach, turn: -TURN } : undefined;
}

/** Where a turn from the height of an end to that of the lane begins that runs behind no node, on from the end in one direction. */
function turnAt({ x, y }: Position, lane: number, nodes: readonly Box[], direction: 1 | -1): number {
  if (y === lane) return x;
  let at = x;
  for (let tries = 0; tries < MOST_LANES; tries++) {
    const hit = nodes.find((box) => meets(box, at, y, at + direction * TURN, lane));
    if (!hit) break;
    at = direction > 0 ? hit.x + hit.width + AIR : hit.x - AIR;
  }
  return at;
}

/** Heights of lanes between `from` and `to`: in the middle of narrow gaps, beside the nodes of wide ones. */
function freeLanes(boxes: readonly Box[], from: number, to: number): number[] {
  const between = boxes.filter(({ x, width }) => x < to + AIR && x + width > from - AIR);
  const sorted = between.toSorted((a, b) => a.y - b.y);
  const lanes: number[] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { y, height } of sorted) {
    if (bottom === Number.NEGATIVE_INFINITY) lanes.push(y - CLEAR);
    else if (y - bottom >= 2 * CLEAR) lanes.push(bottom + CLEAR, y - CLEAR);
    else if (y - bottom >= NARROWEST) lanes.push((y + bottom) / 2);
    bottom = Math.max(bottom, y + height);
  }
  return bottom === Number.NEGATIVE_INFINITY ? lanes : [...lanes, bottom + CLEAR];
}

const isFree = (boxes: readonly Box[], x1: number, y1: number, x2: number, y2: number): boolean =>
  !boxes.some((box) => meets(box, x1, y1, x2, y2));

/** Whether a node is in a rectangle between two corners, or closer than the air. */
const meets = (box: Box, x1: number, y1: number, x2: number, y2: number): boolean =>
  box.x < Math.max(x1, x2) + 1 &&
  box.x + box.width > Math.min(x1, x2) - 1 &&
  box.y < Math.max(y1, y2) + AIR &&
  box.y + box.height > Math.min(y1, y2) - AIR;
