import { describe, expect, it } from 'vitest';
import { lineNear, parallelAxes } from './parallel-layout.ts';
import { estimateTextWidth } from './text-size.ts';

const column = (name: string, values: readonly number[], whole = false) => ({
  ...{ name, title: name, whole },
  format: (value: number, digits = 3) => String(Number(value.toPrecision(digits))),
  values: Float64Array.from(values),
});
/** Falling, rising, with a gap, and in the middle. */
const axes = parallelAxes([column('a', [1, 0, Number.NaN, 0.5]), column('b', [0, 1, 0.25, 0.5])], 340, 100);
const [left, right] = [axes[0]!.x, axes[1]!.x];

describe('the title of an axis', () => {
  it('stands over its axis, but ends within the picture', () => {
    const long = 'largest offered utilization';
    const [first, middle, last] = [long, 'b', long].map((name) => column(name, [0, 1]));
    const found = parallelAxes([first!, middle!, last!], 656, 100);
    const half = estimateTextWidth(long) / 2;
    expect(found[0]!.titleX).toBe(half);
    expect(found[1]!.titleX).toBe(found[1]!.x);
    expect(found[2]!.titleX).toBe(656 - half);
  });
});

describe('the ticks of an axis', () => {
  const textsOf = (values: readonly number[], whole = false) =>
    parallelAxes([column('a', values, whole)], 340, 200)[0]!.ticks.map(({ text }) => text);

  it('stand at whole numbers only where there are no others', () => {
    expect(textsOf([1, 2, 3], true)).toEqual(['1', '2', '3']);
    expect(textsOf([1, 2, 3])).toContain('1.5');
  });

  it('have so many digits that no two are alike', () => {
    const texts = textsOf([13_361, 13_382]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toContain('13361');
  });

  it('always stand at both ends', () => {
    const texts = textsOf([0.99, 5.01]);
    expect(texts).toContain('0.99');
    expect(texts).toContain('5.01');
    expect(texts).not.toContain('1');
    expect(texts).not.toContain('5');
  });
});

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
