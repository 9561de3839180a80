/**
 * Stages with rules of their own: disciplines, batches and their timers, interruptions, shared servers and delays, places
 * and units that are asked for first (SPEC.md, Q, P, B, PS, DL, BBS, RES). A server takes a batch, asks for what it needs,
 * serves, lets its elements go, and is free again.
 */
import { clear, hasEvent, schedule, timeOf } from './calendar';
import { enterFifo, finishPipelinedFiring, resumeFiring, startFirings } from './dataflow';
import { Draws, draw } from './draws';
import {
  CLAIMED,
  ClassAtStage,
  DELAY,
  Element,
  FIRST,
  HELD,
  IDLE,
  Interruption,
  LAST,
  Line,
  measuresOf,
  NO_SERVERS,
  observe,
  observeNow,
  ONE_EACH,
  RANDOM,
  Rules,
  Sender,
  SENDER_SHIFT,
  SERVING,
  SLOT_BYTES,
  Stage,
  SUSPENDED,
  Ticket,
  waitsOf,
} from './network';
import { enterPipeline, goOnInPipeline, letNextEnd, standStill, takeFirst } from './pipeline';
import { askForPlaces, followRoutes } from './promises';
import { askForUnits, releaseUnit, wantUnitFor } from './resources';
import { routeFrom } from './routing';
import { countFiltered, isStopped, leave, serveAtOnce, serveFirstIf, takeIdle, wantStart } from './service';
import { addShared, finishShared, shareServers, speedOf } from './shared-service';
import { take } from './memory';
import { isSettled, now, suspect } from './state';
import { leaveTask } from './tasks';
import { noteTime } from './time-list';
import { copyElement, elementAt, firstOf, oldestPlace, pushLine, removeAt, removeLast, shiftLineIf } from './waiting-line';

@inline
export function slotAt(server: Sender, place: i32): Element {
  return changetype<Element>(server.slots + <usize>place * SLOT_BYTES);
}

@inline
function lineAt(rules: Rules, level: i32): Line {
  return changetype<Line>(load<u32>(rules.lines + (<usize>level << 2)));
}

/** Elements have entered, and the stage has been observed. */
export function enterRules(
  stage: Stage,
  rules: Rules,
  here: ClassAtStage,
  born: f64,
  tag: i32,
  ticket: Ticket | null,
  count: i32,
): void {
  if (rules.sharing == ONE_EACH) {
    for (let i = 0; i < count; i++) enterLine(stage, rules, here, born, tag, ticket, false);
  } else if (rules.sharing == NO_SERVERS) {
    enterFifo(stage, rules, here, born, tag, count);
  } else {
    for (let i = 0; i < count; i++) {
      here.unwaited++;
      addShared(stage, rules, here, draw(here.service), born, tag, ticket);
    }
    wantStart(stage);
  }
}

/** One element enters, where each server serves alone. */
@inline
export function enterLine(
  stage: Stage,
  rules: Rules,
  here: ClassAtStage,
  born: f64,
  tag: i32,
  ticket: Ticket | null,
  isAlone: bool,
): void {
  rules.waiting++;
  rules.inLines++;
  pushLine(stage, rules.lineCount == 1 ? stage : lineAt(rules, here.urgency), here, born, tag, ticket);
  if (!mayStart(stage, rules, here)) return;
  if (isAlone && rules.isBulk) serveBatches(stage, rules);
  else wantStart(stage);
}

/** Whether the newcomer may let a service start or go on faster, or has the timer set as the first that waits. */
@inline
function mayStart(stage: Stage, rules: Rules, here: ClassAtStage): bool {
  if (rules.speedCount > 0) return true;
  if (rules.idleCount == 0) return false;
  // Nobody gives way to the least urgent, and those who waited before could not start.
  if (rules.preempts && here.urgency == rules.lineCount - 1 && freeServers(stage, rules) == 0) return false;
  return rules.inLines >= rules.batchMin || rules.inLines == 1 || stage.pushesOut;
}

/** Starts every service that can start now. */
export function startServices(stage: Stage, rules: Rules): void {
  if (rules.isBulk) {
    serveBatches(stage, rules);
    return;
  }
  if (rules.sharing != ONE_EACH) {
    shareServers(stage, rules);
    return;
  }
  const flow = rules.flow;
  if (flow !== null) {
    startFirings(stage, rules, flow);
    return;
  }
  const resource = rules.resource;
  if (rules.preempts) while (startUrgent(stage, rules));
  else if (resource === null || rules.asksFirst) takeBatches(stage, rules);
  if (resource !== null && !rules.asksFirst) askForUnits(stage, rules, resource);
  if (rules.flush !== null) setFlushTimer(stage, rules);
  if (rules.speedCount > 0) changeSpeed(stage, rules);
}

