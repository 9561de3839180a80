/** Lines of elements that wait, in order of entry. */
import { halt, MOST_IN_STAGE, TOO_MANY } from './halt';
import { take } from './memory';
import { ClassAtStage, classOf, Element, Line, Stage, Ticket, WAITING_BYTES } from './network';
import { now } from './state';

const FIRST_SIZE: usize = 16;

@inline
function behind(line: Line, entry: usize): usize {
  return select<usize>(line.start, entry + WAITING_BYTES, entry + WAITING_BYTES == line.end);
}

/** The first element leaves the line, or stays (0), without a branch. */
@inline
export function shiftLineIf(line: Line, leaves: i32): void {
  line.head = select<usize>(behind(line, line.head), line.head, leaves);
  line.length -= leaves;
}

@inline
export function firstOf(line: Line): Element {
  return changetype<Element>(line.head);
}

/** The element at this place from the front. */
@inline
export function elementAt(line: Line, place: i32): Element {
  const at = line.head + <usize>place * WAITING_BYTES;
  return changetype<Element>(select<usize>(at - (line.end - line.start), at, at >= line.end));
}

/** All that an element has while it waits: times in one load, tag and ticket in another. */
@inline
export function copyElement(from: Element, to: Element): void {
  const source = changetype<usize>(from);
  const target = changetype<usize>(to);
  v128.store(target, v128.load(source));
  store<u64>(target, load<u64>(source, 16), 16);
  to.here = from.here;
}

@inline
export function pushLine(stage: Stage, line: Line, here: ClassAtStage, born: f64, tag: i32, ticket: Ticket | null): void {
  if (<usize>line.length * WAITING_BYTES == line.end - line.start) widenLine(stage, line);
  const entry = changetype<Element>(line.tail);
  entry.entered = now;
  entry.born = born;
  entry.tag = tag;
  entry.ticket = ticket;
  entry.here = here;
  line.tail = behind(line, line.tail);
  line.length++;
}

export function removeLast(line: Line): void {
  line.tail = (line.tail == line.start ? line.end : line.tail) - WAITING_BYTES;
  line.length--;
}

/** Takes out the element at this place; the first takes its place, so the order of entry is lost. */
export function removeAt(line: Line, place: i32): void {
  copyElement(firstOf(line), elementAt(line, place));
  shiftLineIf(line, 1);
}

/** Place of the element that entered first, whatever the order; of several the first in line. Somebody waits. */
export function oldestPlace(line: Line): i32 {
  let oldest = 0;
  for (let place = 1; place < line.length; place++)
    if (elementAt(line, place).entered < elementAt(line, oldest).entered) oldest = place;
  return oldest;
}

export function openWaitingLine(stage: Stage, line: Line): void {
  openLine(stage, line, FIRST_SIZE * WAITING_BYTES);
  line.tail = line.start;
}

/** Room for elements. A class is named where none has been yet, too, for those who look at the first of an empty line. */
function openLine(stage: Stage, line: Line, bytes: usize): void {
  line.start = line.head = take(bytes);
  line.end = line.start + bytes;
  const here = classOf(stage, 0);
  for (let entry = line.start; entry < line.end; entry += WAITING_BYTES) changetype<Element>(entry).here = here;
}

/** Twice as long; the first element comes to its beginning. */
function widenLine(stage: Stage, line: Line): void {
  if (line.length >= MOST_IN_STAGE) halt(TOO_MANY, stage.index);
  const start = line.start;
  const head = line.head;
  const end = line.end;
  openLine(stage, line, 2 * (end - start));
  memory.copy(line.start, head, end - head);
  memory.copy(line.start + (end - head), start, head - start);
  line.tail = line.start + (end - start);
}
