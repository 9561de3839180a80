/**
 * Distributions of times: between arrivals, and of one service. A distribution is stated by its mean (or rate) and its shape, in
 * seconds. Each kind has a file of its own with all that is known of it; here is the table of them, and what the rest asks.
 */
import { DETERMINISTIC, DETERMINISTIC_TIMES, type DeterministicDistribution } from './deterministic.ts';
import type { RandomStream, Sampler } from './draws.ts';
import { EMPIRICAL, EMPIRICAL_TIMES, type EmpiricalDistribution } from './empirical.ts';
import { ERLANG, ERLANG_TIMES, type ErlangDistribution } from './erlang.ts';
import { EXPONENTIAL, EXPONENTIAL_TIMES, type ExponentialDistribution } from './exponential.ts';
import { GAMMA, GAMMA_TIMES, type GammaDistribution } from './gamma.ts';
import {
  HYPEREXPONENTIAL,
  HYPEREXPONENTIAL_BRANCHES,
  HYPEREXPONENTIAL_BRANCHES_TIMES,
  HYPEREXPONENTIAL_TIMES,
  type HyperexponentialBranchesDistribution,
  type HyperexponentialDistribution,
} from './hyperexponential.ts';
import {
  type ArrivalPhases,
  type DistributionKnowledge,
  type DistributionPart,
  type DistributionTimes,
  type Location,
  type ParameterRow,
  type ProbabilityFunctions,
  type ServicePhases,
  type ServiceTimes,
  type SharpTails,
  type TimeRange,
  tidy,
} from './knowledge.ts';
import { locationRate, withoutFactors, withRate } from './location.ts';
import { LOGNORMAL, LOGNORMAL_TIMES, type LognormalDistribution } from './lognormal.ts';
import { MAP, MAP_TIMES, type MapDistribution } from './map.ts';
import { ON_OFF, ON_OFF_TIMES, type OnOffDistribution } from './on-off.ts';
import { PARETO, PARETO_TIMES, type ParetoDistribution } from './pareto.ts';
import { PHASE_TYPE, PHASE_TYPE_TIMES, type PhaseTypeDistribution } from './phase-type.ts';
import { branchPhases, renewals } from './phases.ts';
import { TRACE, TRACE_TIMES, type TraceDistribution } from './trace.ts';
import { TRIANGULAR, TRIANGULAR_TIMES, type TriangularDistribution } from './triangular.ts';
import { UNIFORM, UNIFORM_TIMES, type UniformDistribution } from './uniform.ts';
import { WEIBULL, WEIBULL_TIMES, type WeibullDistribution } from './weibull.ts';

/** Independent, identically distributed times, by form. */
interface ServiceForms {
  exponential: ExponentialDistribution;
  deterministic: DeterministicDistribution;
  erlang: ErlangDistribution;
  gamma: GammaDistribution;
  hyperexponential: HyperexponentialDistribution;
  hyperexponentialBranches: HyperexponentialBranchesDistribution;
  uniform: UniformDistribution;
  triangular: TriangularDistribution;
  lognormal: LognormalDistribution;
  weibull: WeibullDistribution;
  pareto: ParetoDistribution;
  phaseType: PhaseTypeDistribution;
  empirical: EmpiricalDistribution;
  trace: TraceDistribution;
}

/** Times between arrivals, which may be correlated. */
interface ArrivalForms extends ServiceForms {
  map: MapDistribution;
  onOff: OnOffDistribution;
}

const KNOWLEDGE = {
  exponential: EXPONENTIAL,
  deterministic: DETERMINISTIC,
  erlang: ERLANG,
  gamma: GAMMA,
  hyperexponential: HYPEREXPONENTIAL,
  hyperexponentialBranches: HYPEREXPONENTIAL_BRANCHES,
  uniform: UNIFORM,
  triangular: TRIANGULAR,
  lognormal: LOGNORMAL,
  weibull: WEIBULL,
  pareto: PARETO,
  phaseType: PHASE_TYPE,
  empirical: EMPIRICAL,
  trace: TRACE,
  map: MAP,
  onOff: ON_OFF,
} satisfies { readonly [Form in DistributionForm]: DistributionKnowledge<ArrivalForms[Form]> };

