import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../core/scenario/scenario.ts';
import { addFrame, changeFrame, firstFrameAt, removeFrame, withPeriod } from './schedule-edits.ts';

interface Frame {
  readonly from: number;
}
const frame = (from: number): Frame => ({ from });
const starts = (schedule: Schedule<Frame> | undefined) => schedule?.frames.map(({ from }) => from);

describe('addFrame', () => {
  it('begins where it is told, and goes on in the same steps', () => {
    const one = addFrame(undefined, frame, 10);
    expect(starts(one)).toEqual([10]);
    const two = addFrame(changeFrame(one, 0, { from: 5 }), frame, 10);
    expect(starts(two)).toEqual([5, 10]);
    expect(starts(addFrame(two, frame, 10))).toEqual([5, 10, 15]);
    expect(starts(addFrame({ frames: [{ from: 0 }] }, frame, 10))).toEqual([0, 10]);
  });

  it('doubles a period that the new frame would not fit into', () => {
    const schedule = { frames: [{ from: 10 }, { from: 20 }], period: 25 };
    expect(addFrame(schedule, frame, 10)).toMatchObject({ period: 60 });
    expect(addFrame({ ...schedule, period: 40 }, frame, 10)).toMatchObject({ period: 40 });
  });

  it('keeps frames in order and the period beyond the last, whatever is there', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 50 }), (list, beyond) => {
        const frames = list.toSorted((a, b) => a - b).map(frame);
        const period = frames.at(-1)!.from + beyond;
        const added = addFrame({ frames, period }, frame, 7);
        const after = starts(added)!;
        expect(after).toEqual(after.toSorted((a, b) => a - b));
        expect(new Set(after).size).toBe(frames.length + 1);
        expect(added.period).toBeGreaterThan(after.at(-1)!);
      }),
    );
  });
});

describe('removeFrame', () => {
  it('takes the schedule away with its last frame', () => {
    const schedule = { frames: [{ from: 1 }, { from: 2 }], period: 3 };
    expect(removeFrame(schedule, 0)).toEqual({ frames: [{ from: 2 }], period: 3 });
    expect(removeFrame({ frames: [{ from: 1 }] }, 0)).toBeUndefined();
  });
});

describe('withPeriod', () => {
  it('sets a period and takes it away', () => {
    const schedule = { frames: [{ from: 1 }] };
    expect(withPeriod(schedule, 4)).toEqual({ frames: [{ from: 1 }], period: 4 });
    expect(withPeriod({ ...schedule, period: 4 }, undefined)).toEqual(schedule);
  });
});

describe('firstFrameAt', () => {
  it('is a round number of the size of a thousand times', () => {
    expect(firstFrameAt(3.2e-8)).toBe(3e-5);
    expect(firstFrameAt(1)).toBe(1000);
    expect(firstFrameAt(Number.POSITIVE_INFINITY)).toBe(1);
  });
});
