/**
 * Arithmetic of small dense chains (fronts.ts), with two numbers in each register. Addresses are in bytes, rates of a front
 * at [from * width + to]. Only sums, products and quotients of numbers that are not negative.
 * Source: W. Grassmann, M. Taksar and D. Heyman, Oper. Res. 33 (1985).
 */

/** Adds `count`^2 rates to those of a front; `columns`: of each state in the front, ascending, so often side by side. */
export function addLeft(front: usize, width: i32, left: usize, count: i32, columns: usize): void {
  const end = columns + (<usize>count << 2);
  for (let from = columns; from < end; from += 4) {
    const row = front + (<usize>(load<i32>(from) * width) << 3);
    let column = columns;
    for (; column + 4 < end; ) {
      const at = load<i32>(column);
      const to = row + (<usize>at << 3);
      if (load<i32>(column, 4) == at + 1) {
        v128.store(to, f64x2.add(v128.load(to), v128.load(left)));
        left += 16;
        column += 8;
      } else {
        store<f64>(to, load<f64>(to) + load<f64>(left));
        left += 8;
        column += 4;
      }
    }
    if (column < end) {
      const to = row + (<usize>load<i32>(column) << 3);
      store<f64>(to, load<f64>(to) + load<f64>(left));
      left += 8;
    }
  }
}

/** Copies the rates among the states after the first `own`. */
export function leave(front: usize, width: i32, own: i32, left: usize): void {
  const bytes = <usize>(width - own) << 3;
  for (let i = own; i < width; i++) {
    copy(left, front + (<usize>(i * width + own) << 3), bytes);
    left += bytes;
  }
}

/** Copies the first `own` columns. */
export function keepShares(front: usize, width: i32, own: i32, shares: usize): void {
  const bytes = <usize>own << 3;
  for (let i = 0; i < width; i++) {
    copy(shares, front + (<usize>(i * width) << 3), bytes);
    shares += bytes;
  }
}

@inline
function copy(to: usize, from: usize, bytes: usize): void {
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, v128.load(from + at));
  if (at < bytes) store<f64>(to + at, load<f64>(from + at));
}

/** States that are folded away at a time. */
const AT_ONCE: i32 = 8;

/** State of the front: address, bytes of a row, where its rows end, and what leaves each folded state. */
let front: usize = 0;
let stride: usize = 0;
let end: usize = 0;
let out: usize = 0;

/**
 * Folds the first `own` states away: whoever went to one of them goes on in its proportions. Entry (i, k) of a folded
 * state k becomes the share rate / out. Eight states, four rows and four columns at a time, so that what is read from
 * memory is used often. `scratch`: room for `own` numbers.
 */
export function foldAway(at: usize, width: i32, own: i32, scratch: usize): void {
  front = at;
  stride = <usize>width << 3;
  end = at + stride * width;
  out = scratch;
  for (let k = 0; k < own; k += AT_ONCE) foldSome(k, min(k + AT_ONCE, own));
}

/** States first .. last - 1: among each other, then out of all rows after them. */
function foldSome(first: i32, last: i32): void {
  const offset = <usize>first << 3;
  const count = last - first;
  const pivots = front + stride * first + offset;
  const outs = out + offset;
  for (let k = 0; k < count; k++) {
    const row = pivots + stride * k;
    shareOne(row, pivots, outs, k);
    foldOne(row, pivots, k, stride - offset);
    store<f64>(outs + (<usize>k << 3), sumOf(row + (<usize>(k + 1) << 3), front + stride * (first + k + 1)));
  }
  let row = front + stride * last + offset;
  for (; row + 3 * stride < end; row += 4 * stride)
    if (shareFour(row, pivots, outs, count) > 0) foldFour(row, pivots, count, stride - offset);
  for (; row < end; row += stride) {
    shareOne(row, pivots, outs, count);
    foldOne(row, pivots, count, stride - offset);
  }
}

function sumOf(from: usize, to: usize): f64 {
  let sum: f64 = 0;
  for (let at = from; at < to; at += 8) sum += load<f64>(at);
  return sum;
}

/** What a row shares with each of `count` states, after those before it. */
function shareOne(row: usize, pivots: usize, outs: usize, count: i32): void {
  const last = <usize>count << 3;
  for (let a: usize = 0; a < last; a += 8) {
    let rate = load<f64>(row + a);
    let pivot = pivots + a;
    for (let b: usize = 0; b < a; b += 8) {
      rate += load<f64>(row + b) * load<f64>(pivot);
      pivot += stride;
    }
    store<f64>(row + a, rate / load<f64>(outs + a));
  }
}

