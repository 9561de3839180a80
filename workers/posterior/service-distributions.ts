/**
 * The distributions of service of all queues while a chain runs, in flat arrays: density, mean and variability. Times in s, rates in
 * 1/s. A service shorter than `shortest` counts as that long, where a density would be 0 or infinite.
 */
import { exp, expm1, log, pow } from '../../core/numeric/elementary.ts';
import { gammaP, normalTail } from '../../core/numeric/incomplete-gamma.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';

/** The values of `family[queue]`, places among the families. */
export const [EXPONENTIAL, GAMMA, LOGNORMAL, MIXTURE, PARETO, DISCRETE] = [0, 1, 2, 3, 4, 5] as const;

export const MOST_COMPONENTS = 8;
/** Numbers kept of each queue: of a mixture a weight and a rate for each component. */
export const DISTRIBUTION_WIDTH = 2 * MOST_COMPONENTS;
/** Values of a discrete distribution at most: each has a weight and a place, besides the two numbers that all share. */
export const MOST_VALUES = MOST_COMPONENTS - 1;
/**
 * Standard deviation of ln s at each value of a discrete distribution at least. Points would leave hidden times no way from
 * one place to another.
 */
export const NARROWEST = 0.01;
/** Services below the least one of a Pareto distribution are rarer by the factor e for each such share of it that they are shorter. */
export const EDGE = 2e-3;

const MOST_SCV = 1e3;

export class ServiceDistributions {
  readonly family: Uint8Array;
  /**
   * exponential: rate. gamma: shape, rate. lognormal: mean and variance of ln s. mixture: weight and rate by component, the slowest first.
   * pareto: least service, scale and shape of what is above it. discrete: variance of ln s at each value, their number, then weight and
   * ln of each.
   */
  readonly parameters: Float64Array;
  /** Constant of the log density, and of a mixture weight times rate. */
  private readonly constants: Float64Array;

  constructor(
    queues: number,
    readonly components: number,
    readonly shortest: number,
  ) {
    this.family = new Uint8Array(queues);
    this.parameters = new Float64Array(queues * DISTRIBUTION_WIDTH);
    this.constants = new Float64Array(queues * MOST_COMPONENTS);
  }

  setExponential(queue: number, rate: number): void {
    this.family[queue] = EXPONENTIAL;
    this.parameters[queue * DISTRIBUTION_WIDTH] = rate;
    this.constants[queue * MOST_COMPONENTS] = log(rate);
  }

  /** `logGammaOfShape` is ln Γ(shape). */
  setGamma(queue: number, shape: number, rate: number, logGammaOfShape: number): void {
    this.family[queue] = GAMMA;
    this.parameters.set([shape, rate], queue * DISTRIBUTION_WIDTH);
    this.constants[queue * MOST_COMPONENTS] = shape * log(rate) - logGammaOfShape;
  }

  setLognormal(queue: number, mean: number, variance: number): void {
    this.family[queue] = LOGNORMAL;
    this.parameters.set([mean, variance], queue * DISTRIBUTION_WIDTH);
    this.constants[queue * MOST_COMPONENTS] = -0.5 * log(2 * Math.PI * variance);
  }

  /** Weights sum to 1; rates grow. */
  setMixture(queue: number, weights: ArrayLike<number>, rates: ArrayLike<number>): void {
    this.family[queue] = MIXTURE;
    for (let j = 0; j < this.components; j += 1) {
      this.parameters[queue * DISTRIBUTION_WIDTH + 2 * j] = weights[j]!;
      this.parameters[queue * DISTRIBUTION_WIDTH + 2 * j + 1] = rates[j]!;
      this.constants[queue * MOST_COMPONENTS + j] = weights[j]! * rates[j]!;
    }
  }

  /** f(s) = α/σ (1 + (s - θ)/σ)^-(α + 1) from θ on (Lomax's distribution, moved; Pareto's where σ = θ), with a steep edge below. */
  setPareto(queue: number, least: number, scale: number, shape: number): void {
    this.family[queue] = PARETO;
    this.parameters.set([least, scale, shape], queue * DISTRIBUTION_WIDTH);
    const edge = (shape * EDGE * least) / scale;
    this.constants[queue * MOST_COMPONENTS] = log(shape / scale / (1 + edge));
  }

