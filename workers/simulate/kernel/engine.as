/**
 * The engine: takes the next event, lets the protocol act on it, and settles everything that follows at the same instant
 * before time goes on (SPEC.md, E1 to E4). At each mark it puts down what was counted.
 */
import { admitWaiting, settleIn } from './admission';
import { endShared, finishBatch, finishInPipeline, finishOne, isBulk, isPlain, isSingle, resumeServer, startServices } from './batches';
import { clear, nextSender, nextTime } from './calendar';
import { closeClassWindow, restartClass } from './class-counts';
import { finishFiring } from './dataflow';
import { isSearchDue, requireHope, searchDeadlock } from './deadlock';
import { addToFrame, endOfFrame, passFrameTime, restartStageFrames, startFrames } from './frames';
import { restartGroup } from './groups';
import { halt, MOST_AT_ONE_INSTANT, NO_TIME_PASSES } from './halt';
import { areaBelow, closeArea, closeWindow, endOfWindow, forgetLevels, warmup, windowCount } from './measures';
import {
  changeHeld,
  classOf,
  FIRING,
  FLUSH,
  FRAME,
  measuresOf,
  observe,
  PIPELINE_END,
  PLAIN_SERVER,
  Rules,
  Sender,
  SERVER,
  SHARED_SERVERS,
  SOURCE,
  Stage,
} from './network';
import { openPlaces } from './places';
import { grantUnits, integrateUnits, Resource } from './resources';
import { openRouting, routeFrom } from './routing';
import { changeDistribution, nextChange, scheduleArrival, scheduleFrame } from './schedules';
import { finishService, resumePlainServer, sendOnward, startPlainServices, wantStart } from './service';
import { groupAt, groupCount, resourceAt, resourceCount } from './set-up';
import {
  classCount,
  elapsed,
  fifoCount,
  forgetMore,
  hasMore,
  isEmpty,
  isSettled,
  isSuspect,
  joinCount,
  now,
  numberOf,
  readyList,
  restartArrivals,
  senderAt,
  senderCount,
  setMark,
  setNow,
  setSettled,
  shiftWork,
  stageAt,
  stageCount,
  wantRoomList,
  wantStartList,
  wantUnitsList,
} from './state';

let window: i32 = 0;
/** Where the present window or frame ends. */
let nextMark: f64 = 0;
let done: f64 = 0;
let atThisInstant: i32 = 0;

export function networkEvents(): f64 {
  return done;
}
export function networkTime(): f64 {
  return now;
}
/** Time of the next event; Infinity or not a number when there is none. */
export function nextEventTime(): f64 {
  return nextTime();
}
/** Whose event it is. */
export function nextActor(): i32 {
  return numberOf(nextSender());
}

/** Elements of its batch, and parcels of it that have not moved yet. */
export function batchOf(actor: i32): i32 {
  return senderAt(actor).batch;
}
export function pendingOf(actor: i32): i32 {
  return senderAt(actor).pending;
}

export function beginNetwork(): void {
  openPlaces();
  openRouting();
  startFrames();
  nextMark = min(endOfWindow(0), endOfFrame);
}

/** The first arrivals, the first frames; then all jobs of closed classes have entered where they start (CL1). */
export function startNetwork(): void {
  for (let i = 0; i < senderCount; i++) {
    const sender = senderAt(i);
    if (sender.kind == SOURCE) scheduleArrival(sender);
    else if (sender.kind == SERVER) openServer(sender, sender.stage!.rules!);
  }
  for (let i = 0; i < senderCount; i++) {
    const sender = senderAt(i);
    if (sender.kind != FRAME) continue;
    if (nextChange(sender.schedule!) == 0) changeDistribution(sender);
    else scheduleFrame(sender);
  }
}

/** What it does is known once all rules of its stage are. */
function openServer(server: Sender, rules: Rules): void {
  if (isPlain(server, rules)) {
    server.kind = PLAIN_SERVER;
    rules.isSingle = isSingle(rules);
  } else {
    rules.isBulk = isBulk(server, rules);
  }
}

/** So many jobs of a closed class are at their start. */
export function populate(stage: Stage, jobClass: i32, count: i32): void {
  const here = classOf(stage, jobClass);
  here.populated += <f64>count;
  settleIn(stage, here, now, jobClass, null, count);
}

export function settleStart(): void {
  if (!isSettled) settle();
  if (hasMore) settleMore();
}

/** At most so many events more; whether the end has come. */
export function advanceNetwork(most: i32): bool {
  for (let count = 0; count < most; count++) {
    const time = nextTime();
    if (!(time <= nextMark) && goBeyondMarks(time)) {
      done += <f64>count;
      return true;
    }
    step(time);
  }
  done += <f64>most;
  return false;
}

/** The next event lies behind the next mark: closes the windows before it; whether the end has come. */
function goBeyondMarks(time: f64): bool {
  do {
    if (!(time < Infinity)) requireHope();
    closeWindows();
    if (window == windowCount) return true;
    nextMark = min(endOfWindow(window), endOfFrame);
  } while (!(time <= nextMark));
  return false;
}

/** At most so many events up to that time; whether there are no more. For those who look on, who need no windows. */
export function advanceTo(until: f64, most: i32): bool {
  for (let count = 0; count < most; count++) {
    const time = nextTime();
    if (!(time <= until)) {
      if (!(time < Infinity)) requireHope();
      setNow(until);
      return true;
    }
    step(time);
    done += 1;
  }
  return false;
}

@inline
function step(time: f64): void {
  if (time > now) {
    setNow(time);
    atThisInstant = 0;
  } else if (++atThisInstant > MOST_AT_ONE_INSTANT) {
    halt(NO_TIME_PASSES, 0);
  }
  actOn(nextSender());
  if (!isSettled) settle();
  if (hasMore) settleMore();
}

