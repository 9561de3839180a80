/**
 * The largest value of a smooth function of a few variables near a start, by Newton's method with differences, and the
 * covariance there when the function is a log-likelihood (minus the inverse of the second derivatives). Where the function
 * is not concave it goes along the gradient; steps are halved until they climb. Variables are logarithms or the like, so
 * that one step length serves all. Cost: some 2 n^2 evaluations a step, about ten steps.
 */
import { hypot } from '../../core/numeric/elementary.ts';
import { solveSmall } from '../../core/numeric/small-linear.ts';

export interface Maximum {
  readonly at: readonly number[];
  readonly value: number;
  /** Undefined where the function is flat in some direction. */
  readonly covariance?: readonly (readonly number[])[];
}

type Target = (at: readonly number[]) => number;

const MOST_STEPS = 100;
const LONGEST = 1;
const REACH = 1e-4;
const SETTLED = 1e-9;

/** Ends when a step gains less than `settled`, by default as little as rounding lets it. */
export function maximize(f: Target, start: readonly number[], settled = SETTLED): Maximum {
  let at = start;
  let value = f(at);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = firstHigher(f, at, value, direction(f, at, value));
    if (!next) break;
    const gained = next.value - value;
    ({ at, value } = next);
    if (gained < settled * (1 + Math.abs(value) * 1e-6)) break;
  }
  return { at, value, ...covarianceAt(f, at, value) };
}

/** Second derivatives by differences, and what follows from them for a log-likelihood. */
export function covarianceAt(f: Target, at: readonly number[], value = f(at)): Pick<Maximum, 'covariance'> {
  const minus = secondDerivatives(f, at, value).map((row) => row.map((x) => -x));
  if (!isPositiveDefinite(minus)) return {};
  const columns = at.map((_, i) =>
    solveSmall(
      minus,
      at.map((__, j) => (i === j ? 1 : 0)),
    ),
  );
  return columns.every((column) => column !== undefined) ? { covariance: columns } : {};
}

function direction(f: Target, at: readonly number[], value: number): readonly number[] {
  const gradient = at.map((_, i) => (f(moved(at, [i], REACH)) - f(moved(at, [i], -REACH))) / (2 * REACH));
  const minus = secondDerivatives(f, at, value).map((row) => row.map((x) => -x));
  const newton = isPositiveDefinite(minus) ? solveSmall(minus, gradient) : undefined;
  const move = newton ?? gradient;
  const length = hypot(...move);
  const most = newton ? LONGEST : LONGEST / 4;
  if (newton && length <= most) return move;
  return length === 0 ? move : move.map((x) => (x * most) / length);
}

function secondDerivatives(f: Target, at: readonly number[], value: number): number[][] {
  const h = 10 * REACH;
  const right = at.map((_, i) => f(moved(at, [i], h)));
  const left = at.map((_, i) => f(moved(at, [i], -h)));
  const second = at.map((_, i) =>
    at.map((__, j) => (i === j ? (right[i]! - 2 * value + left[i]!) / h ** 2 : 0)),
  );
  for (let i = 0; i < at.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const both = f(moved(at, [i, j], h)) + f(moved(at, [i, j], -h));
      const single = right[i]! + left[i]! + right[j]! + left[j]!;
      second[i]![j] = (both - single + 2 * value) / (2 * h ** 2);
      second[j]![i] = second[i]![j]!;
    }
  }
  return second;
}

const moved = (at: readonly number[], where: readonly number[], by: number): number[] =>
  at.map((x, i) => (where.includes(i) ? x + by : x));

/** By the pivots of Cholesky's elimination. */
function isPositiveDefinite(matrix: readonly (readonly number[])[]): boolean {
  const rows = matrix.map((row) => [...row]);
  for (let k = 0; k < rows.length; k += 1) {
    const pivot = rows[k]![k]!;
    if (!(pivot > 0)) return false;
    for (let i = k + 1; i < rows.length; i += 1) {
      const factor = rows[i]![k]! / pivot;
      for (let j = k; j < rows.length; j += 1) rows[i]![j]! -= factor * rows[k]![j]!;
    }
  }
  return true;
}

/** Beside a point where the function is not defined no direction is known. */
function firstHigher(f: Target, at: readonly number[], value: number, move: readonly number[]) {
  if (!move.every(Number.isFinite)) return undefined;
  for (let factor = 1; factor > 1e-6; factor /= 2) {
    const next = at.map((x, i) => x + factor * move[i]!);
    const reached = f(next);
    if (reached > value) return { at: next, value: reached };
  }
  return undefined;
}
