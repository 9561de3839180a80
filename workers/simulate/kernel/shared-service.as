/**
 * Service of all elements in a stage at once. Processor sharing: the n elements in service share the free servers, each
 * at the rate min(1, servers / n) (PS1). Work is counted in virtual time, which runs at that rate, so an element that
 * needs S ends at its virtual entry + S and only the smallest end matters: a heap by virtual end. Source of the idea:
 * Parekh & Gallager, IEEE/ACM Trans. Networking 1 (1993), section III. In a delay every element is alone (DL1): virtual
 * time is time.
 */
import { clear, schedule, timeOf } from './calendar';
import { halt, MOST_IN_STAGE, TOO_MANY } from './halt';
import { takeAligned, widen } from './memory';
import { ClassAtStage, DELAY, Element, observe, Rules, Sender, SENDER_SHIFT, SHARED_SERVERS, Stage, Ticket } from './network';
import { now, roomForHolder } from './state';
import { copyElement } from './waiting-line';

/** A place of the heap: an element, and behind it the virtual time of its end. */
const PLACE_BYTES: usize = 48;
const END: usize = 32;
const FIRST_ROOM: i32 = 16;

@inline
function placeAt(rules: Rules, at: i32): usize {
  return rules.heap + <usize>at * PLACE_BYTES;
}

@inline
function endAt(rules: Rules, at: i32): f64 {
  return load<f64>(placeAt(rules, at), END);
}

@inline
function movePlace(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  store<f64>(to, load<f64>(from, END), END);
}

/** Virtual time goes on until now. */
function advance(rules: Rules): void {
  if (rules.sharing == DELAY) rules.work = now;
  else rules.work += (now - rules.since) * rules.rate;
  rules.since = now;
}

/** An element that needs so many seconds alone enters. */
export function addShared(
  stage: Stage,
  rules: Rules,
  here: ClassAtStage,
  service: f64,
  born: f64,
  tag: i32,
  ticket: Ticket | null,
): void {
  advance(rules);
  if (rules.count == rules.room) makeRoom(stage, rules);
  const end = rules.work + service;
  let at = rules.count++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (endAt(rules, parent) <= end) break;
    movePlace(placeAt(rules, parent), placeAt(rules, at));
    at = parent;
  }
  const place = placeAt(rules, at);
  const element = changetype<Element>(place);
  element.entered = now;
  element.born = born;
  element.tag = tag;
  element.ticket = ticket;
  element.here = here;
  store<f64>(place, end, END);
}

function makeRoom(stage: Stage, rules: Rules): void {
  if (rules.count >= MOST_IN_STAGE) halt(TOO_MANY, stage.index);
  const room = max(FIRST_ROOM, 2 * rules.room);
  rules.heap = widen(rules.heap, <usize>rules.room * PLACE_BYTES, <usize>room * PLACE_BYTES);
  rules.room = room;
}

/** The last place goes where the first was, and down to where it belongs. */
function removeFirst(rules: Rules): void {
  const count = --rules.count;
  if (count == 0) return;
  const end = endAt(rules, count);
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && endAt(rules, child + 1) < endAt(rules, child)) child++;
    if (endAt(rules, child) >= end) break;
    movePlace(placeAt(rules, child), placeAt(rules, at));
    at = child;
  }
  movePlace(placeAt(rules, count), placeAt(rules, at));
}

/** The next end when so many servers are free from now on; Infinity when none will come. */
function nextEnd(rules: Rules, servers: i32): f64 {
  advance(rules);
  if (rules.count == 0) {
    rules.rate = 0;
    return Infinity;
  }
  if (rules.sharing == DELAY) return endAt(rules, 0);
  rules.rate = min<f64>(1, <f64>servers / <f64>rules.count) * rules.speed;
  if (rules.rate == 0) return Infinity;
  return now + max<f64>(0, endAt(rules, 0) - rules.work) / rules.rate;
}

/** How fast a server works with so many elements in the stage (LD1). */
export function speedOf(stage: Stage, rules: Rules): f64 {
  const place = min(max(stage.occupancy, 1), rules.speedCount) - 1;
  return load<f64>(rules.speeds + (<usize>place << 3));
}

/** The next element to finish, and how many servers work (PS1, PS2). */
export function shareServers(stage: Stage, rules: Rules): void {
  observe(stage, now);
  if (rules.speedCount > 0) rules.speed = speedOf(stage, rules);
  const free = stage.serverCount - stage.held;
  rules.busy = min(free, rules.count);
  const end = nextEnd(rules, free);
  if (end == Infinity) clear(rules.servers);
  else if (timeOf(rules.servers) != end) schedule(rules.servers, end);
}

/** One element is done; it takes a server of its own until it can move. */
export function finishShared(stage: Stage, rules: Rules): Sender {
  let server = stage.idle;
  if (server === null) {
    roomForHolder();
    server = changetype<Sender>(takeAligned(1 << SENDER_SHIFT));
    server.kind = SHARED_SERVERS;
    server.stage = stage;
    server.port = rules.servers.port;
    server.slots = changetype<usize>(server);
    server.batch = 1;
  } else {
    stage.idle = server.nextIdle;
    rules.idleCount--;
  }
  const first = changetype<Element>(rules.heap);
  copyElement(first, server);
  rules.since = now;
  rules.work = endAt(rules, 0); // exactly the end it was scheduled for
  removeFirst(rules);
  if (rules.count == 0) rules.work = 0;
  observe(stage, now);
  rules.busy = min(stage.serverCount - stage.held, rules.count);
  return server;
}
