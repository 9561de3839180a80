/** Distributions: densities that integrate to 1, parameters recovered from complete data, and what chains make of them. */

import { describe, expect, it } from 'vitest';
import { type ServiceDistribution, samplerOf } from '../../core/distributions/index.ts';
import { openStream } from '../random/random-stream.ts';
import { DISTRIBUTION_FAMILIES, type DistributionFamily } from './contract.ts';
import {
  drawComponent,
  drawDiscrete,
  drawExponential,
  drawGammaDistribution,
  drawLognormal,
  drawMixture,
  drawPareto,
  drawRouting,
  drawValueOf,
  startDistribution,
} from './draw-distributions.ts';
import { parametersOfDistribution } from './known-chain.test-support.ts';
import { NARROWEST, ServiceDistributions } from './service-distributions.ts';
import { agreementOf } from './summarize-posterior.ts';

const stream = openStream({ seed: 3, replication: 0, node: 'test', purpose: 'service' });
const DISTRIBUTIONS: Readonly<Record<DistributionFamily, ServiceDistribution>> = {
  exponential: { distribution: 'exponential', mean: 2 },
  gamma: { distribution: 'gamma', mean: 2, scv: 0.4 },
  lognormal: { distribution: 'lognormal', mean: 2, scv: 0.7 },
  mixture: { distribution: 'hyperexponential', probabilities: [0.25, 0.75], rates: [0.2, 1] },
  pareto: { distribution: 'pareto', scale: 1.6, shape: 5 },
  discrete: {
    ...{ distribution: 'empirical', edges: [0.95, 1.05, 4.75, 5.25] },
    weights: [0.75, 0, 0.25],
  },
};

describe.each(DISTRIBUTION_FAMILIES)('distribution %s', (family) => {
  it('has a density whose integral is what it says, with the mean and scv that it says', () => {
    const distributions = new ServiceDistributions(1, 2, 1e-9);
    distributions.set(
      0,
      DISTRIBUTION_FAMILIES.indexOf(family),
      parametersOfDistribution(DISTRIBUTIONS[family]),
    );
    const [step, end] = [2e-3, 120];
    let [total, first, second] = [0, 0, 0];
    for (let [i, s] = [0, step / 2]; s < end; i += 1, s += step) {
      const density = Math.exp(distributions.logDensity(0, s)) * step;
      total += density;
      if (i % 2000 === 0) expect(distributions.cumulative(0, s + step / 2)).toBeCloseTo(total, 3);
      first += density * s;
      second += density * s * s;
    }
    expect(total).toBeCloseTo(1, 3);
    expect(distributions.mean(0)).toBeCloseTo(first, 2);
    expect(distributions.scv(0)).toBeCloseTo(second / first ** 2 - 1, 2);
    expect(distributions.logDensity(0, -1e-9)).toBe(Number.NEGATIVE_INFINITY);
    expect(distributions.cumulative(0, 0)).toBe(0);
  });

  it('is recovered from complete data', () => {
    const distributions = new ServiceDistributions(1, 2, 1e-9);
    const draws = samplerOf(
      DISTRIBUTIONS[family],
      openStream({ seed: 8, replication: 0, node: family, purpose: 'service' }),
    );
    const services = Float64Array.from({ length: 5000 }, () => draws.next());
    const sums = { n: services.length, sum: 0, logs: 0, squares: 0 };
    for (const s of services) {
      sums.sum += s;
      sums.logs += Math.log(s);
      sums.squares += Math.log(s) ** 2;
    }
    const prior = { observations: 1e-3, mean: 1 };
    const seen = { least: 1.61, values: STARTS.map(Math.exp), width: 0.01 };
    startDistribution(distributions, 0, DISTRIBUTION_FAMILIES.indexOf(family), 1, seen);
    let [mean, scv, rounds] = [0, 0, 0];
    for (let round = 0; round < 300; round += 1) {
      if (family === 'exponential') drawExponential(distributions, 0, sums, prior, stream);
      else if (family === 'gamma') drawGammaDistribution(distributions, 0, sums, prior, stream);
      else if (family === 'lognormal') drawLognormal(distributions, 0, sums, prior, stream);
      else if (family === 'pareto') drawPareto(distributions, 0, services, stream);
      else if (family === 'discrete') {
        const values = { n: new Float64Array(3), logs: new Float64Array(3), squares: new Float64Array(3) };
        for (const s of services) {
          const j = drawValueOf(distributions, 0, Math.log(s), stream);
          values.n[j]! += 1;
          values.logs[j]! += Math.log(s);
          values.squares[j]! += Math.log(s) ** 2;
        }
        drawDiscrete(distributions, 0, values, STARTS, NARROWEST, 0.1, stream);
      } else {
        const parts = { n: new Float64Array(2), sum: new Float64Array(2) };
        for (const s of services) {
          const j = drawComponent(distributions, 0, s, stream);
          parts.n[j]! += 1;
          parts.sum[j]! += s;
        }
        drawMixture(distributions, 0, parts, prior, stream);
      }
      if (round < 100) continue;
      mean += distributions.mean(0);
      scv += distributions.scv(0);
      rounds += 1;
    }
    const known = {
      ...{ exponential: 1, gamma: 0.4, lognormal: 0.7, mixture: scvOfMixture() },
      ...{ pareto: 1 / 15, discrete: (0.75 + 0.25 * 25) / 4 - 1 },
    }[family];
    expect(Math.abs(mean / rounds / 2 - 1)).toBeLessThan(0.06);
    // The squared variation of a heavy tail hangs on its last services.
    expect(Math.abs(scv / rounds / known - 1)).toBeLessThan(family === 'pareto' ? 0.3 : 0.15);
  });
});