  /** Weights sum to 1. */
  setDiscrete(queue: number, variance: number, weights: ArrayLike<number>, logs: ArrayLike<number>): void {
    this.family[queue] = DISCRETE;
    const at = queue * DISTRIBUTION_WIDTH;
    this.parameters[at] = variance;
    this.parameters[at + 1] = weights.length;
    for (let j = 0; j < weights.length; j += 1) {
      this.parameters[at + 2 + 2 * j] = weights[j]!;
      this.parameters[at + 3 + 2 * j] = logs[j]!;
      this.constants[queue * MOST_COMPONENTS + j] = log(weights[j]!) - 0.5 * log(2 * Math.PI * variance);
    }
  }

  /** From numbers as `parameters` keeps them. */
  set(queue: number, family: number, values: ArrayLike<number>): void {
    const [first, second] = [values[0]!, values[1]!];
    const pairs = (from: number, count: number, place: 0 | 1): readonly number[] =>
      Array.from({ length: count }, (_, j) => values[from + 2 * j + place]!);
    if (family === EXPONENTIAL) this.setExponential(queue, first);
    else if (family === GAMMA) this.setGamma(queue, first, second, logGamma(first));
    else if (family === LOGNORMAL) this.setLognormal(queue, first, second);
    else if (family === PARETO) this.setPareto(queue, first, second, values[2]!);
    else if (family === DISCRETE) this.setDiscrete(queue, first, pairs(2, second, 0), pairs(2, second, 1));
    else this.setMixture(queue, pairs(0, this.components, 0), pairs(0, this.components, 1));
  }

  /** ln f(s); -Infinity for s < 0. */
  logDensity(queue: number, s: number): number {
    if (!(s >= 0)) return Number.NEGATIVE_INFINITY;
    const { parameters } = this;
    const at = queue * DISTRIBUTION_WIDTH;
    const constant = this.constants[queue * MOST_COMPONENTS]!;
    const family = this.family[queue]!;
    if (family === EXPONENTIAL) return constant - parameters[at]! * s;
    const time = s < this.shortest ? this.shortest : s;
    if (family === GAMMA) return constant + (parameters[at]! - 1) * log(time) - parameters[at + 1]! * time;
    if (family === LOGNORMAL) {
      const logTime = log(time);
      const off = logTime - parameters[at]!;
      return constant - logTime - (off * off) / (2 * parameters[at + 1]!);
    }
    if (family === PARETO) return constant + this.logPareto(at, time);
    if (family === DISCRETE) return this.logDiscrete(queue, log(time));
    return this.logMixture(queue, time);
  }

  private logPareto(at: number, s: number): number {
    const { parameters } = this;
    const beyond = s - parameters[at]!;
    if (beyond < 0) return beyond / (EDGE * parameters[at]!);
    return -(parameters[at + 2]! + 1) * log(1 + beyond / parameters[at + 1]!);
  }

  private logDiscrete(queue: number, logTime: number): number {
    const { parameters, constants } = this;
    const at = queue * DISTRIBUTION_WIDTH;
    const values = parameters[at + 1]!;
    let most = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (let j = 0; j < values; j += 1) {
      const off = logTime - parameters[at + 3 + 2 * j]!;
      const term = constants[queue * MOST_COMPONENTS + j]! - (off * off) / (2 * parameters[at]!);
      if (term > most) {
        sum = 1 + (most === Number.NEGATIVE_INFINITY ? 0 : sum * exp(most - term));
        most = term;
      } else if (term > most - 40) sum += exp(term - most);
    }
    return most + log(sum) - logTime;
  }

  /** The slowest component is taken out of the sum, which then cannot vanish. */
  private logMixture(queue: number, s: number): number {
    const { parameters, constants, components } = this;
    const slowest = parameters[queue * DISTRIBUTION_WIDTH + 1]!;
    let sum = 0;
    for (let j = 0; j < components; j += 1)
      sum +=
        constants[queue * MOST_COMPONENTS + j]! *
        exp((slowest - parameters[queue * DISTRIBUTION_WIDTH + 2 * j + 1]!) * s);
    return log(sum) - slowest * s;
  }

