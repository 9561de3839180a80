/**
 * The largest value of a smooth function of two variables near a start, by Newton's method with differences, and the
 * curvature there. Where the function is not concave it goes along the gradient; steps are halved until they climb.
 */

export type Pair = readonly [number, number];

export interface Summit {
  readonly at: Pair;
  /** Variance of the first variable when the function is a log-likelihood; NaN where it is flat. */
  readonly variance: number;
}

interface Slopes {
  readonly gradient: Pair;
  /** Second derivatives: 11, 12, 22. */
  readonly curvature: readonly [number, number, number];
}

const MOST_STEPS = 30;
const LONGEST = 0.5;

/** `reach` are the distances over which differences are taken. */
export function climb(f: (x: number, y: number) => number, start: Pair, reach: Pair): Summit {
  let at = start;
  let value = f(...at);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const move = direction(slopes(f, { at, value, reach }));
    const next = firstHigher(f, { at, value }, move);
    if (!next) break;
    const gained = next.value - value;
    at = next.at;
    value = next.value;
    if (gained < 1e-7) break;
  }
  const [a, b, c] = slopes(f, { at, value, reach }).curvature;
  const determinant = a * c - b * b;
  return { at, variance: determinant > 0 && c < 0 ? -c / determinant : a < 0 ? -1 / a : Number.NaN };
}

interface Place {
  readonly at: Pair;
  readonly value: number;
}

function slopes(f: (x: number, y: number) => number, { at, value, reach }: Place & { reach: Pair }): Slopes {
  const [x, y] = at;
  const [h, k] = reach;
  const [right, left] = [f(x + h, y), f(x - h, y)];
  const [up, down] = [f(x, y + k), f(x, y - k)];
  const [far, near] = [f(x + h, y + k), f(x - h, y - k)];
  const a = (right - 2 * value + left) / h ** 2;
  const c = (up - 2 * value + down) / k ** 2;
  const b = (far - right - up + 2 * value - left - down + near) / (2 * h * k);
  return { gradient: [(right - left) / (2 * h), (up - down) / (2 * k)], curvature: [a, b, c] };
}

function direction({ gradient: [u, v], curvature: [a, b, c] }: Slopes): Pair {
  const determinant = a * c - b * b;
  if (a < 0 && determinant > 0)
    return shortened([-(c * u - b * v) / determinant, -(a * v - b * u) / determinant]);
  const length = Math.hypot(u, v);
  return length === 0 ? [0, 0] : [(0.25 * u) / length, (0.25 * v) / length];
}

function shortened(move: Pair): Pair {
  const length = Math.hypot(...move);
  return length > LONGEST ? [(move[0] * LONGEST) / length, (move[1] * LONGEST) / length] : move;
}

function firstHigher(
  f: (x: number, y: number) => number,
  { at, value }: Place,
  move: Pair,
): Place | undefined {
  for (let factor = 1; factor > 1e-4; factor /= 2) {
    const next: Pair = [at[0] + factor * move[0], at[1] + factor * move[1]];
    const reached = f(...next);
    if (reached > value) return { at: next, value: reached };
  }
  return undefined;
}
