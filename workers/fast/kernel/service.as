/**
 * Service: its starts and its ends. The steps and their order are those of the general engine for stages that serve one
 * element after the other in the order of entry (SPEC.md: F1, Q2, BAS1), so that the same draws are used for the same
 * things.
 */
import { route } from './admission';
import { clear, schedule } from './calendar';
import { draw } from './draws';
import { noteTime, spend } from './measures';
import { changeHeld, changeLevel, classAt, ClassAtStage, Sender, Stage } from './network';
import { now, pushWork, wantRoomList, wantStartList } from './state';
import { entryAt } from './waiting-line';

/** What the stage holds has been like this until now. Call before it changes. */
@inline
export function observe(stage: Stage): void {
  spend(stage.m, now, stage.occupancy);
}

/** A service ends: the element passes the filter or not, and leaves if it can (F1, BAS1). */
@inline
export function finishService(server: Sender, stage: Stage): void {
  const here = classAt(stage, server.tag);
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
  if (stage.waiting > 0) {
    startNext(stage, server);
  } else {
    becomeIdle(stage, server);
    clear(server);
  }
}

@inline
export function takeIdle(stage: Stage): Sender {
  return changetype<Sender>(load<u32>(stage.idle + (<usize>(--stage.idleCount) << 2)));
}

/** Starts every service that can start now. */
export function startServices(stage: Stage): void {
  stage.startWanted = false;
  while (stage.idleCount > 0 && stage.waiting > 0) startNext(stage, takeIdle(stage));
}

/** The server takes the first element in line. */
@inline
function startNext(stage: Stage, server: Sender): void {
  const entry = entryAt(stage, 0);
  const entered = load<f64>(entry);
  const tag = load<i32>(entry, 16);
  server.entered = entered;
  server.born = load<f64>(entry, 8);
  server.tag = tag;
  stage.head = (stage.head + 1) & stage.mask;
  stage.waiting--;
  start(server, classAt(stage, tag), now - entered);
}

/** The server serves the element that it has, which has waited so long. */
@inline
export function start(server: Sender, here: ClassAtStage, waited: f64): void {
  schedule(server, now + draw(here.service));
  noteTime(here.waits, waited);
}

@inline
function becomeIdle(stage: Stage, server: Sender): void {
  store<u32>(stage.idle + (<usize>(stage.idleCount++) << 2), <u32>changetype<usize>(server));
}

/** The sender's element is gone from the stage, which has been observed at this instant. */
@inline
export function leave(stage: Stage, server: Sender, here: ClassAtStage): void {
  noteTime(here.sojourns, now - server.entered);
  stage.occupancy--;
  changeLevel(here, now, -1);
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
