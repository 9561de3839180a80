/** One replication of a network: everything that moves, and what is to be settled at this instant. */
import { openPaths, OTHER } from './paths';
import { powerOfTwoAbove, take, takeAligned } from './memory';
import { Parcel, Port, portBytes, Sender, SENDER_SHIFT, Stage, stageBytes } from './network';
import { clearTrips, countTrip, openTrips, Trips } from './trips';

/** Paths that are told apart in an answer: the first so many on which an element comes to a sink. */
const MOST_PATHS: i32 = 200;
const PATHS: i32 = 4096;

export let now: f64 = 0;
/** Time since the last mark. */
export let elapsed: f64 = 0;
let lastMark: f64 = 0;
export let classCount: i32 = 1;
export let stageCount: i32 = 0;
export let hasPaths: bool = false;
export let portCount: i32 = 0;
export let senderCount: i32 = 0;
/** Addresses of the stages and senders (servers, then sources), each behind the other, and of a list of ports. */
let stages: usize = 0;
let senders: usize = 0;
let ports: usize = 0;
/** Bytes from one stage to the next. */
let stageSize: i32 = 0;
/** Elements at each sink; of each class where there are several, and of each path told apart, those that came to a sink. */
export let sinks: usize = 0;
let sinkCount: i32 = 0;
export let classTrips: usize = 0;
let pathTrips: usize = 0;
let pathOrder: usize = 0;
export let pathsSeen: i32 = 0;
/** Nothing waits in a list of work. */
export let isSettled: bool = true;
let spareParcel: Parcel | null = null;

/** A list of addresses, first come first served; nothing is in it twice. */
@unmanaged
export class WorkList {
  items: usize = 0;
  mask: i32 = 0;
  head: i32 = 0;
  tail: i32 = 0;
}
export let wantRoomList: WorkList = changetype<WorkList>(0);
export let readyList: WorkList = changetype<WorkList>(0);
export let wantStartList: WorkList = changetype<WorkList>(0);

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

@inline
export function shiftWork(list: WorkList): usize {
  return load<u32>(list.items + (<usize>(list.head++ & list.mask) << 2));
}

export function openNetwork(ofStages: i32, ofPorts: i32, ofSenders: i32, ofClasses: i32, ofSinks: i32, paths: bool): void {
  stageCount = ofStages;
  classCount = ofClasses;
  portCount = ofPorts;
  sinkCount = ofSinks;
  hasPaths = paths;
  senderCount = ofSenders;
  stageSize = <i32>stageBytes(ofClasses);
  stages = takeAligned(<usize>(ofStages * stageSize));
  ports = take(<usize>ofPorts << 2);
  senders = takeAligned(<usize>ofSenders << SENDER_SHIFT);
  for (let i = 0; i < ofPorts; i++) store<u32>(ports + (<usize>i << 2), takeAligned(portBytes(ofClasses)));
  wantRoomList = openWorkList(ofStages);
  wantStartList = openWorkList(ofStages);
  readyList = openWorkList(ofSenders);
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

export function takeParcel(sender: Sender, missing: i32): Parcel {
  const spare = spareParcel;
  const parcel = spare === null ? new Parcel() : spare;
  if (spare !== null) spareParcel = spare.next;
  parcel.sender = sender;
  parcel.missing = missing;
  parcel.next = null;
  return parcel;
}

export function giveBack(parcel: Parcel): void {
  parcel.next = spareParcel;
  spareParcel = parcel;
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

/** Trips of a path that reaches a sink for the first time. */
function tripsOf(path: i32): u32 {
  const kept = pathsSeen < MOST_PATHS ? path : OTHER;
  let trips = load<u32>(pathTrips + (<usize>kept << 2));
  if (trips == 0) {
    trips = <u32>changetype<usize>(openTrips(kept));
    store<u32>(pathOrder + (<usize>(pathsSeen++) << 2), trips);
  }
  store<u32>(pathTrips + (<usize>kept << 2), trips);
  store<u32>(pathTrips + (<usize>path << 2), trips);
  return trips;
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
