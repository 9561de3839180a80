/**
 * The engine for lines: one source, then stages with one server each that serve one element after the other. Nobody
 * overtakes anybody, so no list of events is needed: times follow from one another, element by element, each through all
 * of the line before the next.
 *
 *   entry    E(j) = max(C'(i), D(j - K))    C': end of the service before; D(j - K): when the place of the element K
 *                                            before it comes free
 *   start    S(j) = max(E(j), D(j - 1))
 *   end      C(j) = S(j) + service time
 *   leaving  D(j) = entry of the last of its native elements to the next stage, or C(j)
 *
 * Where batches of b are served when they are full, a service starts when the last of them is there and the server is
 * free, C(j) is that of all of them, and what they leave by comes free one after the other:
 *
 *   start    S(j) = max(E(last of the batch), D(last of the batch before))
 *
 * Where the next stage promises its places before service (BBS1) a service starts when there is one, and nobody is held
 * after it:
 *
 *   start    S(j) = max(E(j), D(j - 1), D'(i - K'))   D': from the next stage, where i - K' has the place of j before it
 *
 * Where services need units of what is shared, elements of several stages go on in the order in which they ask for them
 * (`line-units.as`).
 *
 * Sources: Lindley, Proc. Camb. Phil. Soc. 48 (1952) 277; with blocking after service: Altiok, Performance Analysis of
 * Manufacturing Systems (1997), section 4.2. The draws of each stream come in the same order as in the engine of networks,
 * and so do all times. How many are in a stage follows by going through entries and departures in the order of time.
 */
import { Draws, draw, startDraws } from './draws';
import { halt, MOST_AT_ONE_INSTANT, NO_TIME_PASSES } from './halt';
import { beOnItsWay, LineDelay, nextEnd, onItsWay, removeNext } from './line-delay';
import {
  beginWaiting,
  birthOf,
  entryOf,
  isFullWith,
  LineRules,
  openRules,
  putStart,
  takeBirth,
} from './line-rules';
import { addMember, hasGroups, LineGroup, noteEntry, openLineGroup, openMoves, passGroups } from './line-groups';
import { closeJoins, followStage, isForked, passForks } from './line-forks';
import {
  comeIn,
  countPlainVisit,
  divideVisit,
  divideWork,
  endWindow,
  isSeen,
  keepVisits,
  leaveAt,
  LineStage,
  nextWindow,
  passMarks,
  passTime,
  putDeparture,
} from './line-stage';
import { askNext, firstBirth, firstEntry, isEmpty, LineUnit, openQueue, removeFirst, useUnit, waitForUnit } from './line-units';
import { countTime, endOfWindow, horizon, Measures, MEASURES_BYTES, openBuckets, openMeasures, sumsOf, windowCount } from './measures';
import { larger, powerOfTwoAbove, smaller, take, takeAligned } from './memory';
import { countTrip, openTrips, Trips } from './trips';

/** Birth of an element that has not entered the network yet. */
const UNBORN: f64 = -1;
/** Instead of its birth where an element of a batch does not pass the filter. */
const FILTERED: f64 = -2;
const UNBOUNDED: i32 = i32.MAX_VALUE;

let first: LineStage = changetype<LineStage>(0);
let last: LineStage = changetype<LineStage>(0);
/** The stage farthest down the line of those that need units. */
let lastUser: LineStage | null = null;
/**
 * Something is put off for some arrivals: to give units, as nobody before the stages that need them waits for that, and to count who is in
 * virtual queues. How many arrivals it has been.
 */
let putsOff: bool = false;
let putOff: i32 = 0;
const MOST_PUT_OFF: i32 = 16;
let interarrival: Draws = changetype<Draws>(0);
let batchSize: i32 = 1;
/** Time of the next arrival. */
let arrival: f64 = 0;
let arrivals: f64 = 0;
let atThisInstant: i32 = 0;
let sink: Trips = changetype<Trips>(0);
/** Buckets that nobody reads. */
let unread: usize = 0;

