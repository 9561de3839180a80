/**
 * Folds the first `own` states of a small dense chain away, one after the other: whoever went to one of them goes on in
 * its proportions. Entry (i, k) of a folded state k becomes the share rate / out; diagonals are not looked at. Four states
 * and four rows at a time, so that what is read from memory is used four times.
 * `front`: [from * width + to], 1/s, changed in place. Multiplications: own * width^2 at most.
 * Source: W. Grassmann, M. Taksar and D. Heyman, Oper. Res. 33 (1985).
 */
export function foldAway(front: Float64Array, width: number, own: number): void {
  const out = new Float64Array(own);
  let k = 0;
  for (; k + 4 <= own; k += 4) {
    foldWithin(front, width, k, k + 4, out);
    let i = k + 4;
    for (; i + 4 <= width; i += 4) foldFourRows(front, width, k, i, out);
    for (; i < width; i++) foldRow(front, width, k, k + 4, i, out);
  }
  foldWithin(front, width, k, own, out);
  for (let i = own; i < width; i++) foldRow(front, width, k, own, i, out);
}

/** States first .. end - 1 among each other; leaves what goes out of each in `out`. */
function foldWithin(front: Float64Array, width: number, first: number, end: number, out: Float64Array): void {
  for (let k = first; k < end; k++) {
    foldRow(front, width, first, k, k, out);
    let sum = 0;
    for (let j = k + 1; j < width; j++) sum += front[k * width + j]!;
    out[k] = sum;
  }
}

/** Row i, for the folded states first .. end - 1. */
function foldRow(
  front: Float64Array,
  width: number,
  first: number,
  end: number,
  i: number,
  out: Float64Array,
): void {
  const row = i * width;
  for (let k = first; k < end; k++) {
    const rate = front[row + k]!;
    if (rate === 0) continue;
    const share = rate / out[k]!;
    front[row + k] = share;
    const pivot = k * width;
    for (let j = k + 1; j < width; j++) front[row + j]! += share * front[pivot + j]!;
  }
}

/** Rows i .. i + 3, for the folded states k .. k + 3. */
function foldFourRows(front: Float64Array, width: number, k: number, i: number, out: Float64Array): void {
  let any = 0;
  for (let row = i; row < i + 4; row++) any += shareFour(front, width, k, row, out);
  if (any === 0) return;
  const a = i * width;
  const b = a + width;
  const c = b + width;
  const d = c + width;
  const a0 = front[a + k]!;
  const a1 = front[a + k + 1]!;
  const a2 = front[a + k + 2]!;
  const a3 = front[a + k + 3]!;
  const b0 = front[b + k]!;
  const b1 = front[b + k + 1]!;
  const b2 = front[b + k + 2]!;
  const b3 = front[b + k + 3]!;
  const c0 = front[c + k]!;
  const c1 = front[c + k + 1]!;
  const c2 = front[c + k + 2]!;
  const c3 = front[c + k + 3]!;
  const d0 = front[d + k]!;
  const d1 = front[d + k + 1]!;
  const d2 = front[d + k + 2]!;
  const d3 = front[d + k + 3]!;
  for (let j = k + 4, p = k * width + k + 4; j < width; j++, p++) {
    const p0 = front[p]!;
    const p1 = front[p + width]!;
    const p2 = front[p + 2 * width]!;
    const p3 = front[p + 3 * width]!;
    front[a + j]! += a0 * p0 + a1 * p1 + (a2 * p2 + a3 * p3);
    front[b + j]! += b0 * p0 + b1 * p1 + (b2 * p2 + b3 * p3);
    front[c + j]! += c0 * p0 + c1 * p1 + (c2 * p2 + c3 * p3);
    front[d + j]! += d0 * p0 + d1 * p1 + (d2 * p2 + d3 * p3);
  }
}

/** What row i shares with the states k .. k + 3, each after those before it. Their sum. */
function shareFour(front: Float64Array, width: number, k: number, i: number, out: Float64Array): number {
  const row = i * width;
  let sum = 0;
  for (let a = k; a < k + 4; a++) {
    let rate = front[row + a]!;
    for (let b = k; b < a; b++) rate += front[row + b]! * front[b * width + a]!;
    sum += front[row + a] = rate / out[a]!;
  }
  return sum;
}
