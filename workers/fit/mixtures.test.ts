import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distributionMean,
  distributionScv,
  functionsOf,
  type MapDistribution,
  type ServiceDistribution,
} from '../../core/distributions/index.ts';
import { onOffMatrices } from '../../core/distributions/on-off.ts';
import { type Cells, cellsOf } from './cells.ts';
import { binned, drawn } from './drawn.test-support.ts';
import { burstDecay, mapDecay, thirdMoment } from './fit-correlated.ts';
import { fitDistributions } from './fit-distributions.ts';
import { matchMoments } from './match-moments.ts';
import { emStep } from './mixture-families.ts';

function cellsFrom(values: Float64Array, edges?: readonly number[]): Cells {
  const cells = cellsOf(edges ? { kind: 'bins', bins: binned(values, edges) } : { kind: 'samples', values });
  if (!cells.ok) throw new Error(cells.error);
  return cells.value;
}

describe('expectation and maximization', () => {
  const values = drawn({ distribution: 'lognormal', mean: 1, scv: 2 }, 300, 4);
  const edges = [0, 0.2, 0.5, 1, 2, 4, Number.POSITIVE_INFINITY];
  it.each([
    ['points', cellsFrom(values)],
    ['bins with an open end', cellsFrom(values, edges)],
  ] as const)('never lowers the likelihood: %s', (_, cells) => {
    const branch = fc.record({
      share: fc.constant(1),
      shape: fc.integer({ min: 1, max: 6 }),
      rate: fc.double({ min: 0.05, max: 20, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(branch, { minLength: 1, maxLength: 3 }), (start) => {
        let branches = start.map((one) => ({ ...one, share: 1 / start.length }));
        let before = Number.NEGATIVE_INFINITY;
        for (let step = 0; step < 12; step += 1) {
          const next = emStep(cells, branches);
          if (Number.isFinite(before) && next.logLikelihood < before - 1e-8 * Math.abs(before)) return false;
          before = next.logLikelihood;
          branches = [...next.branches];
        }
        return true;
      }),
      { numRuns: 60 },
    );
  });

  it('one exponential branch is at its maximum after one step', () => {
    const cells = cellsFrom(values);
    const { branches } = emStep(cells, [{ share: 1, shape: 1, rate: 7 }]);
    expect(branches[0]!.rate).toBeCloseTo(1 / cells.mean, 12);
  });
});

describe('phase-type distributions', () => {
  const fast = drawn({ distribution: 'erlang', shape: 20, mean: 1 }, 400, 7);
  const slow = drawn({ distribution: 'erlang', shape: 20, mean: 6 }, 600, 8);

  it('find two steady branches far from each other', () => {
    const report = fitDistributions(
      { kind: 'samples', values: Float64Array.of(...fast, ...slow) },
      { bootstraps: 0 },
    );
    const [best] = report.ok ? report.value.fits : [];
    expect(best!.family).toBe('phaseType');
    const value = (name: string): number => best!.parameters.find((one) => one.name === name)!.value;
    expect(value('probabilities[0]')).toBeCloseTo(0.6, 2);
    expect(value('phases[0]') / value('rates[0]')).toBeCloseTo(6, 0);
    expect(value('phases[1]') / value('rates[1]')).toBeCloseTo(1, 1);
    expect(best!.kolmogorovSmirnov).toBeLessThan(0.03);
  });

  it('have no largest likelihood where values are 0', () => {
    const values = Float64Array.of(
      ...fast,
      ...drawn({ distribution: 'exponential', rate: 0.1 }, 100, 9),
      0,
      0,
    );
    const report = fitDistributions({ kind: 'samples', values }, { bootstraps: 0 });
    const refused = report.ok ? report.value.refused : [];
    for (const family of ['hyperexponential', 'phaseType'])
      expect(refused).toContainEqual({
        family,
        reason: '2 of the 502 values are 0: its likelihood has no largest value',
      });
  });
});

/** Raw moments by integrating n x^(n-1) P[X > x]. */
function moment(distribution: ServiceDistribution, n: number, mean: number): number {
  const { tail } = functionsOf(distribution);
  let all = 0;
  const steps = 4000;
  for (let i = 0; i < steps; i += 1) {
    const y = ((i + 0.5) * 4) / steps;
    const x = mean * y ** 4;
    all += n * x ** (n - 1) * tail(x) * mean * ((4 * y ** 3 * 4) / steps);
  }
  return all;
}

describe('matchMoments', () => {
  it('meets two moments exactly', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 100, noNaN: true }),
        fc.double({ min: 0.02, max: 50, noNaN: true }),
        (mean, scv) => {
          const match = matchMoments([mean, (scv + 1) * mean ** 2]);
          if (!match.ok) throw new Error(match.error);
          expect(distributionMean(match.value.distribution) / mean).toBeCloseTo(1, 8);
          expect(distributionScv(match.value.distribution) / scv).toBeCloseTo(1, 6);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    [0.3, 1],
    [0.6, 1.6],
    [1.7, 5],
    [4, 4],
  ])('meets three moments exactly: scv %d, skewness %d', (scv, skewness) => {
    const sd = Math.sqrt(scv);
    const m3 = skewness * sd ** 3 + 3 * (scv + 1) - 2;
    const match = matchMoments([1, scv + 1, m3]);
    if (!match.ok) throw new Error(match.error);
    expect(match.value.moments).toBe(3);
    for (const [n, want] of [
      [1, 1],
      [2, scv + 1],
      [3, m3],
    ] as const) {
      expect(moment(match.value.distribution, n, 1) / want).toBeCloseTo(1, 3);
    }
  });

  it('says when three moments are out of reach, and refuses what no distribution has', () => {
    // Skewness below c - 1/c.
    const match = matchMoments([1, 5, 22]);
    expect(match.ok && match.value.moments).toBe(2);
    expect(matchMoments([2, 3]).ok).toBe(false);
    expect(matchMoments([2])).toEqual({ ok: false, error: 'Expected two or three raw moments > 0, got 2' });
  });
});