/** Starts every service that can start now, where servers take batches and ask nobody. */
function serveBatches(stage: Stage, rules: Rules): void {
  observe(stage, now);
  while (rules.idleCount > 0 && waitsLongEnough(stage, rules)) serveBatch(stage, rules);
  if (rules.flush !== null) setFlushTimer(stage, rules);
}

/** An idle server takes the first elements of the line and serves them. */
@inline
function serveBatch(stage: Stage, rules: Rules): void {
  const server = takeIdle(stage);
  const size = min(rules.inLines, rules.batchMax);
  if (size > server.room) makeRoom(server, size, rules.batchMax);
  const service = firstOf(stage).here.service;
  const end = server.slots + <usize>size * SLOT_BYTES;
  for (let slot = server.slots; slot < end; slot += SLOT_BYTES) {
    const entry = firstOf(stage);
    copyElement(entry, changetype<Element>(slot));
    noteTime(waitsOf(entry.here), now - entry.entered);
    shiftLineIf(stage, 1);
  }
  server.batch = size;
  server.state = SERVING;
  rules.idleCount--;
  rules.inLines -= size;
  rules.waiting -= size;
  rules.busy++;
  const time = draw(service);
  schedule(server, now + (rules.isTimed ? timeOfBatch(rules, service, size, time) : time));
}

/** Idle servers take what may be served together. */
@inline
function takeBatches(stage: Stage, rules: Rules): void {
  if (rules.batchMax == 1) for (let count = min(rules.idleCount, rules.inLines); count > 0; count--) takeBatch(stage, rules);
  else while (rules.idleCount > 0 && waitsLongEnough(stage, rules)) takeBatch(stage, rules);
}

/** Services under way go on as fast as the number in the stage says (LD1). */
function changeSpeed(stage: Stage, rules: Rules): void {
  const before = rules.speed;
  const speed = speedOf(stage, rules);
  if (speed == before) return;
  rules.speed = speed;
  for (let i = 0; i < rules.total; i++) {
    const server = serverAt(rules, i);
    if (server.state == SERVING) schedule(server, now + ((timeOf(server) - now) * before) / speed);
  }
}

/** Enough wait, or the oldest of them has waited long enough (B1, B3). */
function waitsLongEnough(stage: Stage, rules: Rules): bool {
  const waiting = rules.inLines;
  return waiting >= rules.batchMin || (waiting > 0 && isOverdue(stage, rules));
}

/** The oldest of those that wait has waited for the timeout (B3). */
export function isOverdue(stage: Stage, rules: Rules): bool {
  return rules.flush !== null && now >= flushTime(rules);
}

function flushTime(rules: Rules): f64 {
  let oldest: f64 = Infinity;
  for (let level = 0; level < rules.lineCount; level++) {
    const line = lineAt(rules, level);
    if (line.length == 0) continue;
    oldest = min(oldest, elementAt(line, rules.picks == RANDOM ? oldestPlace(line) : 0).entered);
  }
  return oldest + rules.timeout;
}

/** The timer runs while a server is idle and too few wait; it is set when somebody else has waited longest. */
function setFlushTimer(stage: Stage, rules: Rules): void {
  const flush = rules.flush!;
  if (freeServers(stage, rules) > 0 && rules.inLines > 0 && !waitsLongEnough(stage, rules)) {
    const due = flushTime(rules);
    if (timeOf(flush) != due) schedule(flush, due);
  } else if (hasEvent(flush)) {
    clear(flush);
  }
}

/** Servers that neither serve nor are held; not where servers are shared. */
function freeServers(stage: Stage, rules: Rules): i32 {
  return stage.serverCount - rules.busy - stage.held;
}

/** Line of the most urgent element that waits; the number of lines when nobody does. */
function firstLevel(rules: Rules): i32 {
  let level = 0;
  while (level < rules.lineCount && lineAt(rules, level).length == 0) level++;
  return level;
}

/** The element to be served next goes out of its line to a place of the server's batch. */
@inline
function moveNext(stage: Stage, rules: Rules, slot: Element): void {
  rules.inLines--;
  const line: Line = rules.lineCount == 1 ? stage : lineAt(rules, firstLevel(rules));
  if (rules.picks == FIRST || line.length == 1) {
    copyElement(firstOf(line), slot);
    shiftLineIf(line, 1);
  } else if (rules.picks == LAST) {
    copyElement(elementAt(line, line.length - 1), slot);
    removeLast(line);
  } else {
    const place = <i32>floor(draw(rules.draws) * <f64>line.length);
    copyElement(elementAt(line, place), slot);
    removeAt(line, place);
  }
}