  /** P[S <= s]. */
  cumulative(queue: number, s: number): number {
    if (!(s > 0)) return 0;
    const { parameters } = this;
    const at = queue * DISTRIBUTION_WIDTH;
    const [first, second] = [parameters[at]!, parameters[at + 1]!];
    switch (this.family[queue]) {
      case EXPONENTIAL:
        return -expm1(-first * s);
      case GAMMA:
        return gammaP(first, second * s);
      case LOGNORMAL:
        return normalTail((first - log(s)) / Math.sqrt(second));
      case PARETO:
        return this.belowPareto(at, s);
      case DISCRETE:
        return this.belowDiscrete(at, log(s), first);
      default: {
        let sum = 0;
        for (let j = 0; j < this.components; j += 1)
          sum -= parameters[at + 2 * j]! * expm1(-parameters[at + 2 * j + 1]! * s);
        return sum;
      }
    }
  }

  /**
   * As `cumulative` of a discrete distribution whose values are blurred by a normal deviation of ln s; the least width that chains
   * need is none of it.
   */
  cumulativeBlurred(queue: number, s: number, blur: number): number {
    const at = queue * DISTRIBUTION_WIDTH;
    const own = Math.max(0, this.parameters[at]! - NARROWEST ** 2);
    return this.belowDiscrete(at, log(s), blur * blur + own);
  }

  private belowPareto(at: number, s: number): number {
    const [least, scale, shape] = [this.parameters[at]!, this.parameters[at + 1]!, this.parameters[at + 2]!];
    const edge = (shape * EDGE * least) / scale;
    if (s < least) return (edge / (1 + edge)) * exp((s - least) / (EDGE * least));
    return 1 - exp(-shape * log(1 + (s - least) / scale)) / (1 + edge);
  }

  private belowDiscrete(at: number, logTime: number, variance: number): number {
    const { parameters } = this;
    let sum = 0;
    for (let j = 0; j < parameters[at + 1]!; j += 1)
      sum +=
        parameters[at + 2 + 2 * j]! *
        normalTail((parameters[at + 3 + 2 * j]! - logTime) / Math.sqrt(variance));
    return sum;
  }

  mean(queue: number): number {
    if (this.family[queue] === EXPONENTIAL) return 1 / this.parameters[queue * DISTRIBUTION_WIDTH]!;
    return this.moment(queue, 1);
  }

  /** Variance over squared mean; of a tail so heavy that it is infinite a large number. */
  scv(queue: number): number {
    return Math.min(MOST_SCV, this.moment(queue, 2) / this.moment(queue, 1) ** 2 - 1);
  }

  private moment(queue: number, order: 1 | 2): number {
    const at = queue * DISTRIBUTION_WIDTH;
    const [first, second] = [this.parameters[at]!, this.parameters[at + 1]!];
    switch (this.family[queue]) {
      case EXPONENTIAL:
        return order / pow(first, order);
      case GAMMA:
        return order === 1 ? first / second : (first * (first + 1)) / second ** 2;
      case LOGNORMAL:
        return exp(order * first + (order ** 2 * second) / 2);
      case PARETO:
        return paretoMoment(first, second, this.parameters[at + 2]!, order);
      case DISCRETE: {
        let sum = 0;
        for (let j = 0; j < second; j += 1)
          sum +=
            this.parameters[at + 2 + 2 * j]! *
            exp(order * this.parameters[at + 3 + 2 * j]! + (order ** 2 * first) / 2);
        return sum;
      }
      default: {
        let sum = 0;
        for (let j = 0; j < this.components; j += 1)
          sum += (this.parameters[at + 2 * j]! * order) / pow(this.parameters[at + 2 * j + 1]!, order);
        return sum;
      }
    }
  }
}

/** Moment of θ + X, X of Lomax's distribution, or with the share of the edge a little less than θ. */
function paretoMoment(least: number, scale: number, shape: number, order: 1 | 2): number {
  const edge = (shape * EDGE * least) / scale;
  const beyond = scale / (shape - 1);
  if (order === 1) return least + (beyond - edge * EDGE * least) / (1 + edge);
  const squared = shape > 2 ? (beyond * 2 * scale) / (shape - 2) : Number.POSITIVE_INFINITY;
  const above = least * least + 2 * least * beyond + squared;
  return (above + edge * least * least * (1 - 2 * EDGE + 2 * EDGE * EDGE)) / (1 + edge);
}
