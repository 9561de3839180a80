/** From a distribution of times to draws from it: one class per way of drawing, all with `next()`, in seconds. */

import { assertUnreachable } from '../../core/base/assert.ts';
import type {
  ArrivalDistribution,
  EmpiricalDistribution,
  HyperexponentialBranchesDistribution,
  MapDistribution,
  PhaseTypeDistribution,
} from '../../core/distributions/distribution.ts';
import { distributionMean } from '../../core/distributions/distribution-moments.ts';
import { onOffAsMap, stationaryPhases } from '../../core/distributions/markov-moments.ts';
import { exp, log, log1p, pow } from '../../core/numeric/elementary.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import { cumulativeShares, indexAt } from './cumulative.ts';
import type { Sampler } from './draws.ts';
import { drawExponential, fillExponential } from './exponential.ts';
import { GammaDraws } from './gamma-draws.ts';
import { NormalDraws } from './normal.ts';
import type { RandomStream } from './random-stream.ts';

/** The distribution must be free of faults. A trace starts at `traceStart` (index, default 0). */
export function samplerOf(distribution: ArrivalDistribution, stream: RandomStream, traceStart = 0): Sampler {
  switch (distribution.distribution) {
    case 'exponential':
      return new ExponentialDraws(distributionMean(distribution), stream);
    case 'deterministic':
      return new ConstantDraws(distributionMean(distribution));
    case 'erlang':
      return new ErlangDraws(distributionMean(distribution), distribution.shape, stream);
    case 'gamma':
      return new GammaDraws({ mean: distributionMean(distribution), shape: 1 / distribution.scv }, stream);
    case 'hyperexponential':
      return new BranchDraws(
        'rates' in distribution
          ? distribution
          : balancedBranches(distributionMean(distribution), distribution.scv),
        stream,
      );
    case 'uniform':
      return new UniformDraws(distribution.min, distribution.max, stream);
    case 'lognormal':
      return new LognormalDraws(distributionMean(distribution), distribution.scv, stream);
    case 'weibull':
      return new WeibullDraws(
        distributionMean(distribution) / exp(logGamma(1 + 1 / distribution.shape)),
        distribution.shape,
        stream,
      );
    case 'pareto':
      return new ParetoDraws(distribution.scale, distribution.shape, stream);
    case 'phaseType':
      return new PhaseTypeDraws(distribution, stream);
    case 'empirical':
      return new HistogramDraws(distribution, stream);
    case 'trace':
      return new TraceDraws(distribution.values, traceStart);
    case 'map':
      return new MarkovianArrivalDraws(distribution, stream);
    case 'onOff':
      return new MarkovianArrivalDraws(onOffAsMap(distribution), stream);
    default:
      return assertUnreachable(distribution);
  }
}

/** Draws in two steps, first a case and then a time within it, and the replay of measured times. */

type Branches = Pick<HyperexponentialBranchesDistribution, 'probabilities' | 'rates'>;

/**
 * Two branches with that mean and scv >= 1 whose means weigh the same: p1 / r1 = p2 / r2.
 * Source: Whitt, Approximating a point process by a renewal process, Oper. Res. 30 (1982), section 3.
 */
function balancedBranches(mean: number, scv: number): Branches {
  const p = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2;
  return { probabilities: [p, 1 - p], rates: [(2 * p) / mean, (2 * (1 - p)) / mean] };
}

/** An exponential whose rate is drawn first. */
class BranchDraws implements Sampler {
  private readonly cumulative: Float64Array;
  private readonly rates: readonly number[];
  private readonly stream: RandomStream;
  constructor({ probabilities, rates }: Branches, stream: RandomStream) {
    this.cumulative = cumulativeShares(probabilities);
    this.rates = rates;
    this.stream = stream;
  }
  next(): number {
    const branch = indexAt(this.cumulative, this.stream.uniform());
    return drawExponential(this.stream) / this.rates[branch]!;
  }
}

/** A histogram: a bin by its weight, then uniform inside it. */
class HistogramDraws implements Sampler {
  private readonly edges: readonly number[];
  private readonly cumulative: Float64Array;
  private readonly stream: RandomStream;
  constructor({ edges, weights }: Pick<EmpiricalDistribution, 'edges' | 'weights'>, stream: RandomStream) {
    this.edges = edges;
    this.cumulative = cumulativeShares(weights);
    this.stream = stream;
  }
  next(): number {
    const bin = indexAt(this.cumulative, this.stream.uniform());
    const low = this.edges[bin]!;
    return low + (this.edges[bin + 1]! - low) * this.stream.uniform();
  }
}

/** Measured times in their order, from the start again after the last. */
class TraceDraws implements Sampler {
  private readonly values: Float64Array;
  private position: number;
  constructor(values: readonly number[], start: number) {
    this.values = Float64Array.from(values);
    this.position = start;
  }
  next(): number {
    const value = this.values[this.position]!;
    this.position = this.position + 1 === this.values.length ? 0 : this.position + 1;
    return value;
  }
}

/**
 * Continuous-time Markov chains of a few phases: phase-type service times and Markovian arrival processes.
 * Source of the processes: Neuts, Matrix-geometric solutions in stochastic models (1981), ch. 2; Lucantoni, Stochastic
 * Models 7 (1991).
 */

/** What can happen in one phase: it ends at `rate`, then case k by its share; cases are numbered by the caller. */
interface PhaseExit {
  readonly rate: number;
  readonly cumulative: Float64Array;
}

