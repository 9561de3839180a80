import { describe, expect, it, vi } from 'vitest';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import type { FedPrediction, StageReplay } from '../../../workers/replay/contract.ts';
import { fitTargets } from '../compare/Compare.tsx';
import { replayTarget } from './Replay.tsx';
import { replayRows, replaySeries } from './ReplayAnswer.tsx';
import { replayColumns, replayTableRows } from './replay-table.ts';
import { replayedWords } from './replay-words.ts';

// Saving by itself listens to the window.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
});

const measured = (...queues: readonly ReducedQueue[]): ReducedMeasurement => ({
  ...{ name: 'trace.csv', format: 'qtm-csv', origin: '0', bytes: 1, rows: 1, truncated: false },
  frames: { start: Float64Array.of(0), end: Float64Array.of(1) },
  faults: { shown: [], kept: [], counts: [] },
  queues,
});
const sentence = (target: ReturnType<typeof replayTarget>): string =>
  target && !target.ok ? target.error : '';

describe('the queue that a stage is replayed with', () => {
  const stageOf = { q: 's', r: 's', h: 't' };

  it('is the one with a trace that feeds it', () => {
    const target = replayTarget(
      's',
      measured({ id: 'h', basis: 'events' }, { id: 'q', basis: 'events' }),
      stageOf,
    );
    expect(target?.ok && target.value.id).toBe('q');
  });

  it('is none, with the reason', () => {
    expect(sentence(replayTarget('s', undefined, stageOf))).toContain('Drop the trace on the page');
    const two = measured({ id: 'q', basis: 'events' }, { id: 'r', basis: 'events' });
    expect(sentence(replayTarget('s', two, stageOf))).toContain('Queues q and r of trace.csv both feed');
    expect(sentence(replayTarget('t', measured({ id: 'h', basis: 'table' }), stageOf))).toContain(
      'its data of queue h have no arrival times',
    );
    expect(sentence(replayTarget('u', two, stageOf))).toContain('none of its queues feeds this stage');
  });

  it('is not known before the measurement is studied', () => {
    expect(replayTarget('s', measured({ id: 'q', basis: 'events' }), undefined)).toBeUndefined();
  });
});

const prediction = (feed: FedPrediction['feed'], mean: number): FedPrediction => ({
  ...{ feed, runs: 39, shares: Float64Array.of(0.5, 0.5) },
  quantities: {
    meanOccupancy: { mean, low: mean - 0.1, high: mean + 0.1 },
    heldFraction: { mean: 0.2, low: 0.1, high: 0.3 },
  },
  meanByFrame: Float64Array.of(mean, mean),
  lowByFrame: Float64Array.of(0, 0),
  highByFrame: Float64Array.of(1, 1),
});

const replay: StageReplay = {
  ...{ kind: 'replayed', stage: 's', queue: 'q', file: 'trace.csv', within: 'alone', seed: 1 },
  ...{ arrivals: 2000, isCut: true, culprit: 'arrivals', sentences: [], notes: [] },
  frames: { start: Float64Array.of(0, 1), end: Float64Array.of(1, 2) },
  traced: {
    shares: Float64Array.of(0.4, 0.6),
    meanByFrame: Float64Array.of(0.6, 0.6),
    quantities: { meanOccupancy: 0.6 },
  },
  predictions: [prediction('measuredArrivals', 0.65), prediction('drawnArrivals', 0.9)],
};

describe('a replay as it is shown', () => {
  it('holds each quantity against the runs', () => {
    const [occupancy, held] = replayTableRows(replay);
    expect(occupancy!.cells.measuredArrivals!.holds).toBe(true);
    expect(occupancy!.cells.drawnArrivals!.holds).toBe(false);
    // Nothing was measured of it.
    expect(held!.cells.measuredArrivals!.holds).toBeUndefined();
    const [quantity] = replayColumns(replay, {});
    expect(quantity!.value(held!)).toBe('held  Arrivals blocked');
  });

  it('draws measured, measured arrivals and the model’s arrivals', () => {
    expect(replaySeries(replay).map(({ kind, mean }) => [kind, mean])).toEqual([
      ['measured', 0.6],
      ['simulation', 0.65],
      ['model', 0.9],
    ]);
    const rows = replayRows(replay, 'packets');
    expect(rows.map(({ series }) => series.map(({ kind }) => kind))).toEqual([
      ['measured', 'simulation'],
      ['measured', 'model'],
    ]);
    expect(rows[0]!.series[1]!.points[1]).toEqual({ x: 1, to: 2, y: 0.65, low: 0, high: 1 });
  });

  it('says what was replayed', () => {
    expect(replayedWords(replay)).toContain(
      'The first 2,000 arrivals of queue q from trace.csv, through the stage alone, in 39 runs',
    );
  });
});

describe('what can be fitted from a comparison', () => {
  const bins = {
    ...{ low: Float64Array.of(0), high: Float64Array.of(1), weight: Float64Array.of(1), total: 1 },
    ...{ mean: 0.5, variance: 0.1, min: 0, max: 1 },
  };

  it('levels of the stage, and the times that say most of its services', () => {
    const reduced = measured({
      id: 'q',
      interInsertion: { all: bins },
      interDeparture: { all: bins, availTime: bins, nonBlocked: bins },
    });
    const stages = [{ stage: 's', occupancyDistribution: [1] }];
    const found = fitTargets('s', { measurement: { name: 'x', stages }, reduced, stageOf: { q: 's' } });
    expect(found).toEqual({
      hasLevels: true,
      services: { kind: 'measured', queue: 'q', of: 'interDeparture availTime' },
      arrivals: { kind: 'measured', queue: 'q', of: 'interInsertion all' },
    });
  });

  it('nothing where only means were stated', () => {
    const measurement = { name: 'x', stages: [{ stage: 's', meanOccupancy: 1 }] };
    expect(fitTargets('s', { measurement, reduced: undefined, stageOf: undefined })).toEqual({
      hasLevels: false,
    });
  });
});
