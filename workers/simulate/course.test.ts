import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { commonPeriod, courseOf } from './course.ts';
import { planRun } from './plan-run.ts';

const twoFrames = (period?: number): Scenario => {
  const frames = [{ from: 0 }, { from: 2, interarrival: { distribution: 'exponential', rate: 3 } as const }];
  return line(
    source('in', 1, { schedule: { frames, ...(period !== undefined && { period }) } }),
    stage('a', 4, {
      schedule: { frames: [{ from: 1, service: { distribution: 'exponential', rate: 5 } }], period: 4 },
    }),
  );
};

describe('courseOf', () => {
  it('finds the common period and all frames in it', () => {
    expect(courseOf(twoFrames(6))).toEqual({ period: 12, starts: [0, 1, 2, 5, 6, 8, 9] });
    expect(courseOf(line(source('in', 1), stage('a', 2)))).toBeUndefined();
  });

  it('has no period where a schedule has none, or none fits', () => {
    expect(courseOf(twoFrames())).toEqual({ starts: [0, 1, 2] });
    expect(commonPeriod([1, Math.SQRT2])).toBeUndefined();
    expect(commonPeriod([0.1, 0.3, 0.7])).toBeCloseTo(2.1, 12);
  });
});

describe('planRun with schedules', () => {
  it('warms up and observes whole periods, an even number of them', () => {
    const plan = planRun(twoFrames(6), {});
    if ('kind' in plan) throw new Error(refusalText(plan));
    expect(plan.course).toEqual({ period: 12 });
    const [before, observed] = [plan.warmup / 12, (plan.horizon - plan.warmup) / 12];
    expect(before).toBe(Math.round(before));
    expect(observed / 2).toBe(Math.round(observed / 2));
    // 4 arrivals of 3 per second in each 6 s, of two events each: about 300 000 events.
    expect(plan.horizon).toBeGreaterThan(50_000);
    expect(plan.horizon).toBeLessThan(120_000);
    expect(plan.frames!.bounds).toEqual([0, 1, 2, 5, 6, 8, 9, 12]);
  });

  it('takes a horizon of less than a period for a transient', () => {
    expect(planRun(twoFrames(6), { horizon: 10 })).toMatchObject({ course: 'transient', warmup: 0 });
    expect(planRun(twoFrames(6), { horizon: 30 })).toMatchObject({ course: { period: 12 }, warmup: 12 });
  });

  it('takes a run without period to the end of its last frame, which is as long as the longest', () => {
    expect(planRun(twoFrames(), {})).toMatchObject({ course: 'transient', warmup: 0, horizon: 3 });
  });
});
