/** Idle servers take who is next: at once, after interrupting a less urgent service, or when a shared resource is free. */
import { NO_PROMISE, NO_RESOURCE } from './chain-model.ts';
import { askForPlaces } from './promised-places.ts';
import { kindAt } from './state-layout.ts';
import { lengthOf, nextClass, priorityOf, returnToFront, takeNext } from './waiting-line.ts';
import type { Place, WorkingState } from './working-state.ts';

export function startServices(state: WorkingState, place: Place): void {
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
export function begin(state: WorkingState, place: Place, kind: number): void {
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
    const wanted = Math.min(state.idle(place), Math.floor(lengthOf(state, place) / place.stage.batchMin));
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
