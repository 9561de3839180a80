/** What the tab draws, of traces whose answer is known. */
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../core/measurement/query-text.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { eventsCsv, queueOf, reduceText } from '../../../workers/measure/reduce.test-support.ts';
import { burstRows } from './burst-rows.ts';
import { cumulativeRows, metricRows } from './frame-rows.ts';
import { levelGridOf, levelValues } from './Levels.tsx';
import { measuredPictureOf, selectShowsFrame } from './live-measured.ts';
import { emptyMapping, mappingGap, withColumn, withTable } from './mapping-fields.ts';
import { studyRun } from './measured-keeping.ts';
import { useMeasured } from './measured-store.ts';
import { addQuery, removeQuery } from './query-edits.ts';

const nameOf = ({ id }: { readonly id: string }) => ({ title: `queue ${id}`, unit: 'msg' });

/** 20 ms: an element enters every 100 us for 50 us; in the sixth millisecond fifty more come at once, and leave 1 ms later. */
const rows = Array.from({ length: 200 }, (_, i) => [
  `q,${i * 100_000},I`,
  `q,${i * 100_000 + 50_000},D`,
]).flat();
rows.splice(rows.indexOf('q,5950000,D') + 1, 0, ...Array.from({ length: 50 }, () => 'q,5960000,I'));
rows.splice(rows.indexOf('q,6950000,D') + 1, 0, ...Array.from({ length: 50 }, () => 'q,6960000,D'));
const trace = reduceText(eventsCsv(rows), { frameSeconds: 0.0025 });

describe('a measurement over its frames', () => {
  it('has means, rates and latencies in the unit that suits them', async () => {
    const reduced = await trace;
    const row = (metric: Parameters<typeof metricRows>[2]) =>
      metricRows(reduced, reduced.queues, metric, nameOf)[0]!;
    const occupancy = row('meanOccupancy');
    expect(occupancy.series[0]!.points[0]).toEqual({ x: 0, to: 0.0025, y: 0.5 });
    // Frame 2 holds the fifty for its whole last millisecond: 5.96 to 6.96 ms.
    expect(occupancy.series[0]!.points[2]!.y).toBeCloseTo(0.5 + (50 * 1) / 2.5, 9);
    expect(row('arrivals').value).toMatchObject({ unit: 'k msg/s', divisor: 1000, base: 'msg/s' });
    expect(row('arrivals').series[0]!.points[2]!.y).toBeCloseTo(75 / 0.0025, 6);
    expect(row('latency').value).toMatchObject({ unit: 'µs' });
    expect(row('latency').series[0]!.points[0]!.y! / 50e-6).toBeCloseTo(1, 1);
    expect(metricRows(reduced, reduced.queues, 'stalls', nameOf)).toEqual([]);
  });

  it('shows the burst that the mean hides, over at least 5 ms', async () => {
    const reduced = await trace;
    const [most, mean] = burstRows(reduced, reduced.queues, nameOf)[0]!.series;
    expect(most!.points.map(({ x, to, y }) => [x, to, y])).toEqual([
      [0, 0.005, 10_000],
      [0.005, 0.01, 60_000],
      [0.01, 0.015, 10_000],
      [0.015, 0.02, 10_000],
    ]);
    expect(mean!.points[1]!.y).toBeCloseTo(100 / 0.005, 6);
  });

  it('adds up fill levels', async () => {
    const reduced = await trace;
    const points = cumulativeRows(reduced, reduced.queues, nameOf)[0]!.series[0]!.points;
    // 200 stays of 50 us and 50 of 1 ms.
    expect(points.at(-1)!.y).toBeCloseTo(200 * 50e-6 + 50e-3, 9);
  });

  it('has levels by frame that add up to 1', async () => {
    const reduced = await trace;
    const queue = queueOf(reduced, 'q');
    const grid = levelGridOf(reduced.frames, queue)!;
    expect(grid.starts).toEqual([...reduced.frames.start]);
    for (const column of grid.cells) expect(column.reduce((sum, cell) => sum + cell, 0)).toBeCloseTo(1, 12);
    expect(grid.step * grid.rowCount).toBeGreaterThan(51);
    expect([...levelValues(queue.occupancy!, 0)]).toEqual([0.5, 0.5]);
    expect(levelValues(queue.occupancy!).length).toBe(52);
    expect(levelValues(queue.occupancy!, 99).length).toBe(0);
  });
});

