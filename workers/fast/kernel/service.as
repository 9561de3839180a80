/**
 * Service: its starts and its ends. The steps and their order are those of the general engine for stages that serve one
 * element after the other in the order of entry (SPEC.md: F1, Q2, BAS1), so that the same draws are used for the same
 * things.
 */
import { route } from './admission';
import { clear, schedule } from './calendar';
import { draw } from './draws';
import { noteTime, spend } from './measures';
import { changeLevel, classAt, ClassAtStage, Sender, Stage } from './network';
import { now, pushWork, wantRoomList, wantStartList } from './state';
import { entryAt } from './waiting-line';

/** What the stage holds has been like this until now. Call before it changes. */
@inline
export function observe(stage: Stage): void {
  const m = stage.m;
  if (m.since == now) return;
  const elapsed = now - m.since;
  m.now.serving += elapsed * <f64>stage.busy;
  m.now.blocked += elapsed * <f64>stage.held;
  spend(m, now, stage.occupancy);
}

/** A service ends: the element passes the filter or not, and leaves if it can (F1, BAS1). */
export function finishService(server: Sender, stage: Stage): void {
  observe(stage);
  const here = classAt(stage, server.tag);
  stage.busy--;
  here.served += 1;
  if (here.pass >= 1 || draw(here.filter) < here.pass) {
    route(server);
    if (server.pending > 0) {
      stage.held++;
      clear(server.clock);
      return;
    }
    here.output += 1;
  }
  leave(stage, server, here);
  if (stage.waiting > 0) {
    startNext(stage, server);
  } else {
    becomeIdle(stage, server);
    clear(server.clock);
  }
}

@inline
export function takeIdle(stage: Stage): Sender {
  return changetype<Sender>(load<u32>(stage.idle + (<usize>(--stage.idleCount) << 2)));
}

/** Starts every service that can start now. */
export function startServices(stage: Stage): void {
  stage.startWanted = false;
  observe(stage);
  while (stage.idleCount > 0 && stage.waiting > 0) startNext(stage, takeIdle(stage));
}

/** The server takes the first element in line. The stage has been observed at this instant. */
function startNext(stage: Stage, server: Sender): void {
  const entry = entryAt(stage, 0);
  server.entered = load<f64>(entry);
  server.born = load<f64>(entry, 8);
  server.tag = load<i32>(entry, 16);
  stage.head = (stage.head + 1) & stage.mask;
  stage.waiting--;
  start(stage, server);
}

/** The server serves the element that it has. */
export function start(stage: Stage, server: Sender): void {
  const here = classAt(stage, server.tag);
  const waited = now - server.entered;
  here.waitTotal += waited;
  here.started += 1;
  noteTime(here.waits, waited);
  stage.busy++;
  schedule(server.clock, now + draw(here.service));
}

@inline
function becomeIdle(stage: Stage, server: Sender): void {
  store<u32>(stage.idle + (<usize>(stage.idleCount++) << 2), <u32>changetype<usize>(server));
  if (stage.waiting > 0) wantStart(stage);
}

/** The sender's element is gone from the stage, which has been observed at this instant. */
@inline
export function leave(stage: Stage, server: Sender, here: ClassAtStage): void {
  const stayed = now - server.entered;
  here.sojournTotal += stayed;
  here.left += 1;
  noteTime(here.sojourns, stayed);
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

/** All that held the server up has moved. */
export function resumeServer(server: Sender, stage: Stage): void {
  observe(stage);
  stage.held--;
  becomeIdle(stage, server);
}
