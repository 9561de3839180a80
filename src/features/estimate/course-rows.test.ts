import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { RatePicture } from '../../../workers/estimate/contract.ts';
import { convergenceMarks, courseRows, wholeTime } from './course-rows.ts';
import { courseTable } from './Rates.tsx';
import { referenceRate } from './reference-rate.ts';

const EXACTLY = { method: 'busy-time', rate: 20, low: 19, high: 21, periods: 4 } as const;
/** Four periods of 1 s from 100 s on; the third was blocked. */
const picture: RatePicture = {
  end: {
    ...{ key: 'q head', queue: 'q', end: 'head', from: 'tc' },
    truth: [
      { from: 0, to: 1, rate: 10 },
      { from: 1, to: 4, rate: 30 },
    ],
  },
  report: {
    ...{ periods: 4, period: 1, blockedShare: 0.25, throughput: 18 },
    ...{ chosen: EXACTLY, all: [EXACTLY], warnings: [] },
    phases: [
      { ...EXACTLY, from: 100, to: 102 },
      { ...EXACTLY, rate: 30, from: 102, to: 104 },
    ],
    convergences: [{ time: 103, rate: 25, values: 2 }],
  },
  course: {
    samples: {
      time: Float64Array.of(101, 102, 103, 104),
      rate: Float64Array.of(20, 21, 5, 31),
      blocked: Uint8Array.of(0, 0, 1, 0),
    },
    blocked: {
      from: Float64Array.of(100, 102),
      to: Float64Array.of(102, 104),
      share: Float64Array.of(0, 0.5),
    },
    heuristic: {
      time: Float64Array.of(102, 104),
      q: Float64Array.of(22, 32),
      meanQ: Float64Array.of(22, 27),
      change: Float64Array.of(Number.NaN, 0.01),
    },
    tolerance: 5e-7,
  },
};
const shown = { range: wholeTime(picture), columns: 400 };
const seriesOf = (id: string, name: string) =>
  courseRows(picture, shown)
    .find((row) => row.id === id)!
    .series.find((series) => series.name === name)!
    .points.filter(({ y }) => y !== undefined);

describe('the picture of an estimate', () => {
  it('counts time from the start of the first period', () => {
    expect(wholeTime(picture)).toEqual({ from: 0, to: 4 });
    expect(seriesOf('samples', 'not blocked')).toEqual([
      { x: 1, y: 20 },
      { x: 2, y: 21 },
      { x: 4, y: 31 },
    ]);
    expect(seriesOf('samples', 'blocked')).toEqual([{ x: 3, y: 5 }]);
    expect(seriesOf('samples', 'estimate')).toEqual([
      { x: 0, to: 2, y: 20, low: 19, high: 21 },
      { x: 2, to: 4, y: 30, low: 19, high: 21 },
    ]);
    expect(seriesOf('samples', 'true rate').map(({ y }) => y)).toEqual([10, 30]);
  });

  it('draws the published method: q, its mean, and where that converged', () => {
    expect(seriesOf('quantiles', 'q').map(({ y }) => y)).toEqual([22, 32]);
    expect(seriesOf('quantiles', 'q̄').map(({ y }) => y)).toEqual([22, 27]);
    expect(seriesOf('quantiles', 'converged')).toEqual([{ x: 3, y: 25 }]);
    expect(seriesOf('change', 'change')).toEqual([{ x: 4, y: -2 }]);
    expect(convergenceMarks(picture, shown.range)).toEqual([
      { x: 3, kind: 'event', text: 'converged to 25 items/s after 2 values of q' },
    ]);
    expect(convergenceMarks(picture, { from: 0, to: 2 })).toEqual([]);
  });

  it('leaves out what there is nothing of', () => {
    const { course } = picture;
    const none = new Float64Array(0);
    const calm: RatePicture = {
      ...picture,
      course: {
        ...course,
        blocked: { ...course.blocked, share: Float64Array.of(0, 0) },
        heuristic: { time: none, q: none, meanQ: none, change: none },
      },
    };
    expect(courseRows(calm, shown).map(({ id }) => id)).toEqual(['samples']);
  });

  it('stands as a table of samples beside the published method', () => {
    const { rows } = courseTable(picture, { from: 1.5, to: 4 }, 2);
    expect(rows).toEqual([
      [2, 21, 'no', 22, 22],
      [3, 5, 'yes', '', ''],
    ]);
  });

  it('is held against the known rates over their time, else against the model', () => {
    const scenario = {
      nodes: [{ id: 's', kind: 'stage', service: { distribution: 'exponential', rate: 6 }, serverCount: 2 }],
    } as unknown as Scenario;
    expect(referenceRate(picture, scenario)).toEqual({ name: 'true', rate: 25 });
    const { truth: _, ...end } = picture.end;
    expect(referenceRate({ ...picture, end: { ...end, stage: 's' } }, scenario)).toEqual({
      name: 'modelled',
      rate: 12,
    });
    expect(referenceRate({ ...picture, end: { ...end, stage: 'gone' } }, scenario)).toBeUndefined();
  });
});
