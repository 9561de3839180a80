/**
 * Lines that fork and join (SPEC.md: J1, J4). Where every stage has one server, serves one element after the other, and is never
 * full, nobody overtakes anybody in a branch, so neither does anybody behind the join: times follow element by element
 * here, too.
 *
 *   comes to the join   D(i, j)          end of service in the last stage of branch i
 *   goes on             max over i of D(i, j)
 *
 * Source: Baccelli, Makowski and Shwartz, Adv. Appl. Prob. 21 (1989) 629. How many wait at the join follows by going
 * through what is known of all branches in the order of time.
 */
import { draw } from './draws';
import { countPlainVisit, endWindow, isSeen, LineStage, nextWindow, passTime, putDeparture } from './line-stage';
import { closeWindow, horizon, Measures, MEASURES_BYTES, openMeasures, spend } from './measures';
import { larger, smaller, take, takeAligned } from './memory';
import { startPath, stepPathTo } from './paths';
import { countArrival, setNow } from './state';

/** A stage of a way, or the branches from a fork to its join; and what comes behind. */
@unmanaged
class Step {
  next: Step | null = null;
  stage: LineStage = changetype<LineStage>(0);
  /** Number of the stage for paths; the later of two ends of service at one instant has the larger rank (E2). */
  index: i32 = 0;
  rank: i32 = 0;
  join: LineJoin | null = null;
  /** A branch of one stage. */
  isAlone: bool = false;
}

@unmanaged
class LineJoin {
  /** First steps of the branches, and how many. */
  branches: usize = 0;
  count: i32 = 0;
  m: Measures = changetype<Measures>(0);
  /** Tasks that wait; tasks that came and elements that went on in the present window; its end. */
  level: i32 = 0;
  arrived: f64 = 0;
  released: f64 = 0;
  mark: f64 = 0;
  /**
   * A ring of rows, one for each element: how many of its tasks have been counted, and when each comes; and the row of the
   * next element.
   */
  rows: usize = 0;
  end: usize = 0;
  last: usize = 0;
  /** Addresses of the next time of each branch. */
  heads: usize = 0;
  /** Rows in use, and that there is room for. */
  used: i32 = 0;
  room: i32 = 0;
  /** Fork outside this one; the join after this one, in any order. */
  outer: LineJoin | null = null;
  step: Step = changetype<Step>(0);
  after: LineJoin | null = null;
}
const FIRST_ROOM: i32 = 64;

let first: Step | null = null;
/** Where the next step is to be put down. */
let tail: usize = 0;
/** The fork whose branches are being opened, and how many of them have been. */
let open: LineJoin | null = null;
let joins: LineJoin | null = null;
let origin: i32 = 0;
/** The path of the element that is followed, and the rank of the stage where it has been last. */
let path: i32 = 0;
let rank: i32 = 0;

export function isForked(): bool {
  return joins !== null;
}

function addStep(): Step {
  const step = new Step();
  if (tail == 0) {
    first = step;
    origin = startPath(0);
  } else {
    store<u32>(tail, <u32>changetype<usize>(step));
  }
  tail = changetype<usize>(step) + offsetof<Step>('next');
  return step;
}

/** That stage is next on the way. */
export function followStage(stage: LineStage, index: i32, rankOfEnds: i32): void {
  const step = addStep();
  step.stage = stage;
  step.index = index;
  step.rank = rankOfEnds;
}

/** A fork into so many branches, which `followBranch` begins; the measures of its join. */
export function followFork(count: i32): Measures {
  const join = new LineJoin();
  const step = addStep();
  step.join = join;
  join.step = step;
  join.count = count;
  join.branches = take(<usize>count << 2);
  join.heads = take(<usize>count << 2);
  join.m = openMeasures(takeAligned(MEASURES_BYTES));
  join.mark = join.m.mark;
  join.outer = open;
  join.after = joins;
  joins = join;
  open = join;
  openRows(join, FIRST_ROOM);
  for (let i = 0; i < count; i++) store<u32>(join.heads + (<usize>i << 2), <u32>(join.rows + (<usize>(i + 1) << 3)));
  return join.m;
}

export function followBranch(place: i32): void {
  tail = open!.branches + (<usize>place << 2);
}

/** All branches have come to the join. */
export function endFork(): void {
  const join = open!;
  for (let i = 0; i < join.count; i++) {
    const step = changetype<Step>(load<u32>(join.branches + (<usize>i << 2)));
    step.isAlone = step.next === null && step.join === null;
  }
  tail = changetype<usize>(join.step) + offsetof<Step>('next');
  open = join.outer;
}

@inline
function rowBytes(join: LineJoin): usize {
  return <usize>(join.count + 1) << 3;
}

function openRows(join: LineJoin, room: i32): void {
  join.room = room;
  join.rows = take(<usize>room * rowBytes(join));
  join.end = join.rows + <usize>room * rowBytes(join);
  join.last = join.rows;
}

/** No task of the next element is known. */
function endRows(join: LineJoin): void {
  for (let i = 1; i <= join.count; i++) store<f64>(join.last + (<usize>i << 3), Infinity);
}

@inline
function behind(join: LineJoin, place: usize): usize {
  const next = place + rowBytes(join);
  return select<usize>(next - (join.end - join.rows), next, next >= join.end);
}

