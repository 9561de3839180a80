import { describe, expect, it } from 'vitest';
import { relaxationTime } from './stage-pace.ts';

const mm1k = (arrivalRate: number, places: number) =>
  relaxationTime({ arrivalRate, serviceRate: 1, meanServiceTime: 1, places, variability: 1 });

/**
 * Slowest rate of decay of M/M/1/K by another way: the second smallest eigenvalue of its symmetrized generator, found by
 * counting the eigenvalues below x with Sturm's sequence.
 */
function slowestDecay(lambda: number, mu: number, K: number): number {
  const below = (x: number): number => {
    let count = 0;
    let pivot = 1;
    for (let n = 0; n <= K; n++) {
      const diagonal = (n < K ? lambda : 0) + (n > 0 ? mu : 0);
      pivot = diagonal - x - (n > 0 ? (lambda * mu) / pivot : 0);
      if (pivot < 0) count++;
    }
    return count;
  };
  let low = 1e-9;
  let high = 4 * (lambda + mu);
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (below(middle) >= 2) high = middle;
    else low = middle;
  }
  return high;
}

describe('relaxationTime', () => {
  it('is one over the spectral gap of M/M/1/K', () => {
    for (const K of [3, 10, 60]) {
      for (const rho of [0.6, 0.9, 0.999]) {
        expect(mm1k(rho, K)).toBeCloseTo(Math.max(1, 1 / slowestDecay(rho, 1, K)), 6);
      }
    }
  });

  it('is 1 / (mu (1 - sqrt rho)^2) for M/M/1 (Morse 1955), scaled by the variability', () => {
    expect(mm1k(0.81, Number.POSITIVE_INFINITY)).toBeCloseTo(100, 9);
    const bursty = { arrivalRate: 8.1, serviceRate: 10, meanServiceTime: 0.1, variability: 3 };
    expect(relaxationTime({ ...bursty, places: Number.POSITIVE_INFINITY })).toBeCloseTo(30, 9);
  });

  it('is that of reflected Brownian motion on a box at rho = 1: 2 K^2 / (pi^2 sigma^2), sigma^2 = 2 mu V', () => {
    const pace = { arrivalRate: 50, serviceRate: 50, meanServiceTime: 0.02, places: 1000, variability: 1.5 };
    const brownian = (2 * 1000 ** 2) / (Math.PI ** 2 * 2 * 50 * 1.5);
    expect(relaxationTime(pace) / brownian).toBeCloseTo(1, 2);
  });

  it('includes the time to fill up when more is offered than served', () => {
    expect(mm1k(1.5, 600)).toBe(1200);
    expect(mm1k(1e6, 600)).toBe(1);
  });

  it('never ends at rho = 1 without bound, and is not asked of clockwork', () => {
    expect(mm1k(1, Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    const clock = { arrivalRate: 1, serviceRate: 1, meanServiceTime: 1, places: 600, variability: 0 };
    expect(relaxationTime(clock)).toBe(1);
  });
});
