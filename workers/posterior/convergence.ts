/**
 * Do chains from starts apart agree, and what are their draws worth? Split R-hat and effective sample size as in Gelman et al.,
 * Bayesian Data Analysis (3rd ed. 2013), sections 11.4 and 11.5, the sum of correlations cut where Geyer's initial monotone
 * sequence (Stat. Sci. 7 (1992) 473) ends. All chains are equally long, four draws or more.
 */
export interface Agreement {
  /** 1 when the halves of all chains agree; also where nothing varies. */
  readonly rHat: number;
  readonly effectiveSize: number;
}

/** Relative: sums of the same times differ no more, in whatever order they are added. */
const ROUNDING = 1e-10;

/** Is it the same in all draws of all chains, up to rounding? Then it is known, and there is nothing to agree on. */
export function isKnown(chains: readonly Float64Array[]): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const chain of chains)
    for (const value of chain) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
  return most - least <= ROUNDING * Math.max(Math.abs(least), Math.abs(most));
}

export function agreementOf(chains: readonly Float64Array[]): Agreement {
  const halves = chains.flatMap((chain) => {
    const half = chain.length >> 1;
    return [chain.subarray(0, half), chain.subarray(chain.length - half)];
  });
  const n = halves[0]!.length;
  const means = halves.map(meanOf);
  const within =
    meanOf(Float64Array.from(halves, (half, i) => autocovariance(half, means[i]!, 0))) * (n / (n - 1));
  const grand = meanOf(Float64Array.from(means));
  const between = means.reduce((sum, mean) => sum + (mean - grand) ** 2, 0) / (means.length - 1);
  const pooled = ((n - 1) / n) * within + between;
  const draws = halves.length * n;
  if (isKnown(chains)) return { rHat: 1, effectiveSize: draws };
  if (halves.every((half) => isKnown([half]))) return { rHat: Number.POSITIVE_INFINITY, effectiveSize: 1 };
  const correlation = (lag: number): number =>
    1 -
    (within - meanOf(Float64Array.from(halves, (half, i) => autocovariance(half, means[i]!, lag)))) / pooled;
  let sum = -1;
  let last = Number.POSITIVE_INFINITY;
  for (let lag = 0; lag + 1 < n; lag += 2) {
    const pair = Math.min(last, (lag === 0 ? 1 : correlation(lag)) + correlation(lag + 1));
    if (pair <= 0) break;
    sum += 2 * pair;
    last = pair;
  }
  return {
    rHat: Math.sqrt(pooled / within),
    effectiveSize: Math.min(draws, draws / Math.max(sum, 1 / draws)),
  };
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function autocovariance(values: Float64Array, mean: number, lag: number): number {
  let sum = 0;
  for (let i = lag; i < values.length; i += 1) sum += (values[i]! - mean) * (values[i - lag]! - mean);
  return sum / values.length;
}
