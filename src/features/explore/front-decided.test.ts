import { describe, expect, it } from 'vitest';
import { beatenBy } from './FrontDecided.tsx';

describe('beatenBy', () => {
  const design = (point: number, ...costs: [number, number][]) => ({
    point,
    costs: costs.map(([value, half]) => ({ value, half })),
  });

  it('names the design that is better beyond both intervals', () => {
    const designs = [design(3, [10, 0], [0.05, 0.01]), design(7, [10, 0], [0.09, 0.01])];
    expect(beatenBy(designs, 7)).toBe(3);
    expect(beatenBy(designs, 3)).toBeUndefined();
  });

  it('names none where intervals overlap, where another measure is worse, and where two are alike', () => {
    expect(beatenBy([design(1, [10, 0], [0.05, 0.03]), design(2, [10, 0], [0.09, 0.02])], 2)).toBeUndefined();
    expect(beatenBy([design(1, [11, 0], [0.01, 0]), design(2, [10, 0], [0.09, 0])], 2)).toBeUndefined();
    expect(beatenBy([design(1, [10, 0], [0.01, 0]), design(2, [10, 0], [0.01, 0])], 2)).toBeUndefined();
    expect(beatenBy([design(1, [10, 0])], 5)).toBeUndefined();
  });
});
