/**
 * The ways that elements take: a source, and the stages behind it in the order of their first visits. A path is a number,
 * so an element carries it at no cost; a tree says which number follows at which stage. At most 4 096 beginnings of
 * paths and 16 384 steps between them; what does not fit is OTHER. The host reads them back.
 */
import { take } from './memory';

export const OTHER: i32 = 0;
export const MOST_PATHS: i32 = 4096;
const MOST_STEPS: i32 = 16384;
const NONE: i32 = -1;

let pathCount: i32 = 1;
let steps: i32 = 0;
let stageCount: i32 = 0;
/** What came before a path, and its last stage (for a path of length 0: its source). */
let before: usize = 0;
let last: usize = 0;
/** The path that follows on each path at each stage, plus 1; 0 when nobody has gone there. */
let following: usize = 0;

export function openPaths(stages: i32): void {
  stageCount = stages;
  before = take(MOST_PATHS * 4);
  last = take(MOST_PATHS * 4);
  following = take(<usize>(MOST_PATHS * stages) << 1);
  // What follows OTHER is in the table, too: it could not be foreseen how often a branch finds it.
  for (let i = 0; i < stages; i++) store<u16>(following + (<usize>i << 1), 1);
}

@inline
function at(list: usize, place: i32): i32 {
  return load<i32>(list + (<usize>place << 2));
}

@inline
function put(list: usize, place: i32, value: i32): void {
  store<i32>(list + (<usize>place << 2), value);
}

export function pathBefore(path: i32): i32 {
  return at(before, path);
}

export function lastOfPath(path: i32): i32 {
  return at(last, path);
}

/** The path of elements that come from this source and have been nowhere yet. */
export function startPath(source: i32): i32 {
  return addPath(NONE, source);
}

/** The path of an element that was on `path` and enters this stage. */
@inline
export function stepPathTo(path: i32, stage: i32): i32 {
  const next = <i32>load<u16>(following + (<usize>(path * stageCount + stage) << 1)) - 1;
  if (next < 0) return addStep(path, stage);
  return next;
}

/** `isKept` has a byte for each path: from now on all others are OTHER, once an element on one of them goes on. */
export function keepPaths(isKept: usize): void {
  for (let path = 1; path < pathCount; path++) {
    const row = following + (<usize>(path * stageCount) << 1);
    for (let stage = 0; stage < stageCount; stage++) {
      const at = row + (<usize>stage << 1);
      const next = <i32>load<u16>(at) - 1;
      if (!load<u8>(isKept + path) || (next >= 0 && !load<u8>(isKept + next))) store<u16>(at, <u16>(OTHER + 1));
    }
  }
  pathCount = MOST_PATHS;
}

/** Marks the path and all its beginnings. */
export function markPath(isKept: usize, path: i32): void {
  for (let on = path; on != NONE; on = at(before, on)) store<u8>(isKept + on, 1);
}

function addStep(path: i32, stage: i32): i32 {
  const next = steps == MOST_STEPS ? OTHER : hasBeenAt(path, stage) ? path : addPath(path, stage);
  steps = min(steps + 1, MOST_STEPS);
  store<u16>(following + (<usize>(path * stageCount + stage) << 1), <u16>(next + 1));
  return next;
}

function hasBeenAt(path: i32, stage: i32): bool {
  for (let on = path; at(before, on) != NONE; on = at(before, on)) if (at(last, on) == stage) return true;
  return false;
}

function addPath(from: i32, end: i32): i32 {
  if (pathCount == MOST_PATHS) return OTHER;
  const path = pathCount++;
  put(before, path, from);
  put(last, path, end);
  return path;
}