function phaseExit(weights: readonly number[]): PhaseExit {
  const rate = weights.reduce((sum, weight) => sum + weight, 0);
  return { rate, cumulative: rate > 0 ? cumulativeShares(weights) : new Float64Array(0) };
}

/** Time to absorption from `alpha` by the sub-generator `T`; a missing mass of alpha is an atom at 0. */
class PhaseTypeDraws {
  private readonly stream: RandomStream;
  private readonly start: Float64Array;
  private readonly exits: readonly PhaseExit[];

  constructor(distribution: PhaseTypeDistribution, stream: RandomStream) {
    const mass = distribution.alpha.reduce((sum, p) => sum + p, 0);
    this.stream = stream;
    // Case number `phases` means absorbed, here and below.
    this.start = cumulativeShares([...distribution.alpha, Math.max(0, 1 - mass)]);
    this.exits = distribution.T.map((row, phase) => {
      const absorb = Math.max(0, -row.reduce((sum, x) => sum + x, 0));
      return phaseExit([...row.map((x, other) => (other === phase ? 0 : x)), absorb]);
    });
  }

  next(): number {
    let time = 0;
    let phase = indexAt(this.start, this.stream.uniform());
    while (phase < this.exits.length) {
      const exit = this.exits[phase]!;
      time += drawExponential(this.stream) / exit.rate;
      phase = indexAt(exit.cumulative, this.stream.uniform());
    }
    return time;
  }
}

/** Times between the arrivals of a MAP that starts in its stationary phase. */
class MarkovianArrivalDraws {
  private readonly stream: RandomStream;
  private readonly exits: readonly PhaseExit[];
  private phase: number;

  constructor(distribution: MapDistribution, stream: RandomStream) {
    this.stream = stream;
    // Cases 0 .. m-1: move without an arrival; m .. 2m-1: move with one.
    this.exits = distribution.D0.map((row, phase) =>
      phaseExit([...row.map((x, other) => (other === phase ? 0 : x)), ...distribution.D1[phase]!]),
    );
    // Without a stationary phase (a set of phases that is never reached again) it starts in the first.
    const start = stationaryPhases(distribution)?.map((share) => Math.max(0, share)) ?? [1];
    this.phase = indexAt(cumulativeShares(start), stream.uniform());
  }

  next(): number {
    const phases = this.exits.length;
    let time = 0;
    for (;;) {
      const exit = this.exits[this.phase]!;
      time += drawExponential(this.stream) / exit.rate;
      const move = indexAt(exit.cumulative, this.stream.uniform());
      this.phase = move % phases;
      if (move >= phases) return time;
    }
  }
}

/** Draws by one formula each: the inverse of the distribution function, or a transformed normal. */

class ExponentialDraws implements Sampler {
  private readonly mean: number;
  private readonly stream: RandomStream;
  constructor(mean: number, stream: RandomStream) {
    this.mean = mean;
    this.stream = stream;
  }
  next(): number {
    return drawExponential(this.stream) * this.mean;
  }
  fill(block: Float64Array): void {
    fillExponential(this.stream, block, this.mean);
  }
}

class ConstantDraws implements Sampler {
  private readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  next(): number {
    return this.value;
  }
}

/** Sum of `shape` exponentials. */
class ErlangDraws implements Sampler {
  private readonly phaseMean: number;
  private readonly shape: number;
  private readonly stream: RandomStream;
  constructor(mean: number, shape: number, stream: RandomStream) {
    this.phaseMean = mean / shape;
    this.shape = shape;
    this.stream = stream;
  }
  next(): number {
    let sum = 0;
    for (let phase = 0; phase < this.shape; phase++) sum += drawExponential(this.stream);
    return sum * this.phaseMean;
  }
}

class UniformDraws implements Sampler {
  private readonly min: number;
  private readonly width: number;
  private readonly stream: RandomStream;
  constructor(min: number, max: number, stream: RandomStream) {
    this.min = min;
    this.width = max - min;
    this.stream = stream;
  }
  next(): number {
    return this.min + this.width * this.stream.uniform();
  }
  fill(block: Float64Array): void {
    const { stream, min, width } = this;
    for (let i = 0; i < block.length; i++) block[i] = min + width * stream.uniform();
  }
}

/** exp(m + s Z) with s^2 = ln(1 + scv) and m = ln(mean) - s^2 / 2. */
class LognormalDraws implements Sampler {
  private readonly m: number;
  private readonly s: number;
  private readonly normal: NormalDraws;
  constructor(mean: number, scv: number, stream: RandomStream) {
    const variance = log1p(scv);
    this.s = Math.sqrt(variance);
    this.m = log(mean) - variance / 2;
    this.normal = new NormalDraws(stream);
  }
  next(): number {
    return exp(this.m + this.s * this.normal.next());
  }
}

/** Weibull: a power of an exponential. */
class WeibullDraws implements Sampler {
  private readonly scale: number;
  private readonly power: number;
  private readonly stream: RandomStream;
  constructor(scale: number, shape: number, stream: RandomStream) {
    this.scale = scale;
    this.power = 1 / shape;
    this.stream = stream;
  }
  next(): number {
    return this.scale * pow(drawExponential(this.stream), this.power);
  }
}

/** scale U^(-1/shape). */
class ParetoDraws implements Sampler {
  private readonly scale: number;
  private readonly power: number;
  private readonly stream: RandomStream;
  constructor(scale: number, shape: number, stream: RandomStream) {
    this.scale = scale;
    this.power = -1 / shape;
    this.stream = stream;
  }
  next(): number {
    return this.scale * pow(this.stream.uniform(), this.power);
  }
}