export function openLine(times: Draws, batch: i32): Trips {
  interarrival = times;
  startDraws(times);
  batchSize = batch;
  sink = openTrips(0);
  unread = openBuckets();
  return sink;
}

/** Adds a stage at the end of the line; its measures. `capacity` is 0 when unbounded. */
export function addLineStage(service: Draws, filter: Draws, pass: f64, factor: f64, capacity: i32, drops: bool): Measures {
  const stage = new LineStage();
  startDraws(service);
  startDraws(filter);
  stage.m = openMeasures(takeAligned(MEASURES_BYTES));
  stage.m.sojourns = openBuckets();
  stage.m.waits = openBuckets();
  stage.service = service;
  stage.filter = filter;
  stage.pass = pass;
  stage.factor = factor;
  stage.capacity = capacity > 0 ? capacity : UNBOUNDED;
  stage.drops = drops;
  stage.isOffered = drops || factor != 1;
  const size = powerOfTwoAbove(capacity > 0 ? capacity + 1 : 64);
  stage.departures = take(<usize>size << 3);
  stage.mask = size - 1;
  store<f64>(stage.departures, Infinity);
  stage.sojourns = stage.waits = unread;
  stage.until = stage.mark = endOfWindow(0);
  if (changetype<usize>(first) == 0) {
    first = stage;
  } else {
    stage.place = last.place + 1;
    last.next = stage;
  }
  last = stage;
  return stage.m;
}

/** The stage that was added last serves batches of so many, or asks the next one for places; how many wait there, if that is counted. */
export function addLineRules(size: i32, timePerElement: f64, asks: bool, countsWaiting: bool): Measures | null {
  const more = timePerElement * <f64>size;
  const rules = openRules(size, more == 0 ? 1 : 1 + more / last.service.mean, asks, countsWaiting);
  last.rules = rules;
  return rules.waits;
}

/** The stage that was added last is a delay. */
export function addLineDelay(): void {
  const rules = openRules(1, 1, false, false);
  rules.delay = new LineDelay();
  last.rules = rules;
}

/** A shared resource with one unit. */
export function addLineUnit(): LineUnit {
  return new LineUnit();
}

/** Services of the stage that was added last need that unit; how many wait. */
export function needLineUnit(unit: LineUnit): Measures | null {
  const rules = openRules(1, 1, false, true);
  rules.queue = openQueue(unit, lastUser);
  last.rules = rules;
  last.isOffered = true;
  lastUser = last;
  putsOff = true;
  return rules.waits;
}

/** A virtual queue. */
export function addLineGroup(): LineGroup {
  putsOff = true;
  return openLineGroup();
}

/** The stage that was added last is in that virtual queue. */
export function joinLineGroup(group: LineGroup): void {
  const moves = last.moves;
  const noted = moves === null ? openMoves() : moves;
  last.moves = noted;
  addMember(group, noted);
}

export function levelsOfLineGroup(group: LineGroup): Measures {
  return group.levels;
}

export function usedTimeOfUnit(unit: LineUnit): f64 {
  return unit.used;
}

/** The stage that was added last is the next on its way through forks; its number for paths, and the rank of its ends. */
export function addForkedStage(index: i32, rank: i32): void {
  followStage(last, index, rank);
}

export function startLine(): void {
  arrival = draw(interarrival);
}

/** At most so many arrivals more; true at the end of the run. */
export function advanceLine(most: f64): bool {
  const until = arrivals + most;
  while (arrival <= horizon) {
    if (arrivals >= until) return false;
    arrivals += 1;
    const next = comeFromSource() + draw(interarrival);
    if (putsOff && ++putOff == MOST_PUT_OFF) catchUp(arrival);
    if (next > arrival) atThisInstant = 0;
    else if (++atThisInstant > MOST_AT_ONE_INSTANT) halt(NO_TIME_PASSES, 0);
    arrival = next;
  }
  if (putsOff) catchUp(horizon);
  for (let stage: LineStage | null = first; stage !== null; stage = stage.next) {
    const rules = stage.rules;
    if (rules !== null) {
      releaseUntil(stage, rules, horizon);
      enterQueue(stage, rules);
    }
    const level = passTime(stage, horizon);
    endWindow(stage, level);
    keepVisits(stage);
    if (rules !== null) countThoseInside(stage, rules);
  }
  closeJoins();
  return true;
}

