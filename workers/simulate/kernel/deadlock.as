/**
 * Deadlocks: stages that wait for each other so that none will ever let an element go (SPEC.md, D1, D2). A stage is
 * alive when some element will leave it without help: a server serves, a flush timer runs, a unit of a shared resource
 * is due to it (services end, so units come back), an element with a promised place is on its way to it, or one of its
 * held servers waits for living stages only. Who waits for a stage that is not alive waits for ever.
 */
import { serverAt, slotAt } from './batches';
import { hasEvent } from './calendar';
import { DEADLOCK, GROUP_NEVER_FITS, halt, STANDSTILL } from './halt';
import { take } from './memory';
import { CLAIMED, Element, Parcel, Sender, SERVING, Stage } from './network';
import { movesInPipeline } from './pipeline';
import { stageIn } from './places';
import { hasClosed, stageAt, stageCount } from './state';

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
    for (let place = 0; place < server.batch; place++) {
      let route = slotAt(server, place).firstRoute;
      while (route !== null) {
        if (route.promised > 0) stageIn(route.target).isAlive = true;
        route = route.nextRoute;
      }
    }
  }
}

/** Each held server and the parcels that keep it; without those of living stages, which can be very many. */
function collectWaits(): void {
  waiting = null;
  for (let i = 0; i < stageCount; i++) {
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
