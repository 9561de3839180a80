/**
 * A trace under sixteen settings of its depths at a time (lane-run.ts): the processes go on together as far as the least depth of each
 * FIFO allows, which all settings allow, and each setting has a time of its own in a lane. Only sums and maxima of times.
 * Addresses are in bytes; a row has the times of one element in all lanes.
 */

const ROW: usize = 128;
const ROW_SHIFT: i32 = 7;

/** The lowest bits of the word of an operation; the FIFO stands above them. */
const FIRST: u32 = 1;
const LAST: u32 = 2;
const NEEDS_TOKEN: u32 = 4;
const NEEDS_ROOM: u32 = 8;
const PUTS: u32 = 16;
const FREES: u32 = 32;
const EFFECTS: u32 = 63;

/** A FIFO: 64 bytes, then by lane the bytes of the rows that its depth spans. */
const ASKED: usize = 0;
const NEEDED: usize = 4;
const PUT: usize = 8;
const FREED: usize = 12;
const READER: usize = 16;
const WRITER: usize = 20;
const LEAST_DEPTH: usize = 24;
/** Bytes of its rings, less one row. */
const MASK: usize = 28;
const PUT_RING: usize = 32;
const FREE_RING: usize = 36;
const TOKEN_LATENCY: usize = 40;
const ROOM_LATENCY: usize = 48;
/** All lanes have one depth. */
const IS_EVEN: usize = 56;
const SPANS: usize = 64;

let words: usize = 0;
let works: usize = 0;
let ends: usize = 0;
let fifos: usize = 0;
let clocks: usize = 0;
let readies: usize = 0;
let nexts: usize = 0;
let open: usize = 0;
let opened: i32 = 0;

/** Where everything stands: words and own work of operations, where each process ends, FIFOs of 128 bytes, lanes and places of processes. */
export function layOut(
  operations: usize,
  work: usize,
  end: usize,
  fifo: usize,
  clock: usize,
  ready: usize,
  next: usize,
  stack: usize,
): void {
  words = operations;
  works = work;
  ends = end;
  fifos = fifo;
  clocks = clock;
  readies = ready;
  nexts = next;
  open = stack;
}

/** Runs all processes; how many cannot end. */
export function run(processes: i32): i32 {
  opened = 0;
  for (let p = processes - 1; p >= 0; p--) push(p);
  while (opened > 0) {
    opened--;
    goOn(load<i32>(open + (<usize>opened << 2)));
  }
  let stuck = 0;
  for (let p = 0; p < processes; p++)
    if (load<i32>(nexts + (<usize>p << 2)) < load<i32>(ends + (<usize>p << 2))) stuck++;
  return stuck;
}

@inline
function push(process: i32): void {
  store<i32>(open + (<usize>opened << 2), process);
  opened++;
}

function goOn(p: i32): void {
  const end = load<i32>(ends + (<usize>p << 2));
  const clock = clocks + (<usize>p << ROW_SHIFT);
  const ready = readies + (<usize>p << ROW_SHIFT);
  let o = load<i32>(nexts + (<usize>p << 2));
  for (; o < end; o++) {
    const word = load<u32>(words + (<usize>o << 2));
    const effect = word & EFFECTS;
    const fifo = fifos + (<usize>(word >> 6) << ROW_SHIFT);
    const isWhole = (effect & (FIRST | LAST)) == (FIRST | LAST);
    if (effect & FIRST) {
      const work = load<f64>(works + (<usize>o << 3));
      if (isWhole) {
        if (effect == (FIRST | LAST | NEEDS_TOKEN | FREES)) {
          if (!read(fifo, clock, work, p)) break;
          continue;
        }
        if (effect == (FIRST | LAST | NEEDS_ROOM | PUTS)) {
          if (!write(fifo, clock, work, p)) break;
          continue;
        }
      }
      addTo(ready, clock, f64x2.splat(work));
    }
    if (effect & NEEDS_TOKEN) {
      const k = load<i32>(fifo, NEEDED);
      if (k >= load<i32>(fifo, PUT)) {
        store<i32>(fifo, p, READER);
        break;
      }
      waitForToken(ready, fifo, k);
      store<i32>(fifo, k + 1, NEEDED);
    } else if (effect & NEEDS_ROOM) {
      const k = load<i32>(fifo, ASKED);
      if (k - load<i32>(fifo, LEAST_DEPTH) >= load<i32>(fifo, FREED)) {
        store<i32>(fifo, p, WRITER);
        break;
      }
      waitForRoom(ready, fifo, k);
      store<i32>(fifo, k + 1, ASKED);
    }
    if (effect & LAST) {
      for (let s = o; ; s--) {
        const each = load<u32>(words + (<usize>s << 2));
        const at = fifos + (<usize>(each >> 6) << ROW_SHIFT);
        if (each & PUTS) {
          copyRow(rowOf(at, PUT_RING, load<i32>(at, PUT)), ready);
          fill(at);
        } else if (each & FREES) {
          copyRow(rowOf(at, FREE_RING, load<i32>(at, FREED)), ready);
          empty(at);
        }
        if (each & FIRST) break;
      }
      copyRow(clock, ready);
    }
  }
  store<i32>(nexts + (<usize>p << 2), o);
}

