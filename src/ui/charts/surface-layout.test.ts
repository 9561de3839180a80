import { describe, expect, it } from 'vitest';
import { CELL, contoursOf, type Surface, shareOf, surfaceLayout, surfaceScale } from './surface-layout.ts';

/** `count` places from `from` on, in equal steps. */
const axis = (count: number, from = 0, step = 1) => {
  const numbers = Array.from({ length: count }, (_, i) => from + i * step);
  return { title: 'x', texts: numbers.map((number) => String(Number(number.toPrecision(3)))), numbers };
};

function surfaceOf(columns: number, rows: number, value: (column: number, row: number) => number): Surface {
  const values = Float64Array.from({ length: columns * rows }, (_, cell) =>
    value(cell % columns, Math.floor(cell / columns)),
  );
  const states = Uint8Array.from(values, (each) => (Number.isNaN(each) ? CELL.refused : CELL.value));
  return { x: axis(columns), y: axis(rows), values, states };
}

describe('ticks of a heat map', () => {
  const ticksOf = (x: ReturnType<typeof axis>) =>
    surfaceLayout({ ...surfaceOf(x.texts.length, 2, () => 1), x }, 600, 200).xTicks;

  it('stand at each place where there is room', () => {
    expect(ticksOf(axis(5, 0.5, 0.25)).map(({ text }) => text)).toEqual(['0.5', '0.75', '1', '1.25', '1.5']);
  });

  it('stand at round numbers between many places', () => {
    const ticks = ticksOf(axis(316, 0.5, 0.7 / 315));
    expect(ticks.map(({ text }) => text)).toEqual(['0.5', '0.6', '0.7', '0.8', '0.9', '1', '1.1', '1.2']);
    const gaps = ticks.slice(1).map(({ at }, i) => at - ticks[i]!.at);
    for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0]!, 6);
  });

  it('stay at places whose steps are not equal', () => {
    const { numbers, ...rest } = axis(200);
    const powers = { ...rest, numbers: numbers.map((i) => 1.05 ** i) };
    expect(ticksOf(powers)[0]!.text).toBe('0');
  });
});

describe('contours', () => {
  const layout = surfaceLayout(
    surfaceOf(20, 20, () => 1),
    640,
    300,
  );

  it('stand at round numbers inside the scale, also between the powers of ten', () => {
    const surface = surfaceOf(20, 20, (column, row) => 1.1 ** (column + row));
    const scale = surfaceScale([surface], true)!;
    const levels = contoursOf(surface, scale, layout).map(({ text }) => text);
    expect(levels).toEqual(['2', '5', '10', '20']);
  });

  it('have numbers that do not stand on each other', () => {
    // A cliff: all contours run in the same place.
    const surface = surfaceOf(20, 20, (column) => (column < 10 ? 1 : 1000));
    const lines = contoursOf(surface, surfaceScale([surface], true)!, layout);
    expect(lines.length).toBeGreaterThan(2);
    const labels = lines.flatMap(({ label }) => (label ? [label] : []));
    labels.forEach((a, i) => {
      for (const b of labels.slice(i + 1))
        expect(Math.abs(a.x - b.x) > 40 || Math.abs(a.y - b.y) > 14).toBe(true);
    });
  });

  it('have no number over the frame of the design that is drawn', () => {
    const surface = surfaceOf(20, 20, (column, row) => 1.1 ** (column + row));
    const scale = surfaceScale([surface], true)!;
    const plain = contoursOf(surface, scale, layout).map(({ label }) => label!);
    for (const { x, y } of plain) {
      const column = Math.floor(x / layout.cellWidth);
      const row = Math.floor((layout.box.height - y) / layout.cellHeight);
      const labels = contoursOf(surface, scale, layout, { drawn: row * 20 + column });
      expect(labels.every(({ label }) => label)).toBe(true);
      const [left, top] = [column * layout.cellWidth, layout.box.height - (row + 1) * layout.cellHeight];
      for (const { label } of labels)
        expect(
          label!.x + 20 <= left ||
            label!.x - 20 >= left + layout.cellWidth ||
            label!.y + 7 <= top ||
            label!.y - 7 >= top + layout.cellHeight,
        ).toBe(true);
    }
  });

  it('end where there is no value', () => {
    const surface = surfaceOf(20, 20, (column, row) => (column > 10 ? Number.NaN : 1 + row));
    for (const { path } of contoursOf(surface, surfaceScale([surface], false)!, layout))
      for (const [, x] of path.matchAll(/[ML]([\d.]+) /g))
        expect(Number(x)).toBeLessThan(11 * layout.cellWidth);
  });
});

it('shades go from the least to the most, by ratios where asked', () => {
  const [plain, log] = [false, true].map((each) => ({ least: 1, most: 100, log: each })) as [never, never];
  expect([1, 10, 100].map((value) => shareOf(log, value))).toEqual([0, 0.5, 1]);
  expect(shareOf(plain, 50.5)).toBe(0.5);
});
