import { describe, expect, it } from 'vitest';
import { lineNear, parallelAxes } from './parallel-layout.ts';

const column = (name: string, values: readonly number[]) => ({
  ...{ name, title: name, format: String },
  values: Float64Array.from(values),
});
/** Falling, rising, with a gap, and in the middle. */
const axes = parallelAxes([column('a', [1, 0, Number.NaN, 0.5]), column('b', [0, 1, 0.25, 0.5])], 340, 100);
const [left, right] = [axes[0]!.x, axes[1]!.x];

describe('the line near a pointer', () => {
  it('is the nearest up or down, within reach, between the axes', () => {
    expect(lineNear(axes, 4, [], { x: left + 2, y: 3 })).toBe(0);
    expect(lineNear(axes, 4, [], { x: left + 2, y: 97 })).toBe(1);
    expect(lineNear(axes, 4, [], { x: right - 2, y: 3 })).toBe(1);
    expect(lineNear(axes, 4, [], { x: left + 2, y: 50 })).toBe(3);
    expect(lineNear(axes, 4, [], { x: left + 2, y: 25 })).toBeUndefined();
    expect(lineNear(axes, 4, [], { x: left - 5, y: 3 })).toBeUndefined();
    expect(lineNear(axes, 4, [], { x: right + 5, y: 3 })).toBeUndefined();
  });

  it('is none that a brush takes out', () => {
    expect(lineNear(axes, 4, [{ column: 'b', from: 0.9, to: 1 }], { x: left + 2, y: 3 })).toBeUndefined();
    expect(lineNear(axes, 4, [{ column: 'b', from: 0.9, to: 1 }], { x: left + 2, y: 97 })).toBe(1);
  });
});