@inline
function rowOf(fifo: usize, ring: usize, k: i32): usize {
  return load<u32>(fifo + ring) + ((<usize>k << ROW_SHIFT) & load<u32>(fifo, MASK));
}

/** One more element is there. */
@inline
function fill(fifo: usize): void {
  store<i32>(fifo, load<i32>(fifo, PUT) + 1, PUT);
  const reader = load<i32>(fifo, READER);
  if (reader >= 0) {
    store<i32>(fifo, -1, READER);
    push(reader);
  }
}

/** One more place is free. */
@inline
function empty(fifo: usize): void {
  store<i32>(fifo, load<i32>(fifo, FREED) + 1, FREED);
  const writer = load<i32>(fifo, WRITER);
  if (writer >= 0) {
    store<i32>(fifo, -1, WRITER);
    push(writer);
  }
}

/** A step that is one read. */
@inline
function read(fifo: usize, clock: usize, work: f64, p: i32): bool {
  const k = load<i32>(fifo, NEEDED);
  if (k >= load<i32>(fifo, PUT)) {
    store<i32>(fifo, p, READER);
    return false;
  }
  const from = rowOf(fifo, PUT_RING, k);
  const to = rowOf(fifo, FREE_RING, load<i32>(fifo, FREED));
  const own = f64x2.splat(work);
  const latency = f64x2.splat(load<f64>(fifo, TOKEN_LATENCY));
  for (let i: usize = 0; i < ROW; i += 16) {
    const time = f64x2.pmax(
      f64x2.add(v128.load(clock + i), own),
      f64x2.add(v128.load(from + i), latency),
    );
    v128.store(clock + i, time);
    v128.store(to + i, time);
  }
  store<i32>(fifo, k + 1, NEEDED);
  empty(fifo);
  return true;
}

/** A step that is one write. */
@inline
function write(fifo: usize, clock: usize, work: f64, p: i32): bool {
  const k = load<i32>(fifo, ASKED);
  if (k - load<i32>(fifo, LEAST_DEPTH) >= load<i32>(fifo, FREED)) {
    store<i32>(fifo, p, WRITER);
    return false;
  }
  const to = rowOf(fifo, PUT_RING, load<i32>(fifo, PUT));
  const own = f64x2.splat(work);
  const latency = f64x2.splat(load<f64>(fifo, ROOM_LATENCY));
  if (load<i32>(fifo, IS_EVEN)) {
    const from = rowOf(fifo, FREE_RING, k - load<i32>(fifo, LEAST_DEPTH));
    for (let i: usize = 0; i < ROW; i += 16) {
      const time = f64x2.pmax(
        f64x2.add(v128.load(clock + i), own),
        f64x2.add(v128.load(from + i), latency),
      );
      v128.store(clock + i, time);
      v128.store(to + i, time);
    }
  } else {
    const ring: usize = load<u32>(fifo, FREE_RING);
    const mask: usize = load<u32>(fifo, MASK);
    const at = <usize>k << ROW_SHIFT;
    for (let i: usize = 0; i < ROW; i += 16) {
      const time = f64x2.pmax(
        f64x2.add(v128.load(clock + i), own),
        f64x2.add(freedTwo(fifo, ring, mask, at, i), latency),
      );
      v128.store(clock + i, time);
      v128.store(to + i, time);
    }
  }
  store<i32>(fifo, k + 1, ASKED);
  fill(fifo);
  return true;
}

/** When the place of an element was free again, in two lanes with depths of their own. */
@inline
function freedTwo(fifo: usize, ring: usize, mask: usize, at: usize, i: usize): v128 {
  const spans = fifo + SPANS + (i >> 1);
  const one = load<f64>(ring + ((at - load<u32>(spans)) & mask) + i);
  const other = load<f64>(ring + ((at - load<u32>(spans, 4)) & mask) + i, 8);
  return f64x2.replace_lane(f64x2.splat(one), 1, other);
}

@inline
function waitForToken(ready: usize, fifo: usize, k: i32): void {
  const from = rowOf(fifo, PUT_RING, k);
  const latency = f64x2.splat(load<f64>(fifo, TOKEN_LATENCY));
  for (let i: usize = 0; i < ROW; i += 16)
    v128.store(ready + i, f64x2.pmax(v128.load(ready + i), f64x2.add(v128.load(from + i), latency)));
}

@inline
function waitForRoom(ready: usize, fifo: usize, k: i32): void {
  const ring: usize = load<u32>(fifo, FREE_RING);
  const mask: usize = load<u32>(fifo, MASK);
  const at = <usize>k << ROW_SHIFT;
  const latency = f64x2.splat(load<f64>(fifo, ROOM_LATENCY));
  for (let i: usize = 0; i < ROW; i += 16)
    v128.store(
      ready + i,
      f64x2.pmax(v128.load(ready + i), f64x2.add(freedTwo(fifo, ring, mask, at, i), latency)),
    );
}

@inline
function addTo(to: usize, from: usize, what: v128): void {
  for (let i: usize = 0; i < ROW; i += 16) v128.store(to + i, f64x2.add(v128.load(from + i), what));
}

@inline
function copyRow(to: usize, from: usize): void {
  for (let i: usize = 0; i < ROW; i += 16) v128.store(to + i, v128.load(from + i));
}
