/**
 * Service: its starts and its ends. The steps and their order are those of the general engine for stages that serve one
 * element after the other in the order of entry (SPEC.md: F1, Q2, BAS1), so that the same draws are used for the same
 * things.
 */
import { route } from './admission';
import { clear, schedule, scheduleIf } from './calendar';
import { draw, drawIf } from './draws';
import { spend } from './measures';
import { changeHeld, ClassAtStage, measuresOf, Sender, sojournsOf, Stage, waitsOf } from './network';
import { elapsed, now, pushWork, wantRoomList, wantStartList } from './state';
import { noteTime, noteTimeIf } from './time-list';
import { classOfEntry, shiftLineIf } from './waiting-line';

/** What the stage holds has been like this until now. Call before it changes. */
@inline
export function observe(stage: Stage): void {
  spend(measuresOf(stage), now, stage.occupancy);
}

/** A service ends: the element passes the filter or not, and leaves if it can (F1, BAS1). */
@inline
export function finishService(server: Sender, stage: Stage): void {
  const here = server.here;
  if (here.pass >= 1 || draw(here.filter) < here.pass) {
    route(server);
    if (server.pending > 0) {
      changeHeld(stage, here, now, 1);
      clear(server);
      return;
    }
  } else {
    here.filtered += 1;
  }
  observe(stage);
  leave(stage, server, here);
  serveNext(stage, server);
}

/**
 * The server takes the first element in line, or becomes idle. Which of the two cannot be foreseen, so both are done as
 * one: what only one of them is about is written in any case and counts only for this one.
 */
@inline
function serveNext(stage: Stage, server: Sender): void {
  const more = i32(stage.waiting > 0);
  const entry = stage.head;
  const entered = load<f64>(entry);
  const tag = load<i32>(entry, 16);
  const here = classOfEntry(entry);
  const end = now + drawIf(here.service, more);
  server.nextIdle = stage.idle;
  stage.idle = changetype<Sender>(select<usize>(changetype<usize>(stage.idle), changetype<usize>(server), more));
  server.entered = entered;
  server.born = load<f64>(entry, 8);
  server.tag = tag;
  server.here = here;
  shiftLineIf(stage, more);
  scheduleIf(server, end, more);
  noteTimeIf(waitsOf(here), now - entered, more);
}

@inline
export function takeIdle(stage: Stage): Sender {
  const server = stage.idle!;
  stage.idle = server.nextIdle;
  return server;
}

/** Starts every service that can start now. */
export function startServices(stage: Stage): void {
  stage.startWanted = false;
  while (stage.idle !== null && stage.waiting > 0) startNext(stage, takeIdle(stage));
}

/** The server takes the first element in line. */
@inline
function startNext(stage: Stage, server: Sender): void {
  const entry = stage.head;
  const entered = load<f64>(entry);
  const tag = load<i32>(entry, 16);
  server.entered = entered;
  server.born = load<f64>(entry, 8);
  server.tag = tag;
  shiftLineIf(stage, 1);
  const here = classOfEntry(entry);
  start(server, here);
  noteTime(waitsOf(here), now - entered);
}

/** The server serves the element that it has. */
@inline
export function start(server: Sender, here: ClassAtStage): void {
  server.here = here;
  schedule(server, now + draw(here.service));
}

@inline
export function becomeIdle(stage: Stage, server: Sender): void {
  server.nextIdle = stage.idle;
  stage.idle = server;
}

/** The sender's element is gone from the stage, which has been observed at this instant. */
@inline
export function leave(stage: Stage, server: Sender, here: ClassAtStage): void {
  noteTime(sojournsOf(here), now - server.entered);
  stage.occupancy--;
  here.level -= 1;
  here.area += elapsed;
  if (stage.firstParcel !== null && !stage.roomWanted) {
    stage.roomWanted = true;
    pushWork(wantRoomList, changetype<usize>(stage));
  }
}

export function wantStart(stage: Stage): void {
  if (stage.startWanted) return;
  stage.startWanted = true;
  pushWork(wantStartList, changetype<usize>(stage));
}

/** All that held the server up has moved, and its element is gone. */
export function resumeServer(server: Sender, stage: Stage): void {
  becomeIdle(stage, server);
  if (stage.waiting > 0) wantStart(stage);
}
