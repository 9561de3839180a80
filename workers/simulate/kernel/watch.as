/** For whoever looks on while a replication runs (V1): the moves of elements, one by one, and what stages hold. */
import { servedSoFar } from './class-counts';
import { take, widen } from './memory';
import { CLASS_MASK, classOf, Sender, Stage } from './network';
import { classCount, now } from './state';

export let isWatched: bool = false;
/** Each a time, then the indices of a port, of what is there (below 0 a sink) and of a class. */
export let moves: usize = 0;
export let moveCount: i32 = 0;
let room: i32 = 0;
const MOVE_BYTES: usize = 24;

/** Numbers that a look at a stage gives, and port indices of those that wait for room in one. */
let seen: usize = 0;
let waiting: usize = 0;
const LEVELS: usize = 7;
/** So many of those that wait for one stage are asked where they stand. */
const MOST_WAITING: i32 = 64;

export function watch(): void {
  isWatched = true;
  seen = take(LEVELS << 3);
  waiting = take(<usize>MOST_WAITING << 2);
}

export function forgetMoves(): void {
  moveCount = 0;
}

export function watchMove(sender: Sender, to: Stage, tag: i32, count: i32): void {
  for (let i = 0; i < count; i++) putMove(sender, to.index, tag);
}

export function putMove(sender: Sender, to: i32, tag: i32): void {
  if (moveCount == room) {
    const wider = max(256, 2 * room);
    moves = widen(moves, <usize>room * MOVE_BYTES, <usize>wider * MOVE_BYTES);
    room = wider;
  }
  const at = moves + <usize>(moveCount++) * MOVE_BYTES;
  store<f64>(at, now);
  store<i32>(at, sender.port.index, 8);
  store<i32>(at, to, 12);
  store<i32>(at, tag & CLASS_MASK, 16);
}

@inline
function see(place: usize, value: f64): void {
  store<f64>(seen + (place << 3), value);
}

/** Elements in the stage, waiting, servers that serve, servers that are held; served, lost and filtered since the last mark. */
export function lookAt(stage: Stage): usize {
  const rules = stage.rules;
  const taken = min(stage.occupancy, stage.serverCount);
  see(0, <f64>stage.occupancy);
  see(1, <f64>(rules === null ? stage.occupancy - taken : rules.waiting));
  see(2, <f64>(rules === null ? taken - stage.held : rules.busy));
  see(3, <f64>stage.held);
  for (let i: usize = 4; i < LEVELS; i++) see(i, 0);
  for (let c = 0; c < classCount; c++) {
    const here = classOf(stage, c);
    see(4, load<f64>(seen + 32) + (stage.isJoin && rules === null ? 0 : servedSoFar(here)));
    see(5, load<f64>(seen + 40) + here.lost);
    see(6, load<f64>(seen + 48) + here.filtered);
  }
  return seen;
}

/** Port indices of the first that wait for room in the stage; `waitingCount` tells how many. */
export function waitingFor(stage: Stage): usize {
  waitingCount = 0;
  let parcel = stage.firstParcel;
  while (parcel !== null && waitingCount < MOST_WAITING) {
    store<i32>(waiting + (<usize>(waitingCount++) << 2), parcel.sender.port.index);
    parcel = parcel.next;
  }
  return waiting;
}
export let waitingCount: i32 = 0;
