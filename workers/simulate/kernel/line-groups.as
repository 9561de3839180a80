/**
 * Virtual queues of a line: how many elements some of its stages hold together. When who enters and leaves a stage is known long before
 * time has come to it, and not in the order of time from stage to stage. So both are noted by stage, each in ascending order, and gone
 * through together up to a time by which all is known.
 */
import { forgetLevels, Measures, MEASURES_BYTES, openLevels, spend, warmup } from './measures';
import { smaller, take, takeAligned, widen } from './memory';

/** Ascending times: those that are noted lie from `from` to `to`, addresses, where Infinity is. */
@unmanaged
class Times {
  from: usize = 0;
  to: usize = 0;
  start: usize = 0;
  end: usize = 0;
}

/** Times at which elements enter a stage, and at which they leave it. */
@unmanaged
export class Moves {
  entries: Times = changetype<Times>(0);
  departures: Times = changetype<Times>(0);
  next: Moves | null = null;
}

/** A stage in a group, and how far the group has come in its moves. */
@unmanaged
class Member {
  moves: Moves = changetype<Moves>(0);
  entry: usize = 0;
  departure: usize = 0;
  next: Member | null = null;
}

@unmanaged
export class LineGroup {
  levels: Measures = changetype<Measures>(0);
  level: i32 = 0;
  members: Member | null = null;
  next: LineGroup | null = null;
}
const FIRST_BYTES: usize = 64 * 8;

let groups: LineGroup | null = null;
let noted: Moves | null = null;
let hasPassedWarmup: bool = false;

export function hasGroups(): bool {
  return groups !== null;
}

export function openLineGroup(): LineGroup {
  const group = new LineGroup();
  group.levels = openLevels(takeAligned(MEASURES_BYTES));
  group.next = groups;
  groups = group;
  return group;
}

function openTimes(): Times {
  const times = new Times();
  times.start = times.from = times.to = take(FIRST_BYTES);
  times.end = times.start + FIRST_BYTES;
  store<f64>(times.to, Infinity);
  return times;
}

/** Entries and departures of one more stage. */
export function openMoves(): Moves {
  const moves = new Moves();
  moves.entries = openTimes();
  moves.departures = openTimes();
  moves.next = noted;
  noted = moves;
  return moves;
}

/** The stage with these moves is in the group. */
export function addMember(group: LineGroup, moves: Moves): void {
  const member = new Member();
  member.moves = moves;
  member.next = group.members;
  group.members = member;
}

@inline
function note(times: Times, time: f64): void {
  const place = times.to;
  store<f64>(place, time);
  store<f64>(place, Infinity, 8);
  times.to = place + 8;
  if (place + 16 == times.end) makeRoom(times);
}

/** What is noted comes to the start of the room, which is doubled where that does not help much. */
function makeRoom(times: Times): void {
  const bytes = times.to - times.from;
  memory.copy(times.start, times.from, bytes + 8);
  const room = times.end - times.start;
  if (bytes << 1 > room) {
    times.start = widen(times.start, room, 2 * room);
    times.end = times.start + 2 * room;
  }
  times.from = times.start;
  times.to = times.start + bytes;
}

@inline
export function noteEntry(moves: Moves, time: f64): void {
  note(moves.entries, time);
}

@inline
export function noteDeparture(moves: Moves, time: f64): void {
  note(moves.departures, time);
}

/** Time goes on: all moves until then are known, and are forgotten. */
export function passGroups(time: f64): void {
  if (!hasPassedWarmup && time > warmup) {
    hasPassedWarmup = true;
    passMoves(warmup);
    let group = groups;
    while (group !== null) {
      forgetLevels(group.levels);
      group = group.next;
    }
  }
  passMoves(time);
}

function passMoves(until: f64): void {
  let group = groups;
  while (group !== null) {
    passGroup(group, until);
    group = group.next;
  }
  let moves = noted;
  while (moves !== null) {
    forgetTimes(moves.entries, until);
    forgetTimes(moves.departures, until);
    moves = moves.next;
  }
}

function forgetTimes(times: Times, until: f64): void {
  while (load<f64>(times.from) <= until) times.from += 8;
}

/** Moves of the group's stages in the order of time; at one instant who enters first, so that nobody leaves who was not there. */
function passGroup(group: LineGroup, until: f64): void {
  let first = group.members;
  while (first !== null) {
    first.entry = first.moves.entries.from;
    first.departure = first.moves.departures.from;
    first = first.next;
  }
  for (;;) {
    let entering = changetype<Member>(group.members);
    let leaving = entering;
    let entry = load<f64>(entering.entry);
    let departure = load<f64>(entering.departure);
    let member = entering.next;
    while (member !== null) {
      const comes = load<f64>(member.entry);
      const goes = load<f64>(member.departure);
      entering = select<Member>(member, entering, comes < entry);
      leaving = select<Member>(member, leaving, goes < departure);
      entry = smaller(entry, comes);
      departure = smaller(departure, goes);
      member = member.next;
    }
    const time = smaller(entry, departure);
    if (time > until) break;
    spend(group.levels, time, group.level);
    // Which of the two cannot be foreseen, so both are done as one.
    const enters = i32(entry <= departure);
    entering.entry += <usize>enters << 3;
    leaving.departure += <usize>(1 - enters) << 3;
    group.level += 2 * enters - 1;
  }
  spend(group.levels, until, group.level);
}
