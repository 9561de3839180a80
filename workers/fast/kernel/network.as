/** What moves in one replication of a network: stages, those who send elements, elements that wait for room. */
import { Choice } from './choice';
import { Draws } from './draws';
import { Measures, TimeList } from './measures';

/** What one class has at one stage, and what is counted of it there in the present window. */
@unmanaged
export class ClassAtStage {
  service: Draws = changetype<Draws>(0);
  filter: Draws = changetype<Draws>(0);
  /** Times in the stage of those who leave, and times of waiting of those whose service starts. */
  sojourns: TimeList = changetype<TimeList>(0);
  waits: TimeList = changetype<TimeList>(0);
  /** Elements of this class in the stage, the integral of that, and up to when it goes. */
  level: f64 = 0;
  area: f64 = 0;
  since: f64 = 0;
  /** From 1 on nothing is drawn. */
  pass: f64 = 1;
  factor: f64 = 1;
  credit: f64 = 0;
  filtered: f64 = 0;
  lost: f64 = 0;
  /** Served and not gone; offered and waiting for room. */
  held: f64 = 0;
  owed: f64 = 0;
  /** The state at the last mark: `level`, `held` and `owed`. */
  levelAtMark: f64 = 0;
  heldAtMark: f64 = 0;
  owedAtMark: f64 = 0;
  totals: usize = 0;
}
/** Power of two of the bytes from one class to the next, whole lines of the processor's cache. */
export const CLASS_SHIFT: usize = 8;

@unmanaged
export class Stage {
  m: Measures = changetype<Measures>(0);
  /** Addresses: of each class what it has here; the idle servers, the next to be used last. */
  classes: usize = 0;
  idle: usize = 0;
  idleCount: i32 = 0;
  occupancy: i32 = 0;
  capacity: i32 = 0;
  index: i32 = 0;
  /** Those that wait: a ring of (time of entry, time of birth, tag), its first and how many. */
  line: usize = 0;
  head: i32 = 0;
  waiting: i32 = 0;
  mask: i32 = 0;
  drops: bool = false;
  converts: bool = false;
  roomWanted: bool = false;
  startWanted: bool = false;
  firstParcel: Parcel | null = null;
  lastParcel: Parcel | null = null;
  serverCount: i32 = 0;
  /** Servers that are held, and since when; integral of the servers not idle at the last mark. */
  held: i32 = 0;
  heldSince: f64 = 0;
  takenAtMark: f64 = 0;
}
export const STAGE_SHIFT: usize = 7;

/** A server with its element, or a source; whoever may be kept from moving elements on. */
@unmanaged
export class Sender {
  /** Of a server; null of a source. */
  stage: Stage | null = null;
  port: Port = changetype<Port>(0);
  /** Class and path of the element; of a source, of all that it sends. */
  tag: i32 = 0;
  /** Parcels that have not moved yet. */
  pending: i32 = 0;
  entered: f64 = 0;
  born: f64 = 0;
  /** Place in the calendar, and what decides between events at the same time. */
  leaf: i32 = 0;
  priority: i32 = 0;
  sequence: i64 = 0;
  /** Of a source: elements at each arrival, and times between arrivals. */
  batch: i32 = 0;
  interarrival: Draws = changetype<Draws>(0);
}
export const SENDER_SHIFT: usize = 6;

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
  /** Address of the targets. */
  targets: usize = 0;
  /** Where the rule is chance: address of the choices, of each class one. */
  choices: usize = 0;
}

/** The class is in the lowest bits of a tag, the path above. */
export const CLASS_BITS: i32 = 6;
export const CLASS_MASK: i32 = (1 << CLASS_BITS) - 1;

@inline
export function classOf(stage: Stage, jobClass: i32): ClassAtStage {
  return changetype<ClassAtStage>(stage.classes + (<usize>jobClass << CLASS_SHIFT));
}

@inline
export function classAt(stage: Stage, tag: i32): ClassAtStage {
  return classOf(stage, tag & CLASS_MASK);
}

@inline
export function choiceOf(port: Port, jobClass: i32): Choice {
  return changetype<Choice>(load<u32>(port.choices + (<usize>jobClass << 2)));
}

/** So many elements of the class more (or fewer) are in the stage from now on. */
@inline
export function changeLevel(here: ClassAtStage, now: f64, change: f64): void {
  here.area += here.level * (now - here.since);
  here.since = now;
  here.level += change;
}

/** So many servers of the stage more (or fewer) are held, by elements of that class. */
export function changeHeld(stage: Stage, here: ClassAtStage, now: f64, change: i32): void {
  stage.m.now.blocked += <f64>stage.held * (now - stage.heldSince);
  stage.heldSince = now;
  stage.held += change;
  here.held += <f64>change;
}
