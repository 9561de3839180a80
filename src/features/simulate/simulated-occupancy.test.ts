import { describe, expect, it } from 'vitest';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { type SimulationRun, type SimulationSoFar, selectSimulatedOccupancy } from './simulating.ts';

const RUN: SimulationRun = { status: 'running', key: 'k', startedAt: 0, incidents: [] };
const runOf = (
  replications: SimulationSoFar['replications'],
  change: Partial<SimulationRun> = {},
): SimulationRun =>
  ({ ...RUN, progress: { replications, finished: 0, asked: [] }, ...change }) as SimulationRun;
const progress = (replication: number, a: readonly number[]) => ({
  replication,
  fraction: 0.5,
  events: 1,
  occupancy: { a: Float64Array.from(a) },
});

describe('the occupancy of a simulation', () => {
  it('forms from all replications that run, whatever levels they have seen', () => {
    const run = runOf({ 0: progress(0, [3, 1]), 1: progress(1, [1, 2, 1]) });
    expect(selectSimulatedOccupancy(run)).toEqual({ a: [0.5, 0.375, 0.125] });
    expect(selectSimulatedOccupancy(runOf({ 0: progress(0, []) }))).toEqual({ a: [] });
    expect(selectSimulatedOccupancy(RUN)).toBeUndefined();
  });

  it('comes from finished replications as soon as there are some', () => {
    const level = { mean: 0.25, halfWidth: 0.1 };
    const result = {
      stages: { a: { occupancyDistribution: [level] }, b: {} },
    } as unknown as SimulationResult;
    expect(selectSimulatedOccupancy(runOf({ 0: progress(0, [1]) }, { answer: result }))).toEqual({
      a: [0.25],
    });
  });
});
