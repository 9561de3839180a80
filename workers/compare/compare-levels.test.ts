import { describe, expect, it } from 'vitest';
import { levelBins } from '../measure/reduce/level-bins.ts';
import { compareLevels } from './compare-levels.ts';

const geometric = (rho: number, levels = 60): number[] =>
  Array.from({ length: levels }, (_, n) => (1 - rho) * rho ** n);

/** Frames with these distributions, each observed for one second. */
function framed(frames: readonly (readonly number[])[]) {
  const levels = frames[0]!.length;
  const whole = Array.from(
    { length: levels },
    (_, n) => frames.reduce((sum, shares) => sum + shares[n]!, 0) / frames.length,
  );
  return { ...levelBins(whole), byFrame: Float64Array.from(frames.flat()) };
}

describe('compareLevels', () => {
  it('finds no distance from itself, and the same quantiles', () => {
    const { distances, quantiles, frames } = compareLevels({
      predicted: geometric(0.5),
      measured: geometric(0.5),
    });
    expect(distances).toEqual({
      wasserstein: { value: 0 },
      kolmogorovSmirnov: { value: 0 },
      jensenShannon: { value: 0 },
    });
    expect(quantiles.predicted).toEqual(quantiles.measured);
    expect(frames).toBeUndefined();
  });

  it('gives the distance of two geometric distributions: that of their means, as one is never below the other', () => {
    const { distances } = compareLevels({ predicted: geometric(0.5), measured: geometric(0.6) });
    expect(distances.wasserstein.value).toBeCloseTo(1.5 - 1, 9);
    // F differs most at n = 1: 0.6^2 - 0.5^2 = 0.11.
    expect(distances.kolmogorovSmirnov.value).toBeCloseTo(0.11, 12);
  });

  it('holds the distance in an interval where there are frames, the same each time', () => {
    const frames = Array.from({ length: 24 }, (_, i) => geometric(0.6 + 0.04 * Math.sin(7 * i)));
    const occupancy = framed(frames);
    const question = { predicted: geometric(0.5), measured: [...occupancy.weight], occupancy };
    const answer = compareLevels(question);
    for (const { value, low, high } of Object.values(answer.distances)) {
      expect(low!).toBeLessThan(value);
      expect(high!).toBeGreaterThan(value);
    }
    expect(answer.bootstrap!.effectiveFrames).toBeLessThanOrEqual(24);
    expect(compareLevels(question)).toEqual(answer);
  });

  it('takes frame by frame, with a gap where nothing was observed', () => {
    const occupancy = framed([geometric(0.5), geometric(0.6).fill(0)]);
    const { frames, bootstrap } = compareLevels({
      predicted: geometric(0.5),
      measured: geometric(0.5),
      occupancy,
    });
    expect(frames!.mean[0]).toBeCloseTo(1, 9);
    expect(frames!.wasserstein[0]).toBeCloseTo(0, 9);
    expect(frames!.mean[1]).toBeNaN();
    // Two frames do not tell how they scatter.
    expect(bootstrap).toBeUndefined();
  });
});
