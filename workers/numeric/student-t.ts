/**
 * Quantiles of Student's t for integer degrees of freedom. The distribution function is a finite sum of cosines
 * (Abramowitz & Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4), and is inverted by Newton's method from
 * the expansion of Cornish and Fisher (26.7.5). About 12 digits; 1 and 2 degrees are exact.
 */

import { assert } from '../../core/base/assert.ts';
import { exp, log, pow } from '../../core/numeric/elementary.ts';
import { atan2, cos, sin } from '../../core/numeric/trigonometry.ts';

/** 97.5 % quantile of the normal distribution. */
export const Z_975 = 1.959963984540054;

/**
 * The 97.5 % quantile of Student's t by the expansion of Cornish and Fisher (Abramowitz & Stegun 26.7.5): right to 0.1 %
 * from 5 degrees of freedom on.
 */
export function student975(degrees: number): number {
  const z = Z_975;
  const n = degrees;
  const first = (pow(z, 3) + z) / 4;
  const second = (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / 96;
  const third = (3 * pow(z, 7) + 19 * pow(z, 5) + 17 * pow(z, 3) - 15 * z) / 384;
  return z + first / n + second / n ** 2 + third / pow(n, 3);
}

/** t with P[T <= t] = p, for 1/2 <= p < 1 and integer df >= 1 or Infinity. */
export function studentQuantile(p: number, df: number): number {
  assert(p >= 0.5 && p < 1 && df >= 1, 'studentQuantile needs 1/2 <= p < 1 and df >= 1');
  if (df === 1) return sin(Math.PI * (p - 0.5)) / cos(Math.PI * (p - 0.5));
  if (df === 2) return (2 * p - 1) * Math.sqrt(2 / (4 * p * (1 - p)));
  const z = normalQuantile(p);
  if (df > 1e6) return z + (pow(z, 3) + z) / (4 * df);
  let t = z + (pow(z, 3) + z) / (4 * df) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * df ** 2);
  const scale = densityScale(df);
  for (let step = 0; step < 50; step++) {
    const density = scale * pow(1 + (t * t) / df, -(df + 1) / 2);
    const change = ((1 + centralProbability(t, df)) / 2 - p) / density;
    t -= change;
    if (Math.abs(change) <= 1e-13 * t) break;
  }
  return t;
}

/** P[|T| <= t]. */
function centralProbability(t: number, df: number): number {
  const theta = atan2(t, Math.sqrt(df));
  const cos2 = cos(theta) ** 2;
  const odd = df % 2 === 1;
  let term = odd ? cos(theta) : 1;
  let sum = 0;
  for (let k = odd ? 1 : 0; k <= df - 2; k += 2) {
    sum += term;
    term *= (cos2 * (k + 1)) / (k + 2);
  }
  return odd ? (2 / Math.PI) * (theta + sin(theta) * sum) : sin(theta) * sum;
}

/** The density at 0: Gamma((df+1)/2) / (sqrt(df pi) Gamma(df/2)), by the recursion from df - 2. */
function densityScale(df: number): number {
  let ratio = df % 2 === 1 ? 1 / Math.sqrt(Math.PI) : Math.sqrt(Math.PI) / 2;
  for (let k = df % 2 === 1 ? 1 : 2; k < df; k += 2) ratio *= (k + 1) / k;
  return ratio / Math.sqrt(df * Math.PI);
}

/** Inverse of the normal distribution function by Newton's method on its series; 1/2 <= p < 1. */
function normalQuantile(p: number): number {
  // Start: Abramowitz & Stegun 26.2.23, error below 4.5e-4.
  const u = Math.sqrt(-2 * log(1 - p));
  let z =
    u - (2.515517 + u * (0.802853 + u * 0.010328)) / (1 + u * (1.432788 + u * (0.189269 + u * 0.001308)));
  for (let step = 0; step < 4; step++) {
    const density = exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    z += (p - 0.5 - density * oddSeries(z)) / density;
  }
  return z;
}

/** z + z^3/3 + z^5/15 + ... (Abramowitz & Stegun 26.2.11). */
function oddSeries(z: number): number {
  let term = z;
  let sum = 0;
  for (let k = 1; term > 1e-17 * sum; k += 2) {
    sum += term;
    term *= (z * z) / (k + 2);
  }
  return sum;
}
