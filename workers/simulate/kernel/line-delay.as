/**
 * A delay in a line: every element goes on when its own time is over, so they overtake each other there. Those on their way
 * are in a heap by their ends; whoever comes in later ends later than now, so all that end until then are known.
 */
import { widen } from './memory';

@unmanaged
export class LineDelay {
  heap: usize = 0;
  count: i32 = 0;
  room: i32 = 0;
}

/** A place of the heap. */
@unmanaged
export class OnItsWay {
  end: f64 = 0;
  entry: f64 = 0;
  born: f64 = 0;
}
const PLACE_BYTES: usize = 32;
const FIRST_ROOM: i32 = 16;

@inline
export function onItsWay(delay: LineDelay, at: i32): OnItsWay {
  return changetype<OnItsWay>(delay.heap + <usize>at * PLACE_BYTES);
}

/** When the next goes on; Infinity when nobody is there. */
@inline
export function nextEnd(delay: LineDelay): f64 {
  return delay.count == 0 ? Infinity : onItsWay(delay, 0).end;
}

@inline
function move(from: OnItsWay, to: OnItsWay): void {
  v128.store(changetype<usize>(to), v128.load(changetype<usize>(from)));
  to.born = from.born;
}

export function beOnItsWay(delay: LineDelay, entry: f64, end: f64, born: f64): void {
  if (delay.count == delay.room) makeRoom(delay);
  let at = delay.count++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (onItsWay(delay, parent).end <= end) break;
    move(onItsWay(delay, parent), onItsWay(delay, at));
    at = parent;
  }
  const place = onItsWay(delay, at);
  place.end = end;
  place.entry = entry;
  place.born = born;
}

function makeRoom(delay: LineDelay): void {
  const room = max(FIRST_ROOM, 2 * delay.room);
  delay.heap = widen(delay.heap, <usize>delay.room * PLACE_BYTES, <usize>room * PLACE_BYTES);
  delay.room = room;
}

/** The last place goes where the first was, and down to where it belongs. */
export function removeNext(delay: LineDelay): void {
  const count = --delay.count;
  if (count == 0) return;
  const last = onItsWay(delay, count);
  const end = last.end;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count) child += i32(onItsWay(delay, child + 1).end < onItsWay(delay, child).end);
    if (onItsWay(delay, child).end >= end) break;
    move(onItsWay(delay, child), onItsWay(delay, at));
    at = child;
  }
  move(last, onItsWay(delay, at));
}
