/**
 * What an event sets off, in the order of the simulator's rules (workers/simulate/SPEC.md): elements move into room,
 * senders line up, servers start. Elements of one kind are alike, so groups move as numbers.
 */
import { NO_PROMISE } from './chain-model.ts';
import type { Outcomes } from './outcomes.ts';
import { kindAt, type LineEntry } from './state-layout.ts';
import type { Place, WorkingState } from './working-state.ts';

/** A batch from a source, or of a server that has just ended its service, goes where the outcome says. */
export function sendBatch(state: WorkingState, sender: number, outcomes: Outcomes): number {
  const { counts, probabilities, targets } = outcomes;
  const split = counts[counts.length === 1 ? 0 : state.chooser.choose(probabilities)]!;
  let kept = 0;
  for (let i = 0; i < targets.length; i++) {
    if (split[i]! > 0) kept += send(state, sender, state.places[targets[i]!]!, split[i]!);
  }
  return kept;
}

/** Of `elements` of the sender for one target: how many stay with the sender because there is no room. */
function send(state: WorkingState, sender: number, target: Place, elements: number): number {
  const { stage } = target;
  const count = elements * stage.factor;
  if (!stage.drops && (stage.whole || state.cell[target.queuedAt]! > 0)) {
    joinLine(state, target, { sender, missing: count, size: 0 });
    if (stage.whole) wantRoom(state, target);
    return elements;
  }
  const room = Math.max(0, state.room(target));
  const fitting = count <= room ? count : stage.whole ? 0 : room;
  if (fitting > 0) enter(state, target, fitting);
  if (fitting === count) return 0;
  if (stage.drops) {
    state.lost[target.index]! += count - fitting;
    return 0;
  }
  joinLine(state, target, { sender, missing: count - fitting, size: 0 });
  return Math.ceil((count - fitting) / stage.factor);
}

/** The server of this kind ends its service (F1, BAS1, BBS3). It is taken out of the written state already. */
export function finishBatch(state: WorkingState, place: Place, kind: number, outcomes: Outcomes): void {
  const { size, promise, places } = place.serverKinds[kind]!;
  state.cell[place.busyAt]!--;
  const kept =
    promise === NO_PROMISE
      ? sendBatch(state, place.index, outcomes)
      : takePlaces(state, state.places[promise]!, places, outcomes);
  leave(state, place, size - kept);
  if (kept === 0 && state.cell[place.waitingAt]! > 0) wantStart(state, place);
}

/** The promised places are given back and taken by those that pass. Nobody stays behind. */
function takePlaces(state: WorkingState, target: Place, places: number, outcomes: Outcomes): number {
  const { counts, probabilities } = outcomes;
  const [passing] = counts[counts.length === 1 ? 0 : state.chooser.choose(probabilities)]!;
  state.cell[target.reservedAt]! -= places;
  wantRoom(state, target);
  if (passing! > 0) enter(state, target, passing! * target.stage.factor);
  return 0;
}

function enter(state: WorkingState, place: Place, count: number): void {
  state.cell[place.occupancyAt]! += count;
  state.cell[place.waitingAt]! += count;
  if (state.idle(place) > 0) wantStart(state, place);
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

function wantRoom(state: WorkingState, place: Place): void {
  if (state.cell[place.queuedAt]! > 0 && !state.wantRoom.includes(place.index))
    state.wantRoom.push(place.index);
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
    const { start } = place.stage.service;
    const phase = start.length === 1 ? 0 : state.chooser.choose(start);
    state.writeServer(place, state.begun[i + 1]! + phase, 1);
  }
  state.begun.length = 0;
}

/** First blocked, first let in (BAS3); whole groups together (BAS4). */
function admitWaiting(state: WorkingState, place: Place): void {
  const { cell } = state;
  const { factor, reserves, whole } = place.stage;
  while (cell[place.queuedAt]! > 0) {
    const entry = state.entry(place, cell[place.lineAt]!);
    const { sender, missing } = entry;
    const room = state.room(place);
    if (room <= 0 || (whole && room < missing)) return;
    const count = Math.min(room, missing);
    const isServer = sender < state.places.length;
    if (reserves && isServer) cell[place.reservedAt]! += count;
    else enter(state, place, count);
    if (isServer && !reserves) {
      const gone = Math.ceil(missing / factor) - Math.ceil((missing - count) / factor);
      leave(state, state.places[sender]!, gone);
    }
    if (count < missing) cell[place.lineAt] = state.code(place, { ...entry, missing: missing - count });
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
  // The one server of a stage may wait in several lines.
  if (state.places[sender]!.stage.serverCount > 1 || state.owing(sender) === 0) {
    state.ready.push(entry);
    state.readyFrom.push(place.index);
  }
}

/** A server that waited for `target` is free again, or begins the service that it was promised places for. */
function resume(state: WorkingState, { sender, size }: LineEntry, target: number): void {
  const place = state.places[sender]!;
  if (state.places[target]!.stage.reserves) {
    const option = place.stage.options.findIndex(({ promise }) => promise === target);
    begin(state, place, kindAt(place.stage, size, option));
  } else if (state.cell[place.waitingAt]! > 0) {
    wantStart(state, place);
  }
}

function startServices(state: WorkingState, place: Place): void {
  const { batchMin, batchMax, options } = place.stage;
  while (state.idle(place) > 0 && state.cell[place.waitingAt]! >= batchMin) {
    const size = Math.min(state.cell[place.waitingAt]!, batchMax);
    state.cell[place.waitingAt]! -= size;
    const shares = place.optionShares;
    const option = options.length === 1 ? 0 : state.chooser.choose(shares);
    const { promise } = options[option]!;
    if (promise === NO_PROMISE || askForPlaces(state, place, state.places[promise]!, size))
      begin(state, place, kindAt(place.stage, size, option));
  }
}

/** Element after element asks for its places; from the first that does not get all of them, the batch waits (BBS2). */
function askForPlaces(state: WorkingState, place: Place, target: Place, size: number): boolean {
  const { factor, whole } = target.stage;
  const isOpen = !whole && state.cell[target.queuedAt]! === 0;
  const fitting = isOpen ? Math.min(size, Math.floor(Math.max(0, state.room(target)) / factor)) : 0;
  state.cell[target.reservedAt]! += fitting * factor;
  if (fitting === size) return true;
  joinLine(state, target, { sender: place.index, missing: (size - fitting) * factor, size });
  wantRoom(state, target);
  return false;
}

function begin(state: WorkingState, place: Place, kind: number): void {
  state.cell[place.busyAt]!++;
  state.begun.push(place.index, kind);
}
