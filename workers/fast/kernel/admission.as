/**
 * Entering a stage: room, loss, and the line of those who wait for room. The steps and their order are those of the
 * general engine (SPEC.md: S, C, DR1, BAS1 to BAS3).
 */
import {
  changeHeld,
  CLASS_BITS,
  CLASS_MASK,
  classAt,
  ClassAtStage,
  Parcel,
  Sender,
  Stage,
} from './network';
import { stepPathTo } from './paths';
import { isSink, sinkAt, stageIn } from './places';
import { placeBehind } from './routing';
import { leave, observe, start, takeIdle, wantStart } from './service';
import { countArrival, elapsed, giveBack, hasPaths, now, pushWork, readyList, takeParcel } from './state';
import { pushLine } from './waiting-line';

/** Sends the sender's element where its port leads. */
@inline
export function route(sender: Sender): void {
  const place = placeBehind(sender.port, sender.tag & CLASS_MASK);
  if (!isSink(place)) {
    offer(sender, stageIn(place));
  } else {
    countArrival(sinkAt(place), sender.tag & CLASS_MASK, sender.tag >>> CLASS_BITS, sender.born);
  }
}

/** What becomes of the element here enters as far as there is room; what does not fit is lost or stays owed. */
function offer(sender: Sender, stage: Stage): void {
  const here = classAt(stage, sender.tag);
  const count = stage.converts ? convert(here) : 1;
  if (count == 0) return;
  const room = stage.firstParcel === null ? stage.capacity - stage.occupancy : 0;
  const fitting = min(count, room);
  if (fitting > 0) enter(sender, stage, here, fitting);
  if (fitting == count) return;
  if (stage.drops) here.lost += <f64>(count - fitting);
  else joinLine(sender, stage, count - fitting);
}

/** Native elements that one arriving element makes now; keeps the rest as credit (C1, C2). */
function convert(here: ClassAtStage): i32 {
  const total = here.credit + here.factor;
  const count = floor(total + 1e-9);
  here.credit = max<f64>(0, total - count);
  return <i32>count;
}

/** `count` native elements enter; there is room for them. */
@inline
function enter(sender: Sender, stage: Stage, here: ClassAtStage, count: i32): void {
  const birth = sender.born;
  const tag = hasPaths ? stepTo(sender.tag, stage) : sender.tag;
  observe(stage);
  stage.occupancy += count;
  here.level += <f64>count;
  here.area -= elapsed * <f64>count;
  if (count == 1 && stage.idle !== null && stage.waiting == 0) {
    const server = takeIdle(stage);
    server.entered = now;
    server.born = birth;
    server.tag = tag;
    start(server, here);
    here.unwaited++;
    return;
  }
  for (let i = 0; i < count; i++) pushLine(stage, here, birth, tag);
  if (stage.idle !== null) wantStart(stage);
}

@inline
function stepTo(tag: i32, stage: Stage): i32 {
  return (stepPathTo(tag >>> CLASS_BITS, stage.index) << CLASS_BITS) | (tag & CLASS_MASK);
}

/** What the sender still owes to the stage waits for room, behind those that wait already (BAS3). */
function joinLine(sender: Sender, stage: Stage, missing: i32): void {
  const parcel = takeParcel(sender, missing);
  sender.pending++;
  classAt(stage, sender.tag).owed += <f64>missing;
  if (stage.lastParcel === null) stage.firstParcel = parcel;
  else stage.lastParcel!.next = parcel;
  stage.lastParcel = parcel;
}

/** Lets parcels in while there is room, first blocked first. */
export function admitWaiting(stage: Stage): void {
  stage.roomWanted = false;
  for (let head = stage.firstParcel; head !== null; head = stage.firstParcel) {
    const room = stage.capacity - stage.occupancy;
    if (room <= 0) return;
    const count = min(room, head.missing);
    const here = classAt(stage, head.sender.tag);
    head.missing -= count;
    here.owed -= <f64>count;
    // What a source has kept back is born when it enters.
    if (head.sender.stage === null) head.sender.born = now;
    enter(head.sender, stage, here, count);
    if (head.missing == 0) finishParcel(stage, head);
  }
}

/** The first parcel in line is done with. */
function finishParcel(stage: Stage, parcel: Parcel): void {
  const sender = parcel.sender;
  const from = sender.stage;
  stage.firstParcel = parcel.next;
  if (stage.firstParcel === null) stage.lastParcel = null;
  giveBack(parcel);
  if (from !== null) {
    const here = classAt(from, sender.tag);
    observe(from);
    changeHeld(from, here, now, -1);
    leave(from, sender, here);
  }
  if (--sender.pending == 0) pushWork(readyList, changetype<usize>(sender));
}
