/**
 * Service in the commonest stages, which serve one element after the other in the order of entry (SPEC.md: F1, Q2,
 * BAS1): its starts and its ends.
 */
import { clear, scheduleBefore, scheduleIf } from './calendar';
import { draw, drawIf } from './draws';
import { spend } from './measures';
import { changeHeld, ClassAtStage, Element, Line, measuresOf, Sender, sojournsOf, Stage, Ticket, waitsOf } from './network';
import { routeFrom } from './routing';
import { changeGroups, elapsed, now, pushWork, suspect, wantRoom, wantStartList } from './state';
import { leaveTask } from './tasks';
import { noteTime, noteTimeIf } from './time-list';
import { firstOf, shiftLineIf } from './waiting-line';

/** The element of a server that serves one at a time passes the filter or not, and goes on as far as there is room (F1, BAS1). */
@inline
export function sendOnward(server: Sender): void {
  const here = server.here;
  if (here.filters) server.isFiltered = isStopped(here);
  if (server.isFiltered) leaveTask(server, server, server.tag, server.ticket);
  else routeFrom(server, server, server.port, server.tag, server.ticket, true);
}

/** A service in a plain stage is over, and its element has gone on or is held. */
@inline
export function finishService(server: Sender, stage: Stage): void {
  const here = server.here;
  if (server.owed > 0) {
    changeHeld(stage, here, now, 1);
    clear(server);
    if (stage.held >= min(stage.occupancy, stage.serverCount)) suspect();
    return;
  }
  if (server.isFiltered) countFiltered(server, here);
  spend(measuresOf(stage), now, stage.occupancy);
  leave(stage, server);
  const more = i32(stage.length > 0);
  serveFirstIf(stage, stage, server, more, more);
}

/** What was filtered out is gone. */
export function countFiltered(slot: Element, here: ClassAtStage): void {
  slot.isFiltered = false;
  here.filtered += 1;
}

/** Whether the filter stops the next element of this class. */
export function isStopped(here: ClassAtStage): bool {
  return draw(here.filter) >= here.pass;
}

/**
 * The server takes the first element of the line, or becomes idle (0); how long the element has waited is noted, or not (0). Which of
 * the two cannot be foreseen, so both are done as one: what only one of them is about is written in any case and counts only for this one.
 */
@inline
export function serveFirstIf(stage: Stage, line: Line, server: Sender, more: i32, isNoted: i32): void {
  const entry = firstOf(line);
  const entered = entry.entered;
  const here = entry.here;
  const end = now + drawIf(here.service, more);
  server.nextIdle = stage.idle;
  stage.idle = changetype<Sender>(select<usize>(changetype<usize>(stage.idle), changetype<usize>(server), more));
  server.entered = entered;
  server.born = entry.born;
  server.tag = entry.tag;
  server.ticket = entry.ticket;
  server.here = here;
  shiftLineIf(line, more);
  scheduleIf(server, end, more);
  noteTimeIf(waitsOf(here), now - entered, isNoted);
}

/** The idle server serves an element that has just come; `isBefore` as in calendar.as. */
@inline
export function serveAtOnce(
  server: Sender,
  here: ClassAtStage,
  born: f64,
  tag: i32,
  ticket: Ticket | null,
  isBefore: bool,
): void {
  server.entered = now;
  server.born = born;
  server.tag = tag;
  server.ticket = ticket;
  start(server, here, isBefore);
}

@inline
export function takeIdle(stage: Stage): Sender {
  const server = stage.idle!;
  stage.idle = server.nextIdle;
  return server;
}

/** Starts every service that can start now. */
export function startPlainServices(stage: Stage): void {
  while (stage.idle !== null && stage.length > 0) startNext(stage, takeIdle(stage));
}

/** The server takes the first element in line. */
@inline
function startNext(stage: Stage, server: Sender): void {
  const entry = firstOf(stage);
  const entered = entry.entered;
  server.entered = entered;
  server.born = entry.born;
  server.tag = entry.tag;
  server.ticket = entry.ticket;
  const here = entry.here;
  shiftLineIf(stage, 1);
  start(server, here, false);
  noteTime(waitsOf(here), now - entered);
}

/** The server serves the element that it has; `isBefore` as in calendar.as. */
@inline
export function start(server: Sender, here: ClassAtStage, isBefore: bool): void {
  server.here = here;
  scheduleBefore(server, now + draw(here.service), isBefore);
}

@inline
export function becomeIdle(stage: Stage, server: Sender): void {
  server.nextIdle = stage.idle;
  stage.idle = server;
}

/** The element is gone from the stage, which has been observed at this instant. */
@inline
export function leave(stage: Stage, slot: Element): void {
  const here = slot.here;
  noteTime(sojournsOf(here), now - slot.entered);
  stage.occupancy--;
  here.level -= 1;
  here.area += elapsed;
  changeGroups(stage, -1);
  wantRoom(stage);
}

/** A service may be able to start here. */
export function wantStart(stage: Stage): void {
  if (stage.startWanted) return;
  stage.startWanted = true;
  pushWork(wantStartList, changetype<usize>(stage));
}

/** All that held the server up has moved, and its element is gone. */
export function resumePlainServer(server: Sender, stage: Stage): void {
  becomeIdle(stage, server);
  if (stage.length > 0) wantStart(stage);
}
