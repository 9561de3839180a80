/** Where an element goes next: targets through routers and forks, chosen when it is routed (SPEC.md, R1 to R6, J1). */
import { send } from './admission';
import { choose } from './choice';
import { halt, ROUTERS_GO_ROUND } from './halt';
import { widen } from './memory';
import { CLASS_MASK, choiceOf, Element, Port, Sender, switchOf, Ticket } from './network';
import { isJoin, isRouter, isSink, routerAt, stageIn } from './places';
import { portAt, portCount } from './state';
import { addTasks, openTicket } from './tasks';

/** Rules of a port. */
export const PROBABILISTIC: i32 = 0;
export const ROUND_ROBIN: i32 = 1;
export const SHORTEST: i32 = 2;
export const BROADCAST: i32 = 3;
export const FORK: i32 = 4;

/** More steps than this for one element mean that it runs round a circle of routers for ever (E4). */
const MOST_STEPS: i32 = 100000;

/** Sends the element, or its copies or tasks, where this port leads. */
@inline
export function routeFrom(
  sender: Sender,
  slot: Element,
  port: Port,
  tag: i32,
  ticket: Ticket | null,
  isAlone: bool,
): void {
  if (port.isSimple) send(sender, slot, placeBehind(port, tag & CLASS_MASK), tag, ticket, isAlone);
  else routeAll(sender, slot, port, tag, ticket);
}

/** As `routeFrom`, but a call: for what is already part of a route. */
export function routeOn(sender: Sender, slot: Element, port: Port, tag: i32, ticket: Ticket | null): void {
  routeFrom(sender, slot, port, tag, ticket, false);
}

/** The stage, join or sink that an element of this class goes to by this port. */
@inline
function placeBehind(port: Port, jobClass: i32): i32 {
  let place = nextOf(port, jobClass);
  while (isRouter(place)) place = nextOf(routerAt(place), jobClass);
  return place;
}

/** Where one element of that tag goes by a simple port. */
export function onlyPlaceBehind(port: Port, tag: i32): i32 {
  return placeBehind(port, tag & CLASS_MASK);
}

/** The place behind the port that one element goes to. */
@inline
function nextOf(port: Port, jobClass: i32): i32 {
  if (!port.hasChoice) return port.sole;
  return port.rule == PROBABILISTIC ? choose(choiceOf(port, jobClass)) : takeTurn(port);
}

@inline
function linkAt(port: Port, place: i32): i32 {
  return load<i32>(port.targets + (<usize>place << 2));
}

/** The link that the port's rule takes now; the next turn begins behind it. */
function takeTurn(port: Port): i32 {
  const place = port.rule == ROUND_ROBIN ? port.turn : shortest(port);
  port.turn = place + 1 == port.count ? 0 : place + 1;
  return linkAt(port, place);
}

/** The link with the fewest elements at its end; among equals the first from the turn on (R4). */
function shortest(port: Port): i32 {
  let best = port.turn;
  let fewest = i32.MAX_VALUE;
  let place = best;
  for (let i = 0; i < port.count; i++) {
    const elements = elementsAt(linkAt(port, place), 0);
    if (elements < fewest) {
      fewest = elements;
      best = place;
    }
    place = place + 1 == port.count ? 0 : place + 1;
  }
  return best;
}

/** A sink holds none; a router, fork or join as many as the emptiest stage behind it. */
function elementsAt(place: i32, depth: i32): i32 {
  if (isSink(place) || depth > portCount) return 0;
  if (!isRouter(place) && !isJoin(place)) return stageIn(place).occupancy;
  const port = isJoin(place) ? portAt(stageIn(place).index) : routerAt(place);
  if (!port.hasChoice) return elementsAt(port.sole, depth + 1);
  let fewest = i32.MAX_VALUE;
  for (let i = 0; i < port.count; i++) fewest = min(fewest, elementsAt(linkAt(port, i), depth + 1));
  return fewest;
}

/** A stack of places, and beside each the tag and the ticket that the element has there. */
@unmanaged
class Places {
  items: usize = 0;
  room: i32 = 0;
  length: i32 = 0;
}
const ITEM_BYTES: usize = 12;

/** Targets of the elements that are being routed, and those still to be followed. */
let chosen: Places = changetype<Places>(0);
let open: Places = changetype<Places>(0);

export function openRouting(): void {
  chosen = new Places();
  open = new Places();
}

function push(places: Places, place: i32, tag: i32, ticket: Ticket | null): void {
  if (places.length == places.room) {
    const room = max(16, 2 * places.room);
    places.items = widen(places.items, <usize>places.room * ITEM_BYTES, <usize>room * ITEM_BYTES);
    places.room = room;
  }
  const at = places.items + <usize>(places.length++) * ITEM_BYTES;
  store<i32>(at, place);
  store<i32>(at, tag, 4);
  store<u32>(at, <u32>changetype<usize>(ticket), 8);
}

