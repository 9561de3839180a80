/**
 * What an event sets off, in the order of the simulator's rules (workers/simulate/SPEC.md): elements move into room,
 * senders line up, servers start. Elements of one kind are alike, so groups move as numbers.
 */
import { NO_PROMISE, NO_RESOURCE } from './chain-model.ts';
import type { Outcomes } from './outcomes.ts';
import { joinAt, type Route } from './routes.ts';
import { kindAt, type LineEntry } from './state-layout.ts';
import {
  joinWaiting,
  lengthOf,
  nextClass,
  priorityOf,
  returnToFront,
  takeNext,
  takeOldest,
} from './waiting-line.ts';
import type { Place, WorkingState } from './working-state.ts';

/** Elements of one class on their way. */
interface Group {
  readonly sender: number;
  /** What they come as, and what they were with their sender. */
  readonly jobClass: number;
  readonly was: number;
  readonly count: number;
}

/** A batch from a source, or of a server that has just ended its service, goes where the outcome says. */
export function sendBatch(
  state: WorkingState,
  sender: number,
  jobClass: number,
  { counts, probabilities, targets, classes }: Outcomes,
): number {
  const split = counts[counts.length === 1 ? 0 : state.chooser.choose(probabilities)]!;
  let kept = 0;
  for (let i = 0; i < targets.length; i++) {
    if (split[i]! === 0) continue;
    const group = { sender, jobClass: classes[i]!, was: jobClass, count: split[i]! };
    // An element with copies stays as long as any of them does.
    kept += Math.max(...targets[i]!.map((target) => sendTo(state, target, group)));
  }
  return kept;
}

/** How many elements stay with the sender because there is no room. */
function sendTo(state: WorkingState, target: number, group: Group): number {
  if (target >= 0) return send(state, state.places[target]!, group);
  const { join, branch } = joinAt(target);
  state.cell[state.layout.joinAt[join]! + branch]! += group.count;
  joinTasks(state, join);
  return 0;
}

/** While a task of each branch waits, they leave as one element. */
function joinTasks(state: WorkingState, index: number): void {
  const { branches, jobClass, routes } = state.model.joins[index]!;
  const first = state.layout.joinAt[index]!;
  const waiting = state.cell.subarray(first, first + branches);
  while (waiting.every((tasks) => tasks > 0)) {
    for (let branch = 0; branch < branches; branch++) waiting[branch]!--;
    const route = chooseRoute(state, routes);
    for (const target of route.targets)
      send(state, state.places[target]!, {
        sender: state.layout.senderCount,
        jobClass,
        was: jobClass,
        count: 1,
      });
  }
}

const chooseRoute = (state: WorkingState, routes: readonly Route[]): Route =>
  routes[routes.length === 1 ? 0 : state.chooser.choose(routes.map(({ probability }) => probability))]!;

function send(state: WorkingState, target: Place, { sender, jobClass, was, count: elements }: Group): number {
  const { stage } = target;
  const count = elements * stage.visits[jobClass]!.factor;
  if (!stage.drops && (stage.whole || state.cell[target.queuedAt]! > 0)) {
    joinLine(state, target, { sender, jobClass, was, missing: count, size: 0 });
    if (stage.whole) wantRoom(state, target);
    return elements;
  }
  const isOpen = !state.model.classes[jobClass]!.isClosed;
  const room = Math.max(0, state.room(target) - (isOpen ? stage.closedPlaces : 0));
  const fitting = count <= room ? count : stage.whole ? 0 : room;
  if (fitting > 0) enter(state, target, jobClass, fitting);
  if (fitting === count) return 0;
  const missing = count - fitting;
  switch (stage.victim) {
    case 'nobody':
      joinLine(state, target, { sender, jobClass, was, missing, size: 0 });
      return Math.ceil(missing / stage.visits[jobClass]!.factor);
    case 'newcomer':
      countLost(state, target, jobClass, missing);
      return 0;
    case 'oldestWaiting':
      for (let i = 0; i < missing; i++) replaceOldest(state, target, jobClass);
      return 0;
  }
}

