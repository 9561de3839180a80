/**
 * Times and uniform numbers, drawn some at once. Exponential and uniform ones are drawn here, from the same streams and
 * to the same bits as workers/random does; for every other distribution the host fills the block with its own samplers.
 *
 * Sources: xoshiro128** of Blackman and Vigna, ACM TOMS 47 (2021); ziggurat with 256 layers of Marsaglia and Tsang,
 * J. Stat. Softw. 5(8), 2000, with the 52 other bits for the place in the layer.
 */
import { take } from './memory';
import { heights, layers, SCALE, TAIL } from './ziggurat';

@external('host', 'fill') declare function fillByHost(sampler: i32, block: usize): void;
@external('host', 'log') declare function log(x: f64): f64;
@external('host', 'exp') declare function exp(x: f64): f64;

export const AT_ONCE: i32 = 64;

/** How a block is filled. */
export const EXPONENTIAL: i32 = 0;
export const UNIFORM: i32 = 1;
export const CONSTANT: i32 = 2;
export const BY_HOST: i32 = 3;

@unmanaged
export class Draws {
  /** The next number; read early, so that nothing waits for it. */
  upcoming: f64 = 0;
  /** Behind it in the block, and the end of the block. */
  next: usize = 0;
  end: usize = 0;
  block: usize = 0;
  kind: i32 = 0;
  /** Number of the sampler that the host asks, where it fills. */
  sampler: i32 = 0;
  /** Mean of times; value of a constant. */
  mean: f64 = 0;
  s0: u32 = 0;
  s1: u32 = 0;
  s2: u32 = 0;
  s3: u32 = 0;
  isOpen: bool = false;
}

@inline
export function draw(draws: Draws): f64 {
  return drawIf(draws, 1);
}

/** The upcoming number, which is taken or stays (0), without a branch. */
@inline
export function drawIf(draws: Draws, isTaken: i32): f64 {
  const value = draws.upcoming;
  let next = draws.next;
  if (next == draws.end && isTaken) next = refill(draws);
  next += <usize>isTaken << 3;
  draws.next = next;
  draws.upcoming = load<f64>(next - 8);
  return value;
}

/** To be called, once or more often, before the first number is drawn. */
export function startDraws(draws: Draws): void {
  if (draws.isOpen) return;
  draws.isOpen = true;
  draw(draws);
}

/** Fills the block; where it begins. */
export function refill(draws: Draws): usize {
  if (draws.kind == EXPONENTIAL) fillExponential(draws);
  else if (draws.kind == UNIFORM) fillUniform(draws);
  else if (draws.kind == BY_HOST) fillByHost(draws.sampler, draws.block);
  return draws.block;
}

@inline
function scramble(s1: u32): u32 {
  return rotl<u32>(s1 * 5, 7) * 9;
}

/** Uniform on the odd multiples of 2^-53 inside (0, 1), from two words. */
@inline
function toUnit(a: u32, b: u32): f64 {
  return place(a, b) * 2.220446049250313e-16;
}

/** An integer of 52 bits plus 1/2, from the upper 26 of each word. */
@inline
function place(a: u32, b: u32): f64 {
  return <f64>(<i64>((<u64>(a >> 6) << 26) | (b >> 6))) + 0.5;
}

/** One word of the stream, where speed does not matter. */
function word(draws: Draws): u32 {
  const result = scramble(draws.s1);
  const shifted = draws.s1 << 9;
  draws.s2 ^= draws.s0;
  draws.s3 ^= draws.s1;
  draws.s1 ^= draws.s2;
  draws.s0 ^= draws.s3;
  draws.s2 ^= shifted;
  draws.s3 = rotl<u32>(draws.s3, 11);
  return result;
}

function uniform(draws: Draws): f64 {
  const high = word(draws);
  return toUnit(high, word(draws));
}

function fillUniform(draws: Draws): void {
  const end = draws.end;
  let s0 = draws.s0;
  let s1 = draws.s1;
  let s2 = draws.s2;
  let s3 = draws.s3;
  for (let at = draws.block; at < end; at += 8) {
    const a = scramble(s1);
    const t0 = s0 ^ s3 ^ s1;
    const t1 = s1 ^ s2 ^ s0;
    const t2 = s2 ^ s0 ^ (s1 << 9);
    const t3 = rotl<u32>(s3 ^ s1, 11);
    store<f64>(at, toUnit(a, scramble(t1)));
    s0 = t0 ^ t3 ^ t1;
    s1 = t1 ^ t2 ^ t0;
    s2 = t2 ^ t0 ^ (t1 << 9);
    s3 = rotl<u32>(t3 ^ t1, 11);
  }
  keepState(draws, s0, s1, s2, s3);
}

