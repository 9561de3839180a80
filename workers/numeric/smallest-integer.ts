/**
 * The smallest integer from `fewest` to `most` at which something holds that goes on holding for all larger ones.
 * Doubles the steps away from `guess` until one end holds and the other does not, then halves in: about 2 log2 of the
 * distance to the guess. Undefined where it holds nowhere.
 */
export interface SmallestQuestion {
  readonly holds: (n: number) => boolean;
  readonly fewest: number;
  readonly most: number;
  /** Where to begin, from `fewest` to `most`; default `fewest`. */
  readonly guess?: number;
}

export function smallestInteger({
  holds,
  fewest,
  most,
  guess = fewest,
}: SmallestQuestion): number | undefined {
  let [low, high] = [fewest - 1, guess];
  if (holds(guess)) {
    for (let step = 1; guess - step >= fewest; step *= 2) {
      if (!holds(guess - step)) {
        low = guess - step;
        break;
      }
      high = guess - step;
    }
  } else {
    do {
      if (high >= most) return undefined;
      [low, high] = [high, Math.min(most, guess + 2 * (high - guess + 1))];
    } while (!holds(high));
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
