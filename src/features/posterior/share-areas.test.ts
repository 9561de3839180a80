import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type {
  PosteriorAnswer,
  PosteriorReport,
  WindowPosterior,
} from '../../../workers/posterior/contract.ts';
import { worstQueues } from './PosteriorResult.tsx';
import { SharePlot } from './SharePlot.tsx';
import { layerName, layersOf, shareColumns, shareTable } from './share-areas.ts';
import { closenessRow, reportedChains, traceRow } from './trace-rows.ts';

const interval = (mean: number, half = 0.05) => ({ mean, low: mean - half, high: mean + half });
const window = (from: number, shares: readonly number[]): WindowPosterior => ({
  from,
  to: from + 10,
  tasks: 5,
  states: [
    { name: 'web', service: interval(shares[0]!), waiting: interval(shares[1]!) },
    { name: 'db', service: interval(shares[2]!), waiting: interval(shares[3]!) },
  ],
  queues: [],
  bottleneck: { state: 'web', probability: 0.9 },
});
const answer = {
  whole: window(0, [0.4, 0.3, 0.2, 0.1]),
  windows: [window(0, [0.4, 0.3, 0.2, 0.1]), window(10, [0, 0, 0, 0]), window(20, [0.1, 0.6, 0.2, 0.1])],
} as unknown as PosteriorAnswer;
const truth = [0, 1, 2].map(() => ({
  web: { service: 0.25, waiting: 0.25 },
  db: { service: 0.25, waiting: 0.25 },
}));

describe('layers of shares', () => {
  it('lie one on the other up to the whole, each with its interval from its base', () => {
    const [first] = shareColumns(answer, truth);
    expect(first!.pieces.map(({ top }) => top)).toEqual([
      expect.closeTo(0.4),
      expect.closeTo(0.7),
      expect.closeTo(0.9),
      expect.closeTo(1),
    ]);
    expect(first!.pieces[1]).toMatchObject({
      base: expect.closeTo(0.4),
      low: expect.closeTo(0.65),
      high: expect.closeTo(0.75),
    });
    expect(first!.truth).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('are none where no task entered', () => {
    expect(shareColumns(answer)[1]!.pieces).toEqual([]);
  });

  it('are a row of a table for each stretch, with the truth where it is known', () => {
    const table = shareTable(answer, truth);
    expect(table.rows).toHaveLength(3);
    expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true);
    expect(table.columns.filter(({ label }) => label.endsWith('true'))).toHaveLength(4);
    expect(shareTable(answer).columns.some(({ label }) => label.endsWith('true'))).toBe(false);
  });

  it('have a key that names each layer once, and a cursor over the stretches', () => {
    const [columns, layers] = [shareColumns(answer), layersOf(answer)];
    const markup = renderToStaticMarkup(
      createElement(SharePlot, {
        ...{ title: 'Shares', columns, layers, axis: { title: 'time', unit: 's' }, width: 300 },
        ...{ chosen: 1, onChoose: () => undefined, reading: 'no task waited' },
      }),
    );
    for (const layer of layers) expect(markup.split(`>${layerName(layer)}</text>`)).toHaveLength(2);
    expect(markup).toMatch(/aria-valuemax="2" aria-valuenow="1" aria-valuetext="no task waited"/);
    expect(markup).toContain('>100</text>');
  });
});

describe('traces of chains', () => {
  const report = {
    queueIds: ['a', 'b'],
    sweeps: 1000,
    traces: [{ chain: 0, rows: 500, dropped: 250, means: Float64Array.from({ length: 1000 }, (_, i) => i) }],
    convergence: [
      { what: 'mean waiting of b', queue: 'b' },
      { what: 'mean service of b', queue: 'b' },
      { what: 'mean service of a', queue: 'a' },
    ],
  } as unknown as PosteriorReport;

  it('are thinned, evenly from the first sweeps to the last', () => {
    const [chain] = reportedChains(report).chains;
    expect(chain!.sweeps).toHaveLength(300);
    expect(chain!.sweeps.at(-1)).toBe(1000);
    // The second number of the last row of two.
    const row = traceRow(reportedChains(report), 'b', { title: 'mean', unit: 's' });
    expect(row.series[0]!.points.at(-1)).toEqual({ x: 1000, y: 999 });
  });

  it('begin with the queue whose chains are farthest apart', () => {
    expect(worstQueues(report)).toEqual(['b', 'a']);
  });

  it('show R-hat beyond any use as the highest, and none where there is none', () => {
    const history = [
      { sweeps: 250, rHat: Number.POSITIVE_INFINITY },
      { sweeps: 500, rHat: 40 },
      { sweeps: 750, rHat: 1.05 },
    ];
    const points = closenessRow(history, 1000).series[1]!.points;
    expect(points.map(({ y }) => y)).toEqual([undefined, undefined, 5, 1.05]);
  });
});
