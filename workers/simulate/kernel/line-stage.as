/**
 * One stage of a line, and what is counted there. Departures are known before they happen: they are kept until time has
 * come to them, and only then change the level.
 */
import { Draws } from './draws';
import { halt, MOST_IN_STAGE, TOO_MANY } from './halt';
import { releaseUntil } from './line';
import { Moves, noteDeparture } from './line-groups';
import { endWaitsWindow, LineRules } from './line-rules';
import { closeWindow, countTime, endOfWindow, horizon, Measures, moreLevels, spend, sumsOf, warmup, windowCount } from './measures';
import { larger, smaller, take } from './memory';

@unmanaged
export class LineStage {
  next: LineStage | null = null;
  /** Place in the line. */
  place: i32 = 0;
  m: Measures = changetype<Measures>(0);
  service: Draws = changetype<Draws>(0);
  filter: Draws = changetype<Draws>(0);
  /** Probability to pass the filter; from 1 on nothing is drawn. */
  pass: f64 = 1;
  factor: f64 = 1;
  credit: f64 = 0;
  drops: bool = false;
  /** What comes may become several elements, be lost, or wait for a unit: it is offered, and not led on at once. */
  isOffered: bool = false;
  capacity: i32 = 0;
  /** When the last element entered, and when the server comes free. */
  latest: f64 = 0;
  free: f64 = 0;
  /** Elements that have entered, and those whose departure has been put into the levels. */
  entered: i32 = 0;
  gone: i32 = 0;
  /** End of the window that the level has come to; arrivals and losses in it. */
  mark: f64 = 0;
  offered: f64 = 0;
  lost: f64 = 0;
  /** Window in which the last element entered, and its end. */
  window: i32 = 0;
  until: f64 = 0;
  /** Visits that lie wholly in this window: how many, how many were filtered out, and sums of their times. */
  visits: f64 = 0;
  filtered: f64 = 0;
  waited: f64 = 0;
  served: f64 = 0;
  blocked: f64 = 0;
  /** Buckets of times: the stage's own, or during the warm-up some that nobody reads. */
  sojourns: usize = 0;
  waits: usize = 0;
  /** Departures D(j) at j modulo the size of the ring; behind the last is Infinity. */
  departures: usize = 0;
  mask: i32 = 0;
  /** Elements that the ring and the levels have room for. */
  most: i32 = 0;
  /** What goes beyond serving one element after the other as soon as it can be; null where nothing does. */
  rules: LineRules | null = null;
  /** Where it is in a virtual queue. */
  moves: Moves | null = null;
}

/** What was counted in the present window is put down; the next is the one with that time. */
export function nextWindow(stage: LineStage, time: f64): void {
  keepVisits(stage);
  while (endOfWindow(stage.window) < time) stage.window++;
  stage.until = endOfWindow(stage.window);
  const rules = stage.rules;
  if (rules !== null) rules.from = endOfWindow(stage.window - 1);
  if (stage.until <= warmup) return;
  stage.sojourns = stage.m.sojourns;
  stage.waits = stage.m.waits;
}

export function keepVisits(stage: LineStage): void {
  const sums = sumsOf(stage.m, stage.window);
  sums.entered += stage.visits;
  sums.served += stage.visits;
  sums.waitCount += stage.visits;
  sums.sojournCount += stage.visits;
  sums.output += stage.visits - stage.filtered;
  sums.waitTotal += stage.waited;
  sums.serving += stage.served;
  sums.blocked += stage.blocked;
  const rules = stage.rules;
  if (rules === null) {
    sums.sojournTotal += stage.waited + stage.served + stage.blocked;
  } else {
    sums.sojournTotal += rules.stayed;
    rules.stayed = 0;
  }
  stage.visits = stage.filtered = stage.waited = stage.served = stage.blocked = 0;
}

/** The window of a time that is not after the present one. */
function windowOf(stage: LineStage, time: f64): i32 {
  let window = stage.window;
  while (window > 0 && time <= endOfWindow(window - 1)) window--;
  return window;
}

/** A visit that ends in a later window than it began in, or did not begin in the present one: each window has its part of it. */
export function divideVisit(stage: LineStage, entry: f64, start: f64, end: f64, leaving: f64, passes: bool): void {
  const m = stage.m;
  const first = windowOf(stage, entry);
  if (start > horizon) {
    // It only waits for as long as the run goes on.
    sumsOf(m, first).entered += 1;
    return;
  }
  let from: f64 = first > 0 ? endOfWindow(first - 1) : -1;
  for (let window = first; window < windowCount && from < leaving; window++) {
    const until = endOfWindow(window);
    const sums = sumsOf(m, window);
    if (entry > from) sums.entered += 1;
    if (start > from && start <= until) {
      sums.waitTotal += start - entry;
      sums.waitCount += 1;
    }
    if (end > from && end <= until) sums.served += 1;
    if (leaving > from && leaving <= until) {
      if (passes) sums.output += 1;
      sums.sojournTotal += leaving - entry;
      sums.sojournCount += 1;
    }
    from = until;
  }
  if (isSeen(start)) countTime(m.waits, start - entry);
  if (isSeen(leaving)) countTime(m.sojourns, leaving - entry);
}

/** One element's visit to a stage that serves one after the other, and what its server did about it. */
@inline
export function countPlainVisit(
  stage: LineStage,
  entry: f64,
  start: f64,
  end: f64,
  leaving: f64,
  passes: bool,
): void {
  if (leaving <= stage.until) {
    stage.visits += 1;
    if (!passes) stage.filtered += 1;
    stage.waited += start - entry;
    stage.served += end - start;
    stage.blocked += leaving - end;
    countTime(stage.waits, start - entry);
    countTime(stage.sojourns, leaving - entry);
  } else {
    divideVisit(stage, entry, start, end, leaving, passes);
    divideWork(stage, start, start, end, leaving);
  }
}