/** An idle server comes to have room for so large a batch. */
function makeRoom(server: Sender, size: i32, most: i32): void {
  if (server.room > 1) heap.free(server.slots);
  server.room = min(most, max(8, 2 * size));
  server.slots = take(<usize>server.room * SLOT_BYTES);
}

/** An idle server takes its batch out of the line and serves it, or asks for its places first. */
export function takeBatch(stage: Stage, rules: Rules): void {
  const server = stage.idle!;
  stage.idle = server.nextIdle;
  rules.idleCount--;
  if (rules.batchMax == 1) {
    moveNext(stage, rules, server);
  } else {
    const size = min(rules.inLines, rules.batchMax);
    server.batch = size;
    if (size > server.room) makeRoom(server, size, rules.batchMax);
    for (let place = 0; place < size; place++) moveNext(stage, rules, slotAt(server, place));
  }
  if (!rules.asksFirst) {
    beginService(server, stage, rules);
    return;
  }
  askForPlaces(server);
  if (server.pending == 0 && rules.resource === null) {
    beginService(server, stage, rules);
    return;
  }
  server.state = CLAIMED;
  beHeld(stage, rules);
  if (server.pending == 0) wantUnitFor(server, stage, rules);
}

export function beginService(server: Sender, stage: Stage, rules: Rules): void {
  observe(stage, now);
  const size = server.batch;
  const interruption = server.interruption;
  if (interruption !== null) markBeginning(server, interruption, rules);
  else
    for (let place = 0; place < size; place++) {
      const slot = slotAt(server, place);
      noteTime(waitsOf(slot.here), now - slot.entered);
    }
  rules.waiting -= size;
  rules.busy++;
  server.state = SERVING;
  const service = slotAt(server, 0).here.service;
  const pipeline = server.pipeline;
  if (pipeline !== null) {
    enterPipeline(server, pipeline, slotAt(server, 0), draw(service), rules.latency);
    return;
  }
  const time = draw(service);
  schedule(server, now + (rules.isTimed ? timeOfBatch(rules, service, size, time) : time));
}

/** A batch of n takes (a + c n) / a times as long as its distribution says, whose mean is a (B4), at the present speed (LD1). */
function timeOfBatch(rules: Rules, service: Draws, size: i32, time: f64): f64 {
  const more = rules.timePerElement * <f64>size;
  return (more == 0 ? time : time * (1 + more / service.mean)) / rules.speed;
}

/** A server comes to be held up by what is downstream; when none is left to work, there may be a deadlock. */
function beHeld(stage: Stage, rules: Rules): void {
  observe(stage, now);
  stage.held++;
  if ((rules.busy > 0 && rules.sharing == ONE_EACH) || rules.sharing == DELAY) return;
  suspect();
}

/** The service of a whole batch ends: its elements are filtered and go on; the server is free when all have gone. */
export function finishBatch(server: Sender, stage: Stage, rules: Rules): void {
  observeNow(stage, rules, measuresOf(stage), now);
  if (server.pipeline !== null) {
    endInterval(server, stage, rules);
    return;
  }
  rules.busy--;
  const interruption = server.interruption;
  if (interruption !== null) countWholeWait(server, interruption);
  const resource = rules.resource;
  if (resource !== null) releaseUnit(resource);
  releaseBatch(server, stage, rules);
}

/** Serves one element at a time, for which it asks nobody. */
export function isPlain(server: Sender, rules: Rules): bool {
  if (rules.batchMax > 1 || rules.asksFirst || rules.speedCount > 0) return false;
  return rules.resource === null && server.pipeline === null;
}

/** Nor does the service of one wait for others or take another time than was drawn. */
export function isSingle(rules: Rules): bool {
  return !rules.isTimed && rules.flush === null;
}

/** Serves batches of one line, for which it asks nobody. */
export function isBulk(server: Sender, rules: Rules): bool {
  if (rules.asksFirst || rules.preempts || rules.speedCount > 0 || rules.resource !== null) return false;
  return server.pipeline === null && rules.lineCount == 1 && rules.picks == FIRST;
}