/** One of the class takes the place of who has waited longest; where nobody gives way it is lost itself (DR2). */
function replaceOldest(state: WorkingState, place: Place, jobClass: number): void {
  const leaving = takeOldest(state, place, jobClass);
  countLost(state, place, leaving ?? jobClass, 1);
  if (leaving === undefined) return;
  state.cell[place.occupancyAt]!--;
  enter(state, place, jobClass, 1);
}

function countLost(state: WorkingState, place: Place, jobClass: number, count: number): void {
  state.lost[place.index * state.layout.classCount + jobClass]! += count;
}

/** The server of this kind ends its service (F1, BAS1, BBS3). It is taken out of the written state already. */
export function finishBatch(state: WorkingState, place: Place, kind: number, outcomes: Outcomes): void {
  const { jobClass, size, promise, places } = place.serverKinds[kind]!;
  state.cell[place.busyAt]!--;
  const kept =
    promise === NO_PROMISE
      ? sendBatch(state, place.index, jobClass, outcomes)
      : takePlaces(state, state.places[promise]!, { jobClass, places }, outcomes);
  leave(state, place, size - kept);
  const isFree = kept === 0 && lengthOf(state, place) > 0;
  if (isFree || place.stage.resource !== NO_RESOURCE) wantStart(state, place);
}

/** The promised places are given back and taken by those that pass. Nobody stays behind. */
function takePlaces(
  state: WorkingState,
  target: Place,
  { jobClass, places }: { readonly jobClass: number; readonly places: number },
  { counts, probabilities }: Outcomes,
): number {
  const [passing] = counts[counts.length === 1 ? 0 : state.chooser.choose(probabilities)]!;
  state.cell[target.reservedAt]! -= places;
  wantRoom(state, target);
  if (passing! > 0) enter(state, target, jobClass, passing! * target.stage.visits[jobClass]!.factor);
  return 0;
}

export function enter(state: WorkingState, place: Place, jobClass: number, count: number): void {
  state.cell[place.occupancyAt]! += count;
  joinWaiting(state, place, jobClass, count);
  if (state.idle(place) > 0 || place.stage.preempts) wantStart(state, place);
}

function leave(state: WorkingState, place: Place, count: number): void {
  if (count === 0) return;
  state.cell[place.occupancyAt]! -= count;
  wantRoom(state, place);
}

function joinLine(state: WorkingState, place: Place, entry: LineEntry): void {
  state.cell[place.lineAt + state.cell[place.queuedAt]!] = state.code(place, entry);
  state.cell[place.queuedAt]!++;
  state.addOwing(entry.sender, 1);
}

function wantStart(state: WorkingState, place: Place): void {
  if (!state.wantStart.includes(place.index)) state.wantStart.push(place.index);
}

/** Moves first, then those whom moves have freed, then starts (E3); at last the phases of the services begun. */
export function settle(state: WorkingState): void {
  for (;;) {
    if (state.wantRoom.length > 0) admitWaiting(state, state.places[state.wantRoom.shift()!]!);
    else if (state.ready.length > 0) resume(state, state.ready.shift()!, state.readyFrom.shift()!);
    else if (state.wantStart.length > 0) startServices(state, state.places[state.wantStart.shift()!]!);
    else break;
  }
  for (let i = 0; i < state.begun.length; i += 2) {
    const place = state.places[state.begun[i]!]!;
    const kind = state.begun[i + 1]!;
    const { start } = place.stage.visits[place.serverKinds[kind]!.jobClass]!.service;
    const phase = start.length === 1 ? 0 : state.chooser.choose(start);
    state.writeServer(place, kind + phase, 1);
  }
  state.begun.length = 0;
}

