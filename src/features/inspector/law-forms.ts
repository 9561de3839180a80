/** The laws as a person chooses among them, and what becomes of the mean when the choice changes. */
import { assertUnreachable } from '../../../core/base/assert.ts';
import type { ArrivalLaw, LawName, LocatedLaw, Location, ServiceLaw } from '../../../core/distributions/law.ts';
import { lawMean } from '../../../core/distributions/law-moments.ts';

/** A law's name; the hyperexponential law with branches given one by one is a choice of its own. */
export type LawForm = LawName | 'hyperexponentialBranches';

export interface LawChoice {
  readonly value: LawForm;
  readonly label: string;
  /** What kind of time it describes. */
  readonly hint: string;
}

export const SERVICE_CHOICES: readonly LawChoice[] = [
  { value: 'exponential', label: 'Exponential', hint: 'memoryless; the law of M/M models' },
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

export const ARRIVAL_CHOICES: readonly LawChoice[] = [
  ...SERVICE_CHOICES.map((choice) =>
    choice.value === 'exponential' ? { ...choice, label: 'Poisson (exponential)' } : choice,
  ),
  { value: 'onOff', label: 'On–off bursts', hint: 'Poisson while a burst lasts, little or nothing between' },
  { value: 'map', label: 'Markovian arrivals', hint: 'correlated arrivals, by two matrices' },
];

export const formOf = (law: ArrivalLaw): LawForm =>
  law.law === 'hyperexponential' && 'rates' in law ? 'hyperexponentialBranches' : law.law;

/** Can its rate be typed directly? */
export function isLocated(law: ArrivalLaw): law is LocatedLaw {
  return 'rate' in law || 'mean' in law || 'factors' in law;
}

export const isServiceLaw = (law: ArrivalLaw): law is ServiceLaw => law.law !== 'map' && law.law !== 'onOff';

/**
 * `law` as another form with the same mean. A rate, mean or first principles stay as they were written where the new
 * form has a place for them; an scv stays where the new form has one; other shapes start from a plain default.
 */
export function convertLaw(law: ArrivalLaw, form: LawForm): ArrivalLaw {
  if (form === formOf(law)) return law;
  const mean = usableMean(law);
  switch (form) {
    case 'exponential':
    case 'deterministic':
      return { law: form, ...location(law, mean) };
    case 'erlang':
      return { law: form, ...location(law, mean), shape: 2 };
    case 'gamma':
      return { law: form, ...location(law, mean), scv: writtenScv(law) ?? 0.5 };
    case 'lognormal':
      return { law: form, ...location(law, mean), scv: writtenScv(law) ?? 1 };
    case 'hyperexponential':
      return { law: form, ...location(law, mean), scv: Math.max(writtenScv(law) ?? 4, 1) };
    case 'weibull':
      return { law: form, ...location(law, mean), shape: 2 };
    case 'hyperexponentialBranches':
      return branches(mean);
    case 'uniform':
      return { law: form, min: 0, max: tidy(2 * mean) };
    case 'pareto':
      // mean = scale * shape / (shape - 1)
      return { law: form, scale: tidy((2 * mean) / 3), shape: 3 };
    case 'phaseType':
      return { law: form, alpha: [1, 0], T: twoPhases(tidy(2 / mean)) };
    case 'empirical':
      return { law: form, edges: [tidy(0.5 * mean), mean, tidy(1.5 * mean)], weights: [1, 1] };
    case 'trace':
      return { law: form, values: [tidy(0.5 * mean), mean, tidy(1.5 * mean)] };
    case 'onOff':
      return {
        law: form,
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

/** A law without a finite positive mean has nothing to keep: start from one second. */
function usableMean(law: ArrivalLaw): number {
  const mean = lawMean(law);
  return Number.isFinite(mean) && mean > 0 ? tidy(mean) : 1;
}

function location(law: ArrivalLaw, mean: number): Location {
  if (!isLocated(law)) return { rate: tidy(1 / mean) };
  if (law.factors) return { factors: law.factors };
  return law.mean === undefined ? { rate: law.rate ?? tidy(1 / mean) } : { mean: law.mean };
}

const writtenScv = (law: ArrivalLaw): number | undefined => ('scv' in law ? law.scv : undefined);

/** Two branches with balanced means and scv 4: p = (1 + sqrt((scv - 1) / (scv + 1))) / 2, rates 2p / mean. */
function branches(mean: number): ArrivalLaw {
  const p = tidy((1 + Math.sqrt(3 / 5)) / 2);
  const q = tidy(1 - p);
  return {
    law: 'hyperexponential',
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
function twoSpeeds(rate: number): ArrivalLaw {
  const [fast, slow, change] = [tidy(1.5 * rate), tidy(0.5 * rate), tidy(0.1 * rate)];
  return {
    law: 'map',
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
