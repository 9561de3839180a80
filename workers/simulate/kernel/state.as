/** One replication of a network: everything that moves, and what is to be settled at this instant. */
import { spend, warmup } from './measures';
import { keepPaths, markPath, MOST_PATHS as PATHS, openPaths, OTHER } from './paths';
import { powerOfTwoAbove, take, takeAligned } from './memory';
import { Element, Parcel, Port, portBytes, Sender, SENDER_SHIFT, Stage, stageBytes, Ticket } from './network';
import { Group } from './groups';
import { clearTrips, countTrip, openTrips, Trips } from './trips';

/** Paths that are told apart in an answer: the first so many on which an element comes to a sink. */
const MOST_PATHS: i32 = 200;

export let now: f64 = 0;
/** Time since the last mark. */
export let elapsed: f64 = 0;
let lastMark: f64 = 0;
export let classCount: i32 = 1;
export let stageCount: i32 = 0;
/** Joins come behind the stages. */
export let joinCount: i32 = 0;
/** FIFOs of dataflow stages come behind the joins. */
export let fifoCount: i32 = 0;
export let hasPaths: bool = false;
export let portCount: i32 = 0;
export let senderCount: i32 = 0;
/** Some class is closed. */
export let hasClosed: bool = false;
/** Elements may come to wait for each other for ever (D1). */
export let mayDeadlock: bool = false;
/** Addresses of the stages and senders (whoever has a clock), each behind the other, and of a list of ports. */
let stages: usize = 0;
let senders: usize = 0;
let ports: usize = 0;
/** Bytes from one stage to the next. */
let stageSize: i32 = 0;
/** Elements at each sink; of each class where there are several, and of each path told apart, those that came to a sink. */
export let sinks: usize = 0;
let sinkCount: i32 = 0;
let classTrips: usize = 0;
let pathTrips: usize = 0;
let pathOrder: usize = 0;
export let pathsSeen: i32 = 0;
/** Nothing waits in a list of work; units are wanted or there is a suspicion: what is rare is looked at together. */
export let isSettled: bool = true;
export let hasMore: bool = false;
/** All servers of some stage have just come to be held: there may be a deadlock. */
export let isSuspect: bool = false;
let spareParcel: Parcel | null = null;
/** Those who may wait in the list of the ready. */
let holders: i32 = 0;

/** A list of addresses, first come first served; nothing is in it twice. */
@unmanaged
class WorkList {
  items: usize = 0;
  mask: i32 = 0;
  head: i32 = 0;
  tail: i32 = 0;
}
export let wantRoomList: WorkList = changetype<WorkList>(0);
export let readyList: WorkList = changetype<WorkList>(0);
export let wantStartList: WorkList = changetype<WorkList>(0);
export let wantUnitsList: WorkList = changetype<WorkList>(0);

function openWorkList(most: i32): WorkList {
  const list = new WorkList();
  const size = powerOfTwoAbove(most);
  list.items = take(<usize>size << 2);
  list.mask = size - 1;
  return list;
}

export function setSettled(): void {
  isSettled = true;
}

@inline
export function isEmpty(list: WorkList): bool {
  return list.head == list.tail;
}

@inline
export function pushWork(list: WorkList, item: usize): void {
  isSettled = false;
  store<u32>(list.items + (<usize>(list.tail++ & list.mask) << 2), <u32>item);
}

/** One more who may be held: a finished element of a delay or of shared servers takes a place of its own. */
export function roomForHolder(): void {
  const list = readyList;
  if (++holders <= list.mask) return;
  const size = list.mask + 1;
  const wider = take(<usize>size << 3);
  for (let at = list.head; at != list.tail; at++)
    store<u32>(wider + (<usize>(at & (2 * size - 1)) << 2), load<u32>(list.items + (<usize>(at & list.mask) << 2)));
  list.items = wider;
  list.mask = 2 * size - 1;
}

@inline
export function shiftWork(list: WorkList): usize {
  return load<u32>(list.items + (<usize>(list.head++ & list.mask) << 2));
}

/** Units of a shared resource are wanted. */
export function wantMore(): void {
  hasMore = true;
}

/** All servers of a stage are held. */
export function suspect(): void {
  if (mayDeadlock) isSuspect = hasMore = true;
}

export function forgetMore(): void {
  isSuspect = hasMore = false;
}

/** Parcels that wait for this stage may find room. */
@inline
export function wantRoom(stage: Stage): void {
  if (stage.firstParcel !== null) noteRoom(stage);
}

function noteRoom(stage: Stage): void {
  if (stage.roomWanted) return;
  stage.roomWanted = true;
  pushWork(wantRoomList, changetype<usize>(stage));
}

export function openNetwork(
  ofStages: i32,
  ofJoins: i32,
  ofFifos: i32,
  ofPorts: i32,
  ofSenders: i32,
  ofClasses: i32,
  ofSinks: i32,
  ofResources: i32,
  paths: bool,
  closed: bool,
  deadlocks: bool,
): void {
  stageCount = ofStages;
  joinCount = ofJoins;
  fifoCount = ofFifos;
  classCount = ofClasses;
  portCount = ofPorts;
  sinkCount = ofSinks;
  hasPaths = paths;
  hasClosed = closed;
  mayDeadlock = deadlocks;
  senderCount = holders = ofSenders;
  stageSize = <i32>stageBytes(ofClasses);
  stages = takeAligned(<usize>((ofStages + ofJoins + ofFifos) * stageSize));
  ports = take(<usize>ofPorts << 2);
  senders = takeAligned(<usize>ofSenders << SENDER_SHIFT);
  for (let i = 0; i < ofPorts; i++) {
    const port = takeAligned(portBytes(ofClasses));
    store<u32>(ports + (<usize>i << 2), port);
    changetype<Port>(port).index = i;
  }
  wantRoomList = openWorkList(ofStages + ofFifos);
  wantStartList = openWorkList(ofStages);
  readyList = openWorkList(ofSenders);
  wantUnitsList = openWorkList(ofResources);
  sinks = take(<usize>ofSinks << 3);
  pathTrips = take(PATHS * 4);
  pathOrder = take((MOST_PATHS + 1) * 4);
  classTrips = take(<usize>ofClasses << 2);
  if (ofClasses > 1)
    for (let i = 0; i < ofClasses; i++) store<u32>(classTrips + (<usize>i << 2), changetype<usize>(openTrips(i)));
  if (paths) openPaths(ofStages);
}

