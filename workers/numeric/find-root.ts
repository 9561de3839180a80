import { assert } from '../../core/base/assert.ts';

/**
 * Root of a continuous function between two points where its sign differs, to full double precision.
 *
 * Bisection that takes an inverse quadratic step where the three last points promise one. It never leaves the bracket,
 * needs no derivative, and takes about ten evaluations on smooth functions. An end where the function is exactly 0, or so
 * near it beside the other end that its sign is rounding, is returned as it is.
 *
 * Source: Chandrupatla 1997, "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function
 * without using derivatives", Advances in Engineering Software 28(3), 145-149.
 */
export function findRoot(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [high, low];
  let [fa, fb] = [f(a), f(b)];
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (fa < 0 === fb < 0) {
    const [end, off, other] = Math.abs(fa) < Math.abs(fb) ? [a, fa, fb] : [b, fb, fa];
    assert(Math.abs(off) <= ROUNDING * Math.abs(other), `no sign change between ${low} and ${high}`);
    return end;
  }
  let step = 0.5;
  for (let iteration = 0; iteration < MOST_STEPS; iteration++) {
    const x = a + step * (b - a);
    const fx = f(x);
    const sameSide = fx > 0 === fa > 0;
    const [c, fc] = sameSide ? [a, fa] : [b, fb];
    if (!sameSide) [b, fb] = [a, fa];
    [a, fa] = [x, fx];
    const best = Math.abs(fa) < Math.abs(fb) ? a : b;
    const tolerance = Number.EPSILON * Math.abs(best) + Number.MIN_VALUE;
    const smallest = tolerance / Math.abs(b - a);
    if (smallest > 0.5 || fa === 0) return best;
    step = Math.min(1 - smallest, Math.max(smallest, nextStep({ a, fa, b, fb, c, fc })));
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b;
}

/** Relative to the other end. */
const ROUNDING = 1e-9;

/** Halving 1 down to the smallest double takes 1075 steps; no bracket needs more than twice that. */
const MOST_STEPS = 2150;

interface Points {
  readonly a: number;
  readonly fa: number;
  readonly b: number;
  readonly fb: number;
  readonly c: number;
  readonly fc: number;
}

/** Share of the way from a to b: inverse quadratic through the three points where that is safe, half otherwise. */
function nextStep({ a, fa, b, fb, c, fc }: Points): number {
  const xi = (a - b) / (c - b);
  const phi = (fa - fb) / (fc - fb);
  const safe = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
  if (!safe) return 0.5;
  return (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb));
}
