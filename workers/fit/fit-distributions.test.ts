import { describe, expect, it } from 'vitest';
import { distributionMean, type ServiceDistribution } from '../../core/distributions/index.ts';
import type { DistributionFit, FitData, FittedFamily } from './contract.ts';
import { binned, drawn } from './drawn.test-support.ts';
import { fitDistributions } from './fit-distributions.ts';

const samples = (values: readonly number[] | Float64Array): FitData => ({
  kind: 'samples',
  values: Float64Array.from(values),
});

function fitOf(family: FittedFamily, data: FitData): DistributionFit {
  const report = fitDistributions(data, { families: [family], bootstraps: 0 });
  if (!report.ok) throw new Error(report.error);
  return report.value.fits[0]!;
}

const parameter = (fit: DistributionFit, name: string) => fit.parameters.find((one) => one.name === name)!;
const SMALL = [0.3, 1.2, 0.7, 2.9, 0.1, 1.6, 0.4, 3.8, 0.9, 1.1];
const sum = (values: readonly number[]) => values.reduce((all, x) => all + x, 0);

describe('maximum likelihood from samples', () => {
  it('exponential: the mean, its error mean / sqrt n, and n ln(1/mean) - n', () => {
    const fit = fitOf('exponential', samples(SMALL));
    const mean = sum(SMALL) / 10;
    expect(distributionMean(fit.distribution)).toBeCloseTo(mean, 8);
    expect(Math.log(parameter(fit, 'mean').high! / mean) / 1.959964).toBeCloseTo(1 / Math.sqrt(10), 4);
    expect(fit.logLikelihood).toBeCloseTo(-10 * Math.log(mean) - 10, 8);
    expect(fit.aic).toBeCloseTo(2 - 2 * fit.logLikelihood, 10);
    expect(fit.bic).toBeCloseTo(Math.log(10) - 2 * fit.logLikelihood, 10);
  });

  it('lognormal: mean and variance of the logarithms', () => {
    const logs = SMALL.map(Math.log);
    const mu = sum(logs) / 10;
    const variance = sum(logs.map((x) => (x - mu) ** 2)) / 10;
    const fit = fitOf('lognormal', samples(SMALL));
    expect(parameter(fit, 'mean').value).toBeCloseTo(Math.exp(mu + variance / 2), 6);
    expect(parameter(fit, 'scv').value).toBeCloseTo(Math.expm1(variance), 5);
  });

  it('gamma: its mean is that of the data, and ln k - psi(k) = ln mean - mean ln', () => {
    const { distribution } = fitOf('gamma', samples(SMALL));
    if (distribution.distribution !== 'gamma') throw new Error(distribution.distribution);
    expect(distributionMean(distribution)).toBeCloseTo(sum(SMALL) / 10, 6);
    // psi by its asymptotic series after a shift by 10.
    const k = 1 / distribution.scv;
    const shifted = k + 10;
    const psi =
      Math.log(shifted) -
      1 / (2 * shifted) -
      1 / (12 * shifted ** 2) +
      1 / (120 * shifted ** 4) -
      sum(Array.from({ length: 10 }, (_, i) => 1 / (k + i)));
    expect(Math.log(k) - psi).toBeCloseTo(Math.log(sum(SMALL) / 10) - sum(SMALL.map(Math.log)) / 10, 5);
  });

  it('Weibull: solves its likelihood equations', () => {
    const { distribution } = fitOf('weibull', samples(SMALL));
    if (distribution.distribution !== 'weibull') throw new Error(distribution.distribution);
    const k = distribution.shape;
    const powers = SMALL.map((x) => x ** k);
    const left = sum(SMALL.map((x, i) => powers[i]! * Math.log(x))) / sum(powers);
    expect(left - 1 / k).toBeCloseTo(sum(SMALL.map(Math.log)) / 10, 5);
  });

  it('Pareto and uniform: at the extremes of the data', () => {
    const pareto = fitOf('pareto', samples(SMALL)).distribution;
    expect(pareto).toMatchObject({ scale: 0.1 });
    expect((pareto as { shape: number }).shape).toBeCloseTo(
      10 / sum(SMALL.map((x) => Math.log(x / 0.1))),
      10,
    );
    expect(fitOf('uniform', samples(SMALL)).distribution).toEqual({
      distribution: 'uniform',
      min: 0.1,
      max: 3.8,
    });
  });

  it('is the same in any unit of time', () => {
    for (const family of ['gamma', 'lognormal', 'weibull', 'hyperexponential'] as const) {
      const values = drawn({ distribution: 'hyperexponential', mean: 1, scv: 4 }, 300, 3);
      const [seconds, micro] = [1, 1e-6].map(
        (unit) => fitOf(family, samples(values.map((x) => x * unit))).distribution,
      );
      expect(distributionMean(micro!) / distributionMean(seconds!)).toBeCloseTo(1e-6, 10);
    }
  });
});

