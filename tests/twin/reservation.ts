/** Blocking before service: a batch is routed first, and asks for its places (SPEC.md, BBS). */
import { convertTask, hold, joinLine, sendElement } from './admission.ts';
import { enter } from './entry.ts';
import type { Parcel } from './parcel.ts';
import { chooseTargets } from './routing.ts';
import type { Server } from './server.ts';
import type { Stage } from './stage.ts';
import { type SimulationState, wantRoom } from './state.ts';
import { classOf } from './tag.ts';
import { leaveTask } from './task-end.ts';

/** Routes every element now and asks for its places; what must be waited for is pending (BBS1, BBS2). */
export function askForRoom(state: SimulationState, server: Server): void {
  const { targets, tags } = state.chosen;
  for (let element = 0; element < server.batch; element++) {
    const first = targets.length;
    chooseTargets(state, server.port, server.tags[element]!, server.born[element]!);
    server.routes[element] = null;
    for (let i = targets.length - 1; i >= first; i--) addRoute(state, server, element, targets[i]!, tags[i]!);
    targets.length = first;
    tags.length = first;
  }
}

function addRoute(
  state: SimulationState,
  server: Server,
  element: number,
  target: number,
  tag: number,
): void {
  const stage = state.stages[target];
  const asks = stage?.model.reserves ? stage : null;
  const missing = asks ? Math.min(Math.ceil(asks.model.factor[classOf(tag)]!), asks.capacity) : 0;
  const parcel = state.parcels.take({ sender: server, element, target, tag, purpose: 'reserve', missing });
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

/** Takes the routes chosen before service; the promised places are used, or given back (BBS3). */
export function followRoutes(state: SimulationState, server: Server, element: number, passes: boolean): void {
  let route = server.routes[element] ?? null;
  server.routes[element] = null;
  while (route !== null) {
    const next: Parcel | null = route.nextRoute;
    const stage = state.stages[route.target];
    if (stage && route.promised > 0) givePlacesBack(state, stage, route.promised);
    if (!passes) leaveTask(state, server, element, route.tag);
    else if (stage && route.promised > 0) fillPromised(state, stage, route);
    else sendElement(state, server, element, route.target, route.tag);
    state.parcels.giveBack(route);
    route = next;
  }
}

/** The promised places have just been given back, and nobody else has been let in since. */
function fillPromised(state: SimulationState, stage: Stage, route: Parcel): void {
  const { sender, element, target, tag } = route;
  const count = convertTask(state, stage, tag);
  if (count === 0) leaveTask(state, sender, element, tag);
  const promised = Math.min(count, route.promised);
  stage.collector.countOffered(stage, classOf(tag), count);
  if (promised > 0) enter(state, stage, sender, element, tag, promised);
  if (promised === count) return;
  hold(state, stage, { sender, element, target, tag, purpose: 'move', missing: count - promised });
}

function givePlacesBack(state: SimulationState, stage: Stage, places: number): void {
  stage.reserved -= places;
  wantRoom(state, stage);
}
