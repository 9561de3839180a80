/**
 * DistributionFunctions functions of distributions of times: P[X <= x], P[X > x] and the logarithm of the density, x >= 0 in s. Tails are
 * computed as such, so that a value far out keeps its likelihood. Closed forms, but for phaseType (phase-distribution.ts).
 */

import { assertUnreachable } from '../../core/base/assert.ts';
import type {
  EmpiricalDistribution,
  PhaseTypeDistribution,
  ServiceDistribution,
  TraceDistribution,
} from '../../core/distributions/distribution.ts';
import { distributionMean } from '../../core/distributions/distribution-moments.ts';
import { exitRates } from '../../core/distributions/markov-moments.ts';
import { exp, expm1, log, log1p, pow } from '../../core/numeric/elementary.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import { gammaP, gammaQ, normalTail } from '../numeric/incomplete-gamma.ts';
import { poissonWeights } from '../numeric/poisson-weights.ts';
import type { DistributionFunctions } from './distribution.ts';

export function functionsOf(distribution: ServiceDistribution): DistributionFunctions {
  switch (distribution.distribution) {
    case 'exponential':
      return erlangMixture([{ share: 1, shape: 1, rate: 1 / distributionMean(distribution) }]);
    case 'erlang':
      return erlangMixture([
        { share: 1, shape: distribution.shape, rate: distribution.shape / distributionMean(distribution) },
      ]);
    case 'gamma':
      return erlangMixture([
        {
          share: 1,
          shape: 1 / distribution.scv,
          rate: 1 / (distribution.scv * distributionMean(distribution)),
        },
      ]);
    case 'hyperexponential':
      return erlangMixture(
        'rates' in distribution
          ? branchesOf(distribution)
          : balancedBranches(distributionMean(distribution), distribution.scv),
      );
    case 'lognormal':
      return lognormal(distributionMean(distribution), distribution.scv);
    case 'weibull':
      return weibull(
        distributionMean(distribution) / exp(logGamma(1 + 1 / distribution.shape)),
        distribution.shape,
      );
    case 'pareto':
      return pareto(distribution.scale, distribution.shape);
    case 'uniform':
      return histogram({
        distribution: 'empirical',
        edges: [distribution.min, distribution.max],
        weights: [1],
      });
    case 'empirical':
      return histogram(distribution);
    case 'deterministic':
      return steps({ distribution: 'trace', values: [distributionMean(distribution)] });
    case 'trace':
      return steps(distribution);
    case 'phaseType':
      return phaseDistribution(distribution);
    default:
      return assertUnreachable(distribution);
  }
}

/** One branch of a mixture of gamma distributions: shape > 0, rate in 1/s. */
export interface Branch {
  readonly share: number;
  readonly shape: number;
  readonly rate: number;
}

export function erlangMixture(branches: readonly Branch[]): DistributionFunctions {
  const sum = (of: (branch: Branch) => number): number =>
    branches.reduce((total, branch) => total + branch.share * of(branch), 0);
  const densities = branches.map(gammaDensity);
  const [only] = densities;
  return {
    cdf: (x) => sum(({ shape, rate }) => gammaP(shape, rate * x)),
    tail: (x) => sum(({ shape, rate }) => gammaQ(shape, rate * Math.max(0, x))),
    logDensity: (x) => {
      if (only && densities.length === 1) return only(x);
      const logs = densities.map((density) => density(x));
      const most = Math.max(...logs);
      if (!Number.isFinite(most)) return most;
      return most + log(branches.reduce((all, { share }, i) => all + share * exp(logs[i]! - most), 0));
    },
  };
}

/** Logarithm of the density of one branch. */
export function gammaDensity({ shape, rate }: Branch): (x: number) => number {
  const constant = log(rate) - logGamma(shape);
  const logRate = log(rate);
  return (x) => {
    if (x < 0) return Number.NEGATIVE_INFINITY;
    return constant - rate * x + (shape === 1 ? 0 : (shape - 1) * (logRate + log(x)));
  };
}

/** Two exponential branches with balanced means (Whitt 1982, Oper. Res. 30, section 3). */
function balancedBranches(mean: number, scv: number): readonly Branch[] {
  const p = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2;
  return [p, 1 - p].map((share) => ({ share, shape: 1, rate: (2 * share) / mean }));
}

const branchesOf = ({
  probabilities,
  rates,
}: {
  probabilities: readonly number[];
  rates: readonly number[];
}) => rates.map((rate, i) => ({ share: probabilities[i]!, shape: 1, rate }));

function lognormal(mean: number, scv: number): DistributionFunctions {
  const sigma = Math.sqrt(log1p(scv));
  const mu = log(mean) - sigma ** 2 / 2;
  const score = (x: number) => (log(x) - mu) / sigma;
  return {
    cdf: (x) => (x <= 0 ? 0 : normalTail(-score(x))),
    tail: (x) => (x <= 0 ? 1 : normalTail(score(x))),
    logDensity: (x) =>
      x <= 0 ? Number.NEGATIVE_INFINITY : -(score(x) ** 2) / 2 - log(x * sigma) - log(2 * Math.PI) / 2,
  };
}

