import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import { poissonWeights } from '../../core/numeric/poisson-weights.ts';
import { meanPassageTime, stopAt } from './first-passage.ts';
import type { SparseMatrix } from './sparse-matrix.ts';
import { Uniformized } from './uniformized.ts';

/** n customers come at rate `up(n)`, go at rate `down(n)`, 0 .. K. */
function birthDeath(K: number, up: (n: number) => number, down: (n: number) => number): SparseMatrix {
  const columns: number[] = [];
  const values: number[] = [];
  const starts = [0];
  for (let n = 0; n <= K; n++) {
    if (n > 0) {
      columns.push(n - 1);
      values.push(down(n));
    }
    if (n < K) {
      columns.push(n + 1);
      values.push(up(n));
    }
    starts.push(columns.length);
  }
  return {
    size: K + 1,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
}

const poisson = (n: number, q: number): number => Math.exp(n * Math.log(q) - q - logGamma(n + 1));

describe('poissonWeights', () => {
  it('are the Poisson probabilities, and leave out less than the error', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 3e4, noNaN: true }), (q) => {
        const { left, weights } = poissonWeights(q, 1e-10);
        let kept = 0;
        weights.forEach((weight, i) => {
          const truth = poisson(left + i, q);
          expect(Math.abs(weight - truth)).toBeLessThan(1e-10 + 1e-9 * truth);
          kept += truth;
        });
        expect(1 - kept).toBeLessThan(1e-9);
        expect(weights.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12);
      }),
      { numRuns: 60 },
    );
  });

  it('take a mean of a million, and of nothing', () => {
    const { left, weights } = poissonWeights(1e6, 1e-12);
    expect(weights.reduce((sum, weight, i) => sum + weight * (left + i), 0) / 1e6).toBeCloseTo(1, 10);
    expect(poissonWeights(0, 1e-10)).toEqual({ left: 0, weights: Float64Array.of(1) });
  });
});

describe('Uniformized', () => {
  it('moves two states by exp(Qt): 1 - a / (a + b) (1 - exp(-(a + b) t))', () => {
    const chain = new Uniformized(
      birthDeath(
        1,
        () => 0.7,
        () => 1.9,
      ),
    );
    const t = 0.8;
    const { left, weights } = poissonWeights(chain.clock * t, 1e-13);
    let now = Float64Array.of(1, 0);
    let next = new Float64Array(2);
    let stays = 0;
    for (let tick = 0; tick < left + weights.length; tick++) {
      if (tick >= left) stays += weights[tick - left]! * now[0]!;
      chain.step(now, next);
      [now, next] = [next, now];
    }
    expect(stays).toBeCloseTo(1 - (0.7 / 2.6) * (1 - Math.exp(-2.6 * t)), 12);
  });
});

describe('meanPassageTime', () => {
  it.each([0.5, 1, 2])(
    'from empty to full of M/M/1/K, load %f: sum of (K - i) / lambda rho^-i ...',
    (rho) => {
      // From n to n + 1: h_n = 1 / lambda + h_(n - 1) / rho.
      const K = 30;
      let [step, truth] = [0, 0];
      for (let n = 0; n < K; n++) {
        step = 1 / rho + step / rho;
        truth += step;
      }
      const rates = birthDeath(
        K,
        () => rho,
        () => 1,
      );
      expect(meanPassageTime(stopAt(rates, 0, (n) => n === K)) / truth).toBeCloseTo(1, 12);
    },
  );

  it('does not lose digits of what happens every 1e60 s', () => {
    const rates = birthDeath(
      60,
      () => 0.1,
      () => 1,
    );
    let [step, truth] = [0, 0];
    for (let n = 0; n < 60; n++) {
      step = 10 + step * 10;
      truth += step;
    }
    expect(meanPassageTime(stopAt(rates, 0, (n) => n === 60)) / truth).toBeCloseTo(1, 10);
  });

  it('is infinite where the target may be missed', () => {
    const fork: SparseMatrix = {
      size: 3,
      starts: Int32Array.of(0, 2, 2, 2),
      columns: Int32Array.of(1, 2),
      values: Float64Array.of(1, 1),
    };
    expect(meanPassageTime(stopAt(fork, 0, (state) => state === 2))).toBe(Number.POSITIVE_INFINITY);
  });
});
