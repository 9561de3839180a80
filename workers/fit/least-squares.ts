/**
 * The least sum of squares of residuals over a box, by the method of Levenberg and Marquardt: the step solves
 * (J'J + lambda diag J'J) d = -J'r over the variables that are free; one that sits at a bound and is pushed against it stays.
 * Variables are logarithms or the like. Written as a conversation, so that a caller decides how and when the model is
 * evaluated: it yields a point and is handed the residuals there. J by central differences, inside the box.
 * Source: J. J. More, The Levenberg-Marquardt algorithm: implementation and theory, LNM 630 (1978) 105; bounds by projection
 * as in C. Kanzow, N. Yamashita & M. Fukushima, J. Comput. Appl. Math. 172 (2004) 375.
 */
import { solveSmall } from '../../core/numeric/small-linear.ts';

export interface Box {
  readonly start: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** How finely the residuals are known; default to nearly all digits. */
  readonly grain?: Grain;
}

export interface Grain {
  /** Half the distance that slopes are taken over. */
  readonly reach: number;
  /** Steps below this are none. */
  readonly still: number;
  /** A gain below this share of the cost is the last. */
  readonly settled: number;
}

export interface LeastSquares {
  readonly at: readonly number[];
  readonly residuals: readonly number[];
  /** Sum of squares. */
  readonly cost: number;
  /** By residual, then variable. */
  readonly jacobian: readonly (readonly number[])[];
}

/** Yields points, is told the residuals there. */
export type Conversation = Generator<readonly number[], LeastSquares, readonly number[]>;

const MOST_STEPS = 60;
const FINE: Grain = { reach: 1e-4, still: 1e-9, settled: 1e-10 };

export function* leastSquares(box: Box): Conversation {
  const { still, settled: enough } = box.grain ?? FINE;
  let at: readonly number[] = box.start.map((x, i) => within(x, i, box));
  let residuals = yield at;
  let cost = squares(residuals);
  let damping = 1e-3;
  let jacobian = yield* slopes(at, box);
  for (let step = 0; step < MOST_STEPS && cost > 0; step += 1) {
    const next = stepFrom({ at, residuals, jacobian, damping }, box);
    const moved = next.some((x, i) => Math.abs(x - at[i]!) > still);
    if (!moved) break;
    const reached = yield next;
    const gained = cost - squares(reached);
    if (!(gained > 0)) {
      damping *= 8;
      if (damping > 1e10) break;
      continue;
    }
    const settled = gained < enough * cost + 1e-16;
    [at, residuals, cost, damping] = [next, reached, cost - gained, Math.max(1e-9, damping / 10)];
    jacobian = yield* slopes(at, box);
    if (settled) break;
  }
  return { at, residuals, cost, jacobian };
}

/** The conversation with a function that answers at once. */
export function solveLeastSquares(
  box: Box,
  residualsAt: (at: readonly number[]) => readonly number[],
): LeastSquares {
  const conversation = leastSquares(box);
  let turn = conversation.next();
  while (!turn.done) turn = conversation.next(residualsAt(turn.value));
  return turn.value;
}

interface Place {
  readonly at: readonly number[];
  readonly residuals: readonly number[];
  readonly jacobian: readonly (readonly number[])[];
  readonly damping: number;
}

function stepFrom({ at, residuals, jacobian, damping }: Place, box: Box): readonly number[] {
  const gradient = at.map((_, i) => jacobian.reduce((sum, row, k) => sum + row[i]! * residuals[k]!, 0));
  const free = at
    .map((_, i) => i)
    .filter(
      (i) => !(at[i]! <= box.low[i]! && gradient[i]! > 0) && !(at[i]! >= box.high[i]! && gradient[i]! < 0),
    );
  const normal = free.map((i) =>
    free.map((j) => {
      const product = jacobian.reduce((sum, row) => sum + row[i]! * row[j]!, 0);
      // A variable without any effect stays where it is.
      return i === j ? product * (1 + damping) + 1e-12 : product;
    }),
  );
  const move = solveSmall(
    normal,
    free.map((i) => -gradient[i]!),
  );
  if (!move) return at;
  const longest = Math.max(1, ...move.map(Math.abs));
  return at.map((x, i) => {
    const place = free.indexOf(i);
    return place < 0 ? x : within(x + move[place]! / longest, i, box);
  });
}

function* slopes(
  at: readonly number[],
  box: Box,
): Generator<readonly number[], number[][], readonly number[]> {
  const { reach } = box.grain ?? FINE;
  const columns: number[][] = [];
  for (let i = 0; i < at.length; i += 1) {
    const [up, down] = [reach, -reach].map((by) => at.map((x, j) => (i === j ? within(x + by, i, box) : x)));
    const [above, below] = [yield up!, yield down!];
    columns.push(above.map((x, k) => (x - below[k]!) / (up![i]! - down![i]!)));
  }
  return columns[0]!.map((_, k) => columns.map((column) => column[k]!));
}

export const within = (x: number, i: number, { low, high }: Box): number =>
  Math.min(high[i]!, Math.max(low[i]!, x));
export const squares = (residuals: readonly number[]): number => residuals.reduce((sum, r) => sum + r * r, 0);
