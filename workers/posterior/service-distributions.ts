/**
 * The distributions of service of all queues while a chain runs, in flat arrays: density, mean and variability. Times in s, rates in
 * 1/s. A service shorter than `shortest` counts as that long, where a density would be 0 or infinite.
 */
import { exp, expm1, log, pow } from '../../core/numeric/elementary.ts';
import { gammaP, normalTail } from '../../core/numeric/incomplete-gamma.ts';

/** The values of `family[queue]`, places among the families. */
export const [EXPONENTIAL, GAMMA, LOGNORMAL, MIXTURE] = [0, 1, 2, 3] as const;

export const MOST_COMPONENTS = 8;
/** Numbers kept of each queue: of a mixture a weight and a rate for each component. */
export const DISTRIBUTION_WIDTH = 2 * MOST_COMPONENTS;

export class ServiceDistributions {
  readonly family: Uint8Array;
  /** exponential: rate. gamma: shape, rate. lognormal: mean and variance of ln s. mixture: weight and rate by component, the slowest first. */
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
    return this.logMixture(queue, time);
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
      default: {
        let sum = 0;
        for (let j = 0; j < this.components; j += 1)
          sum -= parameters[at + 2 * j]! * expm1(-parameters[at + 2 * j + 1]! * s);
        return sum;
      }
    }
  }

  mean(queue: number): number {
    if (this.family[queue] === EXPONENTIAL) return 1 / this.parameters[queue * DISTRIBUTION_WIDTH]!;
    return this.moment(queue, 1);
  }

  /** Variance over squared mean. */
  scv(queue: number): number {
    return this.moment(queue, 2) / this.moment(queue, 1) ** 2 - 1;
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
      default: {
        let sum = 0;
        for (let j = 0; j < this.components; j += 1)
          sum += (this.parameters[at + 2 * j]! * order) / pow(this.parameters[at + 2 * j + 1]!, order);
        return sum;
      }
    }
  }
}
