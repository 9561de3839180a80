/**
 * How far one variable of a least-squares problem can be from its best value, when all others make up for it as well as they
 * can: where the profile C(x) = min over the others of the sum of squares exceeds the least by t^2. Unlike an interval from
 * the slopes at the best place it holds where the model is bent, and it can be longer on one side; it ends at the bounds.
 * `isBent` is the cheap look that tells where it is needed: along the direction in which the slopes let the variable
 * go, the sum of squares should grow by t^2 as well. Both are conversations like `least-squares.ts`.
 * Source: D. M. Bates & D. G. Watts, Nonlinear Regression Analysis and Its Applications, Wiley (1988), section 6.1.
 */
import { type Box, type Conversation, leastSquares, squares, within } from './least-squares.ts';

/** A search that ends otherwise than in a place. */
export type Asking<T> = Generator<readonly number[], T, readonly number[]>;

export interface Profiled {
  readonly box: Box;
  /** The best place, and its sum of squares. */
  readonly at: readonly number[];
  readonly cost: number;
  /** By how much the sum of squares may grow. */
  readonly rise: number;
}

/** Growth along the slopes that is off by more than this share of t^2 is not that of a straight model. */
const BENT = 0.3;

/** `direction`: how all variables move from the best place to the upper end of the interval from the slopes. */
export function* isBent({ box, at, cost, rise }: Profiled, direction: readonly number[]): Asking<boolean> {
  for (const sign of [1, -1]) {
    const there = at.map((x, i) => within(x + sign * direction[i]!, i, box));
    const grown = squares(yield there) - cost;
    if (Math.abs(grown / rise - 1) > BENT) return true;
  }
  return false;
}

/** Both ends, from a first guess of how far they are. */
export function* profileInterval(
  profiled: Profiled,
  variable: number,
  guess: number,
): Asking<readonly [number, number]> {
  const low = yield* endOf(profiled, variable, -guess);
  return [low, yield* endOf(profiled, variable, guess)];
}

const MOST_TRIES = 12;
/** Tolerance relative to the distance that is asked for. */
const CLOSE = 0.01;

/** The root of C grows about like the distance, so that each try is where a line through the last one says. */
function* endOf({ box, at, cost, rise }: Profiled, variable: number, guess: number): Asking<number> {
  const best = at[variable]!;
  const bound = guess < 0 ? box.low[variable]! : box.high[variable]!;
  let distance = Math.min(Math.abs(guess), Math.abs(bound - best));
  let [inside, outside] = [0, Number.POSITIVE_INFINITY];
  let others = at;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const end = yield* leastAt(box, others, variable, best + Math.sign(guess) * distance);
    others = end.at;
    const share = Math.sqrt(Math.max(0, end.cost - cost) / rise);
    if (Math.abs(share - 1) < CLOSE) break;
    if (share > 1) outside = distance;
    else if (distance >= Math.abs(bound - best)) return bound;
    else inside = distance;
    const next = Math.min(distance * Math.min(4, Math.max(0.25, 1 / share)), Math.abs(bound - best));
    distance = next > inside && next < outside ? next : (inside + outside) / 2;
  }
  return best + Math.sign(guess) * distance;
}

/** The least sum of squares with one variable held, searched from where the others were. */
function* leastAt(box: Box, from: readonly number[], variable: number, value: number): Conversation {
  const put = (others: readonly number[]): number[] => [
    ...others.slice(0, variable),
    value,
    ...others.slice(variable),
  ];
  const without = (all: readonly number[]): number[] => all.filter((_, i) => i !== variable);
  if (from.length === 1) {
    const residuals = yield [value];
    return { at: [value], residuals, cost: squares(residuals), jacobian: [] };
  }
  const search = leastSquares({
    ...box,
    start: without(from),
    low: without(box.low),
    high: without(box.high),
  });
  let turn = search.next();
  while (!turn.done) turn = search.next(yield put(turn.value));
  return { ...turn.value, at: put(turn.value.at) };
}
