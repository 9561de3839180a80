/**
 * Maximum likelihood of distributions whose likelihood is smooth in one or two numbers: exponential, gamma, lognormal, Weibull,
 * and Erlang, whose number of phases is the whole number next to the shape of the gamma distribution on the better side (the
 * likelihood has one peak in it). Coordinates are logarithms, mu of the lognormal distribution aside.
 */

import { err, ok } from '../../core/base/result.ts';
import { functionsOf, isPoisson, type ServiceDistribution } from '../../core/distributions/index.ts';
import { exp, expm1, log } from '../../core/numeric/elementary.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import { type Cells, middleOf } from './cells.ts';
import type { FitOutcome, Fitted } from './fitted.ts';
import { logLikelihood, withIntervals } from './likelihood.ts';
import { type Maximum, maximize } from './maximize.ts';

export type SmoothName = 'exponential' | 'gamma' | 'lognormal' | 'weibull';

interface Family {
  start(cells: Cells): readonly number[];
  distribution(theta: readonly number[]): ServiceDistribution & { readonly mean?: number };
  named(theta: readonly number[]): Readonly<Record<string, number>>;
  /** A value of 0 has no density, or any. */
  readonly refusesZero: boolean;
}

const EULER = 0.5772156649015329;

const FAMILIES: Readonly<Record<SmoothName, Family>> = {
  exponential: {
    start: ({ mean }) => [log(mean)],
    distribution: ([logMean]) => ({ distribution: 'exponential', mean: exp(logMean!) }),
    named: ([logMean]) => ({ mean: exp(logMean!) }),
    refusesZero: false,
  },
  gamma: {
    start: ({ mean, scv }) => [log(mean), log(scv)],
    distribution: ([logMean, logScv]) => ({
      distribution: 'gamma',
      mean: exp(logMean!),
      scv: exp(logScv!),
    }),
    named: ([logMean, logScv]) => ({ mean: exp(logMean!), scv: exp(logScv!) }),
    refusesZero: true,
  },
  lognormal: {
    start: (cells) => {
      const { mean, deviation } = logMoments(cells);
      return [mean, log(deviation)];
    },
    distribution: (theta) => ({ distribution: 'lognormal', ...lognormalMoments(theta) }),
    named: lognormalMoments,
    refusesZero: true,
  },
  weibull: {
    start: (cells) => {
      const { mean, deviation } = logMoments(cells);
      const shape = Math.PI / Math.sqrt(6) / deviation;
      return [mean + EULER / shape, log(shape)];
    },
    distribution: (theta) => ({ distribution: 'weibull', ...weibullNumbers(theta) }),
    named: weibullNumbers,
    refusesZero: true,
  },
};

function lognormalMoments([mu, logSigma]: readonly number[]) {
  const variance = exp(2 * logSigma!);
  return { mean: exp(mu! + variance / 2), scv: expm1(variance) };
}

function weibullNumbers([logScale, logShape]: readonly number[]) {
  const shape = exp(logShape!);
  return { mean: exp(logScale! + logGamma(1 + 1 / shape)), shape };
}

/** Moments of ln x; an interval counts at its middle. */
function logMoments({ low, high, weight, total }: Cells) {
  const logs = low.map((x, i) => log(x === 0 && high[i] === 0 ? Number.MIN_VALUE : middleOf(x, high[i]!)));
  const mean = logs.reduce((sum, log, i) => sum + log * weight[i]!, 0) / total;
  const variance = logs.reduce((sum, log, i) => sum + (log - mean) ** 2 * weight[i]!, 0) / total;
  return { mean, deviation: Math.sqrt(variance) };
}

export function fitSmooth(name: SmoothName, cells: Cells): FitOutcome {
  const family = FAMILIES[name];
  const zeros = cells.kind === 'points' && cells.low[0] === 0 ? cells.weight[0]! : 0;
  if (family.refusesZero && zeros > 0) {
    return err(
      `${zeros} of the ${cells.total} values ${zeros === 1 ? 'is' : 'are'} 0, which this distribution cannot give`,
    );
  }
  const found = search(family, cells, family.start(cells));
  return Number.isFinite(found.value)
    ? ok(fitted(family, found))
    : err('its likelihood has no largest value here');
}

const search = (family: Family, cells: Cells, start: readonly number[]): Maximum =>
  maximize((theta) => logLikelihood(cells, functionsOf(family.distribution(theta))), start);

function fitted(family: Family, { at, value, covariance }: Maximum): Fitted {
  const distribution = family.distribution(at);
  return {
    distribution,
    functions: functionsOf(distribution),
    logLikelihood: value,
    parameters: withIntervals(family.named, at, covariance),
    real: at.length,
    whole: 0,
    again: (cells) => functionsOf(family.distribution(search(family, cells, at).at)),
  };
}

/** The most that a scenario may hold is a million; so steady a distribution is constant. */
const MOST_PHASES = 10_000;

export function fitErlang(cells: Cells): FitOutcome {
  const guess = fitSmooth('gamma', cells);
  // With zeros among the values there is no shape but 1.
  const shape = guess.ok && 'scv' in guess.value.distribution ? 1 / guess.value.distribution.scv : 1;
  if (shape > MOST_PHASES)
    return err(`it would need more than ${MOST_PHASES} phases: the times are as good as constant`);
  const down = Math.max(1, Math.floor(shape));
  const ends = [down, down + 1].map((phases) => erlangOf(phases, cells));
  const best = ends.reduce((a, b) => (b.logLikelihood > a.logLikelihood ? b : a));
  if (isPoisson(best.distribution)) return err('with one phase, which is best, it is exponential');
  return ok(best);
}

function erlangOf(shape: number, cells: Cells): Fitted {
  const family: Family = {
    start: ({ mean }) => [log(mean)],
    distribution: ([logMean]) => ({ distribution: 'erlang', shape, mean: exp(logMean!) }),
    named: ([logMean]) => ({ mean: exp(logMean!) }),
    refusesZero: false,
  };
  const end = fitted(family, search(family, cells, family.start(cells)));
  const parameters = [...end.parameters, { name: 'shape', value: shape }];
  // Another sample may have another number of phases.
  const again = (other: Cells) => {
    const found = fitErlang(other);
    return found.ok ? found.value.functions : end.functions;
  };
  return { ...end, parameters, whole: 1, again };
}
