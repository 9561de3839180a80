/**
 * A series of times between events, reduced for tests of independence. Autocorrelation at lag k:
 * r_k = sum_i (x_i - m)(x_{i-k} - m) / sum_i (x_i - m)^2, k = 1..50 (Box and Jenkins, Time Series Analysis, section 2.1.5).
 * **Numerics**: products are taken of y = x - s, where s is the mean of the first gaps; the mean m of all is put in at the
 * end from the sums and from the first and last 50 values, so that no digits are lost to a large mean.
 */

import { RecentValues } from '../../numeric/recent-values.ts';
import type { GapSeries } from '../contract.ts';
import { LagProducts, MOST_LAGS } from './lag-products.ts';

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
