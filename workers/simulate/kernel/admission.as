/**
 * Entering a stage: room, loss, and the line of those who wait for room. Nothing here starts a service of a stage with
 * rules of its own; it notes what must be settled before time goes on (SPEC.md: S, C, DR, BAS).
 */
import { enterLine, enterRules, mayServeAtOnce, serveNewcomer } from './batches';
import { noteFiring } from './dataflow';
import { spend } from './measures';
import {
  changeHeld,
  CLASS_BITS,
  CLASS_MASK,
  classAt,
  ClassAtStage,
  Element,
  Line,
  measuresOf,
  observe,
  observeNow,
  ONE_EACH,
  Parcel,
  RANDOM,
  Rules,
  Sender,
  Stage,
  Ticket,
  UNBORN,
} from './network';
import { stepPathTo } from './paths';
import { isSink, isStage, sinkAt, stageIn } from './places';
import { countFiltered, leave, serveAtOnce, takeIdle, wantStart } from './service';
import {
  changeGroups,
  countArrival,
  countToken,
  elapsed,
  giveBack,
  hasPaths,
  now,
  pushWork,
  readyList,
  takeParcel,
  wantRoom,
} from './state';
import { addTasks, birthOfTask, leaveTask, reachJoin, reachPlace } from './tasks';
import { countTrip } from './trips';
import { elementAt, oldestPlace, pushLine, removeAt } from './waiting-line';
import { isWatched, putMove, watchMove } from './watch';

/**
 * Moves one element of the sender, or a copy or task of it with a tag of its own, to its target as far as there is room;
 * what does not fit is lost or stays owed by the sender. `isAlone`: all else that this event lets in has waited for room elsewhere,
 * and the sender is set or cleared in the calendar when this is done.
 */
@inline
export function send(sender: Sender, slot: Element, place: i32, tag: i32, ticket: Ticket | null, isAlone: bool): void {
  if (isStage(place)) offerOne(sender, slot, stageIn(place), tag, ticket, isAlone);
  else if (isSink(place)) reachSink(sender, slot, place, tag, ticket);
  else reachJoin(sender, slot, stageIn(place), tag, ticket);
}

/** One element comes to a stage: where that asks for nothing else, it enters if there is room and nobody waits for it. */
@inline
function offerOne(sender: Sender, slot: Element, stage: Stage, tag: i32, ticket: Ticket | null, isAlone: bool): void {
  if (stage.isSimple) {
    if (stage.firstParcel === null) {
      if (stage.occupancy < stage.capacity) {
        if (isAlone) enterOne(slot, stage, tag, ticket, true);
        else enterOneOfMany(slot, stage, tag, ticket);
        return;
      }
    }
  }
  offer(sender, slot, stage, tag, ticket);
}

/** As `enterOne`, but a call: what comes alone is most. */
function enterOneOfMany(slot: Element, stage: Stage, tag: i32, ticket: Ticket | null): void {
  enterOne(slot, stage, tag, ticket, false);
}

/** As `enter`, where the stage is simple. */
@inline
function enterOne(slot: Element, stage: Stage, tag: i32, ticket: Ticket | null, isAlone: bool): void {
  const here = classAt(stage, tag);
  let born = slot.born;
  if (born == UNBORN) born = ticket === null ? now : birthOfTask(ticket);
  const tagThere = hasPaths ? stepTo(tag, stage) : tag;
  const rules = stage.rules;
  if (rules !== null) {
    enterOneByRules(stage, rules, here, born, tagThere, ticket, isAlone);
    return;
  }
  spend(measuresOf(stage), now, stage.occupancy);
  countEntry(stage, here);
  if (stage.idle !== null) {
    if (stage.length == 0) {
      serveAtOnce(takeIdle(stage), here, born, tagThere, ticket, isAlone);
      here.unwaited++;
      return;
    }
    wantStart(stage);
  }
  pushLine(stage, stage, here, born, tagThere, ticket);
}

