/** What binds a goal, where a measure is the largest of all stages and of what they share. */
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { readGoal } from '../../core/study/goal-words.ts';
import { findMeasure } from '../../core/study/study-measures.ts';
import type { GoalAnswer } from './contract.ts';
import { evaluateDesign } from './evaluate-design.ts';
import { seekGoal } from './seek-goal.ts';
import { mercury, studyOf, tandem } from './study.test-support.ts';

/** Offered 1/s: `a` is busy 1/4 of the time, `b` 1/2 over its two servers; their bus for 1/4 + 1/2. */
const shared = (units?: number): Scenario => ({
  ...tandem(1),
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 4 }, resource: 'bus' },
    {
      id: 'b',
      kind: 'stage',
      service: { distribution: 'exponential', rate: 2 },
      serverCount: 2,
      resource: 'bus',
    },
    { id: 'out', kind: 'sink' },
  ],
  resources: [{ id: 'bus', name: 'Memory bus', ...(units !== undefined && { units }) }],
});

function seek(scenario: Scenario, text: string): GoalAnswer {
  const goal = readGoal(scenario, text);
  if (!goal.ok) throw new Error(goal.error);
  const answer = seekGoal(studyOf({ scenario, answer: { by: 'solve', method: 'mmc' } }), goal.value);
  if (answer.kind === 'faults') throw new Error(answer.faults.join('\n'));
  return answer;
}

const EVERY = 'largest input rate that keeps every ρ < 0.9';
const BUS = 'resources.bus.utilization';

describe('the largest of all', () => {
  it('counts what stages share, and says that it binds', () => {
    // 0.75 of the time at the present input: 0.9 at 1.2 times as much.
    expect(seek(shared(), EVERY)).toMatchObject({
      ...{ value: 1.19999, largest: [BUS] },
      neighbours: [{ design: [{ value: 1.2 }], fails: { largest: BUS, found: expect.closeTo(0.9, 12) } }],
    });
  });

  it('is of a stage where there are units enough', () => {
    // A unit each: the bus is busy for 0.25 times the input, as is a, the first of those that are equally busy.
    expect(seek(shared(3), EVERY)).toMatchObject({
      ...{ value: 3.59999, largest: ['a.utilization'] },
      neighbours: [{ design: [{ value: 3.6 }], fails: { largest: 'a.utilization' } }],
    });
  });

  it('names the bottleneck of a drawn system', () => {
    expect(seek(mercury, EVERY).largest).toEqual(['1b.utilization']);
    expect(seek(mercury, 'least 1b.capacity with 1b.utilization < 1').largest).toEqual([undefined]);
  });

  it('is the same of a simulation, up to its interval', () => {
    const scenario = shared();
    const sources = ['network.maxUtilization', BUS, 'a.utilization'].map((name) => {
      const measure = findMeasure(scenario, name);
      if (!measure.ok) throw new Error(measure.error);
      return measure.value.source;
    });
    const at = { scenario, sources };
    const solved = evaluateDesign({ ...at, answer: { by: 'solve', method: 'mmc' } }).values;
    for (const [i, value] of [0.75, 0.75, 0.25].entries()) expect(solved[i]).toBeCloseTo(value, 9);
    const answer = { by: 'simulate', seed: 5, replications: 8, horizon: 2000 } as const;
    const { values, halfWidths } = evaluateDesign({ ...at, answer });
    expect(values[0]).toBe(values[1]);
    expect(Math.abs(values[1]! - 0.75)).toBeLessThan(2 * halfWidths![1]!);
    expect(Math.abs(values[2]! - 0.25)).toBeLessThan(2 * halfWidths![2]!);
  });
});
