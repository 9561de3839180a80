/**
 * Draws the parameters of a distribution given all services of its queue, or their sums: conjugate where there is such a prior, by
 * slice sampling for the shape of a gamma distribution. A prior is worth `n0` observations of mean `m0`.
 */

import { NormalDraws } from '../../core/distributions/draws.ts';
import { GammaDraws } from '../../core/distributions/gamma.ts';
import { exp, log, pow } from '../../core/numeric/elementary.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import type { RandomStream } from '../random/random-stream.ts';
import type { PriorWeight, SeenServices } from './contract.ts';
import {
  DISCRETE,
  DISTRIBUTION_WIDTH,
  EDGE,
  EXPONENTIAL,
  GAMMA,
  LOGNORMAL,
  MIXTURE,
  MOST_COMPONENTS,
  PARETO,
  type ServiceDistributions,
} from './service-distributions.ts';

/** Sums over the services of one queue. */
export interface ServiceSums {
  n: number;
  /** Σ s. */
  sum: number;
  /** Σ ln s and Σ (ln s)². */
  logs: number;
  squares: number;
}

/** Gamma of this shape and rate. */
export function drawGamma(shape: number, rate: number, stream: RandomStream): number {
  // Below it a draw would vanish, and a rate of 0 is none.
  return Math.max(new GammaDraws({ mean: shape, shape }, stream).next(), Number.MIN_VALUE * 2 ** 60) / rate;
}

/** Services as the distribution of this queue has them now. */
export function serviceDraws(
  distributions: ServiceDistributions,
  q: number,
  stream: RandomStream,
): () => number {
  const { parameters, components } = distributions;
  const at = q * DISTRIBUTION_WIDTH;
  const [first, second] = [parameters[at]!, parameters[at + 1]!];
  const exponential = (rate: number): number => -log(stream.uniform()) / rate;
  switch (distributions.family[q]) {
    case EXPONENTIAL:
      return () => exponential(first);
    case GAMMA: {
      const draws = new GammaDraws({ mean: first / second, shape: first }, stream);
      return () => draws.next();
    }
    case LOGNORMAL: {
      const normal = new NormalDraws(stream);
      return () => exp(first + Math.sqrt(second) * normal.next());
    }
    case PARETO: {
      const shape = parameters[at + 2]!;
      const edge = (shape * EDGE * first) / second;
      return () =>
        stream.uniform() * (1 + edge) < edge
          ? Math.max(0, first + EDGE * first * log(stream.uniform()))
          : first + second * (pow(stream.uniform(), -1 / shape) - 1);
    }
    case DISCRETE: {
      const normal = new NormalDraws(stream);
      return () =>
        exp(parameters[at + 3 + 2 * drawValue(distributions, q, stream)]! + Math.sqrt(first) * normal.next());
    }
    default:
      return () => exponential(parameters[at + 2 * weighted(parameters, at, components, stream) + 1]!);
  }
}

/** μ ~ Gamma(n0 + n, n0 m0 + S). */
export function drawExponential(
  distributions: ServiceDistributions,
  q: number,
  { n, sum }: ServiceSums,
  prior: PriorWeight,
  stream: RandomStream,
): void {
  const { observations: n0, mean: m0 } = prior;
  distributions.setExponential(q, drawGamma(n0 + n, n0 * m0 + sum, stream));
}

/** Prior of the shape k of a gamma distribution: Gamma(1, rate 0.1). */
const SHAPE_RATE = 0.1;
const LEAST_LOG_SHAPE = log(1e-3);
const MOST_LOG_SHAPE = log(1e4);

/** k by a slice on ln k with the rate integrated out, then β ~ Gamma(n0 + n k, n0 m0 + S). */
export function drawGammaDistribution(
  distributions: ServiceDistributions,
  q: number,
  { n, sum, logs }: ServiceSums,
  prior: PriorWeight,
  stream: RandomStream,
): void {
  const { observations: n0, mean: m0 } = prior;
  const rest = n0 * m0 + sum;
  const logRest = log(rest);
  const density = (logShape: number): number => {
    const k = exp(logShape);
    const shape = n0 + n * k;
    return logShape - SHAPE_RATE * k + (k - 1) * logs - n * logGamma(k) + logGamma(shape) - shape * logRest;
  };
  const old = log(distributions.parameters[q * DISTRIBUTION_WIDTH]!);
  const k = exp(sliceOf(density, old, LEAST_LOG_SHAPE, MOST_LOG_SHAPE, stream));
  distributions.setGamma(q, k, drawGamma(n0 + n * k, rest, stream), logGamma(k));
}

