/** Drawing one of several cases by their weights: running sums, searched by halving. */

/** Running sums of the weights, scaled so that the last is 1. Weights >= 0, not all 0. */
export function cumulativeShares(weights: readonly number[]): Float64Array {
  const shares = new Float64Array(weights.length);
  let total = 0;
  for (const [i, weight] of weights.entries()) {
    total += weight;
    shares[i] = total;
  }
  for (let i = 0; i < shares.length; i++) shares[i]! /= total;
  return shares;
}

/** First index whose running sum exceeds u in (0, 1); the last index when none does. */
export function indexAt(cumulative: Float64Array, u: number): number {
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle]! > u) high = middle;
    else low = middle + 1;
  }
  return low;
}