const SERVICE_TIMES = {
  exponential: EXPONENTIAL_TIMES,
  deterministic: DETERMINISTIC_TIMES,
  erlang: ERLANG_TIMES,
  gamma: GAMMA_TIMES,
  hyperexponential: HYPEREXPONENTIAL_TIMES,
  hyperexponentialBranches: HYPEREXPONENTIAL_BRANCHES_TIMES,
  uniform: UNIFORM_TIMES,
  triangular: TRIANGULAR_TIMES,
  lognormal: LOGNORMAL_TIMES,
  weibull: WEIBULL_TIMES,
  pareto: PARETO_TIMES,
  phaseType: PHASE_TYPE_TIMES,
  empirical: EMPIRICAL_TIMES,
  trace: TRACE_TIMES,
} satisfies { readonly [Form in keyof ServiceForms]: ServiceTimes<ServiceForms[Form]> };

const TIMES = {
  ...SERVICE_TIMES,
  map: MAP_TIMES,
  onOff: ON_OFF_TIMES,
} satisfies { readonly [Form in DistributionForm]: DistributionTimes<ArrivalForms[Form]> };

export type ServiceDistribution = ServiceForms[keyof ServiceForms];
export type ArrivalDistribution = ArrivalForms[DistributionForm];
/** A kind; the hyperexponential distribution with branches given one by one is a form of its own. */
export type DistributionForm = keyof ArrivalForms;
/** The distributions whose place is a free rate or mean: what a slider on the rate can move. */
export type LocatedDistribution = Extract<ArrivalDistribution, Location>;

export type {
  HyperexponentialBranchesDistribution,
  Location,
  MapDistribution,
  OnOffDistribution,
  PhaseTypeDistribution,
  TraceDistribution,
};

export function formOf(distribution: ServiceDistribution): keyof ServiceForms;
export function formOf(distribution: ArrivalDistribution): DistributionForm;
export function formOf(distribution: ArrivalDistribution): DistributionForm {
  return distribution.distribution === 'hyperexponential' && 'rates' in distribution
    ? 'hyperexponentialBranches'
    : distribution.distribution;
}

export const knowledgeOf = (distribution: ArrivalDistribution): DistributionKnowledge<ArrivalDistribution> =>
  KNOWLEDGE[formOf(distribution)];

const timesOf = (distribution: ArrivalDistribution): DistributionTimes<ArrivalDistribution> =>
  TIMES[formOf(distribution)];

/** All forms in the order in which people choose among them; their kind is the name in a scenario. */
export const FORMS = Object.entries(KNOWLEDGE).map(
  ([form, knowledge]: [string, DistributionKnowledge<ArrivalDistribution>]) => ({
    form: form as DistributionForm,
    kind: knowledge.start({ mean: 1, location: { rate: 1 }, scv: undefined }).distribution,
    knowledge,
  }),
);

/** Name of a form as a label, such as `Lognormal`. */
export const labelOf = (form: DistributionForm): string => KNOWLEDGE[form].label;
/** As it stands within a sentence; names of people keep their capital. */
export const wordOf = (form: DistributionForm): string => {
  const { label, name } = KNOWLEDGE[form];
  return label === name ? label : label.toLowerCase();
};

/** How a time that is always the same is stated; undefined of a random one. */
export const constantTime = (distribution: ArrivalDistribution): Location | undefined =>
  distribution.distribution === 'deterministic' ? distribution : undefined;

/** Mean time, s; of `map` and `onOff` the mean time between arrivals in steady state. Infinity where there is none (pareto, shape <= 1). */
export const distributionMean = (distribution: ArrivalDistribution): number =>
  knowledgeOf(distribution).moments(distribution).mean;

