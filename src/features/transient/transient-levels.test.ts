import { describe, expect, it } from 'vitest';
import { levelGrid } from './Transient.tsx';
import { quantileOf } from './transient-table.ts';

describe('levelGrid', () => {
  const start = { time: 0, probabilities: [1] };

  it('has a row for each level up to the last that matters', () => {
    const grid = levelGrid([start, { time: 1, probabilities: [0.5, 0.3, 0.2, 1e-6] }], 48);
    expect(grid).toMatchObject({ starts: [0, 1], ends: [1, 2], step: 1, rowCount: 3, darkest: 0.5 });
    expect(grid.cells).toEqual([
      [1, 0, 0],
      [0.5, 0.3, 0.2],
    ]);
  });

  it('takes levels together where there are more than rows, and loses no probability', () => {
    const probabilities = Array.from({ length: 100 }, () => 0.01);
    const grid = levelGrid([start, { time: 1, probabilities }], 10);
    expect(grid).toMatchObject({ step: 10, rowCount: 10 });
    expect(grid.cells[1]!.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  });
});

describe('quantileOf', () => {
  it('lies between the two times around it, and is not known beyond the last', () => {
    expect(quantileOf([0, 0.4, 0.8], [0, 10, 20], 0.5)).toBeCloseTo(12.5, 12);
    expect(quantileOf([0, 0.4, 0.8], [0, 10, 20], 0.9)).toBeUndefined();
  });
});
