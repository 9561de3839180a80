/** The protocol of a server: take a batch, ask for room where that comes first, serve, let the elements go. SPEC.md. */
import { convert, enter, hold, joinLine, leaveStage, sendElement } from './admission.ts';
import { CHOICE } from './compile-model.ts';
import type { Parcel } from './parcel.ts';
import { chooseTargets } from './routing.ts';
import type { Sender, Server, Stage } from './stage.ts';
import { type SimulationState, wantRoom, wantStart } from './state.ts';

/** Starts every service that can start now. */
export function startServices(state: SimulationState, stage: Stage): void {
  stage.startWanted = false;
  if (stage.shared !== null) {
    shareServers(state, stage);
    return;
  }
  while (stage.idleCount > 0 && batchIsReady(state, stage))
    takeBatch(state, stage, stage.idle[--stage.idleCount]!);
  if (stage.flushClock >= 0) setFlushTimer(state, stage);
}

/** Enough wait, or the oldest of them has waited long enough (B1, B3). */
function batchIsReady(state: SimulationState, stage: Stage): boolean {
  const waiting = stage.line.length;
  if (waiting >= stage.batchMin) return waiting > 0;
  return stage.flushClock >= 0 && waiting > 0 && state.now >= flushTime(stage);
}

function flushTime(stage: Stage): number {
  const oldest = stage.model.discipline === 'RSS' ? stage.line.earliestEntry() : stage.line.enteredAt(0);
  return oldest + stage.model.timeout;
}

/** The timer runs while a server is idle and too few wait. */
function setFlushTimer(state: SimulationState, stage: Stage): void {
  if (stage.idleCount > 0 && stage.line.length > 0)
    state.calendar.schedule(stage.flushClock, flushTime(stage));
  else state.calendar.clear(stage.flushClock);
}

function takeBatch(state: SimulationState, stage: Stage, server: Server): void {
  const { line } = stage;
  const size = Math.min(line.length, stage.batchMax);
  server.batch = size;
  for (let element = 0; element < size; element++) {
    const place = nextPlace(stage);
    server.entered[element] = line.enteredAt(place);
    server.born[element] = line.bornAt(place);
    if (place === 0) line.removeFirst();
    else if (stage.model.discipline === 'LCFS') line.removeLast();
    else line.removeAt(place);
  }
  if (stage.asksFirst) askForRoom(state, server);
  else beginService(state, server);
}

/** Place in the line of the element to be served next. */
function nextPlace({ line, model, picks, firstComeFirstServed }: Stage): number {
  if (firstComeFirstServed || line.length === 1) return 0;
  return model.discipline === 'LCFS' ? line.length - 1 : picks.integerBelow(line.length);
}

/** Blocking before service: routes every element now and asks for its places; the service waits for them (BBS1, BBS2). */
function askForRoom(state: SimulationState, server: Server): void {
  for (let element = 0; element < server.batch; element++) {
    chooseTargets(state, server.stage.port);
    server.routes[element] = null;
    for (let i = state.chosen.length - 1; i >= 0; i--) addRoute(state, server, element, state.chosen[i]!);
  }
  if (server.pending === 0) {
    beginService(state, server);
  } else {
    server.state = 'claimed';
    beHeld(state, server.stage);
  }
}

function addRoute(state: SimulationState, server: Server, element: number, target: number): void {
  const stage = state.stages[target];
  const asks = stage?.model.reserves ? stage : null;
  const missing = asks ? Math.min(Math.ceil(asks.model.factor), asks.model.capacity) : 0;
  const parcel = state.parcels.take({ sender: server, element, target, purpose: 'reserve', missing });
  parcel.nextRoute = server.routes[element] ?? null;
  server.routes[element] = parcel;
  if (!asks) return;
  if (asks.whole || asks.firstParcel !== null || asks.room() < missing) {
    joinLine(state, asks, parcel);
    wantRoom(state, asks);
  } else {
    asks.reserved += missing;
    parcel.promised = missing;
    parcel.missing = 0;
  }
}

export function beginService(state: SimulationState, server: Server): void {
  const stage = server.stage;
  const { collector } = stage;
  collector.observe(stage);
  for (let element = 0; element < server.batch; element++) {
    collector.countWait(server.entered[element]!);
  }
  stage.waiting -= server.batch;
  stage.busy++;
  server.state = 'serving';
  state.calendar.schedule(server.clock, state.now + stage.service.next());
}