describe('a table of histograms by frame', () => {
  const FRAMES = '#qtm 1 frames time=ms\nframeId,start,end\n0,0,10\n1,10,20\n';
  const HIST = '#qtm 1 hist time=ms\nqueueId,frameId,metric,binLow,binHigh,weight\n';

  it('is drawn like a trace; what it does not tell is not', async () => {
    const rows = ['0,occupancy,0,0,5', '0,occupancy,2,2,5', '1,occupancy,4,4,10', '1,interInsertion,0,1,30'];
    const reduced = await reduceText(`${FRAMES}${HIST}${rows.map((row) => `q,${row}`).join('\n')}\n`);
    const valuesOf = (metric: Parameters<typeof metricRows>[2]) =>
      metricRows(reduced, reduced.queues, metric, nameOf)[0]?.series[0]?.points.map(({ y }) => y);
    expect(valuesOf('meanOccupancy')).toEqual([1, 4]);
    expect(valuesOf('maxOccupancy')).toEqual([2, 4]);
    expect(valuesOf('utilization')).toEqual([0.5, 1]);
    expect(valuesOf('arrivals')).toEqual([undefined, 3000]);
    expect(valuesOf('throughput')).toBeUndefined();
    const grid = levelGridOf(reduced.frames, queueOf(reduced, 'q'))!;
    expect(grid.cells).toEqual([
      [0.5, 0, 0.5, 0, 0],
      [0, 0, 0, 0, 1],
    ]);
    expect(cumulativeRows(reduced, reduced.queues, nameOf)[0]!.series[0]!.points.map(({ y }) => y)).toEqual([
      0.01, 0.05,
    ]);
  });
});

describe('the drawing at the time cursor', () => {
  it('shows who waits in that frame, and nothing of what was not measured', async () => {
    const reduced = await trace;
    const nodes: Scenario['nodes'] = [
      { id: 'q', kind: 'stage', service: { distribution: 'exponential', rate: 1 } },
    ];
    const live = measuredPictureOf({ nodes });
    const study = {
      queries: [],
      bottleneck: { sentence: '', evidence: [] },
      peaks: { peaks: [], pairs: [] },
    };
    studyRun.use.setState({ answer: { ...study, stageOf: { q: 'q' } } });
    useMeasured.setState({ kept: [reduced], frame: 2, onGraph: true });
    expect(selectShowsFrame(useMeasured.getState())).toBe(true);
    expect(live.place('q')).toEqual({ occupancy: 21, waiting: 20, busy: 1, held: 0, served: 125, lost: 0 });
    expect(live.place('q')).toBe(live.place('q'));
    expect(live.place('other')).toBeUndefined();
    useMeasured.setState({ frame: 0 });
    expect(live.place('q')).toMatchObject({ occupancy: 0.5, waiting: 0, served: 25 });
  });
});

describe('columns of a foreign table', () => {
  const columns = { separator: ';', header: true, names: ['t', 'e', 'n'], rows: [], words: {} } as const;

  it('say what is missing', () => {
    const empty = emptyMapping(columns);
    expect(mappingGap(empty)).toBe('Choose a column for time, kind of event.');
    const events = withColumn(withColumn(empty, 'time', 't'), 'kind', 'e');
    expect(mappingGap(events)).toBeUndefined();
    expect(mappingGap({ ...events, kinds: { in: 'I' } })).toContain('a departure');
    expect(withColumn({ ...events, kinds: { in: 'I' } }, 'kind', 'n').kinds).toBeUndefined();
    expect(withColumn(events, 'time', '').columns).toEqual({ kind: 'e' });
  });

  it('keep the time when the rows are something else', () => {
    const levels = withTable(withColumn(emptyMapping(columns), 'time', 't'), 'counters');
    expect(levels.columns).toEqual({ timestamp: 't' });
    expect(mappingGap(levels)).toBe('Choose a column for entered so far, left so far.');
  });
});

describe('queries of a scenario', () => {
  it('get ids of their own and leave nothing behind', () => {
    const empty = { name: 'x', nodes: [], links: [] } as unknown as Scenario;
    const said = parseQuery('mean occupancy of a < 3');
    if (!said.ok) throw new Error(said.error);
    const two = addQuery(addQuery(empty, said.value), said.value);
    expect(two.queries?.map(({ id }) => id)).toEqual(['q1', 'q2']);
    expect(removeQuery(removeQuery(two, 'q1'), 'q2')).toEqual(empty);
  });
});
