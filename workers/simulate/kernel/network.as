/** What moves in one replication: elements, stages, those who send elements, elements that wait for room. */
import { Choice } from './choice';
import { Draws } from './draws';
import { Measures, MEASURES_BYTES, spend } from './measures';
import { Resource } from './resources';
import { TIME_LIST_BYTES, TimeList } from './time-list';
import { Trips } from './trips';

/**
 * What one class has at one stage, and what is counted of it there in the present window. What every event touches comes
 * first, in one line of the processor's cache, and the lists of times are in another.
 */
@unmanaged
export class ClassAtStage {
  service: Draws = changetype<Draws>(0);
  filter: Draws = changetype<Draws>(0);
  pass: f64 = 1;
  /** Elements of this class in the stage. */
  level: f64 = 0;
  /**
   * Sum of the times since the last mark at which elements left, less those at which they entered: with the time that the
   * present level would have given, the integral of the level.
   */
  area: f64 = 0;
  /** Services that began without waiting: times of 0, which `waits` does not hold yet. */
  unwaited: i32 = 0;
  /** Its line among those of the priorities, 0 the most urgent. */
  urgency: i32 = 0;
  factor: f64 = 1;
  credit: f64 = 0;
  filtered: f64 = 0;
  lost: f64 = 0;
  /** Lost elements that had entered; elements in the stage that were never offered to it (CL1). */
  pushedOut: f64 = 0;
  populated: f64 = 0;
  /** At a join: tasks that came, and elements that went on. */
  arrived: f64 = 0;
  released: f64 = 0;
  /** Served and not gone; offered and waiting for room. */
  held: f64 = 0;
  owed: f64 = 0;
  /** The state at the last mark: `level`, `held` and `owed`. */
  levelAtMark: f64 = 0;
  heldAtMark: f64 = 0;
  owedAtMark: f64 = 0;
  totals: usize = 0;
  /** Rounds that begin here; null where the class begins none. */
  rounds: Trips | null = null;
  /** Its service does not change with the schedule of the stage. */
  ownsService: bool = false;
  /** Some do not pass; where all do, nothing is drawn. */
  filters: bool = false;
}
/** Power of two of the bytes from one class to the next, whole lines of the processor's cache. */
const CLASS_SHIFT: usize = 8;
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

/** Elements that wait, in order of entry: a ring of elements. */
@unmanaged
export class Line {
  length: i32 = 0;
  /** Where the first is, where the next will be, and the ring from its start to its end. */
  head: usize = 0;
  tail: usize = 0;
  start: usize = 0;
  end: usize = 0;
}

/**
 * A stage, a delay or a join; behind it lie its measures, then its classes. Its line is that of the most urgent class. What every
 * element asks for comes first, in one line of the processor's cache.
 */
@unmanaged
export class Stage extends Line {
  /** The idle server that is used next, and so on by `nextIdle`. */
  idle: Sender | null = null;
  occupancy: i32 = 0;
  capacity: i32 = 0;
  index: i32 = 0;
  firstParcel: Parcel | null = null;
  /** Rules beyond serving one element after the other in the order of entry; null where there are none. */
  rules: Rules | null = null;
  /** Virtual queues that it is in: their addresses, and how many. */
  groups: usize = 0;
  groupCount: i32 = 0;
  /** One element that finds room enters as it is, and nothing else has to be looked at (admission.as). */
  isSimple: bool = false;
  startWanted: bool = false;
  roomWanted: bool = false;
  converts: bool = false;
  drops: bool = false;
  /** Groups enter together; places are promised; the oldest gives way; tasks wait here for one another. */
  whole: bool = false;
  promises: bool = false;
  pushesOut: bool = false;
  isJoin: bool = false;
  /** In a search for a deadlock: some element will leave it without help; something will come into it. */
  isAlive: bool = false;
  isFed: bool = false;
  /** The FIFO of a link to a dataflow stage or a join, which has the same index; to a join. */
  isFifo: bool = false;
  gathers: bool = false;
  lastParcel: Parcel | null = null;
  serverCount: i32 = 0;
  /** Servers that are held, and since when; integral of the servers not idle at the last mark. */
  held: i32 = 0;
  heldSince: f64 = 0;
  takenAtMark: f64 = 0;
  /** Blocked time of the present window up to the last mark. */
  blockedAtMark: f64 = 0;
  /** Places promised to servers upstream (BBS2). */
  reserved: i32 = 0;
  /** Frames that repeat: sums of each, see frames.as. */
  frames: usize = 0;
}
const STAGE_BYTES: usize = 128;
const CLASSES: usize = STAGE_BYTES + MEASURES_BYTES;

