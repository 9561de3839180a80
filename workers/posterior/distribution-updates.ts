/** Draws the distributions of all queues given the services as they are now. */
import { log } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { ABSENT, type ChainState } from './chain-state.ts';
import {
  DISTRIBUTION_FAMILIES,
  type PosteriorProblem,
  type PriorWeight,
  type SeenServices,
} from './contract.ts';
import {
  drawComponent,
  drawDiscrete,
  drawExponential,
  drawGammaDistribution,
  drawLognormal,
  drawMixture,
  drawPareto,
  drawValueOf,
  startDistribution,
  startValues,
  type ValueSums,
} from './draw-distributions.ts';
import {
  DISCRETE,
  DISTRIBUTION_WIDTH,
  EXPONENTIAL,
  GAMMA,
  LOGNORMAL,
  MIXTURE,
  MOST_COMPONENTS,
  PARETO,
} from './service-distributions.ts';

/** Services vary around a value at most so many times as much as those that were seen. */
const WIDER = 1.5;

const NO_SERVICES = new Float64Array(0);

export class DistributionUpdates {
  private readonly priors: readonly PriorWeight[];
  private readonly families: Uint8Array;
  /** By queue: n, Σ s, Σ ln s, Σ (ln s)². */
  private readonly n: Float64Array;
  private readonly sum: Float64Array;
  private readonly logs: Float64Array;
  private readonly squares: Float64Array;
  /** By queue and component. */
  private readonly partN: Float64Array;
  private readonly partSum: Float64Array;

  /** By queue and value. */
  private readonly valueSums: ValueSums;
  /** All services of each queue of a Pareto distribution, and of how many they are. */
  private readonly services: readonly Float64Array[];
  private readonly seen: readonly (SeenServices | undefined)[];
  /** ln of the values that a discrete distribution starts from. */
  private readonly starts: readonly (readonly number[])[];
  /** Standard deviation of ln s at a value of a discrete distribution at most. */
  private readonly widest: readonly number[];

  constructor(
    private readonly state: ChainState,
    problem: PosteriorProblem,
    private readonly stream: RandomStream,
  ) {
    this.priors = [problem.gap, ...problem.queues.map(({ prior }) => prior)];
    this.families = Uint8Array.from([
      EXPONENTIAL,
      ...problem.queues.map(({ family }) => DISTRIBUTION_FAMILIES.indexOf(family)),
    ]);
    const count = this.families.length;
    [this.n, this.sum, this.logs, this.squares] = Array.from(
      { length: 4 },
      () => new Float64Array(count),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array];
    this.partN = new Float64Array(count * MOST_COMPONENTS);
    this.partSum = new Float64Array(count * MOST_COMPONENTS);
    const sums = (): Float64Array => new Float64Array(count * MOST_COMPONENTS);
    this.valueSums = { n: sums(), logs: sums(), squares: sums() };
    this.services = Array.from(this.families, (family) =>
      family === PARETO ? new Float64Array(state.d.length) : NO_SERVICES,
    );
    this.seen = [undefined, ...problem.queues.map(({ seen }) => seen)];
    this.widest = this.seen.map((one) =>
      one && one.values.length > 0 ? WIDER * one.width : Number.POSITIVE_INFINITY,
    );
    this.starts = this.priors.map(({ mean }, q) =>
      this.families[q] === DISCRETE ? startValues(this.seen[q], mean) : [],
    );
  }

  /** From exponential distributions to the families that were asked for, with the means that they have. */
  takeFamilies(): void {
    const { distributions } = this.state;
    for (const [q, family] of this.families.entries())
      if (distributions.family[q] !== family)
        startDistribution(distributions, q, family, distributions.mean(q), this.seen[q]);
  }

  /** After `distributions.parameters` were set as a whole. */
  restore(): void {
    const { distributions } = this.state;
    for (const [q, family] of this.families.entries()) {
      const at = q * DISTRIBUTION_WIDTH;
      distributions.set(q, family, distributions.parameters.slice(at, at + DISTRIBUTION_WIDTH));
    }
  }

  /** `narrowest`: of a value of a discrete distribution, the standard deviation of ln s at least. */
  draw(narrowest: number): void {
    this.collect();
    const { state, stream, priors } = this;
    const { distributions } = state;
    for (let q = 0; q < priors.length; q += 1) {
      const sums = { n: this.n[q]!, sum: this.sum[q]!, logs: this.logs[q]!, squares: this.squares[q]! };
      const prior = priors[q]!;
      const family = distributions.family[q]!;
      if (family === EXPONENTIAL) drawExponential(distributions, q, sums, prior, stream);
      else if (family === GAMMA) drawGammaDistribution(distributions, q, sums, prior, stream);
      else if (family === LOGNORMAL) drawLognormal(distributions, q, sums, prior, stream);
      else if (family === PARETO)
        drawPareto(distributions, q, this.services[q]!.subarray(0, this.n[q]!), stream);
      else if (family === DISCRETE)
        drawDiscrete(distributions, q, this.valuesOf(q), this.starts[q]!, narrowest, this.widest[q]!, stream);
      else {
        const [from, to] = [q * MOST_COMPONENTS, (q + 1) * MOST_COMPONENTS];
        const parts = { n: this.partN.subarray(from, to), sum: this.partSum.subarray(from, to) };
        drawMixture(distributions, q, parts, prior, stream);
      }
    }
  }

  private valuesOf(q: number): ValueSums {
    const [from, to] = [q * MOST_COMPONENTS, (q + 1) * MOST_COMPONENTS];
    const { n, logs, squares } = this.valueSums;
    return { n: n.subarray(from, to), logs: logs.subarray(from, to), squares: squares.subarray(from, to) };
  }

  private collect(): void {
    const { state, n, sum, logs, squares, partN, partSum, valueSums, stream } = this;
    const { queue, distributions } = state;
    for (const column of [n, sum, logs, squares, partN, partSum]) column.fill(0);
    for (const column of [valueSums.n, valueSums.logs, valueSums.squares]) column.fill(0);
    for (let e = 0; e < queue.length; e += 1) {
      const q = queue[e]!;
      if (q === ABSENT) continue;
      const s = state.d[e]! - state.commencement(e);
      const family = distributions.family[q]!;
      if (family === PARETO) this.services[q]![n[q]!] = s;
      n[q]! += 1;
      sum[q]! += s;
      if (family === GAMMA || family === LOGNORMAL) {
        const logTime = log(Math.max(s, distributions.shortest));
        logs[q]! += logTime;
        squares[q]! += logTime * logTime;
      } else if (family === MIXTURE) {
        const part = q * MOST_COMPONENTS + drawComponent(distributions, q, s, stream);
        partN[part]! += 1;
        partSum[part]! += s;
      } else if (family === DISCRETE) {
        const logTime = log(Math.max(s, distributions.shortest));
        const value = q * MOST_COMPONENTS + drawValueOf(distributions, q, logTime, stream);
        valueSums.n[value]! += 1;
        valueSums.logs[value]! += logTime;
        valueSums.squares[value]! += logTime * logTime;
      }
    }
  }
}