/** What a server did about one element, or one batch, that does not end in the present window: it serves, and is held before and after. */
export function divideWork(stage: LineStage, taken: f64, start: f64, end: f64, leaving: f64): void {
  const first = windowOf(stage, taken);
  let from: f64 = first > 0 ? endOfWindow(first - 1) : -1;
  for (let window = first; window < windowCount && from < leaving; window++) {
    const until = endOfWindow(window);
    const sums = sumsOf(stage.m, window);
    sums.serving += within(start, end, from, until);
    sums.blocked += within(taken, start, from, until) + within(end, leaving, from, until);
    from = until;
  }
}

/** How much of the time from `begin` to `end` lies between two marks. */
function within(begin: f64, end: f64, from: f64, until: f64): f64 {
  return max<f64>(0, min(end, until) - max(begin, from));
}

@inline
export function isSeen(time: f64): bool {
  return time > warmup && time <= horizon;
}

/** The level until that time, departures included; the level then. */
@inline
export function passTime(stage: LineStage, until: f64): i32 {
  const m = stage.m;
  if (until > stage.mark) passMarks(stage, until);
  const departures = stage.departures;
  const mask = stage.mask;
  let gone = stage.gone;
  let level = stage.entered - gone;
  let spent = m.times + (<usize>level << 3);
  // Mostly there are up to two departures. How many cannot be foreseen, so they are taken without asking: one that is
  // not there is at `until`, whatever the ring holds behind its end.
  const first = load<f64>(departures + (<usize>(gone & mask) << 3));
  const second = load<f64>(departures + (<usize>((gone + 1) & mask) << 3));
  const one = smaller(first, until);
  let since = larger(one, smaller(second, until));
  const hasFirst = i32(first <= until);
  const hasBoth = hasFirst & i32(second <= until);
  store<f64>(spent, load<f64>(spent) + (one - m.since));
  spent -= <usize>hasFirst << 3;
  store<f64>(spent, load<f64>(spent) + (since - one));
  spent -= <usize>hasBoth << 3;
  level -= hasFirst + hasBoth;
  gone += hasFirst + hasBoth;
  for (;;) {
    const leaving = load<f64>(departures + (<usize>(gone & mask) << 3));
    if (leaving > until) break;
    store<f64>(spent, load<f64>(spent) + (leaving - since));
    since = leaving;
    spent -= 8;
    level--;
    gone++;
  }
  store<f64>(spent, load<f64>(spent) + (until - since));
  m.since = until;
  stage.gone = gone;
  return level;
}

/** Up to the last departure before that time, where windows end on the way. */
export function passMarks(stage: LineStage, until: f64): void {
  const m = stage.m;
  const rules = stage.rules;
  if (rules !== null) releaseUntil(stage, rules, until);
  while (until > m.mark) {
    const leaving = load<f64>(stage.departures + (<usize>(stage.gone & stage.mask) << 3));
    const level = stage.entered - stage.gone;
    if (leaving > m.mark) {
      endWindow(stage, level);
    } else {
      spend(m, leaving, level);
      stage.gone++;
    }
  }
}

/** What was counted as time came to the end of a window is put down. */
export function endWindow(stage: LineStage, level: i32): void {
  const m = stage.m;
  m.now.offered += stage.offered;
  m.now.lost += stage.lost;
  stage.offered = stage.lost = 0;
  const mark = m.mark;
  closeWindow(m, level);
  stage.mark = m.mark;
  const rules = stage.rules;
  if (rules !== null) endWaitsWindow(rules, mark);
}

/** The element that has just entered leaves at that time; `level` were in the stage when it came. */
@inline
export function putDeparture(stage: LineStage, leaving: f64, level: i32): void {
  const place = stage.entered;
  comeIn(stage, level);
  leaveAt(stage, place, leaving);
}

/** One element more is in the stage, where `level` were. */
@inline
export function comeIn(stage: LineStage, level: i32): void {
  if (level + 1 >= stage.most) makeRoom(stage, level + 1);
  stage.entered++;
}

/** The place-th element to leave leaves at that time; when the next one will is not known. */
@inline
export function leaveAt(stage: LineStage, place: i32, leaving: f64): void {
  const departures = stage.departures;
  const mask = stage.mask;
  store<f64>(departures + (<usize>(place & mask) << 3), leaving);
  store<f64>(departures + (<usize>((place + 1) & mask) << 3), Infinity);
  const moves = stage.moves;
  if (moves !== null) noteDeparture(moves, leaving);
}

/** For so many elements in the stage. */
function makeRoom(stage: LineStage, level: i32): void {
  if (level >= MOST_IN_STAGE) halt(TOO_MANY, stage.place);
  if (level >= stage.mask) widenRing(stage);
  if (level >= stage.m.size) moreLevels(stage.m, level);
  stage.most = min(stage.mask, stage.m.size);
}

function widenRing(stage: LineStage): void {
  const size = stage.mask + 1;
  const old = stage.departures;
  stage.departures = take(<usize>size << 4);
  for (let j = stage.gone; j <= stage.entered; j++)
    store<f64>(stage.departures + (<usize>(j & (2 * size - 1)) << 3), load<f64>(old + (<usize>(j & (size - 1)) << 3)));
  stage.mask = 2 * size - 1;
}
