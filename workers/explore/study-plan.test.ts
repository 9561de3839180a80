import { describe, expect, it } from 'vitest';
import { studyOf } from './study.test-support.ts';
import { planStudy } from './study-plan.ts';

const planOf = (fields: Parameters<typeof studyOf>[0]) => planStudy(studyOf(fields));

describe('the plan of a study', () => {
  it('refuses ranges without end, and more values than a grid can list', () => {
    const endless = { path: '1b.capacity', from: 1, to: Number.POSITIVE_INFINITY };
    const many = { path: 'inputs', from: 0.5, to: 1, count: 1e9 };
    expect(planOf({ vary: [endless, many] })).toEqual({
      kind: 'faults',
      faults: [
        '1b.capacity: a range has two finite ends; what is without bound is listed, as in 10,20,unbounded.',
        'inputs: a range has at most 1,000,000 values on a grid, not 1,000,000,000; a sample, such as sobol:1000000000, takes as many as you like.',
      ],
    });
  });

  it('numbers a billion points without listing them', () => {
    const vary = [
      { path: '1b.capacity', from: 1, to: 1_000_000, count: 1_000_000 },
      { path: 'inputs', from: 0.5, to: 1, count: 1000 },
    ];
    const plan = planOf({ vary });
    if (plan.kind === 'faults') throw new Error(plan.faults.join());
    expect(plan.table.points).toBe(1e9);
    expect(plan.valuesAt(1e9 - 1)).toEqual([1_000_000, 1]);
    const sampled = planOf({ vary: [vary[1]!], sampling: { kind: 'latinHypercube', points: 1e9 } });
    if (sampled.kind === 'faults') throw new Error(sampled.faults.join());
    expect(sampled.valuesAt(1e9 - 1)[0]).toBeGreaterThan(0.5);
  });
});