/** As `enterOne`. Who comes alone is served at once: nobody else will come at this instant and go first. */
@inline
function enterOneByRules(
  stage: Stage,
  rules: Rules,
  here: ClassAtStage,
  born: f64,
  tag: i32,
  ticket: Ticket | null,
  isAlone: bool,
): void {
  observeNow(stage, rules, measuresOf(stage), now);
  countEntry(stage, here);
  if (isAlone && mayServeAtOnce(stage, rules)) {
    serveNewcomer(stage, rules, here, born, tag, ticket);
  } else if (rules.sharing == ONE_EACH) {
    enterLine(stage, rules, here, born, tag, ticket, isAlone);
  } else {
    enterRules(stage, rules, here, born, tag, ticket, 1);
  }
}

/** One element more is in the stage, which has been observed at this instant. */
@inline
function countEntry(stage: Stage, here: ClassAtStage): void {
  stage.occupancy++;
  here.level += 1;
  here.area -= elapsed;
  changeGroups(stage, 1);
}

/** As `send`, but a call: for what is rare. */
export function sendOn(sender: Sender, slot: Element, place: i32, tag: i32, ticket: Ticket | null): void {
  send(sender, slot, place, tag, ticket, false);
}

function reachSink(sender: Sender, slot: Element, place: i32, tag: i32, ticket: Ticket | null): void {
  if (slot.born < UNBORN) countToken(sinkAt(place));
  else countArrival(sinkAt(place), tag & CLASS_MASK, tag >>> CLASS_BITS, birthAtSink(slot, ticket));
  if (isWatched) putMove(sender, place >> 1, tag);
  leaveTask(sender, slot, tag, ticket);
}

/** What comes straight from a source is born now, unless tasks of it have been before. */
@inline
function birthAtSink(slot: Element, ticket: Ticket | null): f64 {
  if (slot.born >= 0) return slot.born;
  return ticket === null ? now : birthOfTask(ticket);
}

/** What becomes of the element here enters as far as there is room; what does not fit is lost or stays owed. */
export function offer(sender: Sender, slot: Element, stage: Stage, tag: i32, ticket: Ticket | null): void {
  const here = classAt(stage, tag);
  const count = stage.converts ? convert(here, ticket) : 1;
  if (count == 0) {
    leaveTask(sender, slot, tag, ticket);
    return;
  }
  // A whole group is tried when all of it is known; nobody overtakes those who wait already (BAS3).
  if (stage.whole || stage.firstParcel !== null) {
    hold(sender, slot, stage, tag, ticket, count);
    return;
  }
  const fitting = max(0, min(count, stage.capacity - stage.occupancy - stage.reserved));
  if (fitting > 0) enter(sender, slot, stage, here, tag, ticket, fitting);
  if (fitting == count) return;
  if (stage.pushesOut) replaceOldest(sender, slot, stage, tag, ticket, count - fitting);
  else if (stage.drops) lose(sender, slot, here, tag, ticket, count - fitting);
  else hold(sender, slot, stage, tag, ticket, count - fitting);
}

/** Native elements that one arriving element makes now, tasks where it is one (J2); keeps the rest as credit (C1, C2). */
export function convert(here: ClassAtStage, ticket: Ticket | null): i32 {
  const total = here.credit + here.factor;
  const count = floor(total + 1e-9);
  here.credit = max<f64>(0, total - count);
  // More than a stage may hold (E7) need not be told apart.
  if (count > <f64>i32.MAX_VALUE) return i32.MAX_VALUE;
  if (count > 1 && ticket !== null) addTasks(ticket, <i32>count - 1);
  return <i32>count;
}

/** So many of what a sender offers are lost (DR1). */
function lose(sender: Sender, slot: Element, here: ClassAtStage, tag: i32, ticket: Ticket | null, count: i32): void {
  here.lost += <f64>count;
  if (ticket !== null) endTasks(sender, slot, tag, ticket, count);
}

