/** Draws the distributions of all queues given the services as they are now. */
import { log } from '../../core/numeric/elementary.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { ABSENT, type ChainState } from './chain-state.ts';
import { DISTRIBUTION_FAMILIES, type PosteriorProblem, type PriorWeight } from './contract.ts';
import {
  drawComponent,
  drawExponential,
  drawGammaDistribution,
  drawLognormal,
  drawMixture,
  startDistribution,
} from './draw-distributions.ts';
import {
  DISTRIBUTION_WIDTH,
  EXPONENTIAL,
  GAMMA,
  LOGNORMAL,
  MIXTURE,
  MOST_COMPONENTS,
} from './service-distributions.ts';

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
  }

  /** From exponential distributions to the families that were asked for, with the means that they have. */
  takeFamilies(): void {
    const { distributions } = this.state;
    for (const [q, family] of this.families.entries())
      if (distributions.family[q] !== family)
        startDistribution(distributions, q, family, distributions.mean(q));
  }

  /** After `distributions.parameters` were set as a whole. */
  restore(): void {
    const { distributions } = this.state;
    for (const [q, family] of this.families.entries()) {
      const at = q * DISTRIBUTION_WIDTH;
      const values = distributions.parameters.slice(at, at + DISTRIBUTION_WIDTH);
      const [first, second] = [values[0]!, values[1]!];
      if (family === EXPONENTIAL) distributions.setExponential(q, first);
      else if (family === GAMMA) distributions.setGamma(q, first, second, logGamma(first));
      else if (family === LOGNORMAL) distributions.setLognormal(q, first, second);
      else
        distributions.setMixture(
          q,
          values.filter((_, i) => i % 2 === 0),
          values.filter((_, i) => i % 2 === 1),
        );
    }
  }

  draw(): void {
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
      else {
        const [from, to] = [q * MOST_COMPONENTS, (q + 1) * MOST_COMPONENTS];
        const parts = { n: this.partN.subarray(from, to), sum: this.partSum.subarray(from, to) };
        drawMixture(distributions, q, parts, prior, stream);
      }
    }
  }

  private collect(): void {
    const { state, n, sum, logs, squares, partN, partSum, stream } = this;
    const { queue, distributions } = state;
    for (const column of [n, sum, logs, squares, partN, partSum]) column.fill(0);
    for (let e = 0; e < queue.length; e += 1) {
      const q = queue[e]!;
      if (q === ABSENT) continue;
      const s = state.d[e]! - state.commencement(e);
      const family = distributions.family[q]!;
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
      }
    }
  }
}