/** Where no draw needs a second look the state of the stream stays in registers: nothing is called in the loop that is taken most. */
function fillExponential(draws: Draws): void {
  const end = draws.end;
  let at = draws.block;
  do at = fillInside(draws, at);
  while (at < end);
}

/** Fills from there on until a draw falls into the edge of its layer, which is settled, too; the place behind it. */
function fillInside(draws: Draws, from: usize): usize {
  const mean = draws.mean;
  const end = draws.end;
  const table = layers;
  let s0 = draws.s0;
  let s1 = draws.s1;
  let s2 = draws.s2;
  let s3 = draws.s3;
  for (let at = from; at < end; at += 8) {
    // Two steps of xoshiro128 in one: the state after both.
    const a = scramble(s1);
    const t0 = s0 ^ s3 ^ s1;
    const t1 = s1 ^ s2 ^ s0;
    const t2 = s2 ^ s0 ^ (s1 << 9);
    const t3 = rotl<u32>(s3 ^ s1, 11);
    const b = scramble(t1);
    s0 = t0 ^ t3 ^ t1;
    s1 = t1 ^ t2 ^ t0;
    s2 = t2 ^ t0 ^ (t1 << 9);
    s3 = rotl<u32>(t3 ^ t1, 11);
    const layer = ((a & 15) << 4) | (b & 15);
    const entry = table + (<usize>layer << 4);
    const along = place(a, b);
    const x = along * load<f64>(entry, 8);
    if (along >= load<f64>(entry)) {
      keepState(draws, s0, s1, s2, s3);
      store<f64>(at, drawAtEdge(draws, layer, x) * mean);
      return at + 8;
    }
    store<f64>(at, x * mean);
  }
  keepState(draws, s0, s1, s2, s3);
  return end;
}

@inline
function keepState(draws: Draws, s0: u32, s1: u32, s2: u32, s3: u32): void {
  draws.s0 = s0;
  draws.s1 = s1;
  draws.s2 = s2;
  draws.s3 = s3;
}

/** Far more than bounds of the curve may be wrong by, as a share of it. */
const ROUNDING: f64 = 1e-12;

/** A draw that fell into the layer's edge: accepted, from the tail, or made again until one is accepted. */
function drawAtEdge(draws: Draws, first: u32, from: f64): f64 {
  let layer = first;
  let x = from;
  while (!isUnderCurve(draws, layer, x)) {
    if (layer == 0) return TAIL - log(uniform(draws));
    const a = word(draws);
    const b = word(draws);
    layer = ((a & 15) << 4) | (b & 15);
    const entry = layers + (<usize>layer << 4);
    const along = place(a, b);
    x = along * load<f64>(entry, 8);
    if (along < load<f64>(entry)) break;
  }
  return x;
}

/**
 * Is a point at the edge of a layer above the tail below the curve? That is exp(d) times as high as at the outer end of the layer, which
 * lies d farther out: no less than 1 + d + d^2 / 2, no more than that and d^3 / 4 for d < 1. Between them the curve itself is asked.
 */
function isUnderCurve(draws: Draws, layer: u32, x: f64): bool {
  if (layer == 0) return false;
  const height = load<f64>(heights + (<usize>layer << 3));
  const above = load<f64>(heights + (<usize>(layer - 1) << 3));
  const point = height + uniform(draws) * (above - height);
  const d = load<f64>(layers + (<usize>layer << 4), 8) * SCALE - x;
  const least = height * (1 + d + 0.5 * d * d);
  if (point < least * (1 - ROUNDING)) return true;
  if (point > (least + 0.25 * height * d * d * d) * (1 + ROUNDING)) return false;
  return point < exp(-x);
}

/** Numbers of that kind; `seed` is the address of the four words that a stream begins with. */
export function openDraws(kind: i32, mean: f64, sampler: i32, seed: usize): Draws {
  const draws = new Draws();
  draws.kind = kind;
  draws.mean = mean;
  draws.sampler = sampler;
  draws.block = take(AT_ONCE * 8);
  draws.end = draws.block + AT_ONCE * 8;
  draws.next = draws.end;
  draws.s0 = load<u32>(seed);
  draws.s1 = load<u32>(seed, 4);
  draws.s2 = load<u32>(seed, 8);
  draws.s3 = load<u32>(seed, 12);
  if (kind == CONSTANT) for (let at = draws.block; at < draws.end; at += 8) store<f64>(at, mean);
  return draws;
}
