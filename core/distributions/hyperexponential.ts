import { err, ok } from '../base/result.ts';
import { cumulativeShares, drawExponential, indexAt, type RandomStream, type Sampler } from './draws.ts';
import { erlangMixture } from './gamma.ts';
import {
  type DistributionKnowledge,
  gammaPart,
  type Location,
  MOST_PHASES,
  remembered,
  type ServiceTimes,
  scaledBy,
  tidy,
  total,
} from './knowledge.ts';
import { LOCATED, locatedMoments, locationMean, SCV_FROM_ONE } from './location.ts';
import { allEqual, branchPhases } from './phases.ts';
import { differs, short } from './table-faults.ts';
import { andThen, formatRows, rowsOf } from './table-text.ts';

/** Two exponential branches with balanced means; scv >= 1. */
export interface HyperexponentialDistribution extends Location {
  readonly distribution: 'hyperexponential';
  readonly scv: number;
}
/** Exponential branches given one by one. */
export interface HyperexponentialBranchesDistribution {
  readonly distribution: 'hyperexponential';
  /** Sum to 1. */
  readonly probabilities: readonly number[];
  /** 1/s, as many as probabilities. */
  readonly rates: readonly number[];
}

interface Branches {
  readonly probabilities: readonly number[];
  readonly rates: readonly number[];
}

/**
 * Two branches with that mean and scv >= 1 whose means weigh the same: p1 / r1 = p2 / r2.
 * Source: Whitt, Approximating a point process by a renewal process, Oper. Res. 30 (1982), section 3.
 */
export function balancedBranches(mean: number, scv: number): Branches {
  const p = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2;
  return { probabilities: [p, 1 - p], rates: [(2 * p) / mean, (2 * (1 - p)) / mean] };
}

const balanced = (distribution: HyperexponentialDistribution): Branches =>
  balancedBranches(locationMean(distribution), distribution.scv);

/** An exponential whose rate is drawn first. */
function branchSampler({ probabilities, rates }: Branches, stream: RandomStream): Sampler {
  const cumulative = cumulativeShares(probabilities);
  return {
    next: () => {
      const branch = indexAt(cumulative, stream.uniform());
      return drawExponential(stream) / rates[branch]!;
    },
  };
}

const branchFunctions = ({ probabilities, rates }: Branches) =>
  erlangMixture(rates.map((rate, i) => ({ share: probabilities[i]!, shape: 1, rate })));

export const HYPEREXPONENTIAL: DistributionKnowledge<HyperexponentialDistribution> = {
  label: 'Hyperexponential',
  hint: 'more variable: short and long times mixed',
  name: 'hyperexponential',
  ...LOCATED,
  parameters: [SCV_FROM_ONE],
  start: ({ location, scv = 4 }) => ({
    distribution: 'hyperexponential',
    ...location,
    scv: Math.max(scv, 1),
  }),
  moments: (distribution) => locatedMoments(distribution, distribution.scv),
  isPoisson: ({ scv }) => scv === 1,
};

export const HYPEREXPONENTIAL_TIMES: ServiceTimes<HyperexponentialDistribution> = {
  sampler: (distribution, stream) => branchSampler(balanced(distribution), stream),
  functions: (distribution) => branchFunctions(balanced(distribution)),
  parts: (distribution) => {
    const mean = locationMean(distribution);
    return balanced(distribution).probabilities.map((p) => gammaPart(p, 1, mean / (2 * p)));
  },
  phases: (distribution) => {
    const { probabilities, rates } = balanced(distribution);
    return branchPhases(probabilities, rates);
  },
};

export const HYPEREXPONENTIAL_BRANCHES: DistributionKnowledge<HyperexponentialBranchesDistribution> = {
  label: 'Hyperexponential, by branch',
  hint: 'each branch with its share and rate',
  name: 'hyperexponential',
  parameters: [],
  lists: { probabilities: 'shares', rates: 'positive' },
  relations: [
    {
      expected: `at most ${MOST_PHASES} branches`,
      at: 'rates',
      holds: ({ rates }) => rates.length <= MOST_PHASES,
    },
    {
      expected: 'as many values as probabilities',
      at: 'rates',
      holds: ({ rates, probabilities }) => rates.length === probabilities.length,
    },
  ],
  table: {
    label: 'Share, rate (1/s)',
    help: 'One line per branch: its share of the services, then its rate in 1/s.',
    lines: ({ rates }) => rates.length,
    format: ({ probabilities, rates }) => formatRows(probabilities.map((share, i) => [share, rates[i]!])),
    parse: (text) =>
      andThen(rowsOf(text, 2), (rows) => {
        const probabilities = rows.map((row) => row[0]!);
        const rates = rows.map((row) => row[1]!);
        if (probabilities.some((share) => share < 0 || share > 1))
          return err('Expected each share between 0 and 1.');
        if (differs(total(probabilities), 1))
          return err(`Expected shares that sum to 1, got ${short(total(probabilities))}.`);
        if (rates.some((rate) => rate <= 0)) return err('Expected each rate above 0.');
        return ok({ distribution: 'hyperexponential', probabilities, rates });
      }),
  },
  /** Balanced means and scv 4. */
  start: ({ mean }) => {
    const p = tidy((1 + Math.sqrt(3 / 5)) / 2);
    const q = tidy(1 - p);
    return {
      distribution: 'hyperexponential',
      probabilities: [p, q],
      rates: [tidy((2 * p) / mean), tidy((2 * q) / mean)],
    };
  },
  moments: remembered(({ probabilities, rates }) => {
    const mean = probabilities.reduce((sum, p, i) => sum + p / rates[i]!, 0);
    const square = probabilities.reduce((sum, p, i) => sum + (2 * p) / rates[i]! ** 2, 0);
    return { mean, scv: square / mean ** 2 - 1 };
  }),
  isPoisson: ({ probabilities, rates }) => allEqual(rates.filter((_, i) => probabilities[i]! > 0)),
  faster: (distribution, factor) => ({ ...distribution, rates: scaledBy(distribution.rates, factor) }),
};

export const HYPEREXPONENTIAL_BRANCHES_TIMES: ServiceTimes<HyperexponentialBranchesDistribution> = {
  sampler: branchSampler,
  functions: branchFunctions,
  parts: ({ probabilities, rates }) => rates.map((rate, i) => gammaPart(probabilities[i]!, 1, 1 / rate)),
  phases: ({ probabilities, rates }) => branchPhases(probabilities, rates),
};
