import { describe, expect, it } from 'vitest';
import { POINT_STATUSES, type PointStatus } from '../../../workers/explore/contract.ts';
import { pointColumns } from '../../../workers/explore/explore-words.ts';
import { addBatch, emptyPoints } from './explore-points.ts';

import { spreadOf, statusCounts } from './point-spread.ts';

const TABLE = {
  kind: 'table' as const,
  key: '',
  inputs: [{ path: 'a', words: 'a', dimension: 'number' as const }],
  measures: [{ name: 'm', words: 'm', dimension: 'number' as const }],
  intervals: false,
};

function pointsOf(
  values: readonly number[],
  statusAt: (point: number) => PointStatus,
  points = values.length,
) {
  const made = emptyPoints({ ...TABLE, points });
  addBatch(made, {
    ...{ from: 0, to: values.length, reasons: {} },
    inputs: Float64Array.from(values),
    values: Float64Array.from(values),
    statuses: Uint8Array.from(values, (_, i) => POINT_STATUSES.indexOf(statusAt(i))),
  });
  return made;
}
const measure = pointColumns({ ...TABLE, points: 0 })[1]!;

describe('the spread of a measure', () => {
  it('is that of the points with an answer', () => {
    // 0 .. 100 in a mixed order, and one that is unstable.
    const values = Array.from({ length: 102 }, (_, i) => (i === 101 ? 1e9 : (i * 37) % 101));
    const spread = spreadOf(
      pointsOf(values, (i) => (i === 101 ? 'unstable' : 'answer')),
      measure,
    )!;
    expect(spread).toMatchObject({ p5: 5, median: 50, p95: 95, mean: 50 });
    // The sample standard deviation of 0 .. n - 1 is sqrt(n (n + 1) / 12).
    expect(spread.deviation).toBeCloseTo(Math.sqrt((101 * 102) / 12), 9);
    expect([spread.values[0], spread.values.at(-1), spread.values.length]).toEqual([0, 100, 101]);
  });

  it('is none where no point has a value', () => {
    expect(
      spreadOf(
        pointsOf([1, 2], () => 'invalid'),
        measure,
      ),
    ).toBeUndefined();
  });
});

it('points are counted by what came out; those that are not made are not', () => {
  const counts = statusCounts(pointsOf([1, 2, 3], (i) => (i === 0 ? 'answer' : 'unstable'), 9));
  expect(counts).toEqual({ answer: 1, unstable: 2, invalid: 0, noAnswer: 0 });
});
