/** Elements that go about as tasks: forks, joins, and tasks at the end of their way (SPEC.md, J1 to J6). */
import { spend } from './measures';
import {
  CLASS_MASK,
  classAt,
  ClassAtStage,
  Element,
  measuresOf,
  observe,
  Sender,
  Stage,
  TaskPlace,
  Ticket,
  UNBORN,
} from './network';
import { routeOn } from './routing';
import { changeGroups, elapsed, now, portAt, wantRoom } from './state';
import { isWatched, watchMove } from './watch';

/** Tickets to be used again: those whose element has been put together or is gone. */
let spare: Ticket | null = null;
let sparePlace: TaskPlace | null = null;

/** An element of that tag, ticket and birth becomes so many tasks. */
export function openTicket(tag: i32, outer: Ticket | null, born: f64, tasks: i32): Ticket {
  const used = spare;
  const ticket = used === null ? new Ticket() : used;
  if (used !== null) spare = used.next;
  ticket.outstanding = tasks;
  ticket.waiting = 0;
  ticket.join = null;
  ticket.tag = tag;
  ticket.outer = outer;
  ticket.born = born;
  return ticket;
}

/** So many tasks more are on their way: copies, and native elements that one task becomes (J2). */
@inline
export function addTasks(ticket: Ticket, tasks: i32): void {
  ticket.outstanding += tasks;
}

/** An element from outside is born when its first task is admitted, with all the elements it is a task of (S3). */
export function birthOfTask(ticket: Ticket): f64 {
  const outer = ticket.outer;
  if (ticket.born == UNBORN) ticket.born = outer === null ? now : birthOfTask(outer);
  return ticket.born;
}

/** A task of the sender's element comes to a join; what was never split passes through (J4). */
export function reachJoin(sender: Sender, slot: Element, join: Stage, tag: i32, ticket: Ticket | null): void {
  const here = classAt(join, tag);
  if (isWatched) watchMove(sender, join, tag, 1);
  here.arrived += 1;
  if (ticket === null) {
    here.released += 1;
    routeOn(sender, slot, portAt(join.index), tag, null);
    return;
  }
  gather(ticket, join, tag);
  if (--ticket.outstanding == 0) {
    goOn(sender, slot, tag, ticket);
  } else {
    ticket.waiting++;
    changeWaiting(join, here, 1);
  }
}

/** A task has a place in front of its join, which it keeps until its element goes on (J6). */
export function reachPlace(sender: Sender, slot: Element, fifo: Stage, tag: i32, ticket: Ticket | null): void {
  if (ticket === null) {
    freePlace(fifo, tag);
  } else {
    const used = sparePlace;
    const place = used === null ? new TaskPlace() : used;
    if (used !== null) sparePlace = used.next;
    place.fifo = fifo;
    place.next = ticket.places;
    ticket.places = place;
  }
  reachJoin(sender, slot, fifo.rules!.actor!, tag, ticket);
}

function freePlaces(ticket: Ticket, tag: i32): void {
  let place = ticket.places;
  ticket.places = null;
  while (place !== null) {
    const next = place.next;
    freePlace(place.fifo, tag);
    place.next = sparePlace;
    sparePlace = place;
    place = next;
  }
}

function freePlace(fifo: Stage, tag: i32): void {
  const here = classAt(fifo, tag);
  observe(fifo, now);
  fifo.occupancy--;
  here.level -= 1;
  here.area += elapsed;
  here.released += 1;
  wantRoom(fifo);
}

/** A task leaves: filtered, lost, absorbed by a conversion, or at a sink. Nobody waits for it (J3). */
@inline
export function leaveTask(sender: Sender, slot: Element, tag: i32, ticket: Ticket | null): void {
  if (ticket !== null) endTask(sender, slot, tag, ticket);
}

function endTask(sender: Sender, slot: Element, tag: i32, ticket: Ticket): void {
  if (--ticket.outstanding == 0) goOn(sender, slot, tag, ticket);
}

/** Tasks of one element that came to another join wait where its last one has come (J4). */
@inline
function gather(ticket: Ticket, join: Stage, tag: i32): void {
  const before = ticket.join;
  ticket.join = join;
  if (before === null || before === join || ticket.waiting == 0) return;
  changeWaiting(before, classAt(before, tag), -ticket.waiting);
  changeWaiting(join, classAt(join, tag), ticket.waiting);
}

function changeWaiting(join: Stage, here: ClassAtStage, change: i32): void {
  spend(measuresOf(join), now, join.occupancy);
  join.occupancy += change;
  here.level += <f64>change;
  here.area -= elapsed * <f64>change;
  changeGroups(join, change);
}

/** No task is on its way any more: the element goes on from the join, or is gone when none ever came to one (J5). */
function goOn(sender: Sender, slot: Element, tag: i32, ticket: Ticket): void {
  const whole = (tag & ~CLASS_MASK) | (ticket.tag & CLASS_MASK);
  const outer = ticket.outer;
  const join = ticket.join;
  const born = ticket.born;
  freePlaces(ticket, tag);
  ticket.next = spare;
  spare = ticket;
  if (join === null) {
    if (outer !== null) endTask(sender, slot, whole, outer);
    return;
  }
  const here = classAt(join, whole);
  if (ticket.waiting > 0) changeWaiting(join, here, -ticket.waiting);
  here.released += 1;
  // A task that its source has kept until now: its element was born with those before it, and goes on as a task of one.
  const isLate = outer === null && slot.born == UNBORN && born != UNBORN;
  routeOn(sender, slot, portAt(join.index), whole, isLate ? openTicket(whole, null, born, 1) : outer);
}
