/** Plain memory: what is taken is zero and stays until the replication is over, with which the whole memory goes. */

/**
 * Here is the address behind all that was ever taken, by this replication or those before it: behind that memory is zero, but for objects
 * that were made since.
 */
const USED: usize = memory.data(8);

/** Memory is being asked for: a trap now means that there is no more. */
export let isTaking: bool = false;

export function take(bytes: usize): usize {
  isTaking = true;
  const place = heap.alloc(bytes);
  isTaking = false;
  const used = load<usize>(USED);
  if (place < used) memory.fill(place, 0, min(bytes, used - place));
  store<usize>(USED, max(used, place + bytes));
  return place;
}

/** Takes bytes that begin at a line of the processor's cache. */
export function takeAligned(bytes: usize): usize {
  return (take(bytes + 63) + 63) & ~63;
}

/** A wider copy of an array, with zeros behind it; of none, when it is at 0. */
export function widen(from: usize, bytes: usize, wanted: usize): usize {
  const place = take(wanted);
  if (from == 0) return place;
  memory.copy(place, from, bytes);
  heap.free(from);
  return place;
}

export function powerOfTwoAbove(count: i32): i32 {
  return 1 << (32 - clz<i32>(count));
}

/** The larger of two numbers, without the branch that engines make of f64.max because of NaN and -0. */
@inline
export function larger(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}

@inline
export function smaller(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}
