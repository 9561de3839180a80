/**
 * Entering a stage: room, loss, and the line of those who wait for room. Nothing here starts a service; it notes what
 * the engine must settle before time goes on. Rules: SPEC.md, C, BAS, BBS.
 */
import { SINK } from './compile-model.ts';
import type { Parcel, ParcelContent } from './parcel.ts';
import { startSingle } from './single-start.ts';
import { type Sender, type Stage, UNBORN } from './stage.ts';
import { type SimulationState, wantRoom, wantStart } from './state.ts';

/**
 * Moves one element of the sender's batch (0 from a source) to its target as far as there is room; what does not fit is
 * lost or stays owed by the sender.
 */
export function sendElement(state: SimulationState, sender: Sender, element: number, target: number): void {
  if (target === SINK) {
    reachSink(state, sender, element);
    return;
  }
  const stage = state.stages[target]!;
  if (stage.admitsSingly && stage.firstParcel === null && stage.room() > 0)
    enterAlone(state, stage, sender, element);
  else offerElement(state, stage, sender, element);
}

/** The commonest case of what follows: nothing is converted, nobody waits in line, and there is room. */
function enterAlone(state: SimulationState, stage: Stage, sender: Sender, element: number): void {
  const { collector } = stage;
  const now = state.clock[0]!;
  const born = sender.born[element]!;
  const birth = born === UNBORN ? now : born;
  collector.offered++;
  collector.observe(stage);
  collector.entered++;
  stage.occupancy++;
  if (stage.servesSingly && stage.idleCount > 0 && stage.line.length === 0) {
    const server = stage.idle[--stage.idleCount]!;
    server.entered[0] = now;
    server.born[0] = birth;
    startSingle(state, stage, server);
    return;
  }
  stage.waiting++;
  stage.line.push(now, birth);
  if (stage.idleCount > 0) wantStart(state, stage);
}

function offerElement(state: SimulationState, stage: Stage, sender: Sender, element: number): void {
  const { index: target } = stage;
  const count = convert(stage);
  if (count === 0) return;
  stage.collector.offered += count;
  // A whole group is tried when all of it is known; nobody overtakes those who wait already (BAS3).
  if (stage.whole || stage.firstParcel !== null) {
    hold(state, stage, { sender, element, target, purpose: 'move', missing: count });
    return;
  }
  const room = stage.room();
  const fitting = count <= room ? count : Math.max(0, room);
  if (fitting > 0) enter(state, stage, sender.born[element]!, fitting);
  if (fitting === count) return;
  if (stage.model.drops) stage.collector.lost += count - fitting;
  else hold(state, stage, { sender, element, target, purpose: 'move', missing: count - fitting });
}

function reachSink(state: SimulationState, sender: Sender, element: number): void {
  const born = sender.born[element]!;
  state.sinkArrivals++;
  const time = born === UNBORN ? 0 : state.now - born;
  state.sinkSojournTotal += time;
  state.latency.add(time);
}

/** Native elements that one arriving element makes now; keeps the rest as credit (C1, C2). */
export function convert(stage: Stage): number {
  if (!stage.converts) return 1;
  const total = stage.credit + stage.model.factor;
  // Ten times 0.1 must make one element: sums are taken to be whole when rounding alone keeps them from it.
  const count = Math.floor(total + 1e-9);
  stage.credit = Math.max(0, total - count);
  return count;
}

/** `count` native elements enter; there is room for them. */
export function enter(state: SimulationState, stage: Stage, born: number, count: number): void {
  const now = state.now;
  const birth = born === UNBORN ? now : born;
  stage.collector.observe(stage);
  stage.collector.entered += count;
  stage.occupancy += count;
  if (stage.shared === null) {
    stage.waiting += count;
    for (let i = 0; i < count; i++) stage.line.push(now, birth);
    if (stage.idleCount > 0) wantStart(state, stage);
  } else {
    for (let i = 0; i < count; i++) {
      stage.collector.countWait(now);
      stage.shared.add(now, stage.service.next(), birth);
    }
    wantStart(state, stage);
  }
}

/** The sender keeps the element until what it still misses has found room. */
export function hold(state: SimulationState, stage: Stage, owed: ParcelContent): void {
  owed.sender.owed[owed.element]!++;
  joinLine(state, stage, state.parcels.take(owed));
}

/** A parcel joins those who wait for this stage. */
export function joinLine(state: SimulationState, stage: Stage, parcel: Parcel): void {
  parcel.sender.pending++;
  if (stage.lastParcel === null) stage.firstParcel = parcel;
  else stage.lastParcel.nextInLine = parcel;
  stage.lastParcel = parcel;
  if (stage.whole) wantRoom(state, stage);
}

/** Lets parcels in while there is room, first blocked first (BAS3). */
export function admitWaiting(state: SimulationState, stage: Stage): void {
  stage.roomWanted = false;
  for (let head = stage.firstParcel; head !== null; head = stage.firstParcel) {
    const room = stage.room();
    if (stage.whole) {
      if (groupSize(head) <= room) admitGroup(state, stage, head.sender);
      else if (stage.model.drops) loseGroup(state, stage, head.sender);
      else return;
    } else {
      if (room <= 0) return;
      admitPart(state, stage, head, Math.min(room, head.missing));
    }
  }
}

/** What the first sender in line wants to bring in together: its parcels up to the next sender's (BAS4). */
function groupSize(head: Parcel): number {
  let size = 0;
  for (let at: Parcel | null = head; at !== null && at.sender === head.sender; at = at.nextInLine)
    size += at.missing;
  return size;
}

function admitGroup(state: SimulationState, stage: Stage, sender: Sender): void {
  for (let head = stage.firstParcel; head !== null && head.sender === sender; head = stage.firstParcel) {
    admitPart(state, stage, head, head.missing);
  }
}

function loseGroup(state: SimulationState, stage: Stage, sender: Sender): void {
  for (let head = stage.firstParcel; head !== null && head.sender === sender; head = stage.firstParcel) {
    stage.collector.lost += head.missing;
    finishParcel(state, stage, head);
  }
}

/** `count` of what the first parcel in line still misses: elements enter, or places are promised. */
function admitPart(state: SimulationState, stage: Stage, head: Parcel, count: number): void {
  head.missing -= count;
  if (head.purpose === 'reserve') {
    stage.reserved += count;
    head.promised += count;
  } else {
    enter(state, stage, head.sender.born[head.element]!, count);
  }
  if (head.missing === 0) finishParcel(state, stage, head);
}

/** The first parcel in line is done with. */
function finishParcel(state: SimulationState, stage: Stage, parcel: Parcel): void {
  const { sender, element, purpose } = parcel;
  stage.firstParcel = parcel.nextInLine;
  if (stage.firstParcel === null) stage.lastParcel = null;
  parcel.nextInLine = null;
  if (purpose === 'move') {
    const owed = --sender.owed[element]!;
    if (owed === 0 && sender.kind === 'server') {
      sender.stage.collector.output++;
      leaveStage(state, sender.stage, sender.entered[element]!);
    }
    state.parcels.giveBack(parcel);
  }
  if (--sender.pending === 0) state.ready.push(sender);
}

/** One element that entered the stage at `entered` is gone from it. */
export function leaveStage(state: SimulationState, stage: Stage, entered: number): void {
  const collector = stage.collector;
  collector.observe(stage);
  collector.countSojourn(entered);
  stage.occupancy--;
  wantRoom(state, stage);
}