@inline
export function stageAt(index: i32): Stage {
  return changetype<Stage>(stages + <usize>(index * stageSize));
}

@inline
export function senderAt(number: i32): Sender {
  return changetype<Sender>(senders + (<usize>number << SENDER_SHIFT));
}

/** Number of whoever has this clock. */
export function numberOf(sender: Sender): i32 {
  return <i32>((changetype<usize>(sender) - senders) >> SENDER_SHIFT);
}

@inline
export function portAt(index: i32): Port {
  return changetype<Port>(load<u32>(ports + (<usize>index << 2)));
}

@inline
export function setNow(time: f64): void {
  now = time;
  elapsed = time - lastMark;
}

/** A window begins now. */
export function setMark(): void {
  lastMark = now;
  elapsed = 0;
}

export function takeParcel(sender: Sender, slot: Element, target: i32, tag: i32, ticket: Ticket | null): Parcel {
  const spare = spareParcel;
  const parcel = spare === null ? new Parcel() : spare;
  if (spare !== null) spareParcel = spare.next;
  parcel.sender = sender;
  parcel.slot = slot;
  parcel.target = target;
  parcel.tag = tag;
  parcel.ticket = ticket;
  parcel.reserves = false;
  parcel.count = 1;
  parcel.missing = parcel.promised = 0;
  parcel.next = parcel.nextRoute = null;
  return parcel;
}

export function giveBack(parcel: Parcel): void {
  parcel.next = spareParcel;
  spareParcel = parcel;
}

/** So many elements more (or fewer) are in the stage, from now on, and in the virtual queues that it is in. */
@inline
export function changeGroups(stage: Stage, change: i32): void {
  if (stage.groupCount == 0) return;
  changeGroup(stage, 0, change);
  if (stage.groupCount > 1) changeOtherGroups(stage, change);
}

function changeOtherGroups(stage: Stage, change: i32): void {
  for (let i = 1; i < stage.groupCount; i++) changeGroup(stage, i, change);
}

@inline
function changeGroup(stage: Stage, place: i32, change: i32): void {
  const group = changetype<Group>(load<u32>(stage.groups + (<usize>place << 2)));
  // A batch leaves and another comes: most changes are several at one instant.
  if (group.levels.since != now) spend(group.levels, now, group.level);
  group.level += change;
}

/** An element of that class, born then, comes to a sink by that path. */
export function countArrival(sink: i32, jobClass: i32, path: i32, born: f64): void {
  const place = sinks + (<usize>sink << 3);
  store<f64>(place, load<f64>(place) + 1);
  const time = now - born;
  if (classCount > 1) countTrip(changetype<Trips>(load<u32>(classTrips + (<usize>jobClass << 2))), time);
  let trips = load<u32>(pathTrips + (<usize>path << 2));
  if (trips == 0) trips = tripsOf(path);
  countTrip(changetype<Trips>(trips), time);
}

/** A token that never entered the network comes to a sink: it has no trip. */
export function countToken(sink: i32): void {
  const place = sinks + (<usize>sink << 3);
  store<f64>(place, load<f64>(place) + 1);
}

/** Trips of a path that reaches a sink for the first time. */
function tripsOf(path: i32): u32 {
  const kept = pathsSeen < MOST_PATHS ? path : OTHER;
  let trips = load<u32>(pathTrips + (<usize>kept << 2));
  if (trips == 0) {
    trips = <u32>changetype<usize>(openTrips(kept));
    store<u32>(pathOrder + (<usize>(pathsSeen++) << 2), trips);
    if (pathsSeen == MOST_PATHS && hasPaths && (warmup == 0 || now > warmup)) forgetOtherPaths();
  }
  store<u32>(pathTrips + (<usize>kept << 2), trips);
  store<u32>(pathTrips + (<usize>path << 2), trips);
  return trips;
}

/** No other path will be told apart, so none has to be followed any more. */
function forgetOtherPaths(): void {
  const isKept = take(PATHS);
  for (let i = 0; i < pathsSeen; i++) markPath(isKept, tripsSeen(i).path);
  keepPaths(isKept);
}

/** The trips of the path that came so-manieth to a sink. */
export function tripsSeen(place: i32): Trips {
  return changetype<Trips>(load<u32>(pathOrder + (<usize>place << 2)));
}

export function tripsOfClass(jobClass: i32): Trips {
  return changetype<Trips>(load<u32>(classTrips + (<usize>jobClass << 2)));
}

/** The warm-up is over. */
export function restartArrivals(): void {
  memory.fill(sinks, 0, <usize>sinkCount << 3);
  memory.fill(pathTrips, 0, PATHS * 4);
  for (let i = 0; i < pathsSeen; i++) clearTrips(tripsSeen(i));
  pathsSeen = 0;
  if (classCount > 1) for (let i = 0; i < classCount; i++) clearTrips(tripsOfClass(i));
}
