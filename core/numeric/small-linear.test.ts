import { describe, expect, it } from 'vitest';
import { solveSmall, timesVector } from './small-linear.ts';

describe('solveSmall', () => {
  it('solves systems that need their rows exchanged', () => {
    const a = [
      [0, 2, 1],
      [1, 0, 0],
      [3, 1, -1],
    ];
    const x = solveSmall(a, timesVector(a, [4, -1, 7]))!;
    [4, -1, 7].forEach((wanted, i) => {
      expect(x[i]).toBeCloseTo(wanted, 13);
    });
  });

  it('solves systems whose rows differ by many orders of magnitude', () => {
    const a = [
      [1e9, -1e9],
      [-1e-6, 2e-6],
    ];
    const x = solveSmall(a, [1e9, 1e-6])!;
    expect(x[0]).toBeCloseTo(3, 12);
    expect(x[1]).toBeCloseTo(2, 12);
  });

  it('has no answer for a singular system', () => {
    const dependent = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ];
    expect(solveSmall(dependent, [1, 1, 1])).toBeUndefined();
    expect(solveSmall([[0]], [1])).toBeUndefined();
  });
});
