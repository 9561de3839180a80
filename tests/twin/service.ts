/** The protocol of a server: start, end, let the elements go, be free again. SPEC.md. */
import { leaveStage } from './admission.ts';
import { beginService, beHeld, takeBatch } from './begin-service.ts';
import { countWholeWait } from './interrupted-wait.ts';
import { firstLevel, setFlushTimer, waitsLongEnough } from './lines.ts';
import { followRoutes } from './reservation.ts';
import { routeFrom } from './routing.ts';
import type { Server } from './server.ts';
import { LEFT, PAUSED, PAUSED_SINCE } from './server.ts';
import type { Stage } from './stage.ts';
import { type SimulationState, wantStart } from './state.ts';
import { classOf } from './tag.ts';
import { leaveTask } from './task-end.ts';
import { askForUnits, releaseUnit, wantUnitFor } from './units.ts';

/** Starts every service that can start now. */
export function startServices(state: SimulationState, stage: Stage): void {
  stage.startWanted = false;
  if (stage.shared !== null) {
    shareServers(state, stage);
    return;
  }
  if (stage.model.preempts) while (startUrgent(state, stage));
  else if (stage.resource === null || stage.asksFirst)
    while (stage.idleCount > 0 && waitsLongEnough(state, stage)) takeBatch(state, stage);
  if (stage.resource !== null && !stage.asksFirst) askForUnits(state, stage, stage.resource);
  if (stage.flushClock >= 0) setFlushTimer(state, stage);
}

/** The service of a whole batch ends: its elements are filtered and go on; the server is free when all have gone. */
export function finishService(state: SimulationState, server: Server): void {
  const stage = server.stage;
  stage.collector.observe(stage);
  stage.busy--;
  if (stage.model.preempts) countWholeWait(state, server);
  if (stage.resource !== null) releaseUnit(state, stage.resource);
  releaseBatch(state, server);
}

/** The elements of a finished batch leave as far as there is room (F1, BAS1). */
function releaseBatch(state: SimulationState, server: Server): void {
  const stage = server.stage;
  const { collector } = stage;
  for (let element = 0; element < server.batch; element++) {
    const tag = server.tags[element]!;
    const jobClass = classOf(tag);
    collector.countServed(jobClass);
    const passes = !stage.filters || stage.lets(tag);
    server.passed[element] = passes ? 1 : 0;
    if (stage.asksFirst) followRoutes(state, server, element, passes);
    else if (passes) routeFrom(state, server, element, server.port, tag);
    else leaveTask(state, server, element, tag);
    if (server.owed[element] !== 0) continue;
    if (passes) collector.countOutput(jobClass);
    leaveStage(state, stage, server.entered[element]!, jobClass);
  }
  if (server.pending === 0) {
    becomeIdle(state, server);
  } else {
    server.state = 'held';
    beHeld(state, stage);
  }
}

/** All that held the server up has moved. */
export function resumeServer(state: SimulationState, server: Server): void {
  const stage = server.stage;
  if (server.state === 'claimed' && stage.resource !== null) {
    wantUnitFor(state, server);
    return;
  }
  stage.collector.observe(stage);
  stage.held--;
  if (server.state !== 'claimed') {
    becomeIdle(state, server);
    return;
  }
  beginService(state, server);
}

export function becomeIdle(state: SimulationState, server: Server): void {
  const stage = server.stage;
  stage.putBack(server);
  if (stage.queued() > 0 || stage.suspended > 0 || stage.shared !== null) wantStart(state, stage);
}

/** Processor sharing: the next element to finish, and how many servers work (PS1, PS2). */
function shareServers(state: SimulationState, stage: Stage): void {
  const shared = stage.shared!;
  stage.collector.observe(stage);
  const free = stage.freeToShare();
  stage.busy = Math.min(free, shared.count);
  state.calendar.schedule(stage.servers[0]!.clock, shared.nextEnd(state.now, free));
}

/** Processor sharing and delays: one element is done; it takes an idle server's place until it can move. */
export function finishShared(state: SimulationState, stage: Stage): void {
  const shared = stage.shared!;
  shared.removeDone(state.now);
  if (stage.idleCount === 0) stage.addServer();
  const server = stage.idle[--stage.idleCount]!;
  server.batch = 1;
  server.entered[0] = shared.taken[0]!;
  server.born[0] = shared.taken[1]!;
  server.tags[0] = shared.taken[2]!;
  stage.collector.observe(stage);
  stage.busy = Math.min(stage.freeToShare(), shared.count);
  releaseBatch(state, server);
  wantStart(state, stage);
}

/** Services that a more urgent element interrupts, and that go on later where they were (SPEC.md, P2 to P4). One by one: no bulk. */

/** Starts the most urgent service that can start now, or lets one go on; false when there is none. */
function startUrgent(state: SimulationState, stage: Stage): boolean {
  const nobody = stage.lines.length;
  const waiting = firstLevel(stage);
  const paused = mostUrgentPaused(stage);
  const level = Math.min(waiting, paused?.level ?? nobody);
  if (level === nobody) return false;
  if (stage.freeServers() === 0) {
    const victim = leastUrgent(stage);
    if (victim === null || victim.level <= level) return false;
    interrupt(state, victim);
  }
  if (paused !== null && paused.level <= waiting) goOn(state, paused);
  else takeBatch(state, stage);
  return true;
}

/** The interrupted service of the most urgent class that began first. */
function mostUrgentPaused({ servers, suspended }: Stage): Server | null {
  let best: Server | null = null;
  if (suspended === 0) return best;
  for (const server of servers) {
    if (server.state === 'suspended' && (best === null || goesBefore(server, best))) best = server;
  }
  return best;
}

/** The service under way of the least urgent class that began last. */
function leastUrgent({ servers }: Stage): Server | null {
  let worst: Server | null = null;
  for (const server of servers) {
    if (server.state === 'serving' && (worst === null || goesBefore(worst, server))) worst = server;
  }
  return worst;
}

const goesBefore = (a: Server, b: Server): boolean =>
  a.level < b.level || (a.level === b.level && a.order < b.order);

function interrupt(state: SimulationState, server: Server): void {
  const { stage, interrupted, clock } = server;
  stage.collector.observe(stage);
  stage.busy--;
  stage.waiting++;
  stage.suspended++;
  server.state = 'suspended';
  interrupted[PAUSED_SINCE] = state.now;
  interrupted[LEFT] = state.calendar.time[clock]! - state.now;
  state.calendar.clear(clock);
}

function goOn(state: SimulationState, server: Server): void {
  const { stage, interrupted } = server;
  stage.collector.observe(stage);
  stage.busy++;
  stage.waiting--;
  stage.suspended--;
  server.state = 'serving';
  interrupted[PAUSED]! += state.now - interrupted[PAUSED_SINCE]!;
  state.calendar.schedule(server.clock, state.now + interrupted[LEFT]!);
}
