/**
 * Deadlocks: stages that wait for each other so that none will ever let an element go (SPEC.md, D1, D2). A stage is
 * alive when some element will leave it without help: a server serves, a flush timer runs, a unit of a shared resource
 * is due to it (services end, so units come back), an element with a promised place is on its way to it, or one of its
 * held servers waits for living stages only. Who waits for a stage that is not alive waits for ever.
 */
import { serverAt, slotAt } from './batches';
import { hasEvent } from './calendar';
import { fifoAt, mustWaitItsTurn, takenFrom } from './dataflow';
import { DEADLOCK, GROUP_NEVER_FITS, halt, STANDSTILL, WAITS_FOR_GOOD } from './halt';
import { take } from './memory';
import { CLAIMED, Dataflow, Element, Parcel, Sender, SERVING, Stage } from './network';
import { movesInPipeline } from './pipeline';
import { stageIn } from './places';
import { fifoCount, hasClosed, joinCount, stageAt, stageCount } from './state';

/** Parcels that a search may go through at every event. */
const CHEAP_SEARCH: i32 = 64;
/** Parcels that the last search went through, and suspicions since. */
let searchCost: i32 = 0;
let sinceSearch: i32 = 0;
/** Held servers whose stage is not known to be alive, by their `nextIdle`, which they do not use meanwhile. */
let waiting: Sender | null = null;

/** Indices of the stages that wait for one another in a circle, and how many. */
export let circle: usize = 0;
export let circleLength: i32 = 0;

/** A deadlock does not go away: where very many wait it is looked for seldom enough to cost little. */
export function isSearchDue(): bool {
  if (++sinceSearch * CHEAP_SEARCH < searchCost) return false;
  sinceSearch = 0;
  return true;
}

/** Ends the replication when somebody waits for ever. */
export function searchDeadlock(): void {
  searchCost = 0;
  for (let i = 0; i < stageCount; i++) stageAt(i).isAlive = movesOn(stageAt(i));
  for (let i = 0; i < stageCount; i++) expectArrivals(stageAt(i));
  if (fifoCount > 0) {
    searchWithTokens();
    return;
  }
  if (firstDead() === null) return;
  collectWaits();
  for (let changed = true; changed; ) {
    changed = false;
    let server = waiting;
    while (server !== null) {
      const stage = server.stage!;
      if (!stage.isAlive && canMove(server)) stage.isAlive = changed = true;
      server = server.nextIdle;
    }
  }
  const dead = firstDead();
  if (dead !== null) describe(dead);
  forgetWaits();
}

function firstDead(): Stage | null {
  for (let i = 0; i < stageCount; i++) {
    const stage = stageAt(i);
    if (stage.firstParcel !== null && !stage.isAlive) return stage;
  }
  return null;
}

function movesOn(stage: Stage): bool {
  const rules = stage.rules;
  if (rules === null) return min(stage.occupancy, stage.serverCount) > stage.held;
  const flush = rules.flush;
  if (rules.latency > 0 && movesInPipeline(rules)) return true;
  return rules.busy > 0 || rules.requests > 0 || (flush !== null && hasEvent(flush));
}

/** Stages that a service under way, or one that waits for a unit only, has been promised a place in. */
function expectArrivals(stage: Stage): void {
  const rules = stage.rules;
  if (rules === null || !rules.asksFirst) return;
  for (let i = 0; i < rules.total; i++) {
    const server = serverAt(rules, i);
    if (server.state != SERVING && !(server.state == CLAIMED && server.pending == 0)) continue;
    if (rules.flow !== null) expectAlong(server.firstRoute);
    else for (let place = 0; place < server.batch; place++) expectAlong(slotAt(server, place).firstRoute);
  }
}

function expectAlong(first: Parcel | null): void {
  let route = first;
  while (route !== null) {
    // Into a FIFO: tokens come, but none leaves for that.
    if (route.promised > 0 && !stageIn(route.target).isFifo) stageIn(route.target).isAlive = true;
    route = route.nextRoute;
  }
}

/** Each held server and the parcels that keep it; without those of living stages, which can be very many. */
function collectWaits(): void {
  waiting = null;
  for (let i = 0; i < stageCount + joinCount + fifoCount; i++) {
    let parcel = stageAt(i).firstParcel;
    while (parcel !== null) {
      searchCost++;
      const from = parcel.sender.stage;
      if (from !== null && !from.isAlive) addWait(parcel.sender, parcel);
      parcel = parcel.next;
    }
  }
}