describe('histograms', () => {
  const distribution: ServiceDistribution = { distribution: 'gamma', mean: 1, scv: 0.4 };
  const values = drawn(distribution, 2000, 5);

  it.each(['exponential', 'gamma', 'lognormal', 'weibull', 'hyperexponential', 'phaseType'] as const)(
    '%s: comes to the fit of the samples as bins shrink',
    (family) => {
      const data =
        family === 'hyperexponential' ? drawn({ distribution: family, mean: 1, scv: 3 }, 2000, 5) : values;
      const exact = distributionMean(fitOf(family, samples(data)).distribution);
      const errors = [8, 256].map((count) => {
        const top = data.reduce((a, x) => Math.max(a, x)) * 1.001;
        const edges = Array.from({ length: count + 1 }, (_, i) => (top * i) / count);
        return Math.abs(
          distributionMean(fitOf(family, { kind: 'bins', bins: binned(data, edges) }).distribution) / exact -
            1,
        );
      });
      expect(errors[1]).toBeLessThan(0.005);
      expect(errors[1]! <= errors[0]! + 1e-4).toBe(true);
    },
  );

  it('an open last bin is no reason to end there', () => {
    const edges = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, Number.POSITIVE_INFINITY];
    const fit = fitOf('gamma', { kind: 'bins', bins: binned(values, edges) });
    expect(parameter(fit, 'mean').low).toBeLessThan(1);
    expect(parameter(fit, 'mean').high).toBeGreaterThan(1);
  });
});

describe('ranking', () => {
  it('puts the distribution that made the data first and says why', () => {
    const report = fitDistributions(
      samples(drawn({ distribution: 'lognormal', mean: 1e-3, scv: 2 }, 1000, 1)),
      {
        families: ['exponential', 'gamma', 'lognormal', 'weibull', 'pareto'],
        bootstraps: 24,
      },
    );
    if (!report.ok) throw new Error(report.error);
    expect(report.value.fits[0]!.family).toBe('lognormal');
    expect(report.value.fits[0]!.p).toBeGreaterThan(0.05);
    expect(report.value.sentences[0]).toMatch(
      /^Lognormal is clearly best with 2 free numbers: it comes nearer to the data than/,
    );
    expect(report.value.fits.find(({ family }) => family === 'exponential')!.p).toBeLessThan(0.05);
  });

  it('prefers few numbers: exponential times are called exponential, whole phases Erlang', () => {
    const first = (distribution: ServiceDistribution) => {
      const report = fitDistributions(samples(drawn(distribution, 1000, 11)), { bootstraps: 0 });
      return report.ok ? report.value.fits[0]!.family : report.error;
    };
    expect(first({ distribution: 'exponential', mean: 1 })).toBe('exponential');
    expect(first({ distribution: 'erlang', mean: 1, shape: 3 })).toBe('erlang');
  });

  it('calls a clock coarse by the values that differ, not by those that are fitted together', () => {
    const fine = Array.from({ length: 6400 }, (_, i) => 1 + ((i * 0.618034) % 1) / 2);
    const said = (values: readonly number[]) => {
      const report = fitDistributions(samples(values), { families: ['gamma'], bootstraps: 0 });
      return report.ok ? report.value.sentences.join(' ') : report.error;
    };
    expect(said(fine)).not.toContain('coarse');
    expect(said(fine.map((value) => Math.round(40 * value) / 40))).toContain(
      'Only 21 of the 6400 values differ: the clock is coarse',
    );
  });

  it('says that correlated times are not independent, and fits a stream to them', () => {
    const stream = {
      distribution: 'map',
      D0: [
        [-3, 0],
        [0, -0.3],
      ],
      D1: [
        [2.9, 0.1],
        [0.05, 0.25],
      ],
    } as const;
    const report = fitDistributions(samples(drawn(stream, 5000, 2)), {
      families: ['exponential', 'gamma'],
      bootstraps: 0,
    });
    if (!report.ok) throw new Error(report.error);
    expect(report.value.sentences.join(' ')).toMatch(
      /The times are correlated \(0\.\d+ between neighbours\)/,
    );
    expect(report.value.effectiveCount).toBeLessThan(4000);
    expect(report.value.correlated.map(({ distribution }) => distribution.distribution)).toEqual([
      'map',
      'onOff',
    ]);
  });
});

describe('refusals', () => {
  const reason = (values: readonly number[]) => {
    const report = fitDistributions(samples(values), { bootstraps: 0 });
    return report.ok
      ? report.value.refused.map(({ family, reason: why }) => `${family}: ${why}`).join('\n')
      : report.error;
  };

  it('too few, negative, not a number, all 0', () => {
    expect(reason([1, 2, 3])).toBe('Expected at least 5 values, got 3');
    expect(reason([1, 2, -0.5, 4, 5])).toBe('Expected times >= 0 s; value 3 is -0.5');
    expect(reason([1, Number.NaN, 2, 4, 5])).toBe('Expected times >= 0 s; value 2 is NaN');
    expect(reason([0, 0, 0, 0, 0])).toBe('All 5 values are 0: there is no time to fit');
  });

  it('distributions that cannot give a 0 say so, and the others are fitted', () => {
    expect(reason([0, 1, 2, 3, 4, 5])).toContain(
      'gamma: 1 of the 6 values is 0, which this distribution cannot give',
    );
    expect(reason([0, 1, 2, 3, 4, 5])).toContain(
      'pareto: it has a smallest value above 0, and the data begin at 0',
    );
  });

  it('equal values are constant', () => {
    const report = fitDistributions(samples([2, 2, 2, 2, 2, 2]));
    expect(report.ok && report.value.fits.map(({ distribution }) => distribution)).toEqual([
      { distribution: 'deterministic', mean: 2 },
    ]);
  });

  it('broken bins are named', () => {
    const bins = {
      ...binned(Float64Array.of(0.5, 1.5, 1.6, 2.5, 2.6), [0, 1, 2, 3]),
      low: Float64Array.of(0, 0.5, 2),
    };
    const report = fitDistributions({ kind: 'bins', bins });
    expect(report.ok ? '' : report.error).toBe(
      'Expected bins [low, high) in order, with counts >= 0; bin 2 is [0.5, 2) with 2',
    );
  });
});