/** Which element is taken next from a line. */
export const FIRST: i32 = 0;
export const LAST: i32 = 1;
export const RANDOM: i32 = 2;

/** How servers are shared: not at all, among all elements, or one for each (PS, DL). */
export const ONE_EACH: i32 = 0;
export const SHARED: i32 = 1;
export const DELAY: i32 = 2;
/** Nobody serves: a dataflow stage takes from it. */
export const NO_SERVERS: i32 = 3;

/** What a stage has whose rules go beyond the plain ones. */
@unmanaged
export class Rules {
  /** Elements whose service has not begun, those of them that no server has taken yet, and servers that serve. */
  waiting: i32 = 0;
  inLines: i32 = 0;
  busy: i32 = 0;
  idleCount: i32 = 0;
  picks: i32 = FIRST;
  draws: Draws = changetype<Draws>(0);
  /** Time with w elements waiting; null where it follows from the levels. */
  waits: Measures | null = null;
  /** Addresses of the lines, the most urgent first. */
  lines: usize = 0;
  lineCount: i32 = 1;
  batchMin: i32 = 1;
  batchMax: i32 = 1;
  timeout: f64 = Infinity;
  /** Owner of the flush timer; null without one. */
  flush: Sender | null = null;
  /** A more urgent element interrupts a service (P2); some target is promised before service (BBS1). */
  preempts: bool = false;
  asksFirst: bool = false;
  /** A service is of one element, for which nothing else is needed. */
  isSingle: bool = false;
  /** A service is of several elements that came one after the other, for which nothing else is needed. */
  isBulk: bool = false;
  sharing: i32 = ONE_EACH;
  resource: Resource | null = null;
  /** Services that could start and have asked for a unit of the resource (RES1). */
  requests: i32 = 0;
  /** Interrupted services, and starts so far. */
  suspended: i32 = 0;
  starts: i32 = 0;
  /** First of its servers and how many, one behind the other; with shared service the first is its clock. */
  servers: Sender = changetype<Sender>(0);
  total: i32 = 0;
  /** The time of a service depends on more than its distribution, in one of the ways below. */
  isTimed: bool = false;
  /** What each element adds to the mean time of its batch, s. */
  timePerElement: f64 = 0;
  /** Speeds of a server with 1, 2, ... elements in the stage, how many (0: always 1), and the present one. */
  speeds: usize = 0;
  speedCount: i32 = 0;
  speed: f64 = 1;
  /** Pipelined service: time from start to end, s, and addresses of the pipelines, one for each server. */
  latency: f64 = 0;
  pipelines: usize = 0;
  /** Shared service: elements by the virtual time of their end, and that time (see shared-service.as). */
  heap: usize = 0;
  room: i32 = 0;
  count: i32 = 0;
  work: f64 = 0;
  since: f64 = 0;
  rate: f64 = 0;
  /** Dataflow: `flow` of a stage; `actor` of a FIFO, the stage or join that takes from it. */
  flow: Dataflow | null = null;
  actor: Stage | null = null;
}

/** What a dataflow stage takes and gives: addresses of its FIFOs and outputs, how many, phases of a round, and the next. */
@unmanaged
export class Dataflow {
  inputs: usize = 0;
  inputCount: i32 = 0;
  outputs: usize = 0;
  outputCount: i32 = 0;
  phases: i32 = 1;
  phase: i32 = 0;
  /** Firings that have their tokens and wait for places. */
  asking: i32 = 0;
  /** Times of firings by phase, s, and how many; none where the times are drawn. */
  times: usize = 0;
  timeCount: i32 = 0;
}

/** A FIFO, and tokens that are taken from it, by phase. */
@unmanaged
export class Fifo {
  stage: Stage = changetype<Stage>(0);
  take: usize = 0;
  takeCount: i32 = 0;
}

/** A link, and tokens that are given to it, by phase. */
@unmanaged
export class Output {
  place: i32 = 0;
  /** Some stage behind it promises places. */
  promised: bool = false;
  give: usize = 0;
  giveCount: i32 = 0;
}

/** From one stage to the next. */
export function stageBytes(classCount: i32): usize {
  return CLASSES + (<usize>classCount << CLASS_SHIFT);
}

@inline
export function measuresOf(stage: Stage): Measures {
  return changetype<Measures>(changetype<usize>(stage) + STAGE_BYTES);
}