function addWait(server: Sender, parcel: Parcel): void {
  const first = server.firstWait;
  if (first === null) {
    server.nextIdle = waiting;
    waiting = server;
  }
  parcel.nextWait = first;
  server.firstWait = parcel;
}

function forgetWaits(): void {
  let server = waiting;
  while (server !== null) {
    const next = server.nextIdle;
    server.firstWait = null;
    server.nextIdle = null;
    server = next;
  }
  waiting = null;
}

/** Will some element leave this held server once the living stages have made room? */
function canMove(server: Sender): bool {
  // Before service all places are needed; after it one element with all its copies is enough.
  if (server.state == CLAIMED) return haveHope(server, null);
  let parcel = server.firstWait;
  while (parcel !== null) {
    if (haveHope(server, parcel.slot)) return true;
    parcel = parcel.nextWait;
  }
  return false;
}

/** All parcels of the server, or of one of its elements, wait for living stages. */
function haveHope(server: Sender, slot: Element | null): bool {
  let parcel = server.firstWait;
  while (parcel !== null) {
    if ((slot === null || parcel.slot === slot) && !stageIn(parcel.target).isAlive) return false;
    parcel = parcel.nextWait;
  }
  return true;
}

/** Follows the stages without hope that wait for one another, from this one on. */
function describe(first: Stage): void {
  circle = take(<usize>(stageCount + 1) << 2);
  let length = 0;
  let at: Stage | null = first;
  while (at !== null) {
    const seen = placeInCircle(at.index, length);
    if (seen >= 0) {
      circle += <usize>seen << 2;
      circleLength = length - seen;
      halt(DEADLOCK, at.index);
    }
    store<i32>(circle + (<usize>(length++) << 2), at.index);
    const next = deadTargetOf(at);
    if (next === null) halt(GROUP_NEVER_FITS, at.index);
    at = next;
  }
}

function placeInCircle(index: i32, length: i32): i32 {
  for (let i = 0; i < length; i++) if (load<i32>(circle + (<usize>i << 2)) == index) return i;
  return -1;
}

/** A stage without hope that this one waits for. */
function deadTargetOf(stage: Stage): Stage | null {
  let server = waiting;
  while (server !== null) {
    let parcel = server.stage === stage ? server.firstWait : null;
    while (parcel !== null) {
      if (!stageIn(parcel.target).isAlive) return stageIn(parcel.target);
      parcel = parcel.nextWait;
    }
    server = server.nextIdle;
  }
  return null;
}

/** Nothing will ever happen again: that is an end only where jobs of closed classes are somewhere (E6). */
export function requireHope(): void {
  searchDeadlock();
  if (!hasClosed) return;
  for (let i = 0; i < stageCount; i++) if (stageAt(i).occupancy > 0) halt(STANDSTILL, i);
}

// Where dataflow stages wait for tokens (DF4), a stage is alive, too, when a firing can start once what feeds it has sent.
// All that is in doubt counts as alive: who waits for ever still does at the next search.

/** Who feeds what: a stage, a join or a source (then the second word is 1), and the stage or FIFO behind it. */
let feeds: usize = 0;
let feedCount: i32 = 0;
const FEED_BYTES: usize = 12;

/** Room for so many, which the host writes as addresses. */
export function openFeeds(count: i32): usize {
  feedCount = count;
  feeds = take(<usize>count * FEED_BYTES);
  return feeds;
}

function searchWithTokens(): void {
  const places = stageCount + joinCount + fifoCount;
  for (let i = 0; i < places; i++) stageAt(i).isFed = false;
  for (let i = stageCount; i < places; i++) stageAt(i).isAlive = false;
  collectWaits();
  while (reviveByRoom() || reviveByTokens());
  for (let i = 0; i < places; i++) {
    const stage = stageAt(i);
    const isActor = stage.rules !== null && stage.rules!.flow !== null;
    if (!stage.isAlive && (isActor || stage.firstParcel !== null)) halt(WAITS_FOR_GOOD, stage.index);
  }
  forgetWaits();
}

/** Held servers whose elements will find room. */
function reviveByRoom(): bool {
  let changed = false;
  for (let i = stageCount; i < stageCount + joinCount + fifoCount; i++) {
    const fifo = stageAt(i);
    if (!fifo.isFifo || fifo.isAlive || !(fifo.gathers ? meetsOthers(fifo) : fifo.rules!.actor!.isAlive)) continue;
    fifo.isAlive = changed = true;
  }
  let server = waiting;
  while (server !== null) {
    const stage = server.stage!;
    if (!stage.isAlive && canMove(server)) stage.isAlive = changed = true;
    server = server.nextIdle;
  }
  return changed;
}