/** Twice as many rows; the first in use comes to the beginning. */
function widenRows(join: LineJoin): void {
  const before = join.rows;
  const size = join.end - before;
  const used = <usize>join.used * rowBytes(join);
  const first = join.last - used;
  const oldest = select<usize>(first + size, first, join.last - before < used);
  openRows(join, 2 * join.room);
  const toEnd = before + size - oldest;
  memory.copy(join.rows, oldest, toEnd);
  memory.copy(join.rows + toEnd, before, size - toEnd);
  join.last = join.rows + used;
  for (let i = 0; i < join.count; i++) {
    const head = join.heads + (<usize>i << 2);
    const from = <usize>load<u32>(head);
    store<u32>(head, <u32>(join.rows + (from - oldest) + (from < oldest ? size : 0)));
  }
}

/** Elements that arrive then go through all of the line. */
export function passForks(at: f64, elements: i32): void {
  for (let i = 0; i < elements; i++) {
    path = origin;
    const end = follow(first, at);
    if (!isSeen(end)) continue;
    setNow(end);
    countArrival(0, 0, path, at);
  }
}

/** When the element that comes to that step then has left the last behind it. After the end of the run it is followed no more. */
function follow(from: Step | null, comes: f64): f64 {
  let at = comes;
  let next = from;
  while (next !== null) {
    if (at > horizon) return Infinity;
    const step: Step = next;
    const join = step.join;
    at = join === null ? serve(step, at) : gather(join, at);
    next = step.next;
  }
  return at;
}

@inline
function serve(step: Step, entry: f64): f64 {
  const stage = step.stage;
  if (entry > stage.until) nextWindow(stage, entry);
  const level = passTime(stage, entry);
  stage.offered += 1;
  const start = larger(entry, stage.free);
  const end = start + draw(stage.service);
  stage.free = end;
  putDeparture(stage, end, level);
  countPlainVisit(stage, entry, start, end, end, true);
  path = stepPathTo(path, step.index);
  rank = step.rank;
  return end;
}

/** The element's tasks go through their branches; it goes on when the last of them has come, on the path of that one (J4). */
function gather(join: LineJoin, at: f64): f64 {
  const before = path;
  if (join.used + 1 == join.room) makeRoom(join);
  const row = join.last;
  store<i64>(row, 0);
  let latest: f64 = 0;
  let pathOfLatest = 0;
  let rankOfLatest = 0;
  for (let i = 0; i < join.count; i++) {
    path = before;
    const step = changetype<Step>(load<u32>(join.branches + (<usize>i << 2)));
    // Most branches are one stage.
    const end = step.isAlone ? serve(step, at) : follow(step, at);
    store<f64>(row + (<usize>(i + 1) << 3), end);
    const isLater = i32(end > latest) | (i32(end == latest) & i32(rank > rankOfLatest));
    pathOfLatest = select<i32>(path, pathOfLatest, isLater);
    rankOfLatest = select<i32>(rank, rankOfLatest, isLater);
    latest = larger(latest, end);
  }
  path = pathOfLatest;
  rank = rankOfLatest;
  join.last = behind(join, row);
  join.used++;
  return latest;
}

/** The ring is full: whoever has come so far is counted, and should too few be known, there will be more rows. */
function makeRoom(join: LineJoin): void {
  // In the row before the last are the latest times that are known.
  const known = (join.last == join.rows ? join.end : join.last) - rowBytes(join);
  let until = horizon;
  for (let i = 1; i <= join.count; i++) until = smaller(until, load<f64>(known + (<usize>i << 3)));
  countTasks(join, until);
  if (2 * join.used > join.room) widenRows(join);
}

/** Tasks that come to the join until then, in the order of time; all of them are known. */
function countTasks(join: LineJoin, until: f64): void {
  const m = join.m;
  const count = join.count;
  const heads = join.heads;
  endRows(join);
  for (;;) {
    let time: f64 = Infinity;
    let branch = 0;
    for (let i = 0; i < count; i++) {
      const next = load<f64>(load<u32>(heads + (<usize>i << 2)));
      branch = select<i32>(i, branch, next < time);
      time = smaller(time, next);
    }
    if (time > until) return;
    const head = heads + (<usize>branch << 2);
    const place = <usize>load<u32>(head);
    store<u32>(head, <u32>behind(join, place));
    const row = place - (<usize>(branch + 1) << 3);
    const come = load<i32>(row) + 1;
    store<i32>(row, come);
    if (time > join.mark) passWindows(join, time);
    const isLast = i32(come == count);
    spend(m, time, join.level);
    join.level += select<i32>(1 - count, 1, isLast);
    join.arrived += 1;
    join.released += <f64>isLast;
    join.used -= isLast;
  }
}

/** Windows end before that time. */
function passWindows(join: LineJoin, time: f64): void {
  const m = join.m;
  while (time > m.mark) closeJoinWindow(join, m);
}

function closeJoinWindow(join: LineJoin, m: Measures): void {
  const sums = m.now;
  sums.offered += join.arrived;
  sums.entered += join.arrived;
  sums.output += join.released;
  join.arrived = join.released = 0;
  closeWindow(m, join.level);
  join.mark = m.mark;
}

/** The run is over. */
export function closeJoins(): void {
  let next = joins;
  while (next !== null) {
    const join: LineJoin = next;
    countTasks(join, horizon);
    const m = join.m;
    while (m.mark < Infinity) closeJoinWindow(join, m);
    next = join.after;
  }
}
