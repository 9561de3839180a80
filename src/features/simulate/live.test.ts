/** When the simulation that runs by itself ends: after its usual time if its means are precise, and later if they are not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SimulationRequest, SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SimulationEvents } from '../../run/simulator-pool.ts';
import { liveRun } from './live.ts';
import { SCENARIO, simulated } from './simulated.test-support.ts';

type Partial = (halfWidth: number) => void;
let tell: Partial | undefined;
let isStopped = false;

const plain = simulated();
/** Every occupancy is 10, give or take so much. */
const known = (halfWidth: number): SimulationResult => ({
  ...plain,
  replications: 8,
  verdicts: [],
  stages: Object.fromEntries(
    Object.entries(plain.stages).map(([id, stage]) => [
      id,
      { ...stage, meanOccupancy: { mean: 10, halfWidth } },
    ]),
  ),
});

vi.mock('../../run/page-simulators.ts', () => ({
  pageSimulators: () => ({
    simulate: async (
      _: unknown,
      { look }: SimulationRequest,
      signal: AbortSignal,
      { onPartial }: SimulationEvents,
    ) => {
      if (look) return known(8);
      tell = (halfWidth) => onPartial(known(halfWidth));
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          isStopped = true;
          reject(signal.reason);
        }),
      );
    },
  }),
}));

describe('the simulation that runs by itself', () => {
  beforeEach(async () => {
    vi.useFakeTimers();
    isStopped = false;
    void liveRun.ask(SCENARIO);
    await vi.advanceTimersByTimeAsync(1000);
  });

  afterEach(() => {
    liveRun.stop();
    vi.useRealTimers();
  });

  it('ends after six seconds if it is precise by then, and not before', async () => {
    tell!(0.5);
    await vi.advanceTimersByTimeAsync(4000);
    expect(isStopped).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(isStopped).toBe(true);
    expect(liveRun.get()).toMatchObject({ status: 'done', answer: known(0.5) });
  });

  it('goes on until it tells more than an approximation', async () => {
    tell!(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isStopped).toBe(false);
    tell!(0.9);
    await vi.advanceTimersByTimeAsync(1);
    expect(isStopped).toBe(true);
    expect(liveRun.get()).toMatchObject({ status: 'done', answer: known(0.9) });
  });
});
