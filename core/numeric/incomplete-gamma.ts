/**
 * The regularized incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x), a > 0, x from 0 to infinity: the probability
 * that a gamma variate of shape a and scale 1 is at most x, and above x. By the series of P for x < a + 1 and else by the
 * continued fraction of Q (Abramowitz & Stegun 6.5.29 and 6.5.31, the latter by the method of Lentz); about 12 digits, in
 * some sqrt(a) steps. Q keeps its digits far out, where 1 - P has none left.
 */
import { exp, log } from './elementary.ts';
import { logGamma } from './log-gamma.ts';

const MOST_STEPS = 100_000;
const SMALLEST = 1e-300;

export function gammaP(a: number, x: number): number {
  if (x <= 0) return 0;
  return x < a + 1 ? series(a, x) : 1 - fraction(a, x);
}

export const gammaQ = (a: number, x: number): number => (x < a + 1 ? 1 - gammaP(a, x) : fraction(a, x));

/** x^a e^-x / Gamma(a + 1): the terms of both. */
export const gammaTerm = (a: number, x: number): number =>
  x <= 0 ? 0 : exp(a * log(x) - x - logGamma(a + 1));

/** P[Z > z], Z standard normal (A&S 26.2.29 with 6.5.17). */
export const normalTail = (z: number): number =>
  z >= 0 ? gammaQ(0.5, (z * z) / 2) / 2 : 1 - gammaQ(0.5, (z * z) / 2) / 2;

function series(a: number, x: number): number {
  let term = 1;
  let total = 1;
  for (let n = 1; n < MOST_STEPS && term > total * 1e-16; n += 1) {
    term *= x / (a + n);
    total += term;
  }
  return Math.min(1, total * gammaTerm(a, x));
}

function fraction(a: number, x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0;
  let b = x + 1 - a;
  let c = 1 / SMALLEST;
  let d = 1 / b;
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

const nonZero = (value: number): number => (Math.abs(value) < SMALLEST ? SMALLEST : value);
