import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type StageNode,
} from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import {
  groupCapacity,
  groupSeries,
  type OccupancySources,
  stageSeries,
  sumDistribution,
  waitingOf,
  waitingSeries,
} from './occupancy-series.ts';

/** M/M/1: P[n] = (1 - rho) rho^n. */
const geometric = (rho: number, levels = 400) =>
  Array.from({ length: levels }, (_, n) => (1 - rho) * rho ** n);
const meanOf = (values: readonly number[]) => values.reduce((sum, p, n) => sum + n * p, 0);

describe('those that wait', () => {
  it('are one fewer than are in an M/M/1, whose queue is rho^2 / (1 - rho)', () => {
    const waiting = waitingOf(geometric(0.5), 1, 0.5)!;
    expect(waiting[0]).toBeCloseTo(0.75, 12);
    expect(waiting[1]).toBeCloseTo(0.125, 12);
    expect(meanOf(waiting)).toBeCloseTo(0.5, 12);
  });

  it('have no curve where the model says that servers stand idle beside them', () => {
    expect(waitingOf(geometric(0.5), 1, 0.7)).toBeUndefined();
    expect(waitingOf(geometric(0.5), 1, undefined)).toBeUndefined();
  });
});

describe('elements of several stages together', () => {
  it('are distributed as (1 - rho)^2 (n + 1) rho^n in two equal M/M/1', () => {
    const sum = sumDistribution([geometric(0.6), geometric(0.6)])!;
    for (const n of [0, 1, 5, 40]) expect(sum[n]).toBeCloseTo(0.16 * (n + 1) * 0.6 ** n, 12);
  });

  const distribution = fc
    .array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 })
    .map((weights) => weights.map((weight) => weight / weights.reduce((sum, one) => sum + one, 0)));
  it('have the sum of the means, and all of the time', () => {
    fc.assert(
      fc.property(fc.array(distribution, { maxLength: 4 }), (parts) => {
        const sum = sumDistribution(parts)!;
        expect(sum.reduce((all, p) => all + p, 0)).toBeCloseTo(1, 9);
        const means = parts.map(meanOf);
        expect(meanOf(sum)).toBeCloseTo(
          means.reduce((all, mean) => all + mean, 0),
          9,
        );
      }),
    );
  });

  it('are not added up where that would be felt', () => {
    expect(sumDistribution([geometric(0.5, 5000), geometric(0.5, 5000)])).toBeUndefined();
  });
});

describe('the curves', () => {
  const stage: StageNode = {
    id: 'a',
    kind: 'stage',
    capacity: 4,
    service: { distribution: 'exponential', rate: 2 },
  };
  const scenario: Scenario = {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'x',
    nodes: [stage, { ...stage, id: 'b', capacity: 3 }, { id: 'd', kind: 'delay', service: stage.service }],
    links: [],
    measurement: { name: 'm', stages: [{ stage: 'a', occupancyDistribution: [0.5, 0.5] }] },
  };
  const sources: OccupancySources = {
    scenario,
    answerIsOlder: false,
    simulationIsOlder: true,
    forming: { a: [0.4, 0.6] },
  };

  it('are those that there are: measured, and a simulation as it forms, without an interval yet', () => {
    expect(stageSeries(sources, stage)).toEqual([
      { kind: 'measured', name: 'measured', values: [0.5, 0.5] },
      { kind: 'simulation', name: 'simulation (outdated)', older: true, values: [0.4, 0.6] },
    ]);
    expect(waitingSeries(sources, stage)).toEqual([]);
    expect(groupSeries(sources, { id: 'g', stages: ['a', 'b'] })).toEqual([]);
  });

  it('say so where the inputs leave the queue open', () => {
    const model = { model: 'M/M/1/K', occupancyDistribution: [0.5, 0.5], meanOccupancy: 0.5 };
    const nameWith = (verdicts: SolveAnswer['verdicts']) => {
      const answer = { stages: { a: model }, verdicts } as unknown as SolveAnswer;
      return stageSeries({ ...sources, answer }, stage).at(-1)!.name;
    };
    expect(nameWith([])).toBe('analytic');
    const open = {
      code: 'not-determined',
      severity: 'warning',
      facts: { name: 'a', low: 2, high: 9, fills: false },
    } as const;
    expect(nameWith([{ ...open, stage: 'a' }])).toBe('◌ analytic');
    expect(nameWith([{ ...open, stage: 'b' }])).toBe('analytic');
  });

  it('point at no mean that the inputs do not determine, but at one whose interval is narrow', () => {
    const model = { model: 'M/M/1', occupancyDistribution: [0.5, 0.5], meanOccupancy: 9 };
    const meanWith = (span: readonly [number, number]) => {
      const stages = { a: { ...model, spans: { meanOccupancy: span } } };
      const answer = { stages, verdicts: [] } as unknown as SolveAnswer;
      const last = stageSeries({ ...sources, answer }, stage).at(-1)!;
      return last.kind === 'model' ? last.mean : undefined;
    };
    expect(meanWith([8.5, 9.5])).toBe(9);
    expect(meanWith([5, 20])).toBe('open');
  });

  it('of a group are those of the method, where it has them', () => {
    const group = { id: 'g', stages: ['a', 'b'] };
    const solved = {
      solvedBy: 'chain',
      stages: { a: { occupancyDistribution: [0.5, 0.5] }, b: { occupancyDistribution: [0.5, 0.5] } },
      groups: { g: { meanOccupancy: 0.9, occupancyDistribution: [0.4, 0.3, 0.3] } },
    } as unknown as SolveAnswer;
    expect(groupSeries({ ...sources, answer: solved }, group)).toEqual([
      { kind: 'model', name: 'Markov chain of the whole scenario', values: [0.4, 0.3, 0.3], mean: 0.9 },
    ]);
    const { occupancyDistribution: _, ...mean } = solved.groups!.g!;
    expect(groupSeries({ ...sources, answer: { ...solved, groups: { g: mean } } }, group)).toEqual([
      { kind: 'model', name: 'analytic, as if independent', values: [0.25, 0.5, 0.25], mean: 0.9 },
    ]);
  });

  it('of a group have a capacity where all its stages have one', () => {
    expect(groupCapacity(scenario, { id: 'g', stages: ['a', 'b'] })).toBe(7);
    expect(groupCapacity(scenario, { id: 'g', stages: ['a', 'd'] })).toBeUndefined();
  });
});