/** One after the other takes the place of who has waited longest; where nobody gives way it is lost itself (DR2). */
function replaceOldest(
  sender: Sender,
  slot: Element,
  stage: Stage,
  tag: i32,
  ticket: Ticket | null,
  count: i32,
): void {
  const here = classAt(stage, tag);
  for (let i = 0; i < count; i++) {
    if (pushOutOldest(stage, here.urgency)) enter(sender, slot, stage, here, tag, ticket, 1);
    else lose(sender, slot, here, tag, ticket, 1);
  }
}

/** The oldest of the least urgent line is lost. False where nobody waits, or all who do are more urgent. */
function pushOutOldest(stage: Stage, urgency: i32): bool {
  const rules = stage.rules;
  let line: Line = stage;
  let level = 0;
  if (rules !== null && rules.lineCount > 1) {
    level = rules.lineCount;
    do line = changetype<Line>(load<u32>(rules.lines + (<usize>(--level) << 2)));
    while (level > 0 && line.length == 0);
  }
  if (line.length == 0 || level < urgency) return false;
  observe(stage, now);
  const place = rules !== null && rules.picks == RANDOM ? oldestPlace(line) : 0;
  const here = elementAt(line, place).here;
  removeAt(line, place);
  if (rules !== null) {
    rules.waiting--;
    rules.inLines--;
  }
  stage.occupancy--;
  here.lost += 1;
  here.pushedOut += 1;
  here.level -= 1;
  here.area += elapsed;
  changeGroups(stage, -1);
  return true;
}

/** `count` native elements of one enter; there is room for them. */
@inline
export function enter(
  sender: Sender,
  slot: Element,
  stage: Stage,
  here: ClassAtStage,
  tagBefore: i32,
  ticket: Ticket | null,
  count: i32,
): void {
  let born = slot.born;
  if (born == UNBORN) born = ticket === null ? now : birthOfTask(ticket);
  const rounds = here.rounds;
  if (rounds !== null) {
    countTrip(rounds, now - born);
    born = now;
  }
  const tag = hasPaths && !stage.gathers ? stepTo(tagBefore, stage) : tagBefore;
  if (isWatched && !stage.gathers) watchMove(sender, stage, tag, count);
  settleIn(stage, here, born, tag, ticket, count);
  if (stage.isFifo) meetOthers(sender, slot, stage, tag, ticket, count);
}

/** A task ends where its tokens wait for those of other links (J3), or waits in front of its join. */
function meetOthers(sender: Sender, slot: Element, fifo: Stage, tag: i32, ticket: Ticket | null, count: i32): void {
  if (fifo.gathers) for (let i = 0; i < count; i++) reachPlace(sender, slot, fifo, tag, ticket);
  else if (ticket !== null) endTasks(sender, slot, tag, ticket, count);
}

function endTasks(sender: Sender, slot: Element, tag: i32, ticket: Ticket, count: i32): void {
  for (let i = 0; i < count; i++) leaveTask(sender, slot, tag, ticket);
}

@inline
export function settleIn(
  stage: Stage,
  here: ClassAtStage,
  born: f64,
  tag: i32,
  ticket: Ticket | null,
  count: i32,
): void {
  observe(stage, now);
  stage.occupancy += count;
  here.level += <f64>count;
  here.area -= elapsed * <f64>count;
  changeGroups(stage, count);
  const rules = stage.rules;
  if (rules !== null) {
    enterRules(stage, rules, here, born, tag, ticket, count);
    return;
  }
  if (count == 1 && stage.idle !== null && stage.length == 0 && !stage.pushesOut) {
    serveAtOnce(takeIdle(stage), here, born, tag, ticket, false);
    here.unwaited++;
    return;
  }
  for (let i = 0; i < count; i++) pushLine(stage, stage, here, born, tag, ticket);
  if (stage.idle !== null) wantStart(stage);
}

@inline
function stepTo(tag: i32, stage: Stage): i32 {
  return (stepPathTo(tag >>> CLASS_BITS, stage.index) << CLASS_BITS) | (tag & CLASS_MASK);
}

