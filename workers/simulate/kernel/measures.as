/**
 * What one stage is watched for: time at each level, and sums in windows of time; and times in buckets. The windows lie
 * between the marks, the same ascending times for all stages, the last of them the end of the run: the host chooses them
 * so that all that is asked for (warm-up, halves, intervals, frames) is a sum of windows.
 */
import { take, widen } from './memory';

/** Buckets of times: 64 to each power of two, read from the bits of the number; the first is for all that are smaller. */
const BUCKETS: i32 = 4096;

/** Counts and integrals of one window; the host knows the order (measures of `Kernel`). */
@unmanaged
export class Sums {
  offered: f64 = 0;
  entered: f64 = 0;
  served: f64 = 0;
  output: f64 = 0;
  lost: f64 = 0;
  serving: f64 = 0;
  blocked: f64 = 0;
  /** Integral of the level. */
  area: f64 = 0;
  sojournTotal: f64 = 0;
  sojournCount: f64 = 0;
  waitTotal: f64 = 0;
  waitCount: f64 = 0;
}
const SUMS_BYTES: usize = offsetof<Sums>();

@unmanaged
export class Measures {
  /** Addresses: sums of all windows, of the present one, time at each level. */
  windows: usize = 0;
  now: Sums = changetype<Sums>(0);
  times: usize = 0;
  /** Buckets of times in the stage and of waiting, where they are not counted by class. */
  sojourns: usize = 0;
  waits: usize = 0;
  /** Levels that `times` has room for. */
  size: i32 = 0;
  /** Window that the level has come to, its end, and since when the level has been the same. */
  window: i32 = 0;
  mark: f64 = 0;
  since: f64 = 0;
  /** Area under the times at the last mark. */
  closedArea: f64 = 0;
}

/** A line of the processor's cache. */
export const MEASURES_BYTES: usize = 64;

/** End of the warm-up and of the run, s. */
export let warmup: f64 = 0;
export let horizon: f64 = 0;
export let windowCount: i32 = 0;
let marks: usize = 0;
/** Bucket below those that are told apart. */
let below: i32 = 0;

/** Room for the marks, which the host writes. */
export function openMarks(count: i32, endOfWarmup: f64, endOfRun: f64): usize {
  warmup = endOfWarmup;
  horizon = endOfRun;
  windowCount = count;
  below = bucketOf(endOfRun) - BUCKETS;
  marks = take(<usize>count << 3);
  return marks;
}

@inline
export function endOfWindow(window: i32): f64 {
  return load<f64>(marks + (<usize>window << 3));
}

@inline
function bucketOf(time: f64): i32 {
  return <i32>(reinterpret<u64>(time) >> 46);
}

@inline
export function countTime(buckets: usize, time: f64): void {
  const bucket = bucketOf(time) - below;
  const at = buckets + (<usize>(bucket & ~(bucket >> 31)) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

export function openBuckets(): usize {
  return take((BUCKETS + 1) * 4);
}

export function clearBuckets(buckets: usize): void {
  memory.fill(buckets, 0, (BUCKETS + 1) * 4);
}

/** Place of the first bucket that is not empty, behind that of the smallest times; behind all where there is none. */
export function startOfCounts(buckets: usize): i32 {
  let place = 1;
  while (place <= BUCKETS && !v128.any_true(v128.load(buckets + (<usize>place << 2)))) place += 4;
  while (place <= BUCKETS && load<u32>(buckets + (<usize>place << 2)) == 0) place++;
  return place;
}

/** Place behind the last bucket that is not empty; 1 where none is but that of the smallest times. */
export function endOfCounts(buckets: usize): i32 {
  let place = BUCKETS + 1;
  while (place > 1 && !v128.any_true(v128.load(buckets + (<usize>(place - 4) << 2)))) place -= 4;
  while (place > 1 && load<u32>(buckets + (<usize>(place - 1) << 2)) == 0) place--;
  return place;
}

export function firstBucket(): i32 {
  return below;
}

/** Measures at that address, where all is zero. */
export function openMeasures(place: usize): Measures {
  const m = changetype<Measures>(place);
  m.windows = take(<usize>windowCount * SUMS_BYTES);
  m.now = sumsOf(m, 0);
  m.mark = endOfWindow(0);
  return openLevels(place);
}

/** Time at each level alone. */
export function openLevels(place: usize): Measures {
  const m = changetype<Measures>(place);
  m.size = 64;
  m.times = take(64 * 8);
  return m;
}

@inline
export function sumsOf(m: Measures, window: i32): Sums {
  return changetype<Sums>(m.windows + <usize>window * SUMS_BYTES);
}

/** The level has been `n` until now; no mark lies between. */
@inline
export function spend(m: Measures, now: f64, n: i32): void {
  if (n >= m.size) moreLevels(m, n);
  const at = m.times + (<usize>n << 3);
  store<f64>(at, load<f64>(at) + (now - m.since));
  m.since = now;
}

export function moreLevels(m: Measures, n: i32): void {
  const size = max(2 * m.size, n + 1);
  m.times = widen(m.times, m.size * 8, size * 8);
  m.size = size;
}

/** Integral of the level, as far as it is not above `most`, since the start or the end of the warm-up. */
export function areaBelow(m: Measures, most: i32): f64 {
  let sum: f64 = 0;
  for (let n = 1; n < m.size; n++) sum += <f64>min(n, most) * load<f64>(m.times + (<usize>n << 3));
  return sum;
}

/** The level has been `n` until then: its integral goes to the present window. */
export function closeArea(m: Measures, time: f64, n: i32): void {
  spend(m, time, n);
  const area = areaBelow(m, i32.MAX_VALUE);
  m.now.area += area - m.closedArea;
  m.closedArea = area;
}

/** The level has been `n` until the end of the present window, where the next begins. */
export function closeWindow(m: Measures, n: i32): void {
  closeArea(m, m.mark, n);
  if (m.mark == warmup) forgetLevels(m);
  m.window++;
  m.now = sumsOf(m, min(m.window, windowCount - 1));
  m.mark = m.window < windowCount ? endOfWindow(m.window) : Infinity;
}

/** The warm-up is over. */
export function forgetLevels(m: Measures): void {
  m.closedArea = 0;
  memory.fill(m.times, 0, <usize>m.size << 3);
}
