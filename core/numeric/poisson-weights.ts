export interface PoissonWeights {
  /** Smallest count with a weight. */
  readonly left: number;
  /** weights[i] = P[left + i]; they sum to 1. */
  readonly weights: Float64Array;
}

/**
 * Poisson probabilities of mean `q` without underflow at any q; what is left out on both sides is below `error` in all.
 * Weights grow from the most likely count to both sides until a geometric bound tells that the rest is negligible, and
 * are divided by their sum at last, small ones added first.
 * Source: B. Fox and P. Glynn, Computing Poisson probabilities, Comm. ACM 31 (1988), with bounds from the ratios of
 * neighbours in the place of their tables.
 */
export function poissonWeights(q: number, error: number): PoissonWeights {
  if (q === 0) return { left: 0, weights: Float64Array.of(1) };
  const mode = Math.floor(q);
  // The most likely count has at least this share, so that relative bounds can be stopped at.
  const least = (error / 2) * Math.min(1, 1 / (Math.sqrt(2 * Math.PI * q) + 1));
  const right = [1];
  for (let n = mode + 1, weight = 1; ; n++) {
    const ratio = q / n;
    weight *= ratio;
    if (ratio < 1 && weight / (1 - ratio) < least) break;
    right.push(weight);
  }
  const lower: number[] = [];
  for (let n = mode, weight = 1; n > 0; n--) {
    const ratio = n / q;
    weight *= ratio;
    if (ratio < 1 && weight / (1 - ratio) < least) break;
    lower.push(weight);
  }
  const weights = Float64Array.from([...lower.reverse(), ...right]);
  const total = sumFromEnds(weights);
  return { left: mode - lower.length, weights: weights.map((weight) => weight / total) };
}

function sumFromEnds(weights: Float64Array): number {
  let [i, j] = [0, weights.length - 1];
  let sum = 0;
  while (i <= j) sum += weights[i]! <= weights[j]! ? weights[i++]! : weights[j--]!;
  return sum;
}
