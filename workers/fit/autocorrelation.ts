/**
 * Is a series independent, and how many independent values is it worth? r_k as in `GapSeries`. Independence by the test of
 * Ljung & Box (Biometrika 65 (1978) 297): n (n + 2) sum r_k^2 / (n - k) is chi-squared. The variance of the mean is that
 * of n / (1 + 2 sum r_k) values, the sum ended where a pair of neighbours is below 0 (Geyer, Stat. Sci. 7 (1992) 473).
 */

import { gammaQ } from '../../core/numeric/incomplete-gamma.ts';
import type { FitData } from './contract.ts';

const MOST_LAGS = 50;
const TEST_LAGS = 10;

export interface Series {
  readonly count: number;
  /** r[0] = 1, at most 50 lags. */
  readonly r: Float64Array;
}

/** Undefined where the order is not known, or all values are equal. */
export function seriesOf(data: FitData): Series | undefined {
  if (data.kind === 'samples') return measured(data.values);
  const { series } = data;
  return series && series.autocorrelation.length > 1
    ? { count: series.count, r: series.autocorrelation }
    : undefined;
}

function measured(values: Float64Array): Series | undefined {
  const count = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / count;
  const products = new Float64Array(Math.min(MOST_LAGS, count - 1) + 1);
  for (let k = 0; k < products.length; k += 1) {
    for (let i = k; i < count; i += 1) products[k]! += (values[i]! - mean) * (values[i - k]! - mean);
  }
  // Equal values leave rounding only.
  if (!(products[0]! > 1e-24 * count * mean * mean)) return undefined;
  return { count, r: products.map((product) => product / products[0]!) };
}

/** Beyond what one independent series in a hundred shows. */
export function isCorrelated({ count, r }: Series): boolean {
  const lags = Math.min(TEST_LAGS, r.length - 1);
  let sum = 0;
  for (let k = 1; k <= lags; k += 1) sum += r[k]! ** 2 / (count - k);
  return gammaQ(lags / 2, (count * (count + 2) * sum) / 2) < 0.01;
}

export function effectiveCount({ count, r }: Series): number {
  let sum = 0;
  for (let k = 1; k + 1 < r.length; k += 2) {
    const pair = r[k]! + r[k + 1]!;
    if (pair <= 0) break;
    sum += pair;
  }
  return Math.min(count, count / (1 + 2 * sum));
}