/** An element, in a line or with a server. */
@unmanaged
export class Element {
  entered: f64 = 0;
  /** Below 0 where it has not entered the network yet. */
  born: f64 = 0;
  /** Class and path; and the ticket of the fork it came through last, 0 when none. */
  tag: i32 = 0;
  ticket: Ticket | null = null;
  /** What its class has at its stage. */
  here: ClassAtStage = changetype<ClassAtStage>(0);
  /** With a server: its parcels that have not moved yet; the first of its routes that were chosen before service. */
  owed: i32 = 0;
  firstRoute: Parcel | null = null;
  /** Its service is over and it did not pass the filter. */
  isFiltered: bool = false;
}
/** Bytes of an element in a line, and in a batch. */
export const WAITING_BYTES: usize = 32;
export const SLOT_BYTES: usize = 40;
/** Birth of an element that has not entered the network yet. */
export const UNBORN: f64 = -1;

/** What a clock is for. A plain server has one element at a time, and asks nobody for what it needs. */
export const PLAIN_SERVER: u8 = 0;
export const SERVER: u8 = 1;
export const SHARED_SERVERS: u8 = 2;
export const SOURCE: u8 = 3;
export const FLUSH: u8 = 4;
export const FRAME: u8 = 5;
/** Where service is pipelined a server's clock is that of its intervals, and this one that of the ends. */
export const PIPELINE_END: u8 = 6;
/** A server of a dataflow stage. */
export const FIRING: u8 = 7;

export const IDLE: i32 = 0;
/** Has its batch and waits for promised places, or with all of them for a unit of a shared resource. */
export const CLAIMED: i32 = 1;
export const SERVING: i32 = 2;
/** A more urgent element goes first. */
export const SUSPENDED: i32 = 3;
export const HELD: i32 = 4;

/**
 * Whoever has a clock. A server with its element (a batch lies apart), a source, a flush timer, a schedule. In a stage with
 * shared servers and in a delay: a place for one finished element that is held, without a clock.
 */
@unmanaged
export class Sender extends Element {
  kind: u8 = PLAIN_SERVER;
  /** Stage of a server or a flush timer; null for a source. */
  stage: Stage | null = null;
  port: Port = changetype<Port>(0);
  /** Place in the calendar, and what decides between events at the same time. */
  leaf: usize = 0;
  /** The idle server that is used after this one. */
  nextIdle: Sender | null = null;
  sequence: i64 = 0;
  priority: i32 = 0;
  /** Parcels that have not moved yet, of all its elements. */
  pending: i32 = 0;
  state: i32 = IDLE;
  /** Elements of the batch, and where the first is; of a source, elements at each arrival. */
  batch: i32 = 1;
  slots: usize = 0;
  /** Elements that there is room for from `slots` on. */
  room: i32 = 1;
  /** Times between arrivals of a source; null while nothing arrives (T1). */
  interarrival: Draws | null = null;
  schedule: Schedule | null = null;
  /** Where services are interrupted. */
  interruption: Interruption | null = null;
  /** Where service is pipelined: of the server, and of who stands at the end. */
  pipeline: Pipeline | null = null;
  /** In a search for a deadlock: the first of the parcels that keep it. */
  firstWait: Parcel | null = null;
  /** Phase of the firing, where the stage is one of dataflow. */
  phase: i32 = 0;
}
export const SENDER_SHIFT: usize = 7;

/** A service that may be interrupted: urgency and number of its start, and times, s. */
@unmanaged
export class Interruption {
  urgency: i32 = 0;
  order: i32 = 0;
  began: f64 = 0;
  /** All interruptions so far, when the last began, and what was left of the service then. */
  paused: f64 = 0;
  since: f64 = 0;
  left: f64 = 0;
}

/** A server whose elements are on their way while it takes the next, see pipeline.as. */
@unmanaged
export class Pipeline {
  server: Sender = changetype<Sender>(0);
  /** Where the first of them leaves. */
  exit: Sender = changetype<Sender>(0);
  /** A ring of so many places, a power of two; where the first is, and how many are on their way. */
  places: usize = 0;
  room: i32 = 0;
  first: i32 = 0;
  count: i32 = 0;
  /** How long it has stood still so far, since when it does, and what is left of the interval then (below 0: nothing), s. */
  stood: f64 = 0;
  since: f64 = 0;
  left: f64 = -1;
}

