/** What moves in one replication of a network: stages, those who send elements, elements that wait for room. */
import { Choice } from './choice';
import { Draws } from './draws';
import { Measures, MEASURES_BYTES } from './measures';
import { TIME_LIST_BYTES, TimeList } from './time-list';

/**
 * What one class has at one stage, and what is counted of it there in the present window. What every event touches comes
 * first, in one line of the processor's cache, and the lists of times are in another.
 */
@unmanaged
export class ClassAtStage {
  service: Draws = changetype<Draws>(0);
  filter: Draws = changetype<Draws>(0);
  /** From 1 on nothing is drawn. */
  pass: f64 = 1;
  /** Elements of this class in the stage. */
  level: f64 = 0;
  /**
   * Of the times since the last mark at which elements left, less those at which they entered: with the time that the
   * present level would have given, the integral of the level.
   */
  area: f64 = 0;
  /** Services that began without waiting: times of 0, which `waits` does not hold yet. */
  unwaited: i32 = 0;
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
/** Where the lists of times are. */
const LISTS: usize = 192;

/** Times in the stage of those who leave. */
@inline
export function sojournsOf(here: ClassAtStage): TimeList {
  return changetype<TimeList>(changetype<usize>(here) + LISTS);
}

/** Times of waiting of those whose service starts. */
@inline
export function waitsOf(here: ClassAtStage): TimeList {
  return changetype<TimeList>(changetype<usize>(here) + LISTS + TIME_LIST_BYTES);
}

/** A stage; behind it lie its measures, then its classes. */
@unmanaged
export class Stage {
  /** The idle server that is used next, and so on by `nextIdle`. */
  idle: Sender | null = null;
  occupancy: i32 = 0;
  capacity: i32 = 0;
  index: i32 = 0;
  /** Those that wait: how many, where in their ring the first is and the next will be, and that ring. */
  waiting: i32 = 0;
  head: usize = 0;
  tail: usize = 0;
  line: usize = 0;
  endOfLine: usize = 0;
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
const STAGE_BYTES: usize = 128;
const CLASSES: usize = STAGE_BYTES + MEASURES_BYTES;

/** From one stage to the next. */
export function stageBytes(classCount: i32): usize {
  return CLASSES + (<usize>classCount << CLASS_SHIFT);
}

@inline
export function measuresOf(stage: Stage): Measures {
  return changetype<Measures>(changetype<usize>(stage) + STAGE_BYTES);
}

/** A server with its element, or a source; whoever may be kept from moving elements on. */
@unmanaged
export class Sender {
  /** Stage of a server; null for a source. */
  stage: Stage | null = null;
  port: Port = changetype<Port>(0);
  /** What the class of a server's element has at its stage. */
  here: ClassAtStage = changetype<ClassAtStage>(0);
  /** Class and path of the element; of a source, of all that it sends. */
  tag: i32 = 0;
  /** The idle server that is used after this one. */
  nextIdle: Sender | null = null;
  /** Parcels that have not moved yet. */
  pending: i32 = 0;
  entered: f64 = 0;
  born: f64 = 0;
  /** Place in the calendar, and what decides between events at the same time. */
  leaf: i32 = 0;
  priority: i32 = 0;
  sequence: i64 = 0;
  /** Elements at each arrival of a source, and its times between arrivals. */
  batch: i32 = 0;
  interarrival: Draws = changetype<Draws>(0);
}
export const SENDER_SHIFT: usize = 6;

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
  /** The only place behind it when there is nothing to choose. */
  sole: i32 = 0;
  hasChoice: bool = false;
  rule: i32 = 0;
  count: i32 = 0;
  turn: i32 = 0;
  /** Address of the places behind it. */
  targets: usize = 0;
}
/** Where the choices are. */
const CHOICES: usize = 32;

/** A port with room for its choices by chance, of each class one. */
export function portBytes(classCount: i32): usize {
  return CHOICES + (<usize>classCount << 2);
}

@inline
export function choicePlace(port: Port, jobClass: i32): usize {
  return changetype<usize>(port) + CHOICES + (<usize>jobClass << 2);
}

/** The class is in the lowest bits of a tag, the path above. */
export const CLASS_BITS: i32 = 6;
export const CLASS_MASK: i32 = (1 << CLASS_BITS) - 1;

@inline
export function classOf(stage: Stage, jobClass: i32): ClassAtStage {
  return changetype<ClassAtStage>(changetype<usize>(stage) + CLASSES + (<usize>jobClass << CLASS_SHIFT));
}

@inline
export function classAt(stage: Stage, tag: i32): ClassAtStage {
  return classOf(stage, tag & CLASS_MASK);
}

@inline
export function choiceOf(port: Port, jobClass: i32): Choice {
  return changetype<Choice>(load<u32>(choicePlace(port, jobClass)));
}

/** So many servers of the stage more (or fewer) are held, by elements of that class. */
export function changeHeld(stage: Stage, here: ClassAtStage, now: f64, change: i32): void {
  measuresOf(stage).now.blocked += <f64>stage.held * (now - stage.heldSince);
  stage.heldSince = now;
  stage.held += change;
  here.held += <f64>change;
}