/** Shrinkage from all of (low, high). */
function sliceOf(
  density: (x: number) => number,
  old: number,
  least: number,
  most: number,
  stream: RandomStream,
): number {
  let [low, high] = [least, most];
  const level = density(old) + log(stream.uniform());
  for (;;) {
    const x = low + stream.uniform() * (high - low);
    if (density(x) >= level || high - low < 1e-12) return x;
    if (x < old) low = x;
    else high = x;
  }
}

/** Normal-inverse-gamma on ln s: κ0 = n0, m0 = ln m0, a0 = b0 = n0 / 2. */
export function drawLognormal(
  distributions: ServiceDistributions,
  q: number,
  { n, logs, squares }: ServiceSums,
  prior: PriorWeight,
  stream: RandomStream,
): void {
  const { observations: kappa0, mean } = prior;
  const m0 = log(mean);
  const average = n === 0 ? 0 : logs / n;
  const kappa = kappa0 + n;
  const m = (kappa0 * m0 + logs) / kappa;
  const spread = Math.max(0, squares - n * average * average);
  const b = kappa0 / 2 + spread / 2 + (kappa0 * n * (average - m0) ** 2) / (2 * kappa);
  const variance = b / drawGamma((kappa0 + n) / 2, 1, stream);
  distributions.setLognormal(q, m + Math.sqrt(variance / kappa) * new NormalDraws(stream).next(), variance);
}

/** Sums over the services that each component got. */
export interface ComponentSums {
  readonly n: Float64Array;
  readonly sum: Float64Array;
}

/** Weights ~ Dir(1 + n_j), rates ~ Gamma(α + n_j, α m0 + S_j) with α = max(1, n0), sorted by rate. */
export function drawMixture(
  distributions: ServiceDistributions,
  q: number,
  { n, sum }: ComponentSums,
  prior: PriorWeight,
  stream: RandomStream,
): void {
  const alpha = Math.max(1, prior.observations);
  const parts = Array.from({ length: distributions.components }, (_, j) => ({
    weight: drawGamma(1 + n[j]!, 1, stream),
    rate: drawGamma(alpha + n[j]!, alpha * prior.mean + sum[j]!, stream),
  }));
  parts.sort((one, other) => one.rate - other.rate);
  const total = parts.reduce((all, { weight }) => all + weight, 0);
  distributions.setMixture(
    q,
    parts.map(({ weight }) => weight / total),
    parts.map(({ rate }) => rate),
  );
}

const odds = new Float64Array(MOST_COMPONENTS);

/** The component that a service came from, given the distribution as it is. */
export function drawComponent(
  distributions: ServiceDistributions,
  q: number,
  s: number,
  stream: RandomStream,
): number {
  const at = q * DISTRIBUTION_WIDTH;
  const slowest = distributions.parameters[at + 1]!;
  let total = 0;
  for (let j = 0; j < distributions.components; j += 1) {
    const rate = distributions.parameters[at + 2 * j + 1]!;
    total += distributions.parameters[at + 2 * j]! * rate * exp((slowest - rate) * s);
    odds[j] = total;
  }
  return drawPlace(distributions.components, total, stream);
}

/** One of so many places by `odds`, which are summed up to `total`. */
function drawPlace(count: number, total: number, stream: RandomStream): number {
  const u = stream.uniform() * total;
  let j = 0;
  while (j < count - 1 && odds[j]! < u) j += 1;
  return j;
}

/** One of so many places by weights that sum to 1, the first at `from` and each two numbers behind the one before. */
function weighted(parameters: Float64Array, from: number, count: number, stream: RandomStream): number {
  let rest = stream.uniform();
  let j = 0;
  while (j < count - 1 && rest >= parameters[from + 2 * j]!) rest -= parameters[from + 2 * j++]!;
  return j;
}