/** First blocked, first let in (BAS3); whole groups together (BAS4). */
function admitWaiting(state: WorkingState, place: Place): void {
  const { cell } = state;
  const { reserves, whole } = place.stage;
  while (cell[place.queuedAt]! > 0) {
    const entry = state.entry(place, cell[place.lineAt]!);
    const { sender, jobClass, missing } = entry;
    const room = state.room(place);
    if (room <= 0 || (whole && room < missing)) return;
    const count = Math.min(room, missing);
    const rest = { ...entry, missing: missing - count };
    const isServer = sender < state.places.length;
    if (reserves && isServer) cell[place.reservedAt]! += count;
    else enter(state, place, jobClass, count);
    if (isServer && !reserves)
      leave(state, state.places[sender]!, state.heldElements(place, entry) - state.heldElements(place, rest));
    if (count < missing) cell[place.lineAt] = state.code(place, rest);
    else leaveLine(state, place, entry);
  }
}

/** The first in line has all that it waited for. */
function leaveLine(state: WorkingState, place: Place, entry: LineEntry): void {
  const { cell } = state;
  const last = place.lineAt + --cell[place.queuedAt]!;
  cell.copyWithin(place.lineAt, place.lineAt + 1, last + 1);
  cell[last] = 0;
  const { sender } = entry;
  state.addOwing(sender, -1);
  if (sender >= state.places.length) return;
  const from = state.places[sender]!;
  const isDone = state.owing(sender) === 0;
  if (isDone && from.stage.forks) leave(state, from, 1);
  // The one server of a stage may wait in several lines.
  if (from.stage.serverCount > 1 || isDone) {
    state.ready.push(entry);
    state.readyFrom.push(place.index);
  }
}

/** A server that waited for `target` is free again, or begins the service that it was promised places for. */
function resume(state: WorkingState, { sender, jobClass, size }: LineEntry, target: number): void {
  const place = state.places[sender]!;
  if (state.places[target]!.stage.reserves) {
    const { options } = place.stage.visits[jobClass]!;
    const option = options.findIndex(({ promise }) => promise === target);
    begin(state, place, kindAt(place.stage, jobClass, size, option));
  } else if (lengthOf(state, place) > 0) {
    wantStart(state, place);
  }
}

/** Idle servers take who is next: at once, after interrupting a less urgent service, or when a shared resource is free. */

function startServices(state: WorkingState, place: Place): void {
  if (place.stage.resource !== NO_RESOURCE) {
    askForResource(state, place);
    return;
  }
  while (state.idle(place) > 0 && lengthOf(state, place) >= place.stage.batchMin) startOne(state, place);
  if (place.stage.preempts) interrupt(state, place);
}

function startOne(state: WorkingState, place: Place): void {
  const { batchMax, visits } = place.stage;
  const jobClass = nextClass(state, place);
  const size = Math.min(lengthOf(state, place), batchMax);
  takeNext(state, place, jobClass, size);
  const { options } = visits[jobClass]!;
  const option =
    options.length === 1 ? 0 : state.chooser.choose(options.map(({ probability }) => probability));
  const { promise } = options[option]!;
  if (promise === NO_PROMISE || askForPlaces(state, place, state.places[promise]!, { jobClass, size }))
    begin(state, place, kindAt(place.stage, jobClass, size, option));
}

/** The phase is drawn when all is settled. */
function begin(state: WorkingState, place: Place, kind: number): void {
  state.cell[place.busyAt]!++;
  state.begun.push(place.index, kind);
}

/** A less urgent service makes room for whoever waits and is more urgent; services without memory need not be written down. */
function interrupt(state: WorkingState, place: Place): void {
  while (lengthOf(state, place) > 0) {
    const jobClass = nextClass(state, place);
    const kind = leastUrgentService(state, place);
    if (kind === undefined) return;
    const interrupted = place.serverKinds[kind]!.jobClass;
    if (priorityOf(state, interrupted) <= priorityOf(state, jobClass)) return;
    state.writeServer(place, kind, -1);
    state.cell[place.busyAt]!--;
    startOne(state, place);
    returnToFront(state, place, interrupted);
  }
}

/** Services that begin at this instant are at least as urgent as all who wait. */
function leastUrgentService(state: WorkingState, place: Place): number | undefined {
  const isServing = (kind: number): boolean =>
    place.isSingle ? state.cell[place.servingAt] === kind + 1 : state.cell[place.servingAt + kind]! > 0;
  let found: number | undefined;
  place.serverKinds.forEach(({ jobClass }, kind) => {
    if (!isServing(kind)) return;
    if (
      found === undefined ||
      priorityOf(state, jobClass) > priorityOf(state, place.serverKinds[found]!.jobClass)
    )
      found = kind;
  });
  return found;
}

