import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { HeatMap, heatShade } from './HeatMap.tsx';

const grid = {
  starts: [0, 1, 4],
  ends: [1, 3, 5],
  step: 2,
  rowCount: 5,
  cells: [
    [1, 0, 0, 0, 0],
    [0, 0.5, 0.5, 0, 0],
    [0, 0, 0, 0, 1],
  ],
};

describe('a heat map', () => {
  const markup = renderToStaticMarkup(
    <HeatMap
      {...{ grid, title: 'Levels', x: { title: 'time', unit: 's' }, rowsAre: 'occupancy (seeds)' }}
      {...{ width: 72 + 500, scale: 'root', column: 1, onColumn: () => undefined }}
    />,
  );
  const cells = [...markup.matchAll(/chart-heat-cell[^>]* x="([^"]+)"[^>]* width="([^"]+)"/g)];

  it('gives columns their share of x, with gaps where there are some', () => {
    expect(cells.map(([, x, width]) => [x, width])).toEqual([
      ['0', '100'],
      ['100', '200'],
      ['100', '200'],
      ['400', '100'],
    ]);
  });

  it('names levels in the middle of their rows', () => {
    const ticks = [...markup.matchAll(/translate\(0 ([\d.]+)\)"><text x="-8"[^>]*>(\d+)</g)];
    expect(ticks.map(([, , text]) => text)).toEqual(['0', '2', '4', '6', '8']);
    expect(Number(ticks[0]![1])).toBeCloseTo(190 - 190 / 5 / 4, 9);
  });

  it('tells what its shades stand for, as part of the picture', () => {
    const key = markup.slice(markup.indexOf('chart-key'));
    expect([...key.matchAll(/<text[^>]*>([^<]+)</g)].map(([, text]) => text)).toEqual([
      'probability',
      '0',
      '1',
    ]);
  });

  it('says which column is looked at', () => {
    expect(markup).toMatch(/aria-label="time looked at"[^>]*aria-valuenow="1" aria-valuetext="1 s"/);
  });

  it('is as dark as the share of the darkest, and never pale where something is', () => {
    expect(heatShade(1, 1, 'log')).toBe(1);
    expect(heatShade(0.01, 1, 'log')).toBeCloseTo(0.5, 12);
    expect(heatShade(1e-9, 1, 'log')).toBeGreaterThan(0);
    expect(heatShade(0, 1, 'log')).toBe(0);
    expect(heatShade(0.25, 1, 'root')).toBe(0.5);
    expect(heatShade(1, 0.5, 'root')).toBe(1);
  });
});
