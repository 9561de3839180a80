/**
 * Distributions of JMT and their numbers as those of a scenario, in both directions. What the numbers of JMT mean: its classes
 * `jmt.engine.random.*` (Gamma: shape and scale; Pareto: shape and smallest value; Weibull: scale and shape; Coxian: the
 * probability to end after the first phase).
 */
import { own } from '../../base/own.ts';
import {
  type ArrivalDistribution,
  distributionMean,
  distributionRate,
  distributionScv,
  formOf,
  type ServiceDistribution,
  servicePhases,
} from '../../distributions/index.ts';
import { onOffMatrices } from '../../distributions/on-off.ts';
import { stationaryPhases } from '../../distributions/phases.ts';
import { exp, expm1, log, log1p } from '../../numeric/elementary.ts';
import { logGammaFromHalf } from '../../numeric/log-gamma.ts';
import { refuseAt } from '../refusing.ts';
import { matrixOf, numberOf, type Parameter, partNamed } from './parameters.ts';

/** Times of a class at a node: as a distribution, without any time, or none because the class does not come there. */
export type Times =
  | { readonly kind: 'drawn'; readonly distribution: ArrivalDistribution; readonly remark?: string }
  | { readonly kind: 'zero' }
  | { readonly kind: 'absent' };

/** What `<subParameter>` of a strategy of times says; `unit`: seconds of one unit of time of the model. */
export function timesOf(strategy: Parameter, unit: number): Times {
  if (/^Disabled/.test(strategy.kind) || strategy.value === 'null') return { kind: 'absent' };
  if (/^ZeroServiceTime/.test(strategy.kind)) return { kind: 'zero' };
  const [distribution, numbers] = strategy.parts;
  if (!distribution || !numbers)
    return refuseAt(strategy.at, `expected a distribution and its numbers, got ${strategy.kind}`);
  const read = own(READERS, distribution.kind);
  if (!read)
    return refuseAt(
      strategy.at,
      `times of ${distribution.kind} are not read; expected one of ${Object.keys(READERS).join(', ')}`,
    );
  return read(numbers, unit);
}

const drawn = (distribution: ArrivalDistribution, remark?: string): Times => ({
  kind: 'drawn',
  distribution,
  ...(remark !== undefined && { remark }),
});

const scaled = (rows: readonly (readonly number[])[], factor: number): readonly (readonly number[])[] =>
  rows.map((row) => row.map((x) => x * factor));

type ReadTimes = (numbers: Parameter, unit: number) => Times;

const READERS: Readonly<Record<string, ReadTimes>> = {
  Exponential: (of, unit) => drawn({ distribution: 'exponential', rate: numberOf(of, 'lambda') / unit }),
  Erlang: (of, unit) => {
    const shape = numberOf(of, 'r');
    return drawn({ distribution: 'erlang', mean: (shape / numberOf(of, 'alpha')) * unit, shape });
  },
  HyperExp: (of, unit) => {
    const p = numberOf(of, 'p');
    return drawn({
      distribution: 'hyperexponential',
      probabilities: [p, 1 - p],
      rates: [numberOf(of, 'lambda1') / unit, numberOf(of, 'lambda2') / unit],
    });
  },
  CoxianDistr: (of, unit) => {
    const [first, second] = [numberOf(of, 'lambda0') / unit, numberOf(of, 'lambda1') / unit];
    const goesOn = (1 - numberOf(of, 'phi0')) * first;
    return drawn({
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-first, goesOn],
        [0, -second],
      ],
    });
  },
  DeterministicDistr: (of, unit) => {
    const mean = numberOf(of, 't') * unit;
    return mean === 0 ? { kind: 'zero' } : drawn({ distribution: 'deterministic', mean });
  },
  Uniform: (of, unit) =>
    drawn({ distribution: 'uniform', min: numberOf(of, 'min') * unit, max: numberOf(of, 'max') * unit }),
  Normal: (of, unit) => {
    const [mean, deviation] = [numberOf(of, 'mean'), numberOf(of, 'standardDeviation')];
    return drawn(
      { distribution: 'gamma', mean: mean * unit, scv: (deviation / mean) ** 2 },
      'normal times, which can be below 0, are read as gamma distributed with the same mean and variance',
    );
  },
  GammaDistr: (of, unit) => {
    const shape = numberOf(of, 'alpha');
    return drawn({ distribution: 'gamma', mean: shape * numberOf(of, 'beta') * unit, scv: 1 / shape });
  },
  Lognormal: (of, unit) => {
    const [mu, variance] = [numberOf(of, 'mu'), numberOf(of, 'sigma') ** 2];
    return drawn({ distribution: 'lognormal', mean: exp(mu + variance / 2) * unit, scv: expm1(variance) });
  },
  Weibull: (of, unit) => {
    const shape = numberOf(of, 'r');
    const mean = numberOf(of, 'alpha') * exp(logGammaFromHalf(1 + 1 / shape)) * unit;
    return drawn({ distribution: 'weibull', mean, shape });
  },
  Pareto: (of, unit) =>
    drawn({ distribution: 'pareto', scale: numberOf(of, 'k') * unit, shape: numberOf(of, 'alpha') }),
  PhaseTypeDistr: (of, unit) =>
    drawn({
      distribution: 'phaseType',
      alpha: matrixOf(of, 'alpha').flat(),
      T: scaled(matrixOf(of, 'T'), 1 / unit),
    }),
  MAPDistr: (of, unit) =>
    drawn({
      distribution: 'map',
      D0: scaled(matrixOf(of, 'D0'), 1 / unit),
      D1: scaled(matrixOf(of, 'D1'), 1 / unit),
    }),
  MMPP2Distr: (of, unit) =>
    drawn({
      distribution: 'onOff',
      peakRate: numberOf(of, 'lambda0') / unit,
      idleRate: numberOf(of, 'lambda1') / unit,
      meanOnTime: unit / numberOf(of, 'sigma0'),
      meanOffTime: unit / numberOf(of, 'sigma1'),
    }),
  Replayer: (of) =>
    refuseAt(
      of.at,
      `its times are in the file ${partNamed(of, 'fileName')?.value ?? '?'}, which the model only names; put a distribution there`,
    ),
};