/** What was put off until then is done. */
function catchUp(time: f64): void {
  putOff = 0;
  if (lastUser !== null) grantUntil(time);
  if (hasGroups()) passGroups(time);
}

/** What arrives now goes through the line; when the last of it has entered. */
@inline
function comeFromSource(): f64 {
  if (!isForked()) return offer(first, arrival, UNBORN, batchSize);
  passForks(arrival, batchSize);
  return arrival;
}

/** So many elements come to a stage at that time; when the last that is made of them has entered. */
@inline
function offer(stage: LineStage, at: f64, born: f64, elements: i32): f64 {
  if (at > horizon) return at;
  const rules = stage.rules;
  if (rules !== null && rules.queue !== null) {
    for (let i = 0; i < elements; i++) waitForUnit(stage, rules.queue!, at, born == UNBORN ? at : born);
    return at;
  }
  let count = elements;
  if (stage.factor != 1) {
    count = 0;
    for (let i = 0; i < elements; i++) count += convert(stage);
  }
  if (at > stage.mark) passMarks(stage, at);
  stage.offered += <f64>count;
  let entry = at;
  for (let i = 0; i < count; i++) {
    const room = timeOfPlace(stage, larger(at, stage.latest));
    if (room > at && stage.drops) {
      stage.lost += 1;
      continue;
    }
    entry = room;
    if (entry > horizon) break;
    pass(stage, entry, born == UNBORN ? entry : born);
  }
  return entry;
}

/** As `offer` of one element, but a call. */
function offerOne(stage: LineStage, at: f64, born: f64): f64 {
  return offer(stage, at, born, 1);
}

/** Native elements that one arriving element makes now (C2). */
function convert(stage: LineStage): i32 {
  const total = stage.credit + stage.factor;
  const count = floor(total + 1e-9);
  stage.credit = max<f64>(0, total - count);
  return <i32>count;
}

/** When an element can enter that comes at that time, no earlier than those before it: D(j - K) has come. */
@inline
function timeOfPlace(stage: LineStage, at: f64): f64 {
  if (stage.capacity == UNBOUNDED) return at;
  const before = (stage.entered - stage.capacity) & stage.mask;
  return larger(at, load<f64>(stage.departures + (<usize>before << 3)));
}

/** One element enters and goes through all of the line from here on. */
function pass(from: LineStage, enters: f64, born: f64): void {
  let stage = from;
  let entry = enters;
  for (;;) {
    const moves = stage.moves;
    if (moves !== null) noteEntry(moves, entry);
    const rules = stage.rules;
    if (rules !== null) {
      passByRules(stage, rules, entry, born);
      return;
    }
    if (entry > stage.until) nextWindow(stage, entry);
    const level = passTime(stage, entry);
    const start = larger(entry, stage.free);
    const end = start + draw(stage.service);
    const next = stage.next;
    let leaving = end;
    let passes = true;
    let goesOn = false;
    if (stage.pass < 1 && draw(stage.filter) >= stage.pass) {
      passes = false;
    } else if (next === null) {
      if (isSeen(end)) countTrip(sink, end - born);
    } else if (next.isOffered) {
      leaving = offerOne(next, end, born);
    } else if (end <= horizon) {
      if (end > next.mark) passMarks(next, end);
      next.offered += 1;
      leaving = timeOfPlace(next, end);
      goesOn = leaving <= horizon;
    }
    stage.latest = entry;
    stage.free = leaving;
    putDeparture(stage, leaving, level);
    countPlainVisit(stage, entry, start, end, leaving, passes);
    if (!goesOn) return;
    stage = changetype<LineStage>(next);
    entry = leaving;
  }
}