/** The service of such a server is over, and its element has gone on or is held. */
export function finishOne(server: Sender, stage: Stage, rules: Rules): void {
  const here = server.here;
  observeNow(stage, rules, measuresOf(stage), now);
  rules.busy--;
  const interruption = server.interruption;
  if (interruption !== null) countWholeWait(server, interruption);
  if (server.owed > 0) {
    here.held += 1;
    server.state = HELD;
    beHeld(stage, rules);
    return;
  }
  if (server.isFiltered) countFiltered(server, here);
  leave(stage, server);
  if (rules.isSingle && isSettled && rules.picks == FIRST && rules.suspended == 0) serveNext(server, stage, rules);
  else putBack(server, stage, rules);
}

/** As a server of a plain stage does, from the most urgent line. */
@inline
function serveNext(server: Sender, stage: Stage, rules: Rules): void {
  const more = i32(rules.inLines > 0);
  rules.inLines -= more;
  rules.waiting -= more;
  rules.busy += more;
  rules.idleCount += 1 - more;
  server.state = select<i32>(SERVING, IDLE, more);
  const interruption = server.interruption;
  const isNoted = select<i32>(more, 0, interruption === null);
  serveFirstIf(stage, firstLine(stage, rules), server, more, isNoted);
  if (interruption !== null) markBeginning(server, interruption, rules);
}

/** The most urgent line in which somebody waits, found without a branch; any when nobody does. */
@inline
function firstLine(stage: Stage, rules: Rules): Line {
  let line = changetype<usize>(stage);
  for (let level = rules.lineCount - 1; level >= 0; level--) {
    const other = lineAt(rules, level);
    line = select<usize>(changetype<usize>(other), line, other.length);
  }
  return changetype<Line>(line);
}

/** Whether a newcomer who comes alone is served at once: a server is free, and nobody waits. */
@inline
export function mayServeAtOnce(stage: Stage, rules: Rules): bool {
  return rules.isSingle && rules.inLines == 0 && freeServers(stage, rules) > 0;
}

@inline
export function serveNewcomer(
  stage: Stage,
  rules: Rules,
  here: ClassAtStage,
  born: f64,
  tag: i32,
  ticket: Ticket | null,
): void {
  const server = takeIdle(stage);
  rules.idleCount--;
  rules.busy++;
  server.state = SERVING;
  serveAtOnce(server, here, born, tag, ticket, true);
  const interruption = server.interruption;
  if (interruption === null) here.unwaited++;
  else markBeginning(server, interruption, rules);
}

/** The elements of a finished batch leave as far as there is room (F1, BAS1). */
function releaseBatch(server: Sender, stage: Stage, rules: Rules): void {
  const size = server.batch;
  for (let place = 0; place < size; place++) releaseElement(server, slotAt(server, place), stage, rules);
  if (rules.speedCount > 0) wantStart(stage);
  if (server.pending == 0) {
    putBack(server, stage, rules);
  } else {
    server.state = HELD;
    beHeld(stage, rules);
  }
}

@inline
function releaseElement(server: Sender, slot: Element, stage: Stage, rules: Rules): void {
  const here = slot.here;
  const passes = !here.filters || !isStopped(here);
  slot.isFiltered = !passes;
  if (rules.asksFirst) followRoutes(server, slot, passes);
  else if (passes) routeFrom(server, slot, server.port, slot.tag, slot.ticket, false);
  else leaveTask(server, slot, slot.tag, slot.ticket);
  if (slot.owed != 0) {
    here.held += 1;
    return;
  }
  if (!passes) here.filtered += 1;
  leave(stage, slot);
}

/** The interval of a pipelined server is over (PI1). */
function endInterval(server: Sender, stage: Stage, rules: Rules): void {
  rules.busy--;
  putBack(server, stage, rules);
}

/** The first on its way in a pipeline leaves if it can; if not, all behind it stand still (PI2). */
export function finishInPipeline(exit: Sender, stage: Stage, rules: Rules): void {
  const flow = rules.flow;
  if (flow !== null) {
    finishPipelinedFiring(exit, stage, rules, flow);
    return;
  }
  observe(stage, now);
  const pipeline = exit.pipeline!;
  takeFirst(pipeline);
  releaseElement(exit, exit, stage, rules);
  if (exit.pending == 0) {
    letNextEnd(pipeline);
  } else {
    observe(stage, now);
    standStill(stage, rules, pipeline);
    beHeld(stage, rules);
  }
}

/** All that held the server up has moved. */
export function resumeServer(server: Sender, stage: Stage, rules: Rules): void {
  const flow = rules.flow;
  if (flow !== null) {
    resumeFiring(server, stage, rules, flow);
    return;
  }
  const pipeline = server.pipeline;
  if (pipeline !== null) {
    observe(stage, now);
    stage.held--;
    if (goOnInPipeline(rules, pipeline)) putBack(pipeline.server, stage, rules);
    return;
  }
  if (server.state == CLAIMED && rules.resource !== null) {
    wantUnitFor(server, stage, rules);
    return;
  }
  observe(stage, now);
  stage.held--;
  if (server.state == CLAIMED) beginService(server, stage, rules);
  else putBack(server, stage, rules);
}

