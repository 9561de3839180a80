/**
 * The clocks of a simulation and which of them is next: a tournament. Each inner node of a binary tree holds the earlier
 * of its two children, time and clock, so a change costs one walk to the root, in which only the times of the
 * neighbours are read. At equal times the smaller priority goes first, then the clock that was scheduled first.
 */
import { powerOfTwoAbove, take } from './memory';

let leaves: i32 = 2;
let times: usize = 0;
let clocks: usize = 0;
let priorities: usize = 0;
let sequences: usize = 0;
let scheduled: f64 = 0;

/** Room for the priorities of so many clocks, which the host writes. */
export function openCalendar(count: i32): usize {
  leaves = max(2, powerOfTwoAbove(count - 1));
  times = take(<usize>leaves << 4);
  clocks = take(<usize>leaves << 3);
  priorities = take(<usize>leaves << 2);
  sequences = take(<usize>leaves << 3);
  for (let node = 0; node < 2 * leaves; node++) store<f64>(times + (<usize>node << 3), Infinity);
  for (let clock = 0; clock < leaves; clock++) store<i32>(clocks + (<usize>(leaves + clock) << 2), clock);
  for (let node = leaves - 1; node >= 1; node--)
    store<i32>(clocks + (<usize>node << 2), load<i32>(clocks + (<usize>(2 * node) << 2)));
  return priorities;
}

@inline
export function nextTime(): f64 {
  return load<f64>(times, 8);
}

@inline
export function nextClock(): i32 {
  return load<i32>(clocks, 4);
}

/** When the clock was scheduled last, as a number that grows. */
@inline
function schedulingOf(clock: i32): f64 {
  return load<f64>(sequences + (<usize>clock << 3));
}

/** Sets the clock's only event, in place of an earlier one. */
export function schedule(clock: i32, time: f64): void {
  scheduled += 1;
  store<f64>(sequences + (<usize>clock << 3), scheduled);
  replay(clock, time);
}

/** It has no event from now on. */
export function clear(clock: i32): void {
  replay(clock, Infinity);
}

/** Up to the root, or to where another clock stays the first. */
/** Times are compared by their bits, which have the same order (none is below 0): the choice then needs no branch. */
function replay(changed: i32, at: f64): void {
  let node = leaves + changed;
  let time = reinterpret<i64>(at);
  let clock = changed;
  store<i64>(times + (<usize>node << 3), time);
  while (node > 1) {
    const other = load<i64>(times + (<usize>(node ^ 1) << 3));
    const otherClock = load<i32>(clocks + (<usize>(node ^ 1) << 2));
    const isEarlier = i32(other < time) | (i32(other == time) && i32(isFirst(otherClock, clock)));
    clock = select<i32>(otherClock, clock, isEarlier);
    time = select<i64>(other, time, other < time);
    node >>= 1;
    store<i64>(times + (<usize>node << 3), time);
    store<i32>(clocks + (<usize>node << 2), clock);
  }
}

/** Between two events at the same time. */
function isFirst(a: i32, b: i32): bool {
  const first = load<i32>(priorities + (<usize>a << 2));
  const second = load<i32>(priorities + (<usize>b << 2));
  return first < second || (first == second && schedulingOf(a) < schedulingOf(b));
}