@inline
function actOn(sender: Sender): void {
  if (sender.kind == PLAIN_SERVER) finishPlain(sender, changetype<Stage>(sender.stage));
  else if (sender.kind == SOURCE) emit(sender);
  else actByRules(sender);
}

/**
 * What is the same in all stages comes first: which of them it is cannot be foreseen, and is known when that is done. Asked at
 * once, the answer would be waited for.
 */
@inline
function finishPlain(server: Sender, stage: Stage): void {
  sendOnward(server);
  const rules = stage.rules;
  if (rules === null) finishService(server, stage);
  else finishByRules(server, stage, rules);
}

function finishByRules(server: Sender, stage: Stage, rules: Rules): void {
  const sequence = server.sequence;
  finishOne(server, stage, rules);
  settleAfter(server, sequence);
}

/** Settles what follows from an event; who has set no other by then has none. */
@inline
function settleAfter(sender: Sender, sequence: i64): void {
  if (!isSettled) settle();
  // Shared servers are set or cleared with whoever is served next, which may be at this very instant.
  if (sender.sequence == sequence && sender.kind != SHARED_SERVERS) clear(sender);
}

function actByRules(sender: Sender): void {
  const sequence = sender.sequence;
  const stage = changetype<Stage>(sender.stage);
  if (sender.kind == SERVER) finishBatch(sender, stage, stage.rules!);
  else if (sender.kind == FIRING) finishFiring(sender, stage, stage.rules!, stage.rules!.flow!);
  else if (sender.kind == SHARED_SERVERS) endShared(stage, stage.rules!);
  else if (sender.kind == PIPELINE_END) finishInPipeline(sender, stage, stage.rules!);
  else if (sender.kind == FLUSH) wantStart(stage);
  else if (sender.kind == FRAME) changeDistribution(sender);
  settleAfter(sender, sequence);
}

/** A batch arrives from outside; the source waits for its next arrival once all of it has entered (S1, S2). */
function emit(source: Sender): void {
  for (let i = 0; i < source.batch; i++) routeFrom(source, source, source.port, source.tag, null, false);
  if (source.pending == 0) scheduleArrival(source);
  else clear(source);
}

/** Moves first, then those whom moves have freed, then starts (E3). */
function settle(): void {
  for (;;) {
    if (!isEmpty(wantRoomList)) admitWaiting(changetype<Stage>(shiftWork(wantRoomList)));
    else if (!isEmpty(readyList)) resume(changetype<Sender>(shiftWork(readyList)));
    else if (!isEmpty(wantStartList)) startAt(changetype<Stage>(shiftWork(wantStartList)));
    else break;
  }
  setSettled();
}

function startAt(stage: Stage): void {
  stage.startWanted = false;
  const rules = stage.rules;
  if (rules === null) startPlainServices(stage);
  else startServices(stage, rules);
}

function resume(sender: Sender): void {
  const stage = sender.stage;
  if (stage === null) {
    scheduleArrival(sender);
    return;
  }
  const rules = stage.rules;
  if (rules === null) resumePlainServer(sender, stage);
  else resumeServer(sender, stage, rules);
}

/** Then units of what is shared (E3); and the search for deadlocks, where there may be one. */
function settleMore(): void {
  while (!isEmpty(wantUnitsList)) {
    grantUnits(changetype<Resource>(shiftWork(wantUnitsList)));
    settle();
  }
  if (isSuspect) {
    if (!isSearchDue()) return;
    searchDeadlock();
  }
  forgetMore();
}

/** Time goes to the next mark, where all stages put down what was counted. */
function closeWindows(): void {
  const end = endOfWindow(window);
  const mark = min(end, endOfFrame);
  setNow(mark);
  atThisInstant = 0;
  const isEnd = mark == end;
  const isRestart = isEnd && mark == warmup;
  for (let i = 0; i < stageCount + joinCount + fifoCount; i++) closeStage(stageAt(i), mark, isEnd, isRestart);
  setMark();
  if (endOfFrame < Infinity) passFrameTime(mark, isRestart);
  if (isEnd) window++;
  if (isEnd && fifoCount > 0) searchDeadlock();
  if (!isRestart) return;
  restartArrivals();
  for (let i = 0; i < groupCount; i++) restartGroup(groupAt(i));
  for (let i = 0; i < resourceCount; i++) {
    integrateUnits(resourceAt(i));
    resourceAt(i).usedTime = 0;
  }
}

function closeStage(stage: Stage, mark: f64, isEnd: bool, isRestart: bool): void {
  const m = measuresOf(stage);
  const sums = m.now;
  observe(stage, mark);
  const rules = stage.rules;
  if (rules === null) {
    changeHeld(stage, classOf(stage, 0), mark, 0);
    // Whoever can be served is: n elements keep min(n, c) servers from being idle.
    const taken = areaBelow(m, stage.serverCount);
    sums.serving += taken - stage.takenAtMark - (sums.blocked - stage.blockedAtMark);
    stage.takenAtMark = isRestart ? 0 : taken;
    stage.blockedAtMark = isEnd ? 0 : sums.blocked;
  } else if (isRestart) {
    const waits = rules.waits;
    if (waits !== null) forgetLevels(waits);
  }
  for (let c = 0; c < classCount; c++) {
    const here = classOf(stage, c);
    closeClassWindow(here, stage.isJoin, sums, elapsed);
    if (isRestart) restartClass(here);
  }
  if (isEnd) closeWindow(m, stage.occupancy);
  else closeArea(m, mark, stage.occupancy);
  if (stage.frames == 0) return;
  addToFrame(stage, sums, isEnd);
  if (isRestart) restartStageFrames(stage);
}
