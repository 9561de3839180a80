/**
 * What a stage of a line may do beyond serving one element after the other as soon as it can be: batches that are full, and
 * places that are asked for before service. How many wait is counted apart where it does not follow from how many are there.
 */
import { LineDelay } from './line-delay';
import { LineQueue } from './line-units';
import { forgetLevels, Measures, MEASURES_BYTES, openLevels, spend, warmup } from './measures';
import { powerOfTwoAbove, take, takeAligned } from './memory';

@unmanaged
export class LineRules {
  /** Elements of a batch, and by what its drawn time is multiplied (B4). */
  size: i32 = 1;
  stretch: f64 = 1;
  /** The next stage promises a place before service begins (BBS1). */
  asks: bool = false;
  /** Elements that wait for their batch to be full: when they entered and when they were born; and how many. */
  elements: usize = 0;
  count: i32 = 0;
  /** Times at which the elements of a batch leave. */
  departures: usize = 0;
  /** Departures that are known, of all that there will have been. */
  known: i32 = 0;
  /** Time with w elements waiting, where that is counted, and how many wait. */
  waits: Measures | null = null;
  waiting: i32 = 0;
  /** Starts of services that the waiting have not come to: a ring. */
  starts: usize = 0;
  mask: i32 = 0;
  first: i32 = 0;
  next: i32 = 0;
  /** Services that end before the run does. */
  ends: f64 = 0;
  /** Where nobody waits for anybody. */
  delay: LineDelay | null = null;
  /** Where a service needs a unit of a shared resource. */
  queue: LineQueue | null = null;
  /** Begin of the window in which the last element entered, and times in the stage of those who came and left in it. */
  from: f64 = -1;
  stayed: f64 = 0;
}

const ELEMENT_BYTES: usize = 16;

export function openRules(size: i32, stretch: f64, asks: bool, countsWaiting: bool): LineRules {
  const rules = new LineRules();
  rules.size = size;
  rules.stretch = stretch;
  rules.asks = asks;
  rules.elements = take(<usize>size * ELEMENT_BYTES);
  rules.departures = take(<usize>size << 3);
  if (!countsWaiting) return rules;
  rules.waits = openLevels(takeAligned(MEASURES_BYTES));
  const room = powerOfTwoAbove(16);
  rules.starts = take(<usize>room << 3);
  rules.mask = room - 1;
  return rules;
}

/** An element has entered; true when the batch is full. */
@inline
export function isFullWith(rules: LineRules, entry: f64, born: f64): bool {
  const element = rules.elements + <usize>rules.count * ELEMENT_BYTES;
  store<f64>(element, entry);
  store<f64>(element, born, 8);
  if (++rules.count < rules.size) return false;
  rules.count = 0;
  return true;
}

@inline
export function entryOf(rules: LineRules, place: i32): f64 {
  return load<f64>(rules.elements + <usize>place * ELEMENT_BYTES);
}

@inline
export function birthOf(rules: LineRules, place: i32): f64 {
  return load<f64>(rules.elements + <usize>place * ELEMENT_BYTES, 8);
}

/** Something else stands for its birth. */
export function takeBirth(rules: LineRules, place: i32, mark: f64): void {
  store<f64>(rules.elements + <usize>place * ELEMENT_BYTES, mark, 8);
}

/** One element more waits from that time on. */
@inline
export function beginWaiting(rules: LineRules, time: f64): void {
  const waits = rules.waits;
  if (waits === null) return;
  if (time > waits.since) passWaits(rules, waits, time);
  rules.waiting++;
}

/** A service starts at that time, no earlier than those before it. */
@inline
export function putStart(rules: LineRules, start: f64): void {
  if (rules.waits === null) return;
  if (rules.next - rules.first > rules.mask) widenStarts(rules);
  store<f64>(rules.starts + (<usize>(rules.next++ & rules.mask) << 3), start);
}

function widenStarts(rules: LineRules): void {
  const size = rules.mask + 1;
  const old = rules.starts;
  rules.starts = take(<usize>size << 4);
  for (let i = rules.first; i < rules.next; i++)
    store<f64>(rules.starts + (<usize>(i & (2 * size - 1)) << 3), load<f64>(old + (<usize>(i & (size - 1)) << 3)));
  rules.mask = 2 * size - 1;
}

/** How many wait until that time, starts included. */
function passWaits(rules: LineRules, waits: Measures, until: f64): void {
  while (rules.first != rules.next) {
    const start = load<f64>(rules.starts + (<usize>(rules.first & rules.mask) << 3));
    if (start > until) break;
    spend(waits, start, rules.waiting);
    rules.waiting -= rules.size;
    rules.first++;
  }
  spend(waits, until, rules.waiting);
}

/** A window ends. */
export function endWaitsWindow(rules: LineRules, mark: f64): void {
  const waits = rules.waits;
  if (waits === null) return;
  passWaits(rules, waits, mark);
  if (mark == warmup) forgetLevels(waits);
}
