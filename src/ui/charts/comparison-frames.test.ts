import { describe, expect, it } from 'vitest';
import { frameGrid } from './comparison-frames.ts';
import { labelPlace, quantileLayout } from './QuantileChart.tsx';

describe('quantileLayout', () => {
  const points = { share: [0.25, 0.5, 0.75], predicted: [0, 0, 4], measured: [0, 0, 2] };
  const layout = quantileLayout(points, 640);

  it('has one dot for quantiles in one place, with the shares that it stands for', () => {
    expect(layout.dots.map(({ from, to, predicted, measured }) => [from, to, predicted, measured])).toEqual([
      [0.25, 0.5, 0, 0],
      [0.75, 0.75, 4, 2],
    ]);
  });

  it('puts equal quantiles on the line, lower measured ones under it', () => {
    const { box, dots } = layout;
    const [equal, lower] = dots;
    expect([equal!.x, equal!.y]).toEqual([0, box.height]);
    const onLine = box.height * (1 - lower!.x / box.width);
    expect(lower!.y).toBeGreaterThan(onLine);
  });

  it('names quantiles inside the chart, and those on the line beside it', () => {
    const box = { width: 400, height: 250 };
    for (let x = 0; x <= box.width; x += 20)
      for (let y = 0; y <= box.height; y += 10) {
        const { textAnchor, ...at } = labelPlace({ x, y }, box);
        // The title of the axis stands over the left half.
        if (x < box.width / 2 && Math.abs(y - box.height * (1 - x / box.width)) >= 1)
          expect(at.y - 10, `${x}, ${y}`).toBeGreaterThan(-8);
        const [left, right] = textAnchor === 'end' ? [at.x - 30, at.x] : [at.x, at.x + 30];
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(box.width + 6);
        // The letters stand between 10 px above `y` and 2 px below it, the line falls from the left to the right on the screen.
        const lineAt = (place: number) => box.height * (1 - place / box.width);
        const isOnLine = at.y - 10 < lineAt(left) && at.y + 2 > lineAt(right);
        const isOfDotOnLine = Math.abs(y - lineAt(x)) < 1;
        if (isOfDotOnLine && x >= 36) expect(isOnLine, `${x}, ${y}`).toBe(false);
      }
  });
});

describe('frameGrid', () => {
  const frame = (number: number, shares: readonly number[]) => ({
    ...{ frame: number, shares, mean: 0, wasserstein: 0 },
  });
  const model = [0.5, 0.25, 0.25];

  it('draws frames on common axes: equal levels get equal pictures', () => {
    const { cells } = frameGrid(model, [frame(0, model), frame(1, [0, 0, 1]), frame(2, model)], 500);
    expect(cells[0]!.fill).toBe(cells[2]!.fill);
    expect(cells[0]!.fill).not.toBe(cells[1]!.fill);
    expect(new Set(cells.map(({ line }) => line)).size).toBe(1);
  });

  it('breaks into rows where the page is narrow', () => {
    const frames = [0, 1, 2, 3].map((number) => frame(number, model));
    const wide = frameGrid(model, frames, 1000);
    const narrow = frameGrid(model, frames, 340);
    expect(new Set(wide.cells.map(({ y }) => y)).size).toBe(1);
    expect(new Set(narrow.cells.map(({ y }) => y)).size).toBe(2);
    expect(narrow.height).toBe(2 * wide.height);
    for (const { x } of narrow.cells) expect(x + narrow.cell.width).toBeLessThanOrEqual(340);
  });
});
