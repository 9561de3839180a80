/** Draws in two steps, first a case and then a time within it, and the replay of measured times. */
import type {
  EmpiricalDistribution,
  HyperexponentialBranchesDistribution,
} from '../../core/distributions/distribution.ts';
import { cumulativeShares, indexAt } from './cumulative.ts';
import type { Sampler } from './draws.ts';
import { drawExponential } from './exponential.ts';
import type { RandomStream } from './random-stream.ts';

type Branches = Pick<HyperexponentialBranchesDistribution, 'probabilities' | 'rates'>;

/**
 * Two branches with that mean and scv >= 1 whose means weigh the same: p1 / r1 = p2 / r2.
 * Source: Whitt, Approximating a point process by a renewal process, Oper. Res. 30 (1982), section 3.
 */
export function balancedBranches(mean: number, scv: number): Branches {
  const p = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2;
  return { probabilities: [p, 1 - p], rates: [(2 * p) / mean, (2 * (1 - p)) / mean] };
}

/** An exponential whose rate is drawn first. */
export class BranchDraws implements Sampler {
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
export class HistogramDraws implements Sampler {
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
export class TraceDraws implements Sampler {
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
