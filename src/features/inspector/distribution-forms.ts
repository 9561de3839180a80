/** The distributions as a person chooses among them, and what becomes of the mean when the choice changes. */
import { assertUnreachable } from '../../../core/base/assert.ts';
import type {
  ArrivalDistribution,
  DistributionName,
  LocatedDistribution,
  Location,
  ServiceDistribution,
} from '../../../core/distributions/distribution.ts';
import { distributionMean } from '../../../core/distributions/distribution-moments.ts';

/** A distribution's name; the hyperexponential distribution with branches given one by one is a choice of its own. */
export type DistributionForm = DistributionName | 'hyperexponentialBranches';

export interface DistributionChoice {
  readonly value: DistributionForm;
  readonly label: string;
  /** What kind of time it describes. */
  readonly hint: string;
}

export const SERVICE_CHOICES: readonly DistributionChoice[] = [
  { value: 'exponential', label: 'Exponential', hint: 'memoryless; the distribution of M/M models' },
  { value: 'deterministic', label: 'Deterministic', hint: 'always the same, as in a fixed pipeline' },
  { value: 'erlang', label: 'Erlang', hint: 'steadier than exponential: several phases in a row' },
  { value: 'gamma', label: 'Gamma', hint: 'any mean and any variability' },
  { value: 'hyperexponential', label: 'Hyperexponential', hint: 'more variable: short and long times mixed' },
  {
    value: 'hyperexponentialBranches',
    label: 'Hyperexponential, by branch',
    hint: 'each branch with its share and rate',
  },
  { value: 'uniform', label: 'Uniform', hint: 'anything between two times' },
  { value: 'lognormal', label: 'Lognormal', hint: 'skewed, with a moderate tail' },
  { value: 'weibull', label: 'Weibull', hint: 'shape below 1 has a long tail, above 1 is steady' },
  { value: 'pareto', label: 'Pareto', hint: 'a power-law tail: rare, huge times' },
  { value: 'phaseType', label: 'Phase type', hint: 'time until a small Markov chain ends' },
  { value: 'empirical', label: 'Histogram', hint: 'measured, as bins with weights' },
  { value: 'trace', label: 'Trace', hint: 'measured times, replayed in order' },
];

export const ARRIVAL_CHOICES: readonly DistributionChoice[] = [
  ...SERVICE_CHOICES.map((choice) =>
    choice.value === 'exponential' ? { ...choice, label: 'Poisson (exponential)' } : choice,
  ),
  { value: 'onOff', label: 'On–off bursts', hint: 'Poisson while a burst lasts, little or nothing between' },
  { value: 'map', label: 'Markovian arrivals', hint: 'correlated arrivals, by two matrices' },
];

export const formOf = (distribution: ArrivalDistribution): DistributionForm =>
  distribution.distribution === 'hyperexponential' && 'rates' in distribution
    ? 'hyperexponentialBranches'
    : distribution.distribution;

/** Can its rate be typed directly? */
export function isLocated(distribution: ArrivalDistribution): distribution is LocatedDistribution {
  return 'rate' in distribution || 'mean' in distribution || 'factors' in distribution;
}

export const isServiceDistribution = (
  distribution: ArrivalDistribution,
): distribution is ServiceDistribution =>
  distribution.distribution !== 'map' && distribution.distribution !== 'onOff';

/**
 * `distribution` as another form with the same mean. A rate, mean or first principles stay as they were written where the new
 * form has a place for them; an scv stays where the new form has one; other shapes start from a plain default.
 */
export function convertDistribution(
  distribution: ArrivalDistribution,
  form: DistributionForm,
): ArrivalDistribution {
  if (form === formOf(distribution)) return distribution;
  const mean = usableMean(distribution);
  switch (form) {
    case 'exponential':
    case 'deterministic':
      return { distribution: form, ...location(distribution, mean) };
    case 'erlang':
      return { distribution: form, ...location(distribution, mean), shape: 2 };
    case 'gamma':
      return { distribution: form, ...location(distribution, mean), scv: writtenScv(distribution) ?? 0.5 };
    case 'lognormal':
      return { distribution: form, ...location(distribution, mean), scv: writtenScv(distribution) ?? 1 };
    case 'hyperexponential':
      return {
        distribution: form,
        ...location(distribution, mean),
        scv: Math.max(writtenScv(distribution) ?? 4, 1),
      };
    case 'weibull':
      return { distribution: form, ...location(distribution, mean), shape: 2 };
    case 'hyperexponentialBranches':
      return branches(mean);
    case 'uniform':
      return { distribution: form, min: 0, max: tidy(2 * mean) };
    case 'pareto':
      // mean = scale * shape / (shape - 1)
      return { distribution: form, scale: tidy((2 * mean) / 3), shape: 3 };
    case 'phaseType':
      return { distribution: form, alpha: [1, 0], T: twoPhases(tidy(2 / mean)) };
    case 'empirical':
      return { distribution: form, edges: [tidy(0.5 * mean), mean, tidy(1.5 * mean)], weights: [1, 1] };
    case 'trace':
      return { distribution: form, values: [tidy(0.5 * mean), mean, tidy(1.5 * mean)] };
    case 'onOff':
      return {
        distribution: form,
        peakRate: tidy(2 / mean),
        meanOnTime: tidy(10 * mean),
        meanOffTime: tidy(10 * mean),
      };
    case 'map':
      return twoSpeeds(1 / mean);
    default:
      return assertUnreachable(form);
  }
}

/** A distribution without a finite positive mean has nothing to keep: start from one second. */
function usableMean(distribution: ArrivalDistribution): number {
  const mean = distributionMean(distribution);
  return Number.isFinite(mean) && mean > 0 ? tidy(mean) : 1;
}

function location(distribution: ArrivalDistribution, mean: number): Location {
  if (!isLocated(distribution)) return { rate: tidy(1 / mean) };
  if (distribution.factors) return { factors: distribution.factors };
  return distribution.mean === undefined
    ? { rate: distribution.rate ?? tidy(1 / mean) }
    : { mean: distribution.mean };
}

const writtenScv = (distribution: ArrivalDistribution): number | undefined =>
  'scv' in distribution ? distribution.scv : undefined;

/** Two branches with balanced means and scv 4: p = (1 + sqrt((scv - 1) / (scv + 1))) / 2, rates 2p / mean. */
function branches(mean: number): ArrivalDistribution {
  const p = tidy((1 + Math.sqrt(3 / 5)) / 2);
  const q = tidy(1 - p);
  return {
    distribution: 'hyperexponential',
    probabilities: [p, q],
    rates: [tidy((2 * p) / mean), tidy((2 * q) / mean)],
  };
}

/** Erlang-2 as a chain. */
const twoPhases = (rate: number) => [
  [-rate, rate],
  [0, -rate],
];

/** Half of the time three times as fast as the other half, ten mean arrivals between changes. */
function twoSpeeds(rate: number): ArrivalDistribution {
  const [fast, slow, change] = [tidy(1.5 * rate), tidy(0.5 * rate), tidy(0.1 * rate)];
  return {
    distribution: 'map',
    D0: [
      [-tidy(fast + change), change],
      [change, -tidy(slow + change)],
    ],
    D1: [
      [fast, 0],
      [0, slow],
    ],
  };
}

/** 15 digits: no rounding noise of the last places. */
const tidy = (value: number): number => Number(value.toPrecision(15));