/** The sender keeps the element until what it still misses has found room. */
export function hold(
  sender: Sender,
  slot: Element,
  stage: Stage,
  tag: i32,
  ticket: Ticket | null,
  missing: i32,
): void {
  slot.owed++;
  classAt(stage, tag).owed += <f64>missing;
  const parcel = takeParcel(sender, slot, <i32>changetype<usize>(stage), tag, ticket);
  parcel.missing = missing;
  joinLine(stage, parcel);
}

/** The parcel waits for room, behind those that wait already (BAS3). */
export function joinLine(stage: Stage, parcel: Parcel): void {
  parcel.sender.pending++;
  const last = stage.lastParcel;
  if (last === null) stage.firstParcel = parcel;
  else last.next = parcel;
  stage.lastParcel = parcel;
  if (stage.whole) wantRoom(stage);
}

/** Lets parcels in while there is room, first blocked first. */
export function admitWaiting(stage: Stage): void {
  stage.roomWanted = false;
  for (let head = stage.firstParcel; head !== null; head = stage.firstParcel) {
    const room = stage.capacity - stage.occupancy - stage.reserved;
    if (stage.whole) {
      const sender = head.sender;
      if (groupSize(head) <= room) admitGroup(stage, sender);
      else if (stage.drops) loseGroup(stage, sender);
      else return;
    } else {
      if (room <= 0) return;
      admitPart(stage, head, min(room, head.missing));
    }
  }
}

/** What the first sender in line wants to bring in together: its parcels up to the next sender's (BAS4). */
function groupSize(head: Parcel): i32 {
  let size = 0;
  const sender = head.sender;
  for (let at: Parcel | null = head; at !== null && at.sender === sender; at = at.next) size += at.missing;
  return size;
}

function admitGroup(stage: Stage, sender: Sender): void {
  for (let head = stage.firstParcel; head !== null && head.sender === sender; head = stage.firstParcel)
    admitPart(stage, head, head.missing);
}

function loseGroup(stage: Stage, sender: Sender): void {
  for (let head = stage.firstParcel; head !== null && head.sender === sender; head = stage.firstParcel) {
    const here = classAt(stage, head.tag);
    here.owed -= <f64>head.missing;
    lose(sender, head.slot, here, head.tag, head.ticket, head.missing);
    finishParcel(stage, head);
  }
}

/** `count` of what the first parcel in line still misses: elements enter, or places are promised. */
function admitPart(stage: Stage, head: Parcel, count: i32): void {
  head.missing -= count;
  if (head.reserves) {
    stage.reserved += count;
    head.promised += count;
  } else {
    const here = classAt(stage, head.tag);
    here.owed -= <f64>count;
    enter(head.sender, head.slot, stage, here, head.tag, head.ticket, count);
  }
  if (head.missing == 0) finishParcel(stage, head);
}

/** The first parcel in line is done with. */
function finishParcel(stage: Stage, parcel: Parcel): void {
  const sender = parcel.sender;
  const slot = parcel.slot;
  stage.firstParcel = parcel.next;
  if (stage.firstParcel === null) stage.lastParcel = null;
  parcel.next = null;
  if (!parcel.reserves) {
    const from = sender.stage;
    if (--slot.owed == 0 && from !== null) leaveAtLast(from, slot);
    giveBack(parcel);
  }
  if (--sender.pending == 0) pushWork(readyList, changetype<usize>(sender));
}

/** All that a held element owed has moved. */
function leaveAtLast(stage: Stage, slot: Element): void {
  const here = slot.here;
  observe(stage, now);
  if (stage.rules !== null && stage.rules!.flow !== null) {
    here.held -= 1;
    noteFiring(slot);
    return;
  }
  if (stage.rules === null) changeHeld(stage, here, now, -1);
  else leaveHeld(stage, here);
  if (slot.isFiltered) countFiltered(slot, here);
  leave(stage, slot);
}

function leaveHeld(stage: Stage, here: ClassAtStage): void {
  here.held -= 1;
  if (stage.rules!.speedCount > 0) wantStart(stage);
}
