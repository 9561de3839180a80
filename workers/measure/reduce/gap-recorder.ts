/**
 * A series of times between events, reduced for tests of independence. Autocorrelation at lag k:
 * r_k = sum_i (x_i - m)(x_{i-k} - m) / sum_i (x_i - m)^2, k = 1..50 (Box and Jenkins, Time Series Analysis, section 2.1.5).
 * **Numerics**: products are taken of y = x - s, where s is the mean of the first gaps; the mean m of all is put in at the
 * end from the sums and from the first and last 50 values, so that no digits are lost to a large mean.
 */

import { RecentValues } from '../../numeric/recent-values.ts';
import type { GapSeries } from '../contract.ts';

/**
 * The sums over a series of y_i y_{i-k} for every lag k up to 50. Values are taken up in blocks, three lags at a time, so
 * that sums stay in registers: four times as fast as value by value, and the same to the last bit.
 */

export const MOST_LAGS = 50;
const LAGS_AT_ONCE = 3;
const BLOCK = 256;

export class LagProducts {
  private readonly sums = new Float64Array(MOST_LAGS + 1);
  /** The 50 values before the block, 0 where there are none, and the block. */
  private readonly values = new Float64Array(MOST_LAGS + BLOCK);
  private filled = MOST_LAGS;

  add(value: number): void {
    this.values[this.filled] = value;
    this.filled += 1;
    if (this.filled === this.values.length) this.takeUp();
  }

  /** The sum at each lag. */
  all(): Float64Array {
    this.takeUp();
    return this.sums;
  }

  private takeUp(): void {
    const { sums, values, filled } = this;
    for (let k = 0; k <= MOST_LAGS; k += LAGS_AT_ONCE) {
      let atK = sums[k]!;
      let atNext = sums[k + 1]!;
      let atThird = sums[k + 2]!;
      let before = values[MOST_LAGS - k - 1]!;
      let beforeThat = values[MOST_LAGS - k - 2]!;
      for (let i = MOST_LAGS; i < filled; i += 1) {
        const value = values[i]!;
        const earlier = values[i - k]!;
        atK += value * earlier;
        atNext += value * before;
        atThird += value * beforeThat;
        beforeThat = before;
        before = earlier;
      }
      sums[k] = atK;
      sums[k + 1] = atNext;
      sums[k + 2] = atThird;
    }
    values.copyWithin(0, filled - MOST_LAGS, filled);
    this.filled = MOST_LAGS;
  }
}

export class GapRecorder {
  private readonly products = new LagProducts();
  private readonly first: number[] = [];
  private readonly recent = new RecentValues();
  private shift = 0;
  private count = 0;
  private sum = 0;

  add(gap: number): void {
    this.recent.add(gap);
    if (this.count < MOST_LAGS) {
      this.first.push(gap);
      this.count += 1;
      if (this.count === MOST_LAGS) this.begin();
      return;
    }
    this.record(gap - this.shift);
    this.count += 1;
  }

  /** Gaps are in ns; the result in s. Undefined without a gap. */
  result(): GapSeries | undefined {
    const { count } = this;
    if (count === 0) return undefined;
    if (count < MOST_LAGS) this.begin();
    const products = this.products.all();
    const mean = this.sum / count;
    const lags = Math.min(MOST_LAGS, count - 1);
    const variance = Math.max(0, products[0]! / count - mean * mean);
    const scale = this.shift + mean;
    // Equal gaps leave only rounding, and nothing to correlate.
    const varies = variance > 1e-24 * scale * scale && variance > 0;
    const head = this.first.map((gap) => gap - this.shift);
    const recent = this.recent.ordered();
    const tail = recent.slice(-MOST_LAGS).map((gap) => gap - this.shift);
    const autocorrelation = varies
      ? Float64Array.from({ length: lags + 1 }, (_, k) => {
          // sum (y_i - m)(y_{i-k} - m) over i = k.. = P_k - m (S - first k) - m (S - last k) + (n - k) m^2
          const withoutFirst = this.sum - sumOf(head.slice(0, k));
          const withoutLast = this.sum - sumOf(tail.slice(tail.length - k));
          const covariance = products[k]! - mean * (withoutFirst + withoutLast) + (count - k) * mean * mean;
          return covariance / (variance * count);
        })
      : new Float64Array(0);
    return {
      count,
      mean: scale / 1e9,
      variance: variance / 1e18,
      autocorrelation,
      recent: recent.map((gap) => gap / 1e9),
    };
  }

  /** The shift is known now: the values so far are recorded. */
  private begin(): void {
    this.shift = sumOf(this.first) / this.first.length;
    for (const gap of this.first) this.record(gap - this.shift);
  }

  private record(value: number): void {
    this.products.add(value);
    this.sum += value;
  }
}

function sumOf(values: readonly number[] | Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
