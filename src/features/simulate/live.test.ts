/** When the simulation that runs by itself ends: after its usual time if its means are precise, and later if they are not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SimulationRequest, SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SimulationEvents } from '../../run/simulator-pool.ts';
import { simulateLive } from './live.ts';
import { SCENARIO, simulated } from './simulated.test-support.ts';

type Partial = (halfWidth: number) => void;
let tell: Partial | undefined;

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

const pool = {
  simulate: async (
    _: unknown,
    { look }: SimulationRequest,
    signal: AbortSignal,
    { onPartial }: SimulationEvents,
  ) => {
    if (look) return known(8);
    tell = (halfWidth) => onPartial(known(halfWidth));
    return new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
  },
};

describe('the simulation that runs by itself', () => {
  let answer: SimulationResult | undefined;

  beforeEach(async () => {
    vi.useFakeTimers();
    answer = undefined;
    const { signal } = new AbortController();
    void simulateLive(pool, SCENARIO, { signal, partial: () => undefined }).then((outcome) => {
      answer = outcome.ok ? outcome.value : undefined;
    });
    await vi.advanceTimersByTimeAsync(1000);
  });

  afterEach(() => vi.useRealTimers());

  it('ends after six seconds if it is precise by then, and not before', async () => {
    tell!(0.5);
    await vi.advanceTimersByTimeAsync(4000);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2000);
    expect(answer).toEqual(known(0.5));
  });

  it('goes on until it tells more than an approximation', async () => {
    tell!(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answer).toBeUndefined();
    tell!(0.9);
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toEqual(known(0.9));
  });
});
