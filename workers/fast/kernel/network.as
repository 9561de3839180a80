/** What moves in one replication of a network: stages, those who send elements, elements that wait for room. */
import { Draws } from './draws';
import { clearBuckets, Measures, putNotes, Sums, TimeList } from './measures';

/** What one class has at one stage, and what is counted of it there in the present window. */
@unmanaged
export class ClassAtStage {
  service: Draws = changetype<Draws>(0);
  filter: Draws = changetype<Draws>(0);
  /** From 1 on nothing is drawn. */
  pass: f64 = 1;
  factor: f64 = 1;
  credit: f64 = 0;
  offered: f64 = 0;
  entered: f64 = 0;
  served: f64 = 0;
  output: f64 = 0;
  lost: f64 = 0;
  sojournTotal: f64 = 0;
  left: f64 = 0;
  waitTotal: f64 = 0;
  started: f64 = 0;
  sojourns: TimeList = changetype<TimeList>(0);
  waits: TimeList = changetype<TimeList>(0);
  /** Elements of this class in the stage, the integral of that, and up to when it goes. */
  level: f64 = 0;
  area: f64 = 0;
  since: f64 = 0;
  totals: ClassTotals = changetype<ClassTotals>(0);
}
export const CLASS_BYTES: usize = offsetof<ClassAtStage>();

/** The same in the observed time; the host knows the order. */
@unmanaged
export class ClassTotals {
  offered: f64 = 0;
  entered: f64 = 0;
  served: f64 = 0;
  output: f64 = 0;
  lost: f64 = 0;
  area: f64 = 0;
  sojournTotal: f64 = 0;
  waitTotal: f64 = 0;
  /** Buckets of times. */
  sojourns: usize = 0;
  waits: usize = 0;
}

@unmanaged
export class Stage {
  m: Measures = changetype<Measures>(0);
  /** Addresses: of each class what it has here; the port behind; the idle servers, the next to be used last. */
  classes: usize = 0;
  port: Port = changetype<Port>(0);
  idle: usize = 0;
  idleCount: i32 = 0;
  index: i32 = 0;
  capacity: i32 = 0;
  drops: bool = false;
  converts: bool = false;
  roomWanted: bool = false;
  startWanted: bool = false;
  occupancy: i32 = 0;
  busy: i32 = 0;
  held: i32 = 0;
  /** Those that wait: a ring of (time of entry, time of birth, tag), its first and how many. */
  line: usize = 0;
  head: i32 = 0;
  waiting: i32 = 0;
  mask: i32 = 0;
  firstParcel: Parcel | null = null;
  lastParcel: Parcel | null = null;
}

/** A server with its element, or a source; whoever may be kept from moving elements on. */
@unmanaged
export class Sender {
  /** Of a server; null of a source. */
  stage: Stage | null = null;
  port: Port = changetype<Port>(0);
  clock: i32 = 0;
  /** Class and path of the element; of a source, of all that it sends. */
  tag: i32 = 0;
  entered: f64 = 0;
  born: f64 = 0;
  /** Parcels that have not moved yet. */
  pending: i32 = 0;
  /** Of a source: elements at each arrival, and times between arrivals. */
  batch: i32 = 0;
  interarrival: Draws = changetype<Draws>(0);
}

/** Birth of an element that has not entered the network yet. */
export const UNBORN: f64 = -1;

/** Native elements that a sender owes to a stage without room for them. */
@unmanaged
export class Parcel {
  sender: Sender = changetype<Sender>(0);
  missing: i32 = 0;
  next: Parcel | null = null;
}

/** Where the elements of one node go. */
@unmanaged
export class Port {
  /** Final target when there is nothing to choose. */
  sole: i32 = 0;
  hasChoice: bool = false;
  rule: i32 = 0;
  count: i32 = 0;
  turn: i32 = 0;
  /** Addresses: targets; of each class, running sums of the shares, and draws. */
  targets: usize = 0;
  cumulative: usize = 0;
  draws: usize = 0;
}

/** The class is in the lowest bits of a tag, the path above. */
export const CLASS_BITS: i32 = 6;

@inline
export function classAt(stage: Stage, tag: i32): ClassAtStage {
  return changetype<ClassAtStage>(stage.classes + <usize>(tag & ((1 << CLASS_BITS) - 1)) * CLASS_BYTES);
}

/** So many elements of the class more (or fewer) are in the stage from now on. */
@inline
export function changeLevel(here: ClassAtStage, now: f64, change: f64): void {
  here.area += here.level * (now - here.since);
  here.since = now;
  here.level += change;
}

/** A window ends: what was counted in it is added to the sums of the stage's window and to the totals of the class. */
export function closeClassWindow(here: ClassAtStage, sums: Sums, now: f64): void {
  const totals = here.totals;
  changeLevel(here, now, 0);
  putNotes(here.sojourns);
  putNotes(here.waits);
  sums.offered += here.offered;
  sums.entered += here.entered;
  sums.served += here.served;
  sums.output += here.output;
  sums.lost += here.lost;
  sums.sojournTotal += here.sojournTotal;
  sums.sojournCount += here.left;
  sums.waitTotal += here.waitTotal;
  sums.waitCount += here.started;
  totals.offered += here.offered;
  totals.entered += here.entered;
  totals.served += here.served;
  totals.output += here.output;
  totals.lost += here.lost;
  totals.area += here.area;
  totals.sojournTotal += here.sojournTotal;
  totals.waitTotal += here.waitTotal;
  here.offered = here.entered = here.served = here.output = here.lost = 0;
  here.sojournTotal = here.left = here.waitTotal = here.started = here.area = 0;
}

/** The warm-up is over: forgets all but what is in the stage. */
export function restartClass(here: ClassAtStage): void {
  const totals = here.totals;
  totals.offered = totals.entered = totals.served = totals.output = totals.lost = 0;
  totals.area = totals.sojournTotal = totals.waitTotal = 0;
  clearBuckets(here.sojourns.buckets);
  clearBuckets(here.waits.buckets);
}