describe('correlated streams', () => {
  const stream: MapDistribution = {
    distribution: 'map',
    D0: [
      [-3, 0],
      [0, -0.3],
    ],
    D1: [
      [2.9, 0.1],
      [0.05, 0.25],
    ],
  };

  it('reproduces mean, variability and the decay of the correlation', () => {
    const report = fitDistributions(
      { kind: 'samples', values: drawn(stream, 40_000, 2) },
      { families: ['exponential'], bootstraps: 0 },
    );
    if (!report.ok) throw new Error(report.error);
    const { autocorrelation, correlated, mean, scv } = report.value;
    expect(correlated.map(({ distribution }) => distribution.distribution)).toEqual(['map', 'onOff']);
    for (const fit of correlated) {
      expect(fit.mean / mean).toBeCloseTo(1, 3);
      expect(fit.scv / scv).toBeCloseTo(1, 2);
      for (const lag of [1, 3, 8])
        expect(Math.abs(fit.autocorrelation[lag]! - autocorrelation![lag]!)).toBeLessThan(0.05);
      const gamma =
        fit.distribution.distribution === 'map' ? mapDecay(fit.distribution) : burstDecay(fit.distribution);
      expect(Math.abs(gamma - mapDecay(stream))).toBeLessThan(0.05);
    }
  });

  it('what is stated of a distribution is what it draws', () => {
    const values = drawn(
      { distribution: 'onOff', peakRate: 5, idleRate: 0.4, meanOnTime: 3, meanOffTime: 6 },
      60_000,
      8,
    );
    const report = fitDistributions(
      { kind: 'samples', values },
      { families: ['exponential'], bootstraps: 0 },
    );
    if (!report.ok) throw new Error(report.error);
    const bursts = report.value.correlated.find(({ distribution }) => distribution.distribution === 'onOff')!;
    const again = fitDistributions(
      { kind: 'samples', values: drawn(bursts.distribution, 60_000, 9) },
      { families: ['exponential'], bootstraps: 0 },
    );
    if (!again.ok) throw new Error(again.error);
    for (const lag of [1, 2, 5])
      expect(Math.abs(again.value.autocorrelation![lag]! - bursts.autocorrelation[lag]!)).toBeLessThan(0.03);
  });

  it('decay and third moment of bursts agree with their two phases written out', () => {
    const distribution = {
      distribution: 'onOff',
      peakRate: 5,
      idleRate: 0.4,
      meanOnTime: 3,
      meanOffTime: 6,
    } as const;
    expect(burstDecay(distribution)).toBeCloseTo(
      mapDecay({ distribution: 'map', ...onOffMatrices(distribution) }),
      12,
    );
    // Two phases that do not differ are Poisson: E X^3 = 6 / rate^3.
    expect(thirdMoment({ ...distribution, idleRate: 5 })).toBeCloseTo(6 / 125, 12);
  });

  it('refuses steady times that are correlated', () => {
    const steady = Float64Array.from({ length: 500 }, (_, i) => 1 + 0.1 * Math.sin(i / 20));
    const report = fitDistributions(
      { kind: 'samples', values: steady },
      { families: ['gamma'], bootstraps: 0 },
    );
    expect(report.ok && report.value.sentences.join(' ')).toMatch(
      /No correlated stream is fitted: two phases can only correlate/,
    );
  });
});