/** Variance over squared mean; of `map` and `onOff` that of the stationary time between arrivals. Infinity for pareto with shape <= 2. */
export const distributionScv = (distribution: ArrivalDistribution): number =>
  knowledgeOf(distribution).moments(distribution).scv;

/** Events per second: 1 / mean. */
export const distributionRate = (distribution: ArrivalDistribution): number =>
  isLocated(distribution) && distribution.mean === undefined
    ? locationRate(distribution)
    : 1 / distributionMean(distribution);

/** 1/s as it is written; undefined for distributions whose rate follows from their other numbers. */
export const statedRate = (distribution: ArrivalDistribution): number | undefined =>
  isLocated(distribution) ? locationRate(distribution) : undefined;

/** Can its rate be typed directly? */
export const isLocated = (distribution: ArrivalDistribution): distribution is LocatedDistribution =>
  'rate' in distribution || 'mean' in distribution || 'factors' in distribution;

export const isServiceDistribution = (
  distribution: ArrivalDistribution,
): distribution is ServiceDistribution => !knowledgeOf(distribution).arrivalsOnly;

/** Is the stream of arrivals Poisson, whatever name the distribution goes by? A sufficient condition for `map` and `phaseType`: the same rate in every phase. */
export const isPoisson = (distribution: ArrivalDistribution): boolean =>
  knowledgeOf(distribution).isPoisson?.(distribution) ?? false;

/** Does one time say something about the next? Of a trace: more than chance explains. */
export const isCorrelated = (distribution: ArrivalDistribution): boolean =>
  knowledgeOf(distribution).isCorrelated?.(distribution) ?? false;

/** May a time be exactly 0? */
export const mayBeZero = (distribution: ArrivalDistribution): boolean =>
  knowledgeOf(distribution).mayBeZero?.(distribution) ?? false;

/** Measured times that are replayed in their order; undefined where times are drawn. */
export const replayedTimes = (distribution: ArrivalDistribution): readonly number[] | undefined =>
  knowledgeOf(distribution).replayed?.(distribution);

/** The shortest and the longest time that a distribution can give, s; Infinity where there is none. */
export const distributionRange = (distribution: ArrivalDistribution): TimeRange =>
  knowledgeOf(distribution).range?.(distribution) ?? { shortest: 0, longest: Number.POSITIVE_INFINITY };

/** Draws of times in s; the distribution must be free of faults. A trace starts at `traceStart` (index, default 0). */
export const samplerOf = (distribution: ArrivalDistribution, stream: RandomStream, traceStart = 0): Sampler =>
  timesOf(distribution).sampler(distribution, stream, traceStart);

/** What the simulator's kernel draws itself; undefined for times that are drawn here for it. */
export const compiledDraws = (distribution: ArrivalDistribution): 'exponential' | 'constant' | undefined =>
  timesOf(distribution).compiledDraws;

/** P[X <= x], P[X > x] and the logarithm of the density at x >= 0 s. */
export function functionsOf(distribution: ServiceDistribution): ProbabilityFunctions {
  const times: ServiceTimes<ServiceDistribution> = SERVICE_TIMES[formOf(distribution)];
  return times.functions(distribution);
}

/** A mixture that integrals can be taken over; undefined for kinds made of phases, and for a trace of more than 2,000 values. */
export const partsOf = (distribution: ArrivalDistribution): readonly DistributionPart[] | undefined =>
  timesOf(distribution).parts?.(distribution);

/** Is it one of the kinds that integrals can be taken over, and not only phases? */
export const hasParts = (distribution: ArrivalDistribution): boolean =>
  timesOf(distribution).parts !== undefined;

/** Tails with jumps or corners that are in closed form though the parts are not. */
export const sharpTailsOf = (distribution: ArrivalDistribution): SharpTails | undefined =>
  timesOf(distribution).sharpTails?.(distribution);

/** Its times as phases of a Markov chain; undefined for a distribution without finitely many. */
export function servicePhases(distribution: ArrivalDistribution): ServicePhases | undefined {
  if (isPoisson(distribution)) return branchPhases([1], [distributionRate(distribution)]);
  return timesOf(distribution).phases?.(distribution);
}