@inline
function itemAt(places: Places, at: i32): usize {
  return places.items + <usize>at * ITEM_BYTES;
}

function routeAll(sender: Sender, slot: Element, port: Port, tag: i32, ticket: Ticket | null): void {
  if (port.isTree) {
    spread(sender, slot, port, tag, ticket, slot.born);
    return;
  }
  // An element that goes on behind a join is routed while the tasks before it still are: the lists are stacks.
  const first = chooseTargets(port, tag, ticket, slot.born);
  const end = chosen.length;
  for (let i = first; i < end; i++) send(sender, slot, chosenPlace(i), chosenTag(i), chosenTicket(i), false);
  chosen.length = first;
}

/** Sends copies and tasks along all links of a tree, one after the other: with nothing to choose, no list of targets is needed. */
function spread(sender: Sender, slot: Element, port: Port, tag: i32, ticket: Ticket | null, born: f64): void {
  if (!port.hasChoice) {
    spreadTo(sender, slot, port.sole, tag, ticket, born);
    return;
  }
  const copies = ticketOfCopies(port, tag, ticket, born);
  for (let i = 0; i < port.count; i++) spreadTo(sender, slot, linkAt(port, i), tag, copies, born);
}

@inline
function spreadTo(sender: Sender, slot: Element, place: i32, tag: i32, ticket: Ticket | null, born: f64): void {
  if (isRouter(place)) spread(sender, slot, routerAt(place), tag, ticket, born);
  else send(sender, slot, place, tag, ticket, false);
}

/** The ticket of what an element becomes at a port that copies it or makes tasks of it (J1, J2). */
function ticketOfCopies(port: Port, tag: i32, ticket: Ticket | null, born: f64): Ticket | null {
  if (port.rule == FORK) return openTicket(tag, ticket, born, port.count);
  if (ticket !== null) addTasks(ticket, port.count - 1);
  return ticket;
}

/** Whether there is nothing to choose behind this port: an element, its copies and tasks always go to the same places. */
export function isTree(port: Port, depth: i32): bool {
  if (depth > portCount || port.becomes != 0 || (port.hasChoice && port.rule < BROADCAST)) return false;
  if (!port.hasChoice) return endsInPlace(port.sole, depth);
  for (let i = 0; i < port.count; i++) if (!endsInPlace(linkAt(port, i), depth)) return false;
  return true;
}

function endsInPlace(place: i32, depth: i32): bool {
  return !isRouter(place) || isTree(routerAt(place), depth + 1);
}

/** Chooses the final targets of one element that leaves by this port; the first of them, up to `chosenEnd`. */
export function chooseTargets(port: Port, tag: i32, ticket: Ticket | null, born: f64): i32 {
  const first = open.length;
  const firstChosen = chosen.length;
  expand(port, tag, ticket, born);
  for (let steps = 0; open.length > first; steps++) {
    if (steps > MOST_STEPS) halt(ROUTERS_GO_ROUND, port.index);
    const item = itemAt(open, --open.length);
    const place = load<i32>(item);
    const tagThere = load<i32>(item, 4);
    const ticketThere = changetype<Ticket | null>(load<u32>(item, 8));
    if (isRouter(place)) expand(routerAt(place), tagThere, ticketThere, born);
    else push(chosen, place, tagThere, ticketThere);
  }
  return firstChosen;
}

export function chosenEnd(): i32 {
  return chosen.length;
}
export function chosenPlace(at: i32): i32 {
  return load<i32>(itemAt(chosen, at));
}
export function chosenTag(at: i32): i32 {
  return load<i32>(itemAt(chosen, at), 4);
}
export function chosenTicket(at: i32): Ticket | null {
  return changetype<Ticket | null>(load<u32>(itemAt(chosen, at), 8));
}
export function forgetChosen(from: i32): void {
  chosen.length = from;
}

/** The tag of what an element of this one becomes at the port (R7). */
function switchClass(port: Port, tag: i32): i32 {
  const choice = switchOf(port, tag & CLASS_MASK);
  return choice === null ? tag : (tag & ~CLASS_MASK) | (choose(choice) - 1);
}

/** Puts what this port chooses on top of the open targets; copies are taken off in the order of the links. */
function expand(port: Port, comes: i32, ticket: Ticket | null, born: f64): void {
  const tag = port.becomes == 0 ? comes : switchClass(port, comes);
  if (port.hasChoice && port.rule >= BROADCAST) {
    const copies = ticketOfCopies(port, tag, ticket, born);
    for (let i = port.count - 1; i >= 0; i--) push(open, linkAt(port, i), tag, copies);
  } else {
    push(open, nextOf(port, tag & CLASS_MASK), tag, ticket);
  }
}