/** Tasks come to the join by another link: those that wait in this FIFO may be waiting for them. */
function meetsOthers(fifo: Stage): bool {
  for (let i = stageCount + joinCount; i < stageCount + joinCount + fifoCount; i++) {
    const other = stageAt(i);
    if (other !== fifo && other.isFed && other.gathers && other.rules!.actor === fifo.rules!.actor) return true;
  }
  return false;
}

/** What sends something on, and the dataflow stages that can fire because of it. */
function reviveByTokens(): bool {
  let changed = false;
  for (let i = 0; i < feedCount; i++) {
    const feed = feeds + <usize>i * FEED_BYTES;
    const from = load<u32>(feed);
    const to = changetype<Stage>(load<u32>(feed, 8));
    const isSource = load<i32>(feed, 4) == 1;
    if (to.isFed || !(isSource ? comes(changetype<Sender>(from)) : sendsOn(changetype<Stage>(from)))) continue;
    to.isFed = changed = true;
    if (to.gathers) to.rules!.actor!.isAlive = true;
  }
  for (let i = 0; i < stageCount; i++) {
    const stage = stageAt(i);
    const rules = stage.rules;
    if (stage.isAlive || rules === null) continue;
    const flow = rules.flow;
    if (flow !== null && rules.idleCount > 0 && hasHope(flow)) stage.isAlive = changed = true;
  }
  return changed;
}

/** Each FIFO has its tokens, or some will come. */
function hasHope(flow: Dataflow): bool {
  if (mustWaitItsTurn(flow)) return false;
  for (let i = 0; i < flow.inputCount; i++) {
    const fifo = fifoAt(flow, i);
    const stage = fifo.stage;
    if (stage.length < takenFrom(fifo, flow.phase) && !stage.isFed) return false;
  }
  return true;
}

/** A stage lets elements go that it has, or that come to it while it has room and a server is free. */
function sendsOn(stage: Stage): bool {
  if (stage.isAlive) return true;
  const rules = stage.rules;
  if (!stage.isFed || (rules !== null && rules.flow !== null)) return false;
  return stage.held < stage.serverCount && stage.occupancy < stage.capacity;
}

/** A source that nothing holds up, or whose elements will find room. One that has ended is no reason for a deadlock. */
function comes(source: Sender): bool {
  if (source.pending == 0) return true;
  for (let i = 0; i < stageCount + joinCount + fifoCount; i++) {
    const stage = stageAt(i);
    if (stage.isAlive) continue;
    let parcel = stage.firstParcel;
    while (parcel !== null) {
      if (parcel.sender === source) return false;
      parcel = parcel.next;
    }
  }
  return true;
}

/** For whoever describes it: port indices of those that wait for room here, and how much is missing. */
export let waitCount: i32 = 0;
const MOST_WAITS: i32 = 64;

export function waitsAt(stage: Stage): usize {
  const place = take(<usize>MOST_WAITS << 3);
  waitCount = 0;
  let parcel = stage.firstParcel;
  while (parcel !== null && waitCount < MOST_WAITS) {
    const at = place + (<usize>(waitCount++) << 3);
    store<i32>(at, parcel.sender.port.index);
    store<i32>(at, parcel.missing, 4);
    parcel = parcel.next;
  }
  return place;
}

export function isAliveAt(stage: Stage): bool {
  return stage.isAlive;
}

/** Something will come into it. */
export function isFedAt(stage: Stage): bool {
  return stage.isFed;
}

/** The input that a dataflow stage has too few tokens at, below 0 where none; the tokens that are there, and those it needs. */
export function lackAt(stage: Stage): usize {
  const place = take(12);
  store<i32>(place, -1);
  const rules = stage.rules;
  if (rules === null) return place;
  const flow = rules.flow;
  if (flow === null) return place;
  for (let i = 0; i < flow.inputCount; i++) {
    const fifo = fifoAt(flow, i);
    if (fifo.stage.length >= takenFrom(fifo, flow.phase) || fifo.stage.isFed) continue;
    store<i32>(place, i);
    store<i32>(place, fifo.stage.length, 4);
    store<i32>(place, takenFrom(fifo, flow.phase), 8);
    break;
  }
  return place;
}
