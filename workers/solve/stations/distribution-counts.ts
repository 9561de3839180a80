/**
 * Arrivals of a Poisson stream during a time of a given distribution: a_j = E e^(-rate T) (rate T)^j / j!, and their tails.
 *
 * Inputs: the distribution; `rate`, 1/s, > 0. Outputs: A_j = P[more than j], j = 0, 1, ... down to 1e-36, at most
 * `most` of them; `none` = a_0, 0 where it is below the doubles. Undefined for distributions that have no parts, and
 * where there are too many and `most` is not given.
 * Numerics: all terms are positive; each part is walked from its mode and scaled to its sum, so nothing overflows (one that
 * is cut off at the last count is placed by its likeliest term, to ten digits); tails are summed from their small end. Quadrature panels are two standard deviations of the counts wide.
 * Source: M/G/1: Gross & Harris 1998, Fundamentals of Queueing Theory, section 5.1.
 */

import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import type { UniformPart } from '../../../core/distributions/knowledge.ts';
import { exp, log, log1p } from '../../../core/numeric/elementary.ts';
import { logGamma } from '../../../core/numeric/log-gamma.ts';
import { distributionParts, fixedTimes, type IntegralPart } from './distribution-parts.ts';
import { LONGEST_DISTRIBUTION } from './queue.ts';

export interface ArrivalCounts {
  /** A_j = P[more than j arrivals]. */
  readonly more: Float64Array;
  /** a_0. */
  readonly none: number;
  /** There are more, which were not wanted. */
  readonly isCut: boolean;
}

export function arrivalCounts(
  distribution: ServiceDistribution,
  rate: number,
  most?: number,
): ArrivalCounts | undefined {
  const last = Math.min(LONGEST_DISTRIBUTION, most ?? LONGEST_DISTRIBUTION);
  // Times that bring more than the counts that are wanted need no fine panels.
  const widest = (t: number) => (rate * t > 2 * last ? t : Math.max(2 * Math.sqrt(t / rate), 1 / rate));
  const parts = distributionParts(distribution, widest)?.flatMap((part) =>
    part.kind === 'uniform' ? fixedTimes(part, widest) : part,
  );
  if (!parts) return undefined;
  const length = lengthOf(parts, rate);
  if (most === undefined && length > last) return undefined;
  const probabilities = new Float64Array(Math.min(length, last));
  let beyond = 0;
  const scratch = {
    above: new Float64Array(probabilities.length),
    below: new Float64Array(probabilities.length),
  };
  for (const part of parts) beyond += addPart(probabilities, scratch, part, rate);
  const none = parts.reduce((sum, part) => sum + part.weight * noneOf(part, rate), 0);
  let sum = beyond;
  let end = 0;
  for (let j = probabilities.length - 1; j > 0; j--) {
    const p = probabilities[j]!;
    probabilities[j] = sum;
    sum += p;
    if (end === 0 && sum > SMALLEST) end = j;
  }
  probabilities[0] = sum;
  return { more: probabilities.subarray(0, Math.max(1, end)), none, isCut: length > last };
}

type CountedPart = Exclude<IntegralPart, UniformPart>;

const SMALLEST = 1e-36;

function noneOf(part: CountedPart, rate: number): number {
  return part.kind === 'fixed' ? exp(-rate * part.at) : exp(-part.shape * log1p(rate * part.scale));
}

/** Counts that any part reaches with a probability that matters. */
function lengthOf(parts: readonly CountedPart[], rate: number): number {
  const longest = parts.reduce((most, part) => {
    if (part.kind === 'fixed') {
      const mean = rate * part.at;
      return part.weight > 0 ? Math.max(most, mean + 12 * Math.sqrt(mean) + 40) : most;
    }
    const [mean, spread] = [rate * part.scale * part.shape, 1 + rate * part.scale];
    return Math.max(most, mean + 12 * Math.sqrt(mean * spread) + 80 * spread);
  }, 1);
  return Math.ceil(longest);
}

/** Terms of one part, outwards from its mode. */
interface Scratch {
  readonly above: Float64Array;
  readonly below: Float64Array;
}

/** Adds weight * a_j; gives back what lies beyond the last count. */
function addPart(target: Float64Array, scratch: Scratch, part: CountedPart, rate: number): number {
  const { mode, ratio, logMode } = neighbours(part, rate);
  if (mode >= target.length) return part.weight;
  const { above, below } = scratch;
  above[0] = 1;
  let [upper, lower] = [1, 0];
  let j = mode + 1;
  let term = ratio(j);
  for (; term > SMALLEST && j < target.length; term *= ratio(++j)) {
    above[j - mode] = term;
    upper += term;
  }
  let k = mode;
  for (let down = 1; k > 0 && down > SMALLEST; k--) {
    down /= ratio(k);
    below[mode - k] = down;
    lower += down;
  }
  // Terms that end by themselves are scaled to sum 1; where they are cut off, the likeliest one has to be known.
  const isCut = term > SMALLEST;
  const largest = isCut ? exp(logMode()) : 1 / (upper + lower);
  const scale = part.weight * largest;
  for (let i = 0; i < j - mode; i++) target[mode + i]! += scale * above[i]!;
  for (let i = 0; i < mode - k; i++) target[mode - 1 - i]! += scale * below[i]!;
  return isCut ? part.weight * Math.max(0, 1 - largest * (upper + lower)) : 0;
}

/** The likeliest count, the logarithm of its probability, and the ratios a_j / a_(j-1): Poisson m / j, negative binomial q (shape + j - 1) / j. */
function neighbours(part: CountedPart, rate: number) {
  if (part.kind === 'fixed') {
    const mean = rate * part.at;
    const mode = Math.floor(mean);
    const logMode = () => mode * log(mean) - mean - logGamma(mode + 1);
    return { mode, ratio: (j: number) => mean / j, logMode };
  }
  const { shape, scale } = part;
  const q = (rate * scale) / (1 + rate * scale);
  const mode = Math.max(0, Math.floor(rate * scale * (shape - 1)));
  const logMode = () =>
    logGamma(shape + mode) -
    logGamma(mode + 1) -
    logGamma(shape) +
    mode * log(q) -
    shape * log1p(rate * scale);
  return { mode, ratio: (j: number) => (q * (shape + j - 1)) / j, logMode };
}
