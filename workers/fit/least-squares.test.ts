import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveLeastSquares } from './least-squares.ts';
import { maximize } from './maximize.ts';

const WIDE = { low: [-10, -10], high: [10, 10] };

describe('leastSquares', () => {
  it("finds the end of Rosenbrock's valley", () => {
    const end = solveLeastSquares({ start: [-1.2, 1], ...WIDE }, ([x, y]) => [10 * (y! - x! * x!), 1 - x!]);
    expect(end.at[0]).toBeCloseTo(1, 6);
    expect(end.at[1]).toBeCloseTo(1, 6);
    expect(end.cost).toBeLessThan(1e-12);
  });

  it('a straight line: the normal equations', () => {
    const [xs, ys] = [
      [0, 1, 2, 3, 4],
      [1.1, 2.9, 5.2, 6.8, 9.1],
    ];
    const end = solveLeastSquares({ start: [0, 0], ...WIDE }, ([a, b]) =>
      xs.map((x, i) => a! + b! * x - ys[i]!),
    );
    // b = Sxy / Sxx = 19.9 / 10, a = mean y - 2 b.
    expect(end.at[1]).toBeCloseTo(1.99, 8);
    expect(end.at[0]).toBeCloseTo(5.02 - 2 * 1.99, 8);
    expect(end.jacobian[3]![1]).toBeCloseTo(3, 8);
  });

  it('stays in its box, and moves along its walls', () => {
    const end = solveLeastSquares({ start: [0, 0], low: [-10, -10], high: [0.5, 10] }, ([x, y]) => [
      x! - 2,
      y! - x! - 3,
    ]);
    expect(end.at[0]).toBe(0.5);
    expect(end.at[1]).toBeCloseTo(3.5, 6);
  });

  it('never asks for a point outside, and never ends higher than it began', () => {
    const number = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(number, number, number, number, (a, b, x, y) => {
        const f = ([u, v]: readonly number[]) => [Math.sin(u! + a) - b, u! * v! - a, Math.exp(v! / 3) - b];
        const box = { start: [x, y], low: [-3, -3], high: [3, 3] };
        let inside = true;
        const end = solveLeastSquares(box, (at) => {
          inside &&= at.every((value) => value >= -3 && value <= 3);
          return f(at);
        });
        const before = f([x, y]).reduce((sum, r) => sum + r * r, 0);
        return inside && end.cost <= before + 1e-12;
      }),
      { numRuns: 100 },
    );
  });
});

describe('maximize', () => {
  it('finds a summit and its covariance', () => {
    // A normal log-density with the covariance [[2, 0.5], [0.5, 1]], whose inverse is [[1, -0.5], [-0.5, 2]] / 1.75.
    const f = ([x, y]: readonly number[]) => {
      const [u, v] = [x! - 3, y! + 1];
      return -(u * u - u * v + 2 * v * v) / 3.5;
    };
    const { at, covariance } = maximize(f, [0, 0]);
    expect(at[0]).toBeCloseTo(3, 6);
    expect(at[1]).toBeCloseTo(-1, 6);
    expect(covariance!.flat().map((x) => Number(x.toFixed(4)))).toEqual([2, 0.5, 0.5, 1]);
  });

  it('says where a function is flat', () => {
    expect(maximize(([x]) => -(x! ** 2), [1, 5]).covariance).toBeUndefined();
  });
});
