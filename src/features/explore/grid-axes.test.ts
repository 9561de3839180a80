import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Study, Variation } from '../../../core/study/study.ts';
import { pointColumns } from '../../../workers/explore/explore-words.ts';
import { pointEvaluator } from '../../../workers/explore/point-evaluator.ts';
import { addBatch, emptyPoints, inputOf, measureOf } from './explore-points.ts';
import { gridAxes, pointAt } from './grid-axes.ts';
import { sliceOf } from './HeatPicture.tsx';

import { tableOf } from './point-table.ts';

const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'test',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.7 } },
    {
      id: 'a',
      kind: 'stage',
      service: { distribution: 'exponential', rate: 1 },
      capacity: 5,
      whenFull: 'drop',
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};

function explored(vary: readonly Variation[]) {
  const study: Study = {
    format: 'stagegraph-study',
    schemaVersion: 1,
    name: 'test',
    scenario,
    vary,
    measures: ['a.meanOccupancy'],
  };
  const evaluator = pointEvaluator(study);
  if (evaluator.kind === 'faults') throw new Error(evaluator.faults.join());
  const points = emptyPoints(evaluator.table);
  addBatch(points, evaluator.evaluate({ from: 0, to: evaluator.table.points }));
  return points;
}

const THREE: readonly Variation[] = [
  { path: 'inputs', from: 0.5, to: 1.5, count: 3 },
  { path: 'a.capacity', from: 2, to: 5, count: 11 },
  { path: 'a.whenFull', values: ['drop', 'block'] },
];

describe('axes of a grid', () => {
  it('number the points as the kernel does, whole numbers once each', () => {
    const points = explored(THREE);
    const axes = gridAxes(points, THREE)!;
    expect(axes.map(({ values }) => values.length)).toEqual([3, 4, 2]);
    expect(axes[1]!.values).toEqual([2, 3, 4, 5]);
    for (const [i, j, k] of [
      [0, 0, 0],
      [2, 1, 1],
      [1, 3, 0],
    ] as const) {
      const point = pointAt(axes, [i, j, k]);
      expect(inputOf(points, point, 0)).toBe(axes[0]!.values[i]);
      expect(inputOf(points, point, 1)).toBe(axes[1]!.values[j]);
      expect(inputOf(points, point, 2)).toBe(axes[2]!.values[k]);
    }
  });

  it('cut a slice whose cells are the points beside each other', () => {
    const points = explored(THREE);
    const [x, y, , measure] = pointColumns(points.table);
    const slice = sliceOf(points, measure!, {
      axes: gridAxes(points, THREE)!,
      x: x!,
      y: y!,
      places: [0, 0, 0],
    });
    expect([...slice.surface.values]).toHaveLength(12);
    slice.surface.values.forEach((value, cell) => {
      const point = slice.pointOf(cell);
      expect(value).toBe(measureOf(points, point, 0));
      expect(slice.cellNear(inputOf(points, point, 0), inputOf(points, point, 1))).toBe(cell);
    });
    expect(slice.cellNear(9, 3)).toBeUndefined();
  });
});

describe('table of points', () => {
  it('has a row for each point that is made, with choices as words', () => {
    const points = explored(THREE);
    const columns = pointColumns(points.table);
    const shown = { points, columns, inputs: columns.slice(0, 3), measures: columns.slice(3), revision: 1 };
    const { columns: heads, rows } = tableOf(shown);
    expect(heads.map(({ label }) => label)).toEqual([
      'design',
      'load multiplier',
      'a: capacity',
      'a: when full',
      'a: number in system',
      'status',
      'reason',
    ]);
    expect(rows).toHaveLength(24);
    expect(rows[0]!.slice(0, 4)).toEqual([1, 0.5, 2, 'Drop']);
    const none = { ...shown, points: emptyPoints(points.table) };
    expect(tableOf(none).rows).toEqual([]);
  });
});