/** The run is over for those who have not been served yet, or are on their way. */
function countThoseInside(stage: LineStage, rules: LineRules): void {
  for (let i = 0; i < rules.count; i++) divideVisit(stage, entryOf(rules, i), Infinity, Infinity, Infinity, false);
  const delay = rules.delay;
  if (delay === null) return;
  for (let i = 0; i < delay.count; i++) {
    const one = onItsWay(delay, i);
    divideVisit(stage, one.entry, one.entry, one.end, one.end, true);
    divideWork(stage, one.entry, one.entry, one.end, one.end);
  }
}

/** Those whose delay is over by then go on. */
export function releaseUntil(stage: LineStage, rules: LineRules, time: f64): void {
  const delay = rules.delay;
  if (delay === null) return;
  while (nextEnd(delay) <= time) {
    const first = onItsWay(delay, 0);
    const entry = first.entry;
    const end = first.end;
    const born = first.born;
    removeNext(delay);
    rules.ends += 1;
    leaveAt(stage, rules.known++, end);
    countVisit(stage, rules, entry, entry, end, end, true);
    if (entry > rules.from && end <= stage.until) stage.served += end - entry;
    else divideWork(stage, entry, entry, end, end);
    goOn(stage, end, born);
  }
}

/** An element leaves that never waits for room. */
function goOn(stage: LineStage, end: f64, born: f64): void {
  const next = stage.next;
  if (next === null) {
    if (isSeen(end)) countTrip(sink, end - born);
  } else if (next.isOffered) {
    offerOne(next, end, born);
  } else {
    if (end > next.mark) passMarks(next, end);
    next.offered += 1;
    pass(next, end, born);
  }
}

/** Units go to all who have asked by then, in the order in which they have. */
function grantUntil(time: f64): void {
  for (;;) {
    let earliest = Infinity;
    let asking = changetype<LineStage>(0);
    let user = lastUser;
    while (user !== null) {
      const stage: LineStage = user;
      const queue = stage.rules!.queue!;
      asking = select<LineStage>(stage, asking, queue.request < earliest);
      earliest = smaller(earliest, queue.request);
      user = queue.upstream;
    }
    if (earliest > time) return;
    const rules = asking.rules!;
    const queue = rules.queue!;
    const entry = firstEntry(queue);
    const born = firstBirth(queue);
    removeFirst(queue);
    const start = larger(earliest, queue.unit.free);
    const end = start + draw(asking.service);
    useUnit(queue.unit, start, end);
    askNext(queue, end);
    const passes = asking.pass >= 1 || draw(asking.filter) < asking.pass;
    serveWithUnit(asking, rules, entry, start, end, passes);
    if (passes && end <= horizon) goOn(asking, end, born);
  }
}

/** An element has the unit from start to end of its service. */
@inline
function serveWithUnit(stage: LineStage, rules: LineRules, entry: f64, start: f64, end: f64, passes: bool): void {
  if (entry > stage.until) nextWindow(stage, entry);
  const level = passTime(stage, entry);
  beginWaiting(rules, entry);
  putStart(rules, start);
  stage.offered += 1;
  stage.free = end;
  putDeparture(stage, end, level);
  if (end <= horizon) rules.ends += 1;
  countVisit(stage, rules, entry, start, end, end, passes);
  if (end <= stage.until) stage.served += end - start;
  else divideWork(stage, start, start, end, end);
}

/** The run is over for those who have got no unit. */
function enterQueue(stage: LineStage, rules: LineRules): void {
  const queue = rules.queue;
  if (queue === null) return;
  for (; !isEmpty(queue); removeFirst(queue)) {
    const entry = firstEntry(queue);
    enterByRules(stage, rules, entry);
    stage.offered += 1;
    divideVisit(stage, entry, Infinity, Infinity, Infinity, false);
  }
}

/** An element comes to be there. */
@inline
function enterByRules(stage: LineStage, rules: LineRules, entry: f64): void {
  if (entry > stage.until) nextWindow(stage, entry);
  if (rules.delay !== null) releaseUntil(stage, rules, entry);
  // Those of one batch come at one instant, and nobody leaves between them.
  const level = entry == stage.m.since ? stage.entered - stage.gone : passTime(stage, entry);
  beginWaiting(rules, entry);
  comeIn(stage, level);
  stage.latest = entry;
}