/** Its arrivals as phases of a Markov chain; undefined for a distribution without finitely many. */
export function arrivalPhases(distribution: ArrivalDistribution): ArrivalPhases | undefined {
  if (isPoisson(distribution))
    return { first: 0, moves: [[{ rate: distributionRate(distribution), to: 0, arrives: true }]] };
  const arrivals = timesOf(distribution).arrivalPhases?.(distribution);
  if (arrivals) return arrivals;
  const phases = servicePhases(distribution);
  return phases && renewals(phases);
}

/** Phases, where they may be too many to be listed; undefined for all other distributions. */
export const phaseCount = (distribution: ArrivalDistribution): number | undefined =>
  timesOf(distribution).phaseCount?.(distribution);

/** Short, for the drawing: "Poisson" arrivals, "exponential" services. */
export const arrivalName = (distribution: ArrivalDistribution): string => {
  const { arrivalName, name } = knowledgeOf(distribution);
  return arrivalName ?? name;
};
export const serviceName = (distribution: ServiceDistribution): string => knowledgeOf(distribution).name;

/** All times divided by `factor`. */
export const faster = <D extends ArrivalDistribution>(distribution: D, factor: number): D =>
  knowledgeOf(distribution).faster(distribution, factor) as D;

/** The distribution at another rate; its shape stays. */
export const distributionWithRate = (distribution: ArrivalDistribution, rate: number): ArrivalDistribution =>
  isLocated(distribution)
    ? withRate(distribution, rate)
    : faster(distribution, rate / distributionRate(distribution));

/** The distribution with another mean. It stays stated by its rate where it was. */
export function distributionWithMean(distribution: ArrivalDistribution, mean: number): ArrivalDistribution {
  if (!isLocated(distribution)) return faster(distribution, distributionMean(distribution) / mean);
  const stated = withoutFactors(distribution);
  return stated.rate === undefined ? { ...stated, mean } : { ...stated, rate: 1 / mean };
}

/**
 * `distribution` as another form with the same mean. A rate, mean or first principles stay as they were written where the new
 * form has a place for them; an scv stays where the new form has one; other shapes start from a plain default.
 */
export function convertDistribution(
  distribution: ArrivalDistribution,
  form: DistributionForm,
): ArrivalDistribution {
  if (form === formOf(distribution)) return distribution;
  const given = distributionMean(distribution);
  // Without a finite positive mean there is nothing to keep: start from one second.
  const mean = Number.isFinite(given) && given > 0 ? tidy(given) : 1;
  const scv = 'scv' in distribution ? distribution.scv : undefined;
  return KNOWLEDGE[form].start({ mean, location: keptLocation(distribution, mean), scv });
}

function keptLocation(distribution: ArrivalDistribution, mean: number): Location {
  if (!isLocated(distribution)) return { rate: tidy(1 / mean) };
  if (distribution.factors) return { factors: distribution.factors };
  return distribution.mean === undefined
    ? { rate: distribution.rate ?? tidy(1 / mean) }
    : { mean: distribution.mean };
}

/** One of the numbers of a distribution, by its row; undefined where it may be left out and is. */
export function parameterOf(
  distribution: ArrivalDistribution,
  { key }: Pick<ParameterRow, 'key'>,
): number | undefined {
  const value: unknown = Object.entries(distribution).find(([name]) => name === key)?.[1];
  return typeof value === 'number' ? value : undefined;
}

/** The distribution with another value of one of its numbers, which its row allows; `undefined` leaves it out. */
export function withParameter<D extends ArrivalDistribution>(
  distribution: D,
  { key }: Pick<ParameterRow, 'key'>,
  value: number | undefined,
): D {
  if (value !== undefined) return { ...distribution, [key]: value };
  const rest: Record<string, unknown> = { ...distribution };
  delete rest[key];
  // Only a number that may be absent is left out.
  return rest as D;
}
