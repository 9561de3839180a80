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
 * Sources: Lindley, Proc. Camb. Phil. Soc. 48 (1952) 277; with blocking after service: Altiok, Performance Analysis of
 * Manufacturing Systems (1997), section 4.2. The draws of each stream come in the same order as in the engine of networks,
 * and so do all times. How many are in a stage follows by going through entries and departures in the order of time.
 */
import { Draws, draw, startDraws } from './draws';
import { halt, MOST_AT_ONE_INSTANT, NO_TIME_PASSES } from './halt';
import {
  divideVisit,
  endWindow,
  isSeen,
  keepVisits,
  LineStage,
  nextWindow,
  passMarks,
  passTime,
  putDeparture,
} from './line-stage';
import { countTime, endOfWindow, horizon, Measures, MEASURES_BYTES, openBuckets, openMeasures, sumsOf, windowCount } from './measures';
import { larger, powerOfTwoAbove, take, takeAligned } from './memory';
import { countTrip, openTrips, Trips } from './trips';

/** Birth of an element that has not entered the network yet. */
const UNBORN: f64 = -1;
const UNBOUNDED: i32 = i32.MAX_VALUE;

let first: LineStage = changetype<LineStage>(0);
let last: LineStage = changetype<LineStage>(0);
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

export function startLine(): void {
  arrival = draw(interarrival);
}

/** At most so many arrivals more; true at the end of the run. */
export function advanceLine(most: f64): bool {
  const until = arrivals + most;
  while (arrival <= horizon) {
    if (arrivals >= until) return false;
    arrivals += 1;
    const entered = offer(first, arrival, UNBORN, batchSize);
    const next = entered + draw(interarrival);
    if (next > arrival) atThisInstant = 0;
    else if (++atThisInstant > MOST_AT_ONE_INSTANT) halt(NO_TIME_PASSES, 0);
    arrival = next;
  }
  for (let stage: LineStage | null = first; stage !== null; stage = stage.next) {
    const level = passTime(stage, horizon);
    endWindow(stage, level);
    keepVisits(stage);
  }
  return true;
}

/** So many elements come to a stage at that time; when the last that is made of them has entered. */
function offer(stage: LineStage, at: f64, born: f64, elements: i32): f64 {
  if (at > horizon) return at;
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
    const m = stage.m;
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
    } else if (next.factor != 1 || next.drops) {
      leaving = offer(next, end, born, 1);
    } else if (end <= horizon) {
      if (end > next.mark) passMarks(next, end);
      next.offered += 1;
      leaving = timeOfPlace(next, end);
      goesOn = leaving <= horizon;
    }
    stage.latest = entry;
    stage.free = leaving;
    putDeparture(stage, leaving, level);
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
    }
    if (!goesOn) return;
    stage = changetype<LineStage>(next);
    entry = leaving;
  }
}

/** Arrivals, and ends of service so far. */
export function lineEvents(): f64 {
  let events = arrivals;
  for (let stage: LineStage | null = first; stage !== null; stage = stage.next) {
    events += stage.visits;
    for (let window = 0; window < windowCount; window++) events += sumsOf(stage.m, window).served;
  }
  return events;
}
export function lineTime(): f64 {
  return arrival;
}
