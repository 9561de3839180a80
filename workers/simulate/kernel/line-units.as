/**
 * Stages of a line that need a unit of a shared resource (SPEC.md: RES1 to RES3). Who comes there waits apart, since a service of
 * another stage may have to begin before: units go out in the order of the requests, of whatever stage.
 *
 *   request  R(j) = max(E(j), D(j - 1))
 *   start    S(j) = max(R(j), end of the service that has had the unit before)
 *
 * No stage asks earlier than now for an element that is still to come, so the earliest of the known requests is the next one.
 * At one instant the stage farther down the line asks first, as its element came there by the event that was first (E2).
 */
import { halt, MOST_IN_STAGE, TOO_MANY } from './halt';
import { LineStage } from './line-stage';
import { horizon, warmup } from './measures';
import { larger, smaller, take } from './memory';

/** A resource with one unit: when it is given back, and how long it has been in use in the observed time. */
@unmanaged
export class LineUnit {
  free: f64 = 0;
  used: f64 = 0;
}

/** Elements that have come to a stage and have no unit yet: when they entered and were born, a ring. */
@unmanaged
export class LineQueue {
  unit: LineUnit = changetype<LineUnit>(0);
  /** When the first of them asks; Infinity when nobody is there. */
  request: f64 = Infinity;
  items: usize = 0;
  mask: i32 = 0;
  head: i32 = 0;
  tail: i32 = 0;
  /** The stage that is next upstream of those that need units. */
  upstream: LineStage | null = null;
}
const ITEM_SHIFT: usize = 4;
const FIRST_ROOM: i32 = 16;

export function openQueue(unit: LineUnit, upstream: LineStage | null): LineQueue {
  const queue = new LineQueue();
  queue.unit = unit;
  queue.upstream = upstream;
  queue.items = take(<usize>FIRST_ROOM << ITEM_SHIFT);
  queue.mask = FIRST_ROOM - 1;
  return queue;
}

@inline
function itemAt(queue: LineQueue, place: i32): usize {
  return queue.items + (<usize>(place & queue.mask) << ITEM_SHIFT);
}

@inline
export function isEmpty(queue: LineQueue): bool {
  return queue.head == queue.tail;
}

/** When the first in the queue entered. */
@inline
export function firstEntry(queue: LineQueue): f64 {
  return load<f64>(itemAt(queue, queue.head));
}

@inline
export function firstBirth(queue: LineQueue): f64 {
  return load<f64>(itemAt(queue, queue.head), 8);
}

/** An element has come, no earlier than those before it. */
export function waitForUnit(stage: LineStage, queue: LineQueue, entry: f64, born: f64): void {
  if (isEmpty(queue)) queue.request = larger(entry, stage.free);
  else if (queue.tail - queue.head > queue.mask) widenQueue(stage, queue);
  const item = itemAt(queue, queue.tail++);
  store<f64>(item, entry);
  store<f64>(item, born, 8);
}

/** The first in the queue goes on. */
@inline
export function removeFirst(queue: LineQueue): void {
  queue.head++;
}

/** The server comes free then, and the next element asks. */
@inline
export function askNext(queue: LineQueue, free: f64): void {
  queue.request = isEmpty(queue) ? Infinity : larger(firstEntry(queue), free);
}

function widenQueue(stage: LineStage, queue: LineQueue): void {
  const size = queue.mask + 1;
  if (size >= MOST_IN_STAGE) halt(TOO_MANY, stage.place);
  const old = queue.items;
  queue.items = take(<usize>size << (ITEM_SHIFT + 1));
  for (let i = queue.head; i < queue.tail; i++) {
    const from = old + (<usize>(i & (size - 1)) << ITEM_SHIFT);
    v128.store(queue.items + (<usize>(i & (2 * size - 1)) << ITEM_SHIFT), v128.load(from));
  }
  queue.mask = 2 * size - 1;
}

/** A service has the unit between these times. */
@inline
export function useUnit(unit: LineUnit, start: f64, end: f64): void {
  unit.free = end;
  unit.used += larger(0, smaller(end, horizon) - larger(start, warmup));
}