/** Distributions one after the other (T1 to T3). */
@unmanaged
export class Schedule {
  /** Who draws from them: a stage, or a source. */
  stage: Stage | null = null;
  source: Sender = changetype<Sender>(0);
  /** What holds before the first frame. */
  base: Draws = changetype<Draws>(0);
  /** Frames: where they begin in the period, and their draws (null: nothing arrives). */
  from: usize = 0;
  draws: usize = 0;
  count: i32 = 0;
  period: f64 = Infinity;
  /** The frame that begins next (their number: the period ends), in which round of the period. */
  frame: i32 = 0;
  round: f64 = 0;
}

/** What is known of an element while it goes about as tasks (J1): one for each element that went through a fork. */
@unmanaged
export class Ticket {
  /** Birth of the element, and its tag and ticket before the fork. */
  born: f64 = 0;
  tag: i32 = 0;
  outer: Ticket | null = null;
  /** Tasks on their way, and tasks that wait at the join. */
  outstanding: i32 = 0;
  waiting: i32 = 0;
  join: Stage | null = null;
  /** Places that its tasks have in front of joins (J6). */
  places: TaskPlace | null = null;
  next: Ticket | null = null;
}

/** A place in the FIFO of a link to a join. */
@unmanaged
export class TaskPlace {
  fifo: Stage = changetype<Stage>(0);
  next: TaskPlace | null = null;
}

/**
 * What one element owes to one target and has not been able to move there yet; or, before service, places that it asks for.
 */
@unmanaged
export class Parcel {
  sender: Sender = changetype<Sender>(0);
  slot: Element = changetype<Element>(0);
  /** The place behind the link. */
  target: i32 = 0;
  /** Tag and ticket of the element, its copy or its task. */
  tag: i32 = 0;
  ticket: Ticket | null = null;
  reserves: bool = false;
  /** Before service: elements that it stands for. */
  count: i32 = 1;
  /** Native elements or places that are still missing, and places already promised. */
  missing: i32 = 0;
  promised: i32 = 0;
  next: Parcel | null = null;
  nextRoute: Parcel | null = null;
  /** In a search for a deadlock: the next that keeps the same server. */
  nextWait: Parcel | null = null;
}

/** Where the elements of one node go. */
@unmanaged
export class Port {
  /** The only place behind it when there is nothing to choose. */
  sole: i32 = 0;
  hasChoice: bool = false;
  /** Behind it are neither copies nor circles of routers: one element goes to one place. */
  isSimple: bool = true;
  /** Nothing is chosen behind it, see routing.as. */
  isTree: bool = false;
  rule: i32 = 0;
  count: i32 = 0;
  turn: i32 = 0;
  /** Address of the places behind it. */
  targets: usize = 0;
  index: i32 = 0;
  /** Address of what elements become here, by class that comes: choices of 1 + the new class, 0 where it stays. 0 where none changes. */
  becomes: usize = 0;
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

/** What elements of the class become at a port that switches some; null where they stay what they are. */
@inline
export function switchOf(port: Port, jobClass: i32): Choice | null {
  return changetype<Choice | null>(load<u32>(port.becomes + (<usize>jobClass << 2)));
}

@inline
export function choiceOf(port: Port, jobClass: i32): Choice {
  return changetype<Choice>(load<u32>(choicePlace(port, jobClass)));
}

/** What the stage holds has been like this until now. Call before it changes. */
@inline
export function observe(stage: Stage, now: f64): void {
  const rules = stage.rules;
  const m = measuresOf(stage);
  if (rules === null) spend(m, now, stage.occupancy);
  else if (m.since != now) observeRules(stage, rules, m, now);
}

function observeRules(stage: Stage, rules: Rules, m: Measures, now: f64): void {
  observeNow(stage, rules, m, now);
}

@inline
export function observeNow(stage: Stage, rules: Rules, m: Measures, now: f64): void {
  const elapsed = now - m.since;
  spend(m, now, stage.occupancy);
  const waits = rules.waits;
  if (waits !== null) spend(waits, now, rules.waiting);
  m.now.serving += elapsed * <f64>rules.busy;
  m.now.blocked += elapsed * <f64>stage.held;
}

/** So many servers of a plain stage more (or fewer) are held, by elements of that class. */
export function changeHeld(stage: Stage, here: ClassAtStage, now: f64, change: i32): void {
  measuresOf(stage).now.blocked += <f64>stage.held * (now - stage.heldSince);
  stage.heldSince = now;
  stage.held += change;
  here.held += <f64>change;
}