/** ln of the values that are looked for: one of them has no services. */
const STARTS = [1.02, 2, 4.9].map(Math.log);

/** 2 Σ p/μ² / m² - 1 with m = 2. */
const scvOfMixture = (): number => (2 * (0.25 / 0.2 ** 2 + 0.75)) / 4 - 1;

describe('drawRouting', () => {
  it('has the mean of a Dirichlet distribution', () => {
    const counts = Float64Array.from([3, 0, 7]);
    const probability = new Float64Array(3);
    const sums = new Float64Array(3);
    for (let i = 0; i < 4000; i += 1) {
      drawRouting(probability, counts, stream);
      for (let j = 0; j < 3; j += 1) sums[j]! += probability[j]! / 4000;
    }
    for (const [j, count] of counts.entries()) expect(sums[j]).toBeCloseTo((1 + count) / 13, 1.7);
  });
});

describe('agreementOf', () => {
  const noise = (length: number, mean = 0): Float64Array =>
    Float64Array.from({ length }, () => mean + stream.uniform() - 0.5);

  it('finds independent draws in agreement, each worth one', () => {
    const { rHat, effectiveSize } = agreementOf([noise(500), noise(500), noise(500), noise(500)]);
    expect(rHat).toBeCloseTo(1, 1);
    expect(effectiveSize).toBeGreaterThan(1400);
  });

  it('finds chains that stay apart in disagreement, however well each mixes', () => {
    expect(agreementOf([noise(500), noise(500), noise(500, 2), noise(500)]).rHat).toBeGreaterThan(1.5);
  });

  it('counts fewer draws where they hang together: AR(1), (1 - φ) / (1 + φ)', () => {
    const chains = Array.from({ length: 4 }, () => {
      let x = 0;
      return Float64Array.from({ length: 2000 }, () => {
        x = 0.8 * x + stream.uniform() - 0.5;
        return x;
      });
    });
    expect(agreementOf(chains).effectiveSize / (8000 / 9)).toBeGreaterThan(0.7);
    expect(agreementOf(chains).effectiveSize / (8000 / 9)).toBeLessThan(1.4);
  });

  it('takes what never changes for agreed, and constants that differ for not', () => {
    const constant = (value: number): Float64Array => new Float64Array(20).fill(value);
    expect(agreementOf([constant(1), constant(1)]).rHat).toBe(1);
    expect(agreementOf([constant(1), constant(2)]).rHat).toBe(Number.POSITIVE_INFINITY);
    const rounded = Float64Array.from({ length: 20 }, (_, i) => 0.1 + (i % 3) * 2 ** -56);
    expect(agreementOf([rounded, rounded.slice().reverse()])).toEqual({ rHat: 1, effectiveSize: 40 });
    expect(agreementOf([rounded, rounded.map((value) => 3 * value)]).rHat).toBe(Number.POSITIVE_INFINITY);
  });
});