/** The service of a whole batch ends: its elements are filtered and go on; the server is free when all have gone. */
export function finishService(state: SimulationState, server: Server): void {
  const stage = server.stage;
  stage.collector.observe(stage);
  stage.busy--;
  releaseBatch(state, server);
}

/** The elements of a finished batch leave as far as there is room (F1, BAS1). */
export function releaseBatch(state: SimulationState, server: Server): void {
  const stage = server.stage;
  const { collector } = stage;
  collector.served += server.batch;
  for (let element = 0; element < server.batch; element++) {
    const passes = !stage.filters || stage.filter.next() < stage.model.passProbability;
    if (stage.asksFirst) followRoutes(state, server, element, passes);
    else if (passes) routeElement(state, server, element);
    if (server.owed[element] !== 0) continue;
    if (passes) collector.output++;
    leaveStage(state, stage, server.entered[element]!);
  }
  if (server.pending === 0) {
    becomeIdle(state, server);
  } else {
    server.state = 'held';
    beHeld(state, stage);
  }
}

/** Chooses the targets of one element and sends it, or its copies, there. */
export function routeElement(state: SimulationState, sender: Sender, element: number): void {
  const { port } = sender;
  if (port.sole !== CHOICE) {
    sendElement(state, sender, element, port.sole);
    return;
  }
  chooseTargets(state, port);
  for (const target of state.chosen) sendElement(state, sender, element, target);
}

/** Takes the routes chosen before service; the promised places are used, or given back (BBS3). */
function followRoutes(state: SimulationState, server: Server, element: number, passes: boolean): void {
  let route = server.routes[element] ?? null;
  server.routes[element] = null;
  while (route !== null) {
    const next: Parcel | null = route.nextRoute;
    const stage = state.stages[route.target];
    if (stage && route.promised > 0) givePlacesBack(state, stage, route.promised);
    if (passes && stage && route.promised > 0) fillPromised(state, stage, route);
    else if (passes) sendElement(state, server, element, route.target);
    state.parcels.giveBack(route);
    route = next;
  }
}

/** The promised places have just been given back, and nobody else has been let in since. */
function fillPromised(state: SimulationState, stage: Stage, route: Parcel): void {
  const { sender, element, target } = route;
  const count = convert(stage);
  const promised = Math.min(count, route.promised);
  stage.collector.offered += count;
  if (promised > 0) enter(state, stage, sender.born[element]!, promised);
  if (promised === count) return;
  hold(state, stage, { sender, element, target, purpose: 'move', missing: count - promised });
}

function givePlacesBack(state: SimulationState, stage: Stage, places: number): void {
  stage.reserved -= places;
  wantRoom(state, stage);
}

/** A server comes to be held up by what is downstream; when none is left to work, the stage may be in a deadlock. */
export function beHeld(state: SimulationState, stage: Stage): void {
  stage.collector.observe(stage);
  stage.held++;
  if (stage.busy === 0 || stage.shared !== null) state.suspect = stage;
}

/** All that held the server up has moved. */
export function resumeServer(state: SimulationState, server: Server): void {
  const stage = server.stage;
  stage.collector.observe(stage);
  stage.held--;
  if (server.state === 'claimed') beginService(state, server);
  else becomeIdle(state, server);
}

export function becomeIdle(state: SimulationState, server: Server): void {
  const stage = server.stage;
  server.state = 'idle';
  stage.idle[stage.idleCount++] = server;
  if (stage.line.length > 0 || stage.shared !== null) wantStart(state, stage);
}

/** Processor sharing: the next element to finish, and how many servers work (PS1, PS2). */
function shareServers(state: SimulationState, stage: Stage): void {
  const shared = stage.shared!;
  stage.collector.observe(stage);
  const free = stage.model.serverCount - stage.held;
  stage.busy = Math.min(free, shared.count);
  state.calendar.schedule(stage.servers[0]!.clock, shared.nextEnd(state.now, free));
}

/** Processor sharing: one element is done; it takes an idle server's place until it can move. */
export function finishShared(state: SimulationState, stage: Stage): void {
  const shared = stage.shared!;
  shared.removeDone(state.now);
  const server = stage.idle[--stage.idleCount]!;
  server.batch = 1;
  server.entered[0] = shared.entered;
  server.born[0] = shared.born;
  stage.collector.observe(stage);
  stage.busy = Math.min(stage.model.serverCount - stage.held, shared.count);
  releaseBatch(state, server);
  wantStart(state, stage);
}
