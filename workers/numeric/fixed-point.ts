import { solveSmall } from '../../src/model/small-linear.ts';

/**
 * Fixed point t = H(t) of a non-decreasing, concave map of non-negative vectors. Substitution settles weak loops in a
 * few evaluations; where it is slow, Newton steps with forward differences follow. These solve an affine map in one
 * step, and a concave one (flows through servers that saturate) from above in a few, at size + 1 evaluations each.
 *
 * `start`: where to begin; above the solution, unless H is affine. Gives undefined when there is no finite
 * non-negative solution: a loop that returns more than it takes.
 */
export function solveFixedPoint(H: VectorMap, start: Float64Array): Float64Array | undefined {
  let t = start;
  for (let step = 0; step < SUBSTITUTIONS + MOST_NEWTON_STEPS; step++) {
    const here = H(t);
    if (isSettled(t, here)) return here;
    const next = step < SUBSTITUTIONS ? here : newtonStep(H, t, here);
    if (!next?.every((value) => Number.isFinite(value) && value >= -1e-9 * largest(next))) return undefined;
    t = next.map((value) => Math.max(0, value));
  }
  return t;
}

export type VectorMap = (t: Float64Array) => Float64Array;

/** Enough for loops that return less than about half of what they take. */
const SUBSTITUTIONS = 50;

/** Concave piecewise linear maps end after a few steps; the bound only stops rounding noise. */
const MOST_NEWTON_STEPS = 60;

/** Only rounding is left, in every component. */
const isSettled = (t: Float64Array, next: Float64Array): boolean =>
  next.every((value, i) => Math.abs(value - t[i]!) <= 8 * Number.EPSILON * value);

/** Solves t' = H(t) + J (t' - t). */
function newtonStep(H: VectorMap, t: Float64Array, here: Float64Array): Float64Array | undefined {
  const n = t.length;
  const rows = Array.from({ length: n }, (_, row) =>
    Array.from({ length: n }, (_, k) => (k === row ? 1 : 0)),
  );
  const scale = Math.max(SMALLEST_SCALE, largest(here) + largest(t));
  const probe = t.slice();
  for (let column = 0; column < n; column++) {
    probe[column]! += DIFFERENCE * Math.max(SMALLEST_SCALE, Math.abs(t[column]!) || scale);
    const width = probe[column]! - t[column]!;
    const there = H(probe);
    probe[column] = t[column]!;
    for (let row = 0; row < n; row++) rows[row]![column]! -= (there[row]! - here[row]!) / width;
  }
  const residual = Array.from(here, (value, i) => value - t[i]!);
  const change = solveSmall(rows, residual);
  return change && t.map((value, i) => value + change[i]!);
}

/** Relative width of the differences: rounding spoils half of the digits, which later steps restore. */
const DIFFERENCE = 2 ** -20;

/** Differences of smaller numbers would leave the range of full precision. */
const SMALLEST_SCALE = 1e-280;

const largest = (values: Float64Array): number => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
