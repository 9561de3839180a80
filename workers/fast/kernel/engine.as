/**
 * The engine for networks: takes the next event, lets the protocol act on it, and settles everything that follows at the
 * same instant before time goes on (SPEC.md, E1 to E4). At each mark it puts down what was counted.
 */
import { admitWaiting, route } from './admission';
import { clear, nextSender, nextTime, schedule } from './calendar';
import { closeClassWindow, restartClass } from './class-counts';
import { draw } from './draws';
import { areaBelow, closeWindow, endOfWindow, spend, warmup, windowCount } from './measures';
import { changeHeld, classOf, measuresOf, Sender, Stage } from './network';
import { openPlaces } from './places';
import { finishService, resumeServer, startServices } from './service';
import {
  classCount,
  elapsed,
  isEmpty,
  isSettled,
  now,
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
} from './state';

/** How `advance` came to an end. */
const PAUSED: i32 = 0;
const DONE: i32 = 1;
const STUCK: i32 = 2;

/** This many events in a row without time passing are taken for an endless loop (E4). */
const MOST_AT_ONE_INSTANT: i32 = 1000000;

let window: i32 = 0;
let done: f64 = 0;
let atThisInstant: i32 = 0;

export function networkEvents(): f64 {
  return done;
}
export function networkTime(): f64 {
  return now;
}

/** The first arrivals; sources come after all servers. */
export function startNetwork(firstSource: i32): void {
  openPlaces();
  for (let i = firstSource; i < senderCount; i++) scheduleArrival(senderAt(i));
}

/** At most so many events more. */
export function advanceNetwork(most: i32): i32 {
  for (let count = 0; count < most; count++) {
    const time = nextTime();
    while (!(time <= endOfWindow(window))) {
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
    actOn(nextSender());
    if (!isSettled) settle();
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
  source.born = now;
  for (let i = 0; i < source.batch; i++) route(source);
  if (source.pending == 0) scheduleArrival(source);
  else clear(source);
}

function scheduleArrival(source: Sender): void {
  schedule(source, now + draw(source.interarrival));
}

/** Moves first, then those whom moves have freed, then starts (E3). */
function settle(): void {
  for (;;) {
    if (!isEmpty(wantRoomList)) admitWaiting(changetype<Stage>(shiftWork(wantRoomList)));
    else if (!isEmpty(readyList)) resume(changetype<Sender>(shiftWork(readyList)));
    else if (!isEmpty(wantStartList)) startServices(changetype<Stage>(shiftWork(wantStartList)));
    else break;
  }
  setSettled();
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
  for (let i = 0; i < stageCount; i++) closeStageWindow(stageAt(i), mark);
  setMark();
  if (mark == warmup) restartArrivals();
}

function closeStageWindow(stage: Stage, mark: f64): void {
  const m = measuresOf(stage);
  spend(m, mark, stage.occupancy);
  changeHeld(stage, classOf(stage, 0), mark, 0);
  // Whoever can be served is: n elements keep min(n, c) servers from being idle.
  const taken = areaBelow(m, stage.serverCount);
  m.now.serving += taken - stage.takenAtMark - m.now.blocked;
  stage.takenAtMark = mark == warmup ? 0 : taken;
  for (let c = 0; c < classCount; c++) {
    closeClassWindow(classOf(stage, c), m.now, elapsed);
    if (mark == warmup) restartClass(classOf(stage, c));
  }
  closeWindow(m, stage.occupancy);
}
