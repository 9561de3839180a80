import { describe, expect, it } from 'vitest';
import { drawing, exponential, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { parseStudy } from '../../../core/study/read-study.ts';
import type { Study } from '../../../core/study/study.ts';
import { POINT_STATUSES } from '../../../workers/explore/contract.ts';
import { pointEvaluator } from '../../../workers/explore/point-evaluator.ts';
import { addBatch, emptyPoints } from './explore-points.ts';
import { batchesOf, MOST_SAVED, savedPoints } from './saved-points.ts';

const STUDY: Study = {
  format: 'stagegraph-study',
  schemaVersion: 1,
  name: 'test',
  scenario: drawing(
    [source('in', 1, { interarrival: exponential(0.9) }), stage('a', 2, { service: exponential(1) }), sink()],
    'in>a a>out',
  ),
  vary: [
    { path: 'inputs', from: 0.5, to: 1.5, count: 3 },
    { path: 'a.capacity', values: [2, 'unbounded'] },
    { path: 'a.whenFull', values: ['drop', 'block'] },
  ],
  measures: ['a.meanOccupancy', 'network.sojournP99'],
};

function answered(study: Study) {
  const evaluator = pointEvaluator(study);
  if (evaluator.kind === 'faults') throw new Error(evaluator.faults.join());
  const points = emptyPoints(evaluator.table);
  addBatch(points, evaluator.evaluate({ from: 2, to: 11 }));
  return points;
}

describe('points in a study file', () => {
  it.each([
    ['solved', STUDY],
    ['simulated', { ...STUDY, answer: { by: 'simulate', replications: 2, horizon: 50 } } as Study],
  ])('come back bit for bit: %s', (_, study) => {
    const points = answered(study);
    const text = JSON.stringify({ ...study, results: savedPoints(points) });
    const read = parseStudy(JSON.parse(text));
    expect(read.ok ? [] : read.error).toEqual([]);
    const back = emptyPoints(points.table);
    if (read.ok) for (const batch of batchesOf(points.table, read.value.results!)) addBatch(back, batch);
    expect(back).toEqual(points);
    expect([...points.statuses]).toContain(study === STUDY ? POINT_STATUSES.indexOf('unstable') : 0);
  });

  it('do not come back into another study, nor where they do not fit', () => {
    const points = answered(STUDY);
    const results = savedPoints(points)!;
    expect(batchesOf({ ...points.table, key: 'other' }, results)).toEqual([]);
    const broken = results.points.map((point) => ({ ...point, values: [1] }));
    expect(batchesOf(points.table, { ...results, points: broken })).toEqual([]);
    expect(batchesOf(points.table, { ...results, points: [{ ...results.points[0]!, point: 99 }] })).toEqual(
      [],
    );
  });

  it('are left out where there are none, or too many', () => {
    const { table } = answered(STUDY);
    expect(savedPoints(emptyPoints(table))).toBeUndefined();
    const many = { ...emptyPoints({ ...table, points: 1 }), done: [{ from: 0, to: MOST_SAVED + 1 }] };
    expect(savedPoints(many)).toBeUndefined();
  });
});