/** Each idle server for which a batch waits asks for a unit; then the units that are free are given out. */
function askForResource(state: WorkingState, place: Place): void {
  const resource = place.stage.resource;
  const { isRoundRobin, units, users } = state.model.resources[resource]!;
  if (!isRoundRobin) {
    const wanted = servicesReady(state, place);
    for (let asked = requestsOf(state, resource, place.index); asked < wanted; asked++)
      addRequest(state, resource, place.index);
  }
  for (;;) {
    const used = users.reduce((sum, user) => sum + state.cell[state.places[user]!.busyAt]!, 0);
    const next = used < units ? nextUser(state, resource) : undefined;
    if (next === undefined) return;
    startOne(state, state.places[next]!);
  }
}

/** Services that idle servers could begin; each takes as many as it may, as long as enough are left (SPEC.md, RES1). */
function servicesReady(state: WorkingState, place: Place): number {
  const { batchMin, batchMax } = place.stage;
  const idle = state.idle(place);
  let count = 0;
  for (let left = lengthOf(state, place); count < idle && left >= batchMin; left -= Math.min(left, batchMax))
    count++;
  return count;
}

function requestsOf(state: WorkingState, resource: number, stage: number): number {
  const { requestAt, requestCells } = state.layout;
  let count = 0;
  for (let i = 0; i < requestCells[resource]!; i++)
    if (state.cell[requestAt[resource]! + i] === stage + 1) count++;
  return count;
}

function addRequest(state: WorkingState, resource: number, stage: number): void {
  let at = state.layout.requestAt[resource]!;
  while (state.cell[at]! > 0) at++;
  state.cell[at] = stage + 1;
}

/** The stage that gets the next unit, taken out of those that wait. */
function nextUser(state: WorkingState, resource: number): number | undefined {
  const { cell, layout, model } = state;
  const first = layout.requestAt[resource]!;
  const { isRoundRobin, users } = model.resources[resource]!;
  if (!isRoundRobin) {
    if (cell[first] === 0) return undefined;
    const next = cell[first]! - 1;
    const end = first + layout.requestCells[resource]!;
    cell.copyWithin(first, first + 1, end);
    cell[end - 1] = 0;
    return next;
  }
  const last = users.indexOf(cell[first]! - 1);
  for (let step = 1; step <= users.length; step++) {
    const user = users[(last + step) % users.length]!;
    const place = state.places[user]!;
    if (state.idle(place) <= 0 || lengthOf(state, place) < place.stage.batchMin) continue;
    cell[first] = user + 1;
    return user;
  }
  return undefined;
}

interface Batch {
  readonly jobClass: number;
  readonly size: number;
}

/** Blocking before service (BBS2): element after element asks for its places; from the first that does not get all of them, the batch waits (BBS2). */
function askForPlaces(state: WorkingState, place: Place, target: Place, { jobClass, size }: Batch): boolean {
  const { whole, visits } = target.stage;
  const { factor } = visits[jobClass]!;
  const isOpen = !whole && state.cell[target.queuedAt]! === 0;
  const fitting = isOpen ? Math.min(size, Math.floor(Math.max(0, state.room(target)) / factor)) : 0;
  state.cell[target.reservedAt]! += fitting * factor;
  if (fitting === size) return true;
  const missing = (size - fitting) * factor;
  const at = target.lineAt + state.cell[target.queuedAt]!++;
  state.cell[at] = state.code(target, { sender: place.index, jobClass, was: jobClass, missing, size });
  state.addOwing(place.index, 1);
  wantRoom(state, target);
  return false;
}

/** Room may have come up in the stage: those who wait for it are to be looked at. */
function wantRoom(state: WorkingState, place: Place): void {
  if (state.cell[place.queuedAt]! > 0 && !state.wantRoom.includes(place.index))
    state.wantRoom.push(place.index);
}