function weibull(scale: number, shape: number): DistributionFunctions {
  const hazard = (x: number) => pow(Math.max(0, x) / scale, shape);
  return {
    cdf: (x) => -expm1(-hazard(x)),
    tail: (x) => exp(-hazard(x)),
    logDensity: (x) => log(shape / scale) + (shape - 1) * log(x / scale) - hazard(x),
  };
}

function pareto(scale: number, shape: number): DistributionFunctions {
  const tail = (x: number) => (x <= scale ? 1 : pow(scale / x, shape));
  return {
    cdf: (x) => (x <= scale ? 0 : -expm1(shape * log(scale / x))),
    tail,
    logDensity: (x) => (x < scale ? Number.NEGATIVE_INFINITY : log(shape / x) + shape * log(scale / x)),
  };
}

function histogram({ edges, weights }: EmpiricalDistribution): DistributionFunctions {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const cdf = (x: number): number => {
    let below = 0;
    for (let i = 0; i < weights.length && edges[i]! < x; i += 1) {
      const part = Math.min(1, (x - edges[i]!) / (edges[i + 1]! - edges[i]!));
      below += (weights[i]! / total) * part;
    }
    return Math.min(1, below);
  };
  return {
    cdf,
    tail: (x) => 1 - cdf(x),
    logDensity: (x) => {
      const last = weights.length - 1;
      const i = x === edges[last + 1] ? last : edges.findIndex((edge) => edge > x) - 1;
      return i < 0 ? Number.NEGATIVE_INFINITY : log(weights[i]! / total / (edges[i + 1]! - edges[i]!));
    },
  };
}

function steps({ values }: TraceDistribution): DistributionFunctions {
  const sorted = Float64Array.from(values).sort();
  const cdf = (x: number): number => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! <= x) from = middle + 1;
      else to = middle;
    }
    return from / sorted.length;
  };
  return { cdf, tail: (x) => 1 - cdf(x), logDensity: () => Number.NEGATIVE_INFINITY };
}

/**
 * Time to absorption of a Markov chain that starts in alpha and moves by T (1/s), on points x >= 0 in s: with the clock
 * q = max -T[i][i] and P = I + T / q, P[X > x] = sum over k of e^(-qx) (qx)^k / k! alpha P^k 1, and the density has
 * alpha P^k t, t = -T 1, in the place of alpha P^k 1. Nothing is subtracted. Error below 1e-13; cost sqrt(q x) per point
 * after q x products of a row and the matrix, once; for q x beyond a million 0 is returned.
 * Source: A. Jensen, Markoff chains as an aid in the study of Markoff processes, Skand. Aktuarietidskr. 36 (1953).
 */

const ERROR = 1e-13;
const MOST_TICKS = 1e6;

function phaseDistribution(distribution: PhaseTypeDistribution): DistributionFunctions {
  const ticks = new Ticks(distribution);
  return {
    cdf: (x) => (x <= 0 ? 0 : 1 - ticks.tail(x)),
    tail: (x) => (x <= 0 ? 1 : ticks.tail(x)),
    logDensity: (x) => (x < 0 ? Number.NEGATIVE_INFINITY : log(ticks.density(x))),
  };
}

/** alpha P^k 1 and alpha P^k t, as far as they were asked for. */
class Ticks {
  private readonly clock: number;
  private readonly exits: readonly number[];
  private row: readonly number[];
  private readonly alive: number[] = [];
  private readonly leaving: number[] = [];

  constructor(private readonly distribution: PhaseTypeDistribution) {
    this.clock = Math.max(...distribution.T.map((row, i) => -row[i]!));
    this.exits = exitRates(distribution);
    this.row = distribution.alpha;
  }

  tail = (x: number): number => Math.min(1, this.weighted(x, this.alive));
  density = (x: number): number => this.weighted(x, this.leaving);

  private weighted(x: number, values: readonly number[]): number {
    if (this.clock * x > MOST_TICKS) return 0;
    const { left, weights } = poissonWeights(this.clock * x, ERROR);
    this.walkTo(left + weights.length);
    return weights.reduce((sum, weight, i) => sum + weight * values[left + i]!, 0);
  }

  private walkTo(count: number): void {
    const { T } = this.distribution;
    while (this.alive.length < count) {
      const { row, clock } = this;
      this.alive.push(row.reduce((sum, p) => sum + p, 0));
      this.leaving.push(row.reduce((sum, p, i) => sum + p * this.exits[i]!, 0));
      this.row = row.map((p, j) =>
        Math.max(0, p + row.reduce((sum, q, i) => sum + q * T[i]![j]!, 0) / clock),
      );
    }
  }
}
