import { describe, expect, it } from 'vitest';
import type { SimulationResult } from '../../workers/simulate/contract.ts';
import { type SimulationRun, selectSimulatedOccupancy } from './runs-store.ts';

const RUN: SimulationRun = { status: 'running', incidents: [] };
const progress = (replication: number, a: readonly number[]) => ({
  replication,
  fraction: 0.5,
  events: 1,
  occupancy: { a: Float64Array.from(a) },
});

describe('the occupancy of a simulation', () => {
  it('forms from all replications that run, whatever levels they have seen', () => {
    const run = { ...RUN, progress: { 0: progress(0, [3, 1]), 1: progress(1, [1, 2, 1]) } };
    expect(selectSimulatedOccupancy(run)).toEqual({ a: [0.5, 0.375, 0.125] });
    expect(selectSimulatedOccupancy({ ...RUN, progress: { 0: progress(0, []) } })).toEqual({ a: [] });
    expect(selectSimulatedOccupancy(RUN)).toBeUndefined();
  });

  it('comes from finished replications as soon as there are some', () => {
    const level = { mean: 0.25, halfWidth: 0.1 };
    const result = {
      stages: { a: { occupancyDistribution: [level] }, b: {} },
    } as unknown as SimulationResult;
    expect(selectSimulatedOccupancy({ ...RUN, result, progress: { 0: progress(0, [1]) } })).toEqual({
      a: [0.25],
    });
  });
});
