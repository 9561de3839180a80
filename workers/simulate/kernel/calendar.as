/**
 * Who acts next: a tournament of fours. Each inner node of the tree holds the first of its four children, time and
 * sender, so a change costs one walk to the root, in which the three others of each four are compared before the one
 * that comes from below is known. A four lies in one line of the processor's cache. At equal times the smaller priority
 * goes first, then what was scheduled first.
 */
import { Sender } from './network';
import { takeAligned } from './memory';

/**
 * Times are compared by their bits, which have the same order (none is below 0). Who has no event has a number of his own
 * above the bits of Infinity, so that only events can be at the same time.
 */
const NO_EVENT: i64 = 0x7ff0000000000100;

/** A node: the bits of a time, and a sender. */
const NODE_BYTES: usize = 16;
const FOUR_BYTES: usize = 4 * NODE_BYTES;

/** Where the first four begins; the root is the node before it. */
let fours: usize = 0;
let scheduled: i64 = 0;

/** For so many senders; `openLeaf` says which leaf is whose. */
export function openCalendar(count: i32): void {
  const nodes = 4 * innerNodes(count) + 1;
  fours = takeAligned(<usize>(nodes + 3) * NODE_BYTES) + FOUR_BYTES;
  for (let i = 0; i < nodes; i++) store<i64>(rootOf(fours) + <usize>i * NODE_BYTES, NO_EVENT + i);
}

@inline
function rootOf(firstFour: usize): usize {
  return firstFour - NODE_BYTES;
}

/**
 * Nodes of a tree with so many leaves, all at the same depth, so that every walk is equally long and can be
 * predicted.
 */
function innerNodes(count: i32): i32 {
  let inner = 1;
  for (let width = 4; width < count; width *= 4) inner = 4 * inner + 1;
  return inner;
}

/** The leaf of the sender with that number, of so many. */
export function openLeaf(sender: Sender, number: i32, count: i32): usize {
  const leaf = rootOf(fours) + <usize>(innerNodes(count) + number) * NODE_BYTES;
  store<u32>(leaf, <u32>changetype<usize>(sender), 8);
  return leaf;
}

/** Not a number while nobody has an event. */
@inline
export function nextTime(): f64 {
  return load<f64>(rootOf(fours));
}

@inline
export function nextSender(): Sender {
  return changetype<Sender>(load<u32>(rootOf(fours), 8));
}

/** Time of the sender's event. */
@inline
export function timeOf(sender: Sender): f64 {
  return load<f64>(sender.leaf);
}

@inline
export function hasEvent(sender: Sender): bool {
  return load<i64>(sender.leaf) < NO_EVENT;
}

/** Sets the sender's only event. */
@inline
export function schedule(sender: Sender, time: f64): void {
  scheduleIf(sender, time, 1);
}

/**
 * As `schedule`. `isBefore`: another event is set or cleared before anyone asks who is next, and that walk comes to the root for
 * both.
 */
@inline
export function scheduleBefore(sender: Sender, time: f64, isBefore: bool): void {
  sender.sequence = scheduled++;
  replay(sender, reinterpret<i64>(time), isBefore);
}

/** It has no event from now on. */
@inline
export function clear(sender: Sender): void {
  replay(sender, NO_EVENT + <i64>sender.leaf, false);
}

/** Sets the event, or clears it (0), without a branch. */
@inline
export function scheduleIf(sender: Sender, time: f64, isSet: i32): void {
  sender.sequence = scheduled++;
  replay(sender, select<i64>(reinterpret<i64>(time), NO_EVENT + <i64>sender.leaf, isSet), false);
}

/**
 * From the sender's leaf up to the root, or to the four below it (`isBefore`). Which of two is first is asked once for each choice
 * between them, by places or by times: engines of browsers keep no answer for a second choice.
 */
@inline
function replay(sender: Sender, at: i64, isBefore: bool): void {
  const firstFour = fours;
  let place = sender.leaf;
  let time = at;
  let who: u32 = <u32>changetype<usize>(sender);
  store<i64>(place, time);
  const top = isBefore ? firstFour + FOUR_BYTES : firstFour;
  while (place >= top) {
    const a = load<i64>(place ^ 16);
    const b = load<i64>(place ^ 32);
    const c = load<i64>(place ^ 48);
    const firstOfAb = select<usize>(place ^ 16, place ^ 32, a < b);
    const ab = load<i64>(firstOfAb);
    const firstOther = select<usize>(firstOfAb, place ^ 48, ab < c);
    const others = load<i64>(firstOther);
    const above = (((place & ~63) - firstFour) >> 2) + rootOf(firstFour);
    // One product asks for all ties at once; should it be 0 without any, the longer way says the same.
    if ((a - b) * (ab - c) * (others - time) == 0) {
      const first = firstOfFour(place & ~63);
      time = load<i64>(first);
      who = load<u32>(first, 8);
    } else {
      const other = load<u32>(firstOther, 8);
      // Two questions with one answer, as they are not at the same time.
      who = select<u32>(other, who, others < time);
      time = select<i64>(others, time, others <= time);
    }
    place = above;
    store<i64>(place, time);
    store<u32>(place, who, 8);
  }
}

/** Address of the first of four nodes, some of which are at the same time. */
function firstOfFour(four: usize): usize {
  let first = four;
  for (let node = four + 16; node < four + 64; node += 16) if (isBefore(node, first)) first = node;
  return first;
}

function isBefore(node: usize, other: usize): bool {
  const time = load<i64>(node);
  const otherTime = load<i64>(other);
  if (time != otherTime) return time < otherTime;
  const a = changetype<Sender>(load<u32>(node, 8));
  const b = changetype<Sender>(load<u32>(other, 8));
  return a.priority < b.priority || (a.priority == b.priority && a.sequence < b.sequence);
}
