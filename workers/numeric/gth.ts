import type { BandOrder } from './band-order.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/**
 * Stationary probabilities of an irreducible Markov chain by elimination without subtraction, which keeps the relative
 * accuracy of even the smallest of them. States are folded away from the last to the first within the band of the
 * given order. `rates`: off-diagonal, 1/s. Multiplications: size * bandwidth^2 at most; memory: size * (2 bandwidth + 1).
 * Source: W. Grassmann, M. Taksar and D. Heyman, Regenerative analysis and steady state distributions for Markov
 * chains, Oper. Res. 33 (1985).
 */
export function solveGth(rates: SparseMatrix, { order, bandwidth }: BandOrder): Float64Array {
  const n = rates.size;
  const band = fillBand(rates, order, bandwidth);
  const width = 2 * bandwidth + 1;
  // Entry (i, j) is at i * width + j - i + bandwidth = i * (width - 1) + bandwidth + j.
  const rowAt = (i: number): number => i * (width - 1) + bandwidth;
  for (let k = n - 1; k > 0; k--) {
    const first = Math.max(0, k - bandwidth);
    const pivot = rowAt(k);
    let out = 0;
    let left = k;
    for (let j = k - 1; j >= first; j--) {
      if (band[pivot + j] === 0) continue;
      out += band[pivot + j]!;
      left = j;
    }
    for (let i = first; i < k; i++) {
      const row = rowAt(i);
      const rate = band[row + k]!;
      if (rate === 0) continue;
      const share = rate / out;
      band[row + k] = share;
      for (let j = left; j < k; j++) band[row + j]! += share * band[pivot + j]!;
    }
  }
  return spread(n, bandwidth, (i, k) => band[rowAt(i) + k]!, order);
}

function fillBand({ starts, columns, values, size }: SparseMatrix, order: Int32Array, bandwidth: number) {
  const place = new Int32Array(size);
  order.forEach((state, i) => {
    place[state] = i;
  });
  const band = new Float64Array(size * (2 * bandwidth + 1));
  for (let i = 0; i < size; i++) {
    const state = order[i]!;
    const row = i * 2 * bandwidth + bandwidth;
    for (let k = starts[state]!; k < starts[state + 1]!; k++) band[row + place[columns[k]!]!]! += values[k]!;
  }
  return band;
}

/** pi_k = sum over i < k of pi_i times the folded share; scaled down before it would overflow. */
function spread(
  n: number,
  bandwidth: number,
  share: (i: number, k: number) => number,
  order: Int32Array,
): Float64Array {
  const weights = new Float64Array(n);
  weights[0] = 1;
  let total = 1;
  for (let k = 1; k < n; k++) {
    let sum = 0;
    for (let i = Math.max(0, k - bandwidth); i < k; i++) sum += weights[i]! * share(i, k);
    weights[k] = sum;
    total += sum;
    if (total < HUGE) continue;
    for (let i = 0; i <= k; i++) weights[i]! /= HUGE;
    total /= HUGE;
  }
  const pi = new Float64Array(n);
  for (let k = 0; k < n; k++) pi[order[k]!] = weights[k]! / total;
  return pi;
}

const HUGE = 2 ** 800;
