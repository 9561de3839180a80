/** Blocking before service: a batch is routed first, and asks for its places (SPEC.md, BBS). */
import { convert, enter, hold, joinLine, sendOn } from './admission';
import { slotAt } from './batches';
import { classAt, Element, Parcel, Port, Sender, Stage, Ticket } from './network';
import { isJoin, isSink, stageIn } from './places';
import {
  chooseTargets,
  chosenEnd,
  chosenPlace,
  chosenTag,
  chosenTicket,
  forgetChosen,
  onlyPlaceBehind,
} from './routing';
import { giveBack, takeParcel, wantRoom } from './state';
import { leaveTask } from './tasks';

/** Routes every element now and asks for its places; what must be waited for is pending (BBS1, BBS2). */
export function askForPlaces(server: Sender): void {
  for (let place = 0; place < server.batch; place++) {
    const slot = slotAt(server, place);
    slot.firstRoute = null;
    askForRoute(server, slot, server.port);
  }
}

function askForRoute(server: Sender, slot: Element, port: Port): void {
  if (port.isSimple) addRoute(server, slot, onlyPlaceBehind(port, slot.tag), slot.tag, slot.ticket, 1);
  else addChosen(server, slot, chooseTargets(port, slot.tag, slot.ticket, slot.born));
}

/** Routes of one token that a firing gives to a router. */
export function addRoutesFrom(server: Sender, slot: Element, port: Port): void {
  addChosen(server, slot, chooseTargets(port, slot.tag, null, slot.born));
}

function addChosen(server: Sender, slot: Element, first: i32): void {
  for (let i = chosenEnd() - 1; i >= first; i--)
    addRoute(server, slot, chosenPlace(i), chosenTag(i), chosenTicket(i), 1);
  forgetChosen(first);
}

/** The stage behind the route, where it promises places. */
@inline
function promisingStage(route: Parcel): Stage | null {
  const target = route.target;
  if (isSink(target) || isJoin(target)) return null;
  const stage = stageIn(target);
  return stage.promises ? stage : null;
}

/** So many elements will go there. */
export function addRoute(
  server: Sender,
  slot: Element,
  place: i32,
  tag: i32,
  ticket: Ticket | null,
  count: i32,
): void {
  const route = takeParcel(server, slot, place, tag, ticket);
  route.reserves = true;
  route.count = count;
  route.nextRoute = slot.firstRoute;
  slot.firstRoute = route;
  const stage = promisingStage(route);
  if (stage === null) return;
  const places = min(<i32>min(ceil(classAt(stage, route.tag).factor * <f64>count), 1e9), stage.capacity);
  if (stage.whole || stage.firstParcel !== null || stage.capacity - stage.occupancy - stage.reserved < places) {
    route.missing = places;
    joinLine(stage, route);
    wantRoom(stage);
  } else {
    stage.reserved += places;
    route.promised = places;
  }
}

/** Takes the routes chosen before service; the promised places are used, or given back (BBS3). */
export function followRoutes(server: Sender, slot: Element, passes: bool): void {
  let route: Parcel | null = slot.firstRoute;
  slot.firstRoute = null;
  while (route !== null) {
    const next = route.nextRoute;
    const promised = route.promised;
    if (promised > 0) {
      const stage = stageIn(route.target);
      stage.reserved -= promised;
      wantRoom(stage);
    }
    if (!passes) leaveTask(server, slot, route.tag, route.ticket);
    else if (promised > 0) fillPromised(server, slot, route);
    else for (let i = 0; i < route.count; i++) sendOn(server, slot, route.target, route.tag, route.ticket);
    giveBack(route);
    route = next;
  }
}

/** The promised places have just been given back, and nobody else has been let in since. */
function fillPromised(server: Sender, slot: Element, route: Parcel): void {
  const stage = stageIn(route.target);
  const here = classAt(stage, route.tag);
  let count = route.count;
  if (stage.converts) {
    count = 0;
    for (let i = 0; i < route.count; i++) count += convert(here, route.ticket);
  }
  if (count == 0) leaveTask(server, slot, route.tag, route.ticket);
  const filled = min(count, route.promised);
  if (filled > 0) enter(server, slot, stage, here, route.tag, route.ticket, filled);
  if (filled < count) hold(server, slot, stage, route.tag, route.ticket, count - filled);
}