/** The server is idle, and the next to be used (Q2). */
export function putBack(server: Sender, stage: Stage, rules: Rules): void {
  server.state = IDLE;
  server.nextIdle = stage.idle;
  stage.idle = server;
  rules.idleCount++;
  if (rules.sharing != ONE_EACH) wantStart(stage);
  else if (rules.suspended > 0 || rules.inLines > 0) startSoon(stage, rules);
}

/** Services start when what came before is settled, which is at once where nothing else is to be settled. */
@inline
function startSoon(stage: Stage, rules: Rules): void {
  if (isSettled) startServices(stage, rules);
  else wantStart(stage);
}

/** The service of one that shares is over: it takes a place of its own until it can move (PS2, DL2). */
export function endShared(stage: Stage, rules: Rules): void {
  const server = finishShared(stage, rules);
  releaseBatch(server, stage, rules);
  wantStart(stage);
}

// Services that a more urgent element interrupts, and that go on later where they were (P2 to P4). One by one: no bulk.

/** Starts the most urgent service that can start now, or lets one go on; false when there is none. */
function startUrgent(stage: Stage, rules: Rules): bool {
  const waiting = firstLevel(rules);
  const paused = mostUrgentPaused(rules);
  const level = paused === null ? waiting : min(waiting, paused.interruption!.urgency);
  if (freeServers(stage, rules) == 0) {
    // Nobody gives way to the least urgent.
    if (level >= rules.lineCount - 1) return false;
    const victim = leastUrgent(rules);
    if (victim === null || victim.interruption!.urgency <= level) return false;
    interrupt(victim, stage, rules);
  } else if (level == rules.lineCount) {
    return false;
  }
  if (paused !== null && paused.interruption!.urgency <= waiting) goOn(paused, stage, rules);
  else takeBatch(stage, rules);
  return true;
}

@inline
export function serverAt(rules: Rules, place: i32): Sender {
  return changetype<Sender>(changetype<usize>(rules.servers) + (<usize>place << SENDER_SHIFT));
}

/** The interrupted service of the most urgent class that began first. */
function mostUrgentPaused(rules: Rules): Sender | null {
  let best: Sender | null = null;
  if (rules.suspended == 0) return best;
  for (let i = 0; i < rules.total; i++) {
    const server = serverAt(rules, i);
    if (server.state == SUSPENDED && (best === null || goesBefore(server, best))) best = server;
  }
  return best;
}

/** The service under way of the least urgent class that began last. */
function leastUrgent(rules: Rules): Sender | null {
  let worst: Sender | null = null;
  for (let i = 0; i < rules.total; i++) {
    const server = serverAt(rules, i);
    if (server.state == SERVING && (worst === null || goesBefore(worst, server))) worst = server;
  }
  return worst;
}

function goesBefore(server: Sender, other: Sender): bool {
  const a = server.interruption!;
  const b = other.interruption!;
  return a.urgency < b.urgency || (a.urgency == b.urgency && a.order < b.order);
}

function interrupt(server: Sender, stage: Stage, rules: Rules): void {
  const interruption = server.interruption!;
  observe(stage, now);
  rules.busy--;
  rules.waiting++;
  rules.suspended++;
  server.state = SUSPENDED;
  interruption.since = now;
  interruption.left = (timeOf(server) - now) * rules.speed;
  clear(server);
}

function goOn(server: Sender, stage: Stage, rules: Rules): void {
  const interruption = server.interruption!;
  observe(stage, now);
  rules.busy++;
  rules.waiting--;
  rules.suspended--;
  server.state = SERVING;
  interruption.paused += now - interruption.since;
  schedule(server, now + interruption.left / rules.speed);
}

/** A service begins for the first time. */
@inline
function markBeginning(server: Sender, interruption: Interruption, rules: Rules): void {
  interruption.urgency = server.here.urgency;
  interruption.order = ++rules.starts;
  interruption.began = now;
  interruption.paused = 0;
}

/** A service has ended: its element waited until it began, and while it was interrupted (P3). */
function countWholeWait(server: Sender, interruption: Interruption): void {
  const slot = slotAt(server, 0);
  const waited = interruption.began - slot.entered + interruption.paused;
  noteTime(waitsOf(slot.here), now - (now - waited));
}
