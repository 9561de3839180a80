/**
 * Upper tails that keep their digits where 1 - P has none left.
 * gammaQ(a, x) = 1 - P(a, x), a > 0, x >= 0, by the continued fraction Abramowitz & Stegun 6.5.31 for x >= a + 1, in the
 * form of Lentz; about 12 digits. The normal tail follows from it (A&S 26.2.29 with 6.5.17).
 */
import { gammaP, gammaTerm } from '../estimate/incomplete-gamma.ts';

const MOST_STEPS = 100_000;
const SMALLEST = 1e-300;

export function gammaQ(a: number, x: number): number {
  if (x < a + 1) return 1 - gammaP(a, x);
  if (x === Number.POSITIVE_INFINITY) return 0;
  let b = x + 1 - a;
  let d = 1 / b;
  let c = 1 / SMALLEST;
  let value = d;
  for (let n = 1; n < MOST_STEPS; n += 1) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / nonZero(numerator * d + b);
    c = nonZero(b + numerator / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return value * a * gammaTerm(a, x);
}

/** P(a, x), x up to infinity. */
export const gammaBelow = (a: number, x: number): number =>
  x === Number.POSITIVE_INFINITY ? 1 : gammaP(a, x);

/** P[Z > z], Z standard normal. */
export const normalTail = (z: number): number =>
  z >= 0 ? gammaQ(0.5, (z * z) / 2) / 2 : 1 - gammaQ(0.5, (z * z) / 2) / 2;

const nonZero = (value: number): number => (Math.abs(value) < SMALLEST ? SMALLEST : value);
