import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NormalDraws } from '../../core/distributions/draws.ts';
import { drawPoisson, saturatedCounts, streamOf } from './micro-benchmark.ts';
import { estimatePublished, publishedBias } from './published.ts';
import { GAUSSIAN_FILTER, LAPLACIAN_FILTER, laplacianGaussian, RateHeuristic } from './rate-heuristic.ts';

/** Algorithm 1 as it is printed: every window filtered anew, mean and deviation from their definitions. */
function printedQuantiles(tcs: readonly number[]): readonly number[] {
  const G = [-2, -1, 0, 1, 2].map((x) => Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI));
  return tcs.slice(15).map((_, at) => {
    const S = tcs.slice(at, at + 16);
    const filtered = S.slice(2, 14).map((_value, i) => G.reduce((sum, g, j) => sum + g * S[i + j]!, 0));
    const mean = filtered.reduce((sum, value) => sum + value, 0) / 12;
    const variance = filtered.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 11;
    return mean + 1.64485 * Math.sqrt(variance);
  });
}

describe('the filters', () => {
  it('have the taps of equations (2) and (4)', () => {
    expect(GAUSSIAN_FILTER.reduce((sum, tap) => sum + tap, 0)).toBeCloseTo(0.990866, 6);
    expect([-1, 0, 1].map((x) => Number(laplacianGaussian(x).toFixed(4)))).toEqual([1.2958, -3.1915, 1.2958]);
    expect(LAPLACIAN_FILTER.map((tap) => Number(tap.toFixed(8)))).toEqual([
      1.49577381, -2.99154763, 1.49577381,
    ]);
  });
});

describe('RateHeuristic', () => {
  it('gives the quantiles and the mean of the printed algorithm', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 16, maxLength: 60 }), (tcs) => {
        const heuristic = new RateHeuristic({ tolerance: 0 });
        const q: number[] = [];
        for (const tc of tcs) {
          heuristic.push(tc);
          if (!Number.isNaN(heuristic.q)) q.push(heuristic.q);
        }
        const printed = printedQuantiles(tcs);
        expect(q).toHaveLength(printed.length);
        for (const [i, value] of q.entries()) expect(value).toBeCloseTo(printed[i]!, 8);
        const mean = printed.reduce((sum, value) => sum + value, 0) / printed.length;
        expect(heuristic.meanQ).toBeCloseTo(mean, 8);
        expect(heuristic.values).toBe(printed.length);
      }),
    );
  });

  it('converges at once on a constant count, and starts anew', () => {
    const heuristic = new RateHeuristic();
    const converged: number[] = [];
    for (let i = 1; i <= 100; i += 1) {
      if (!heuristic.push(50)) continue;
      converged.push(i);
      expect(heuristic.meanQ).toBeCloseTo(50 * 0.990866, 4);
      heuristic.resetStats();
      expect(heuristic.values).toBe(0);
    }
    // 16 counts for a window; sigma needs two q, the Laplacian three sigmas, and 16 of them must be calm. The window stays.
    expect(converged).toEqual([34, 53, 72, 91]);
  });

  it.each([
    [5, 1.323],
    [20, 1.1569],
    [100, 1.0652],
    [400, 1.028],
  ])('is biased for Poisson counts of %d by the factor %f, as the formula says', (count, factor) => {
    const stream = streamOf(1, 'counts');
    const normal = new NormalDraws(stream);
    const heuristic = new RateHeuristic({ tolerance: 0 });
    for (let i = 0; i < 200_000; i += 1) heuristic.push(drawPoisson(count, stream, normal));
    expect(heuristic.meanQ / count).toBeCloseTo(factor, 2);
    expect(publishedBias(count)).toBeCloseTo(factor, 3);
  });
});

describe('estimatePublished', () => {
  const saturated = (later?: { at: number; rate: number }) =>
    saturatedCounts({
      server: { times: 'deterministic', rate: 5e5, ...(later && { later }) },
      ...{ period: 1e-4, periods: 4000, seed: 1 },
    });

  it('is right for a constant server but for the 0.9 % that the filter takes', () => {
    const { outcome, convergences } = estimatePublished(saturated());
    expect(outcome).toMatchObject({ method: 'published', periods: 4000 });
    expect('rate' in outcome && outcome.rate / 5e5).toBeCloseTo(0.9909, 2);
    expect(convergences.length).toBeGreaterThan(5);
  });

  it('follows a server that changes (figure 6)', () => {
    const { convergences } = estimatePublished(saturated({ at: 0.2, rate: 8e5 }));
    for (const { time, rate } of convergences) {
      if (time < 0.2) expect(rate / 5e5).toBeCloseTo(0.99, 1);
    }
    expect(convergences.at(-1)!.rate / 8e5).toBeCloseTo(0.99, 2);
  });

  it('leaves out blocked periods and those of another length', () => {
    const columns = saturated();
    columns.count[7] = 1e6;
    columns.blocked[7] = 1;
    columns.count[9] = 1e6;
    columns.period[9] = 2e-4;
    expect(estimatePublished(columns).outcome).toMatchObject({ periods: 3998 });
    expect(estimatePublished(columns).outcome).toHaveProperty('rate', expect.closeTo(4.95e5, -4));
  });

  it('says when it did not converge', () => {
    const outcome = estimatePublished(
      saturatedCounts({ server: { times: 'exponential', rate: 1e5 }, period: 1e-4, periods: 60, seed: 1 }),
    ).outcome;
    expect(outcome).toMatchObject({ provisional: true });
  });
});
