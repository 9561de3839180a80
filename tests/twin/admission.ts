/**
 * Entering a stage: room, loss, and the line of those who wait for room. Nothing here starts a service; it notes what
 * the engine must settle before time goes on. Rules: SPEC.md, C, BAS, BBS.
 */
import type { Victim } from '../../core/rules/when-full.ts';
import { sinkOf } from '../../workers/simulate/simulation-model.ts';
import { admitOne, enter } from './entry.ts';
import { pushOutOldest } from './lines.ts';
import type { Parcel, ParcelContent } from './parcel.ts';
import type { Sender } from './sender.ts';
import { UNBORN } from './source.ts';
import type { Stage } from './stage.ts';
import { type SimulationState, wantRoom } from './state.ts';
import { classOf, isTask, pathOf, ticketOf } from './tag.ts';
import { leaveTask, reachJoin } from './task-end.ts';

/**
 * Moves one element of the sender's batch (0 from a source), or a copy or task of it with a tag of its own, to its
 * target as far as there is room; what does not fit is lost or stays owed by the sender.
 */
export function sendElement(
  state: SimulationState,
  sender: Sender,
  element: number,
  target: number,
  tag: number,
): void {
  const { stages } = state;
  if (target < 0) {
    reachSink(state, sender, element, target, tag);
  } else if (target >= stages.length) {
    reachJoin(state, sender, element, target - stages.length, tag);
  } else {
    const stage = stages[target]!;
    if (stage.admitsSingly && stage.firstParcel === null && stage.room() > 0)
      admitOne(state, stage, sender, element, tag);
    else offerElement(state, stage, sender, element, tag);
  }
}

function offerElement(
  state: SimulationState,
  stage: Stage,
  sender: Sender,
  element: number,
  tag: number,
): void {
  const jobClass = classOf(tag);
  const count = convertTask(state, stage, tag);
  if (count === 0) {
    leaveTask(state, sender, element, tag);
    return;
  }
  stage.collector.countOffered(stage, jobClass, count);
  const owed: ParcelContent = { sender, element, target: stage.index, tag, purpose: 'move', missing: count };
  // A whole group is tried when all of it is known; nobody overtakes those who wait already (BAS3).
  if (stage.whole || stage.firstParcel !== null) {
    hold(state, stage, owed);
    return;
  }
  const room = stage.room();
  const fitting = count <= room ? count : Math.max(0, room);
  if (fitting > 0) enter(state, stage, sender, element, tag, fitting);
  if (fitting === count) return;
  OVERFLOW[stage.model.victim](state, stage, owed, count - fitting);
}

type Overflow = (state: SimulationState, stage: Stage, offered: ParcelContent, count: number) => void;

/** What becomes of those that find no room, by who leaves (BAS1, DR1, DR2). */
const OVERFLOW: Readonly<Record<Victim, Overflow>> = {
  nobody: (state, stage, offered, missing) => hold(state, stage, { ...offered, missing }),
  newcomer: lose,
  oldestWaiting: replaceOldest,
};

/** So many of what a sender offers are lost (DR1). */
function lose(
  state: SimulationState,
  stage: Stage,
  { sender, element, tag }: ParcelContent,
  count: number,
): void {
  stage.collector.countLost(classOf(tag), count);
  for (let i = 0; i < count; i++) leaveTask(state, sender, element, tag);
}

/** One after the other takes the place of who has waited longest; where nobody gives way it is lost itself (DR2). */
function replaceOldest(state: SimulationState, stage: Stage, offered: ParcelContent, count: number): void {
  const { sender, element, tag } = offered;
  for (let i = 0; i < count; i++) {
    if (pushOutOldest(stage, classOf(tag))) enter(state, stage, sender, element, tag, 1);
    else lose(state, stage, offered, 1);
  }
}

function reachSink(
  state: SimulationState,
  sender: Sender,
  element: number,
  target: number,
  tag: number,
): void {
  const born = sender.born[element]!;
  const birth = born === UNBORN ? state.clock[0]! : born;
  const sink = sinkOf(target);
  state.network.countArrival(classOf(tag), birth, pathOf(tag), sink);
  if (state.watcher !== null) state.watcher.moved(sender.port.node, state.model.sinks[sink]!, classOf(tag));
  if (isTask(tag)) leaveTask(state, sender, element, tag);
}

/** Native elements that one arriving element makes now; each of them is a task where it is one (J2). */
export function convertTask(state: SimulationState, stage: Stage, tag: number): number {
  if (!stage.converts) return 1;
  const count = convert(stage, classOf(tag));
  if (count > 1 && isTask(tag)) state.tickets.add(ticketOf(tag), count - 1);
  return count;
}

/** Keeps what is not whole as credit (C1, C2). */
function convert(stage: Stage, jobClass: number): number {
  const total = stage.credit[jobClass]! + stage.model.factor[jobClass]!;
  // Ten times 0.1 must make one element: sums are taken to be whole when rounding alone keeps them from it.
  const count = Math.floor(total + 1e-9);
  stage.credit[jobClass] = Math.max(0, total - count);
  return count;
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
    const { element, tag, missing } = head;
    stage.collector.countLost(classOf(tag), missing);
    for (let i = 0; i < missing; i++) leaveTask(state, sender, element, tag);
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
    enter(state, stage, head.sender, head.element, head.tag, count);
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
      const jobClass = classOf(sender.tags[element]!);
      if (sender.passed[element] === 1) sender.stage.collector.countOutput(jobClass);
      leaveStage(state, sender.stage, sender.entered[element]!, jobClass);
    }
    state.parcels.giveBack(parcel);
  }
  if (--sender.pending === 0) state.ready.push(sender);
}

/** One element that entered the stage at `entered` is gone from it. */
export function leaveStage(state: SimulationState, stage: Stage, entered: number, jobClass: number): void {
  const { collector } = stage;
  collector.observe(stage);
  collector.countSojourn(entered, jobClass);
  stage.occupancy--;
  collector.changeClassOccupancy(jobClass, -1);
  wantRoom(state, stage);
}