/** The distribution of one time of a correlated process, for services; undefined where times are independent. */
export function independentTimes(distribution: ArrivalDistribution): ServiceDistribution | undefined {
  if (distribution.distribution !== 'map' && distribution.distribution !== 'onOff') return undefined;
  const process = distribution.distribution === 'map' ? distribution : onOffMatrices(distribution);
  const phases = stationaryPhases(process);
  if (!phases) return undefined;
  // Phases right after an arrival: those of any time, weighted by where arrivals lead.
  const after = process.D1[0]!.map((_, to) =>
    phases.reduce((sum, p, from) => sum + p * process.D1[from]![to]!, 0),
  );
  const all = after.reduce((sum, p) => sum + p, 0);
  return { distribution: 'phaseType', alpha: after.map((p) => p / all), T: process.D0 };
}

/** A distribution as JMT writes it: class, class of its numbers, and these. */
export interface WrittenTimes {
  readonly kind: string;
  readonly numbersKind: string;
  /** Its name in the forms of JMT. */
  readonly label: string;
  readonly numbers: Readonly<Record<string, number | readonly (readonly number[])[]>>;
  /** What it has otherwise than the scenario. */
  readonly remark?: string;
}

const written = (
  kind: string,
  label: string,
  numbers: WrittenTimes['numbers'],
  numbersKind = `${kind}Par`,
): WrittenTimes => ({ kind, label, numbers, numbersKind });

/** `unit`: seconds of one unit of time of the written model. */
export function writtenTimes(distribution: ArrivalDistribution, unit: number): WrittenTimes {
  const mean = distributionMean(distribution) / unit;
  switch (distribution.distribution) {
    case 'exponential':
      return written('Exponential', 'Exponential', { lambda: distributionRate(distribution) * unit });
    case 'deterministic':
      return written('DeterministicDistr', 'Deterministic', { t: mean });
    case 'erlang':
      return written('Erlang', 'Erlang', { alpha: distribution.shape / mean, r: distribution.shape });
    case 'gamma':
      return written('GammaDistr', 'Gamma', { alpha: 1 / distribution.scv, beta: mean * distribution.scv });
    case 'uniform':
      return written('Uniform', 'Uniform', { min: distribution.min / unit, max: distribution.max / unit });
    case 'lognormal': {
      const variance = log1p(distribution.scv);
      return written('Lognormal', 'Lognormal', { mu: log(mean) - variance / 2, sigma: Math.sqrt(variance) });
    }
    case 'weibull': {
      const alpha = mean / exp(logGammaFromHalf(1 + 1 / distribution.shape));
      return written('Weibull', 'Weibull', { alpha, r: distribution.shape });
    }
    case 'pareto':
      return written('Pareto', 'Pareto', { alpha: distribution.shape, k: distribution.scale / unit });
    case 'map':
      return written(
        'MAPDistr',
        'Burst (MAP)',
        { D0: scaled(distribution.D0, unit), D1: scaled(distribution.D1, unit) },
        'MAPPar',
      );
    case 'onOff':
      return burst(distribution, unit);
    case 'hyperexponential':
    case 'phaseType':
      return phases(distribution, unit);
    case 'triangular':
    case 'empirical':
    case 'trace': {
      const scv = distributionScv(distribution);
      const spread = scv > 0 ? { distribution: 'gamma' as const, mean: mean * unit, scv } : undefined;
      return {
        ...writtenTimes(spread ?? { distribution: 'deterministic', mean: mean * unit }, unit),
        remark: `${formOf(distribution)} times are written as gamma distributed with the same mean and variance`,
      };
    }
  }
}

function burst(
  distribution: Extract<ArrivalDistribution, { distribution: 'onOff' }>,
  unit: number,
): WrittenTimes {
  const { peakRate, idleRate = 0, meanOnTime, meanOffTime } = distribution;
  if (idleRate === 0) return writtenTimes({ distribution: 'map', ...onOffMatrices(distribution) }, unit);
  const numbers = {
    lambda0: peakRate * unit,
    lambda1: idleRate * unit,
    sigma0: unit / meanOnTime,
    sigma1: unit / meanOffTime,
  };
  return written('MMPP2Distr', 'Burst (MMPP2)', numbers, 'MMPP2Par');
}

/** Two branches have a form of their own; any other phases are written as such. */
function phases(distribution: ServiceDistribution, unit: number): WrittenTimes {
  const { start, moves, ends } = servicePhases(distribution)!;
  const isMixture = moves.every((ways) => ways.length === 0);
  if (isMixture && start.length === 2)
    return written('HyperExp', 'Hyperexponential', {
      p: start[0]!,
      lambda1: ends[0]! * unit,
      lambda2: ends[1]! * unit,
    });
  if (isMixture && start.length === 1)
    return written('Exponential', 'Exponential', { lambda: ends[0]! * unit });
  const T = moves.map((ways, from) => {
    const row = ends.map(() => 0);
    for (const { rate, to } of ways) row[to] = rate * unit;
    row[from] = -(ends[from]! * unit + ways.reduce((sum, { rate }) => sum + rate * unit, 0));
    return row;
  });
  return written('PhaseTypeDistr', 'Phase-Type', { alpha: [start], T }, 'PhaseTypePar');
}