/** One element enters a stage with rules, and with it all of its batch may go on. */
function passByRules(stage: LineStage, rules: LineRules, entry: f64, born: f64): void {
  enterByRules(stage, rules, entry);
  const delay = rules.delay;
  if (delay !== null) beOnItsWay(delay, entry, entry + draw(stage.service), born);
  else if (isFullWith(rules, entry, born)) serve(stage, rules, entry);
}

/** The service of a batch that is full at that time, and the ways of its elements from here on. */
function serve(stage: LineStage, rules: LineRules, full: f64): void {
  const next = stage.next;
  const taken = larger(full, stage.free);
  const start = rules.asks && next !== null ? timeOfPlace(next, taken) : taken;
  const end = start + draw(stage.service) * rules.stretch;
  putStart(rules, start);
  if (end <= horizon) rules.ends += 1;
  // All are offered at once, however long some of them are held.
  const passing = stage.pass < 1 ? filterBatch(stage, rules) : rules.size;
  if (next !== null && !next.isOffered && end <= horizon) {
    if (end > next.mark) passMarks(next, end);
    next.offered += <f64>passing;
  }
  let held = 0;
  for (let i = 0; i < rules.size; i++) {
    const entry = entryOf(rules, i);
    const born = birthOf(rules, i);
    const passes = born != FILTERED;
    let leaving = end;
    if (next === null) {
      if (passes && isSeen(end)) countTrip(sink, end - born);
    } else if (!passes) {
      // It goes nowhere.
    } else if (next.isOffered) {
      leaving = offerOne(next, end, born);
    } else if (end <= horizon) {
      leaving = timeOfPlace(next, end);
      if (leaving <= horizon) pass(next, leaving, born);
    }
    // Who can leave at once does not wait for those of its batch that are held.
    if (leaving == end) leaveAt(stage, rules.known++, end);
    else store<f64>(rules.departures + (<usize>(held++) << 3), leaving);
    countVisit(stage, rules, entry, start, end, leaving, passes);
  }
  let free = end;
  for (let i = 0; i < held; i++) {
    free = load<f64>(rules.departures + (<usize>i << 3));
    leaveAt(stage, rules.known++, free);
  }
  stage.free = free;
  if (free <= stage.until) {
    stage.served += end - start;
    stage.blocked += start - taken + (free - end);
  } else {
    divideWork(stage, taken, start, end, free);
  }
}

/** Each element of a batch passes the filter on its own (F1); how many do. */
function filterBatch(stage: LineStage, rules: LineRules): i32 {
  let passing = rules.size;
  for (let i = 0; i < rules.size; i++) {
    if (draw(stage.filter) < stage.pass) continue;
    takeBirth(rules, i, FILTERED);
    passing--;
  }
  return passing;
}

@inline
function countVisit(
  stage: LineStage,
  rules: LineRules,
  entry: f64,
  start: f64,
  end: f64,
  leaving: f64,
  passes: bool,
): void {
  if (entry > rules.from && leaving <= stage.until) {
    stage.visits += 1;
    if (!passes) stage.filtered += 1;
    stage.waited += start - entry;
    rules.stayed += leaving - entry;
    countTime(stage.waits, start - entry);
    countTime(stage.sojourns, leaving - entry);
  } else {
    divideVisit(stage, entry, start, end, leaving, passes);
  }
}

/** Arrivals, and ends of service so far. */
export function lineEvents(): f64 {
  let events = arrivals;
  for (let stage: LineStage | null = first; stage !== null; stage = stage.next) {
    const rules = stage.rules;
    if (rules !== null) {
      events += rules.ends;
      continue;
    }
    events += stage.visits;
    for (let window = 0; window < windowCount; window++) events += sumsOf(stage.m, window).served;
  }
  return events;
}
export function lineTime(): f64 {
  return arrival;
}