/** Shares out four rows at once. Returns their sum. */
function shareFour(row0: usize, pivots: usize, outs: usize, count: i32): f64 {
  const row1 = row0 + stride;
  const row2 = row1 + stride;
  const row3 = row2 + stride;
  const last = <usize>count << 3;
  let sum: f64 = 0;
  for (let a: usize = 0; a < last; a += 8) {
    let rate0 = load<f64>(row0 + a);
    let rate1 = load<f64>(row1 + a);
    let rate2 = load<f64>(row2 + a);
    let rate3 = load<f64>(row3 + a);
    let pivot = pivots + a;
    for (let b: usize = 0; b < a; b += 8) {
      const p = load<f64>(pivot);
      rate0 += load<f64>(row0 + b) * p;
      rate1 += load<f64>(row1 + b) * p;
      rate2 += load<f64>(row2 + b) * p;
      rate3 += load<f64>(row3 + b) * p;
      pivot += stride;
    }
    const total = load<f64>(outs + a);
    store<f64>(row0 + a, rate0 / total);
    store<f64>(row1 + a, rate1 / total);
    store<f64>(row2 + a, rate2 / total);
    store<f64>(row3 + a, rate3 / total);
    sum += rate0 + rate1 + (rate2 + rate3);
  }
  return sum;
}

/** Row += its shares * pivots, from column `count` on; `bytes`: of the rest of a row. */
function foldOne(row: usize, pivots: usize, count: i32, bytes: usize): void {
  const last = row + (<usize>count << 3);
  let at: usize = <usize>count << 3;
  for (; at + 32 <= bytes; at += 32) {
    let x = v128.load(row + at);
    let y = v128.load(row + at, 16);
    let pivot = pivots + at;
    for (let share = row; share < last; share += 8) {
      const s = v128.load64_splat(share);
      x = f64x2.add(x, f64x2.mul(s, v128.load(pivot)));
      y = f64x2.add(y, f64x2.mul(s, v128.load(pivot, 16)));
      pivot += stride;
    }
    v128.store(row + at, x);
    v128.store(row + at, y, 16);
  }
  for (; at < bytes; at += 8) foldCell(row, pivots, last, at);
}

@inline
function foldCell(row: usize, pivots: usize, last: usize, at: usize): void {
  let x = load<f64>(row + at);
  let pivot = pivots + at;
  for (let share = row; share < last; share += 8) {
    x += load<f64>(share) * load<f64>(pivot);
    pivot += stride;
  }
  store<f64>(row + at, x);
}

/** Folds four rows at once, four columns at a time. */
function foldFour(row0: usize, pivots: usize, count: i32, bytes: usize): void {
  const row1 = row0 + stride;
  const row2 = row1 + stride;
  const row3 = row2 + stride;
  const shares = <usize>count << 3;
  let at: usize = shares;
  for (; at + 32 <= bytes; at += 32) {
    let x0 = v128.load(row0 + at);
    let y0 = v128.load(row0 + at, 16);
    let x1 = v128.load(row1 + at);
    let y1 = v128.load(row1 + at, 16);
    let x2 = v128.load(row2 + at);
    let y2 = v128.load(row2 + at, 16);
    let x3 = v128.load(row3 + at);
    let y3 = v128.load(row3 + at, 16);
    let pivot = pivots + at;
    for (let k: usize = 0; k < shares; k += 8) {
      const x = v128.load(pivot);
      const y = v128.load(pivot, 16);
      const s0 = v128.load64_splat(row0 + k);
      x0 = f64x2.add(x0, f64x2.mul(s0, x));
      y0 = f64x2.add(y0, f64x2.mul(s0, y));
      const s1 = v128.load64_splat(row1 + k);
      x1 = f64x2.add(x1, f64x2.mul(s1, x));
      y1 = f64x2.add(y1, f64x2.mul(s1, y));
      const s2 = v128.load64_splat(row2 + k);
      x2 = f64x2.add(x2, f64x2.mul(s2, x));
      y2 = f64x2.add(y2, f64x2.mul(s2, y));
      const s3 = v128.load64_splat(row3 + k);
      x3 = f64x2.add(x3, f64x2.mul(s3, x));
      y3 = f64x2.add(y3, f64x2.mul(s3, y));
      pivot += stride;
    }
    v128.store(row0 + at, x0);
    v128.store(row0 + at, y0, 16);
    v128.store(row1 + at, x1);
    v128.store(row1 + at, y1, 16);
    v128.store(row2 + at, x2);
    v128.store(row2 + at, y2, 16);
    v128.store(row3 + at, x3);
    v128.store(row3 + at, y3, 16);
  }
  for (; at < bytes; at += 8) {
    foldCell(row0, pivots, row0 + shares, at);
    foldCell(row1, pivots, row1 + shares, at);
    foldCell(row2, pivots, row2 + shares, at);
    foldCell(row3, pivots, row3 + shares, at);
  }
}
