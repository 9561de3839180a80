/**
 * The engine for networks: takes the next event, lets the protocol act on it, and settles everything that follows at the
 * same instant before time goes on (SPEC.md, E1 to E4). At each mark it puts down what was counted.
 */
import { admitWaiting, route } from './admission';
import { clear, nextClock, nextTime, schedule } from './calendar';
import { Draws, draw } from './draws';
import { closeWindow, endOfWindow, Measures, openMeasures, openTimeList, warmup, windowCount } from './measures';
import { take } from './memory';
import {
  CLASS_BITS,
  CLASS_BYTES,
  ClassAtStage,
  ClassTotals,
  closeClassWindow,
  restartClass,
  Sender,
  Stage,
  UNBORN,
} from './network';
import { startPath } from './paths';
import { finishService, observe, resumeServer, startServices } from './service';
import {
  addSender,
  classCount,
  hasPaths,
  isEmpty,
  now,
  portAt,
  readyList,
  restartArrivals,
  senderAt,
  setNow,
  shiftWork,
  sourceCount,
  stageAt,
  stageCount,
  stages,
  wantRoomList,
  wantStartList,
} from './state';
import { ENTRY_BYTES } from './waiting-line';

/** How `advance` came to an end. */
const PAUSED: i32 = 0;
const DONE: i32 = 1;
const STUCK: i32 = 2;

/** This many events in a row without time passing are taken for an endless loop (E4). */
const MOST_AT_ONE_INSTANT: i32 = 1000000;

const LINE_SIZE: i32 = 16;

let window: i32 = 0;
let done: f64 = 0;
let atThisInstant: i32 = 0;

export function networkEvents(): f64 {
  return done;
}
export function networkTime(): f64 {
  return now;
}

/** Its port is the one of the same number. Adds its servers; sources come after all of them. */
export function addStage(index: i32, capacity: i32, drops: bool, serverCount: i32): Stage {
  const stage = new Stage();
  stage.m = openMeasures();
  stage.index = index;
  stage.port = portAt(index);
  stage.capacity = capacity;
  stage.drops = drops;
  stage.classes = take(<usize>classCount * CLASS_BYTES);
  stage.line = take(<usize>LINE_SIZE * ENTRY_BYTES);
  stage.mask = LINE_SIZE - 1;
  stage.idle = take(<usize>serverCount << 2);
  store<u32>(stages + (<usize>index << 2), <u32>changetype<usize>(stage));
  for (let i = 0; i < serverCount; i++)
    store<u32>(stage.idle + (<usize>i << 2), <u32>changetype<usize>(addSender(stage, index)));
  stage.idleCount = serverCount;
  return stage;
}

export function measuresOf(stage: Stage): Measures {
  return stage.m;
}

export function setClass(stage: Stage, jobClass: i32, service: Draws, filter: Draws, pass: f64, factor: f64): void {
  const here = classOf(stage, jobClass);
  here.service = service;
  here.filter = filter;
  here.pass = pass;
  here.factor = factor;
  here.totals = new ClassTotals();
  here.sojourns = openTimeList();
  here.waits = openTimeList();
  here.totals.sojourns = here.sojourns.buckets;
  here.totals.waits = here.waits.buckets;
  if (factor != 1) stage.converts = true;
}

export function classTotals(stage: Stage, jobClass: i32): ClassTotals {
  return classOf(stage, jobClass).totals;
}

@inline
function classOf(stage: Stage, jobClass: i32): ClassAtStage {
  return changetype<ClassAtStage>(stage.classes + <usize>jobClass * CLASS_BYTES);
}

export function addSource(index: i32, port: i32, jobClass: i32, batch: i32, interarrival: Draws): void {
  const source = addSender(null, port);
  source.tag = jobClass | (hasPaths ? startPath(index) << CLASS_BITS : 0);
  source.born = UNBORN;
  source.batch = batch;
  source.interarrival = interarrival;
}

/** A port with one way only. */
export function setSole(index: i32, target: i32): void {
  portAt(index).sole = target;
}

/** A port with a choice; the targets are written by the host. */
export function setChoice(index: i32, rule: i32, count: i32): usize {
  const port = portAt(index);
  port.hasChoice = true;
  port.rule = rule;
  port.count = count;
  port.targets = take(<usize>count << 2);
  port.cumulative = take(<usize>classCount << 2);
  port.draws = take(<usize>classCount << 2);
  return port.targets;
}

/** Of one class at a port with probabilities; the running sums of the shares are written by the host. */
export function setShares(index: i32, jobClass: i32, draws: Draws): usize {
  const port = portAt(index);
  const shares = take(<usize>port.count << 3);
  store<u32>(port.cumulative + (<usize>jobClass << 2), <u32>shares);
  store<u32>(port.draws + (<usize>jobClass << 2), <u32>changetype<usize>(draws));
  return shares;
}

/** The first arrivals; sources have the clocks from `firstSource` on. */
export function startNetwork(firstSource: i32): void {
  for (let i = 0; i < sourceCount; i++) scheduleArrival(senderAt(firstSource + i));
}

/** At most so many events more. */
export function advanceNetwork(most: i32): i32 {
  for (let count = 0; count < most; count++) {
    const time = nextTime();
    while (time > endOfWindow(window)) {
      closeWindows();
      if (window == windowCount) {
        done += <f64>count;
        return DONE;
      }
    }
    if (time > now) {
      setNow(time);
      atThisInstant = 0;
    } else if (++atThisInstant > MOST_AT_ONE_INSTANT) {
      return STUCK;
    }
    actOn(senderAt(nextClock()));
    settle();
  }
  done += <f64>most;
  return PAUSED;
}

@inline
function actOn(sender: Sender): void {
  const stage = sender.stage;
  if (stage !== null) finishService(sender, stage);
  else emit(sender);
}

/** A batch arrives from outside; the source waits for its next arrival once all of it has entered (S1, S2). */
function emit(source: Sender): void {
  for (let i = 0; i < source.batch; i++) route(source);
  if (source.pending == 0) scheduleArrival(source);
  else clear(source.clock);
}

function scheduleArrival(source: Sender): void {
  schedule(source.clock, now + draw(source.interarrival));
}

/** Moves first, then those whom moves have freed, then starts (E3). */
function settle(): void {
  for (;;) {
    if (!isEmpty(wantRoomList)) admitWaiting(changetype<Stage>(shiftWork(wantRoomList)));
    else if (!isEmpty(readyList)) resume(changetype<Sender>(shiftWork(readyList)));
    else if (!isEmpty(wantStartList)) startServices(changetype<Stage>(shiftWork(wantStartList)));
    else return;
  }
}

function resume(sender: Sender): void {
  const stage = sender.stage;
  if (stage !== null) resumeServer(sender, stage);
  else scheduleArrival(sender);
}

/** Time goes to the end of the window, where all stages put down what was counted. */
function closeWindows(): void {
  const mark = endOfWindow(window++);
  setNow(mark);
  atThisInstant = 0;
  for (let i = 0; i < stageCount; i++) {
    const stage = stageAt(i);
    observe(stage);
    for (let c = 0; c < classCount; c++) {
      closeClassWindow(classOf(stage, c), stage.m.now, mark);
      if (mark == warmup) restartClass(classOf(stage, c));
    }
    closeWindow(stage.m, stage.occupancy);
  }
  if (mark == warmup) restartArrivals();
}
