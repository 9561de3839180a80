import { describe, expect, it } from 'vitest';
import { jensenShannonDistance, levelDistances } from '../measure/distances.ts';
import { openStream } from '../random/random-stream.ts';
import { shareDistances, testExchangeability } from './exchangeability.ts';
import {
  autocorrelation,
  chiSquaredAbove,
  correlations,
  ljungBox,
  turningPoints,
  twoSided,
} from './independence.ts';

const stream = openStream({ seed: 4, replication: 0, node: 'exchangeability', purpose: 'discipline' });

/** Shares of 200 values 0..9 of which the larger are likelier by `slope`. */
function randomShares(slope = 0): Float64Array {
  const shares = new Float64Array(10);
  for (let i = 0; i < 200; i += 1) {
    const u = stream.uniform();
    shares[Math.floor(10 * (stream.uniform() < slope ? Math.sqrt(u) : u))]! += 1 / 200;
  }
  return shares;
}

const pOf = (slope: number, runs = 39): number =>
  testExchangeability([
    {
      part: 'tail',
      measured: randomShares(slope),
      replicated: Array.from({ length: runs }, () => randomShares()),
    },
    {
      part: 'head',
      measured: randomShares(slope),
      replicated: Array.from({ length: runs }, () => randomShares()),
    },
  ]).p;

describe('the test of exchangeability', () => {
  it('rejects at 5 % about 5 % of the runs that are like the others, and others nearly always', {
    tags: ['long'],
  }, () => {
    const like = Array.from({ length: 1000 }, () => pOf(0));
    const rejected = like.filter((p) => p <= 0.05).length;
    // Binomial with mean 50: four standard deviations.
    expect(Math.abs(rejected - 50)).toBeLessThan(4 * Math.sqrt(1000 * 0.05 * 0.95));
    expect(like.filter((p) => p <= 0.5).length / 1000).toBeCloseTo(0.5, 1);
    expect(Array.from({ length: 100 }, () => pOf(0.6)).filter((p) => p <= 0.05).length).toBeGreaterThan(90);
  });

  it('uses the distances of the comparison of levels', () => {
    const [p, q] = [randomShares(), randomShares(0.5)];
    const { wasserstein, kolmogorovSmirnov, jensenShannon } = shareDistances(p, q);
    const known = levelDistances([...p], [...q]);
    expect(wasserstein).toBeCloseTo(known.wasserstein, 12);
    expect(kolmogorovSmirnov).toBeCloseTo(known.kolmogorovSmirnov, 12);
    expect(Math.sqrt(jensenShannon)).toBeCloseTo(jensenShannonDistance([...p], [...q]), 12);
    expect(shareDistances(Float64Array.of(1), Float64Array.of(0, 0, 1)).jensenShannon).toBe(1);
  });
});

describe('tests of independence', () => {
  const series = (phi: number, n: number): Float64Array => {
    let value = 0;
    return Float64Array.from({ length: n }, () => {
      value = phi * value + stream.uniform() - 0.5;
      return value;
    });
  };

  it('have the quantiles of the tables: chi-squared 5 % with 2, 10, 20 degrees, normal 5 %', () => {
    expect(chiSquaredAbove(5.991, 2)).toBeCloseTo(0.05, 4);
    expect(chiSquaredAbove(18.307, 10)).toBeCloseTo(0.05, 4);
    expect(chiSquaredAbove(31.41, 20)).toBeCloseTo(0.05, 4);
    expect(twoSided(1.959964)).toBeCloseTo(0.05, 6);
    expect(twoSided(0)).toBeCloseTo(1, 6);
  });

  it('reject at 5 % about 5 % of independent series, and those with r_1 = 0.2 nearly always', () => {
    const share = (phi: number, test: 'ljungBox' | 'turning'): number => {
      const ps = Array.from({ length: 400 }, () => {
        const values = series(phi, 1000);
        return test === 'ljungBox'
          ? ljungBox('', autocorrelation(values, 20), 1000).p
          : turningPoints(values).p;
      });
      return ps.filter((p) => p < 0.05).length / 400;
    };
    expect(Math.abs(share(0, 'ljungBox') - 0.05)).toBeLessThan(0.045);
    expect(Math.abs(share(0, 'turning') - 0.05)).toBeLessThan(0.045);
    expect(share(0.2, 'ljungBox')).toBeGreaterThan(0.95);
    expect(share(0.2, 'turning')).toBeGreaterThan(0.5);
  });

  it('correlations of an autoregressive series fall by its factor, and find a shift', () => {
    const values = series(0.6, 50_000);
    const r = autocorrelation(values, 3);
    for (const k of [0, 1, 2, 3]) expect(r[k]!).toBeCloseTo(0.6 ** k, 1);
    const noise = series(0, 5000);
    const shifted = Float64Array.from(noise, (_, i) => noise[i - 3] ?? 0);
    const cross = correlations(shifted, noise, -5, 5);
    expect(cross.indexOf(Math.max(...cross)) - 5).toBe(3);
    expect(autocorrelation(new Float64Array(10).fill(0.1), 3)).toHaveLength(0);
  });
});
