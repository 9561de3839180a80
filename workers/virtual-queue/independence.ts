/**
 * Tests of whether a series of times is independent and identically distributed (TimeTrial, section II-A, assumption 2), and the
 * correlations that they look at.
 */
import { exp, log } from '../../core/numeric/elementary.ts';

/** r[k], k = 0..lags: sum of (x_i - m)(x_{i-k} - m) by the sum of (x_i - m)^2. Empty when all values are equal. */
export function autocorrelation(values: Float64Array, lags: number): Float64Array {
  return correlations(values, values, 0, Math.min(lags, values.length - 1));
}

/** Correlation of x_i with y_{i-k}, k = from..to, of two series of the same length. Empty when one does not vary. */
export function correlations(x: Float64Array, y: Float64Array, from: number, to: number): Float64Array {
  const a = centred(x);
  const b = centred(y);
  const scale = Math.sqrt(squares(a) * squares(b));
  if (!(scale > 0) || to < from) return new Float64Array(0);
  return Float64Array.from({ length: to - from + 1 }, (_, index) => {
    const k = from + index;
    let sum = 0;
    for (let i = Math.max(0, k); i < Math.min(a.length, a.length + k); i += 1) sum += a[i]! * b[i - k]!;
    return sum / scale;
  });
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const result = values.map((value) => value - mean);
  // Equal values leave only rounding.
  return squares(result) > 1e-24 * mean * mean * values.length ? result : result.fill(0);
}

const squares = (values: Float64Array): number => values.reduce((sum, value) => sum + value * value, 0);

export interface SeriesTest {
  readonly name: string;
  readonly statistic: number;
  readonly p: number;
}

/** ln n lags (Tsay, Analysis of Financial Time Series, 2.2), even so that the distribution function is a finite sum; 2..20. */
export const portmanteauLags = (count: number): number =>
  Math.min(20, Math.max(2, 2 * Math.ceil(log(count) / 2)));

/** Ljung & Box (Biometrika 65 (1978) 297): Q = n (n + 2) sum_{k=1..h} r_k^2 / (n - k), chi-squared with h degrees. */
export function ljungBox(name: string, r: Float64Array, count: number): SeriesTest {
  const lags = Math.min(portmanteauLags(count), 2 * Math.floor((r.length - 1) / 2));
  let sum = 0;
  for (let k = 1; k <= lags; k += 1) sum += r[k]! ** 2 / (count - k);
  const statistic = count * (count + 2) * sum;
  return { name, statistic, p: chiSquaredAbove(statistic, lags) };
}

/** P[X > x] of chi-squared with an even number of degrees: e^(-x/2) sum_{j < h/2} (x/2)^j / j!. 1 with none. */
export function chiSquaredAbove(x: number, degrees: number): number {
  if (degrees === 0) return 1;
  let term = 1;
  let sum = 1;
  for (let j = 1; j < degrees / 2; j += 1) {
    term *= x / 2 / j;
    sum += term;
  }
  return exp(-x / 2) * sum;
}

/** Number of peaks and valleys: mean 2(n - 2)/3, variance (16n - 29)/90 (Kendall & Stuart). Repeated values count once. */
export function turningPoints(values: Float64Array): SeriesTest {
  const x = values.filter((value, i) => i === 0 || value !== values[i - 1]);
  let points = 0;
  for (let i = 1; i < x.length - 1; i += 1) if (x[i]! > x[i - 1]! !== x[i + 1]! > x[i]!) points += 1;
  const n = x.length;
  const statistic = n < 3 ? 0 : (points - (2 * (n - 2)) / 3) / Math.sqrt((16 * n - 29) / 90);
  return { name: 'turning points', statistic, p: twoSided(statistic) };
}

/** P[|Z| > |z|] of the standard normal distribution: Abramowitz & Stegun 7.1.26, error below 3e-7. */
export function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, series * exp(-x * x));
}