/** Shape of a Pareto distribution: its mean is finite, and a tail that is lighter than this cannot be told from an exponential one. */
const LEAST_LOG_TAIL = log(1.05);
const MOST_LOG_TAIL = log(50);
/** Prior of that shape: Gamma(2, rate 1/2). */
const TAIL_RATE = 0.5;
/** Widths of the windows of slices: in ln scale, and of the least service in what the data tell of it. */
const SCALE_WINDOW = 1;
const LEAST_WINDOW = 8;

/** Shape, scale and least service one after the other, by slices. */
export function drawPareto(
  distributions: ServiceDistributions,
  q: number,
  services: Float64Array,
  stream: RandomStream,
): void {
  const n = services.length;
  if (n === 0) return;
  const at = q * DISTRIBUTION_WIDTH;
  let [least, scale, shape] = [
    distributions.parameters[at]!,
    distributions.parameters[at + 1]!,
    distributions.parameters[at + 2]!,
  ];
  const edgeOf = (): number => n * log(1 + (shape * EDGE * least) / scale);
  let { tails, edges } = paretoSums(services, least, scale);
  shape = exp(
    sliceOf(
      (logShape) => {
        shape = exp(logShape);
        return 2 * logShape - TAIL_RATE * shape + n * logShape - shape * tails - edgeOf();
      },
      log(shape),
      LEAST_LOG_TAIL,
      MOST_LOG_TAIL,
      stream,
    ),
  );
  const density = (): number => {
    ({ tails, edges } = paretoSums(services, least, scale));
    return n * log(shape / scale) - (shape + 1) * tails + edges - edgeOf();
  };
  const from = log(scale) - stream.uniform() * SCALE_WINDOW;
  const oldScale = log(scale);
  scale = exp(
    sliceOf(
      (logScale) => {
        scale = exp(logScale);
        return density();
      },
      oldScale,
      from,
      from + SCALE_WINDOW,
      stream,
    ),
  );
  // The data tell the least service to the width of a gap between services there, or of the edge.
  const width = LEAST_WINDOW * scale * (1 / (shape * n) + EDGE);
  const oldLeast = least;
  const low = Math.max(0, oldLeast - stream.uniform() * width);
  least = sliceOf(
    (value) => {
      least = value;
      return density();
    },
    oldLeast,
    low,
    low + width,
    stream,
  );
  distributions.setPareto(q, least, scale, shape);
}

/** Σ ln(1 + (s - θ)/σ) of those beyond θ, and what the others lose at the edge. */
function paretoSums(services: Float64Array, least: number, scale: number) {
  let [tails, edges] = [0, 0];
  for (const s of services) {
    const over = s - least;
    if (over < 0) edges += over / (EDGE * least);
    else tails += log(1 + over / scale);
  }
  return { tails, edges };
}

/** Sums over the services of each value of a discrete distribution: n, Σ ln s and Σ (ln s)². */
export interface ValueSums {
  readonly n: Float64Array;
  readonly logs: Float64Array;
  readonly squares: Float64Array;
}

/** A value that nobody has gets a weight of nearly 0. */
const VALUE_WEIGHT = 0.05;
/** Where a value stands before services say so: this near its start, in ln s. */
const VALUE_PRIOR = 0.03;

/** And no farther: hidden services that are of no value yet would draw one to them. */
const FARTHEST_VALUE = 3 * VALUE_PRIOR;

/**
 * Weights ~ Dir(0.05 + n_j), values and their common width given the services of each; the width is no less than `narrowest`, and no
 * more than `widest` unless that is less: hidden services that are of no value yet would widen all of them, and so never be of one.
 */
export function drawDiscrete(
  distributions: ServiceDistributions,
  q: number,
  { n, logs, squares }: ValueSums,
  starts: readonly number[],
  narrowest: number,
  widest: number,
  stream: RandomStream,
): void {
  const variance = distributions.parameters[q * DISTRIBUTION_WIDTH]!;
  const normal = new NormalDraws(stream);
  let [spread, total, all] = [0, 0, 0];
  const places = starts.map((start, j) => {
    const precision = 1 / VALUE_PRIOR ** 2 + n[j]! / variance;
    const mean = (start / VALUE_PRIOR ** 2 + logs[j]! / variance) / precision;
    const drawn = mean + normal.next() / Math.sqrt(precision);
    const place = Math.max(start - FARTHEST_VALUE, Math.min(start + FARTHEST_VALUE, drawn));
    spread += Math.max(0, squares[j]! - 2 * place * logs[j]! + n[j]! * place * place);
    all += n[j]!;
    return place;
  });
  const weights = starts.map((_, j) => {
    const weight = drawGamma(VALUE_WEIGHT + n[j]!, 1, stream);
    total += weight;
    return weight;
  });
  const width = all > 0 ? spread / (2 * drawGamma(all / 2, 1, stream)) : variance;
  distributions.setDiscrete(
    q,
    Math.max(narrowest ** 2, Math.min(widest ** 2, width)),
    weights.map((weight) => weight / total),
    places,
  );
}

/** One of the values, as often as the distribution has it. */
export function drawValue({ parameters }: ServiceDistributions, q: number, stream: RandomStream): number {
  const at = q * DISTRIBUTION_WIDTH;
  return weighted(parameters, at + 2, parameters[at + 1]!, stream);
}

/** The value that a service came from, given the distribution as it is. */
export function drawValueOf(
  { parameters }: ServiceDistributions,
  q: number,
  logTime: number,
  stream: RandomStream,
): number {
  const at = q * DISTRIBUTION_WIDTH;
  const values = parameters[at + 1]!;
  let most = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < values; j += 1) {
    const off = logTime - parameters[at + 3 + 2 * j]!;
    odds[j] = log(parameters[at + 2 + 2 * j]!) - (off * off) / (2 * parameters[at]!);
    most = Math.max(most, odds[j]!);
  }
  let total = 0;
  for (let j = 0; j < values; j += 1) {
    total += exp(odds[j]! - most);
    odds[j] = total;
  }
  return drawPlace(values, total, stream);
}

/** Where values are looked for, ln s: where visits that were seen have them, else around the mean. */
export const startValues = (seen: SeenServices | undefined, mean: number): readonly number[] =>
  (seen && seen.values.length > 0 ? seen.values : [0.25, 1, 4].map((times) => times * mean)).map(log);

/** How wide values are at first: hidden services find theirs from there. */
export const FIRST_WIDTH = 0.3;

/** Any distribution of this family with this mean, to start from; `seen`: what is known of its services besides. */
export function startDistribution(
  distributions: ServiceDistributions,
  q: number,
  family: number,
  mean: number,
  seen?: SeenServices,
): void {
  if (family === PARETO) {
    const least = Math.min(0.99 * (seen?.least ?? mean), 0.9 * mean);
    distributions.setPareto(q, least, 2 * (mean - least), 3);
    return;
  }
  if (family === DISCRETE) {
    const values = startValues(seen, mean);
    const even = values.map(() => 1 / values.length);
    distributions.setDiscrete(q, FIRST_WIDTH ** 2, even, values);
    return;
  }
  if (family === MIXTURE) {
    const J = distributions.components;
    distributions.setMixture(
      q,
      Array.from({ length: J }, () => 1 / J),
      Array.from({ length: J }, (_, j) => pow(2, j - (J - 1) / 2) / mean),
    );
  } else if (family === 1) distributions.setGamma(q, 1, 1 / mean, 0);
  else if (family === 2) distributions.setLognormal(q, log(mean) - 0.5, 1);
  else distributions.setExponential(q, 1 / mean);
}

/** p(q | state) ~ Dir(1 + counts). */
export function drawRouting(probability: Float64Array, counts: Float64Array, stream: RandomStream): void {
  let total = 0;
  for (let i = 0; i < counts.length; i += 1) {
    probability[i] = drawGamma(1 + counts[i]!, 1, stream);
    total += probability[i]!;
  }
  for (let i = 0; i < counts.length; i += 1) probability[i]! /= total;
}
