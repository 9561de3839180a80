import { describe, expect, it } from 'vitest';
import { relativeError } from '../fixtures/distribution.ts';
import { waitingTimeBounds, waitingTimeGGc, waitingTimeMarchal } from './gg1.ts';
import { solveGm1 } from './gm1.ts';
import { solveMapPh } from './map-ph.ts';
import { solveMmc } from './mmc.ts';
import { isSaturated } from './queue.ts';

const two = (arrivalRate: number, arrivalScv: number, serviceScv: number) => ({
  arrivalRate,
  arrivalScv,
  serviceMean: 1,
  serviceScv,
});

describe('waiting times from two moments', () => {
  it('are exact for M/G/1 and M/M/c', () => {
    expect(
      relativeError(waitingTimeGGc({ ...two(0.8, 1, 3), servers: 1 }), (0.8 * 4) / 2 / 0.2),
    ).toBeLessThan(1e-13);
    expect(relativeError(waitingTimeMarchal(two(0.8, 1, 3)), (0.8 * 4) / 2 / 0.2)).toBeLessThan(1e-13);
    const queue = solveMmc({ lambda: 4.5, mu: 1, c: 5 });
    if (isSaturated(queue)) throw new Error('saturated');
    const found = waitingTimeGGc({ ...two(4.5, 1, 1), servers: 5 });
    expect(relativeError(found, queue.meanQueueLength / 4.5)).toBeLessThan(1e-12);
  });

  it('are within 3 % of G/M/1 and PH/PH/1 with regular arrivals at a load of 0.9', () => {
    const truth = solveGm1({
      distribution: { distribution: 'erlang', rate: 0.9, shape: 2 },
      lambda: 0.9,
      mu: 1,
    });
    if (!truth || isSaturated(truth)) throw new Error('no answer');
    const found = waitingTimeGGc({ ...two(0.9, 0.5, 1), servers: 1 });
    expect(relativeError(found, truth.meanQueueLength / 0.9)).toBeLessThan(0.03);
  });

  it('lie between the bounds, as the exact ones do', () => {
    for (const [shape, service] of [
      [2, { distribution: 'hyperexponential', mean: 1, scv: 3 }],
      [4, { distribution: 'erlang', mean: 1, shape: 4 }],
    ] as const) {
      for (const load of [0.3, 0.8, 0.97]) {
        const arrivals = { distribution: 'erlang', rate: load, shape } as const;
        const exact = solveMapPh({
          arrivals,
          lambda: load,
          service,
          mu: 1,
          c: 1,
          K: Number.POSITIVE_INFINITY,
        });
        if (!exact || isSaturated(exact)) throw new Error('no answer');
        const moments = two(
          load,
          1 / shape,
          service.distribution === 'erlang' ? 1 / service.shape : service.scv,
        );
        const [low, high] = waitingTimeBounds(moments);
        const wait = exact.meanQueueLength / load;
        for (const value of [wait, waitingTimeGGc({ ...moments, servers: 1 }), waitingTimeMarchal(moments)]) {
          expect(value).toBeGreaterThanOrEqual(low);
          expect(value).toBeLessThanOrEqual(high);
        }
      }
    }
  });

  it('have no wait without variability or arrivals, and no end from a load of 1 on', () => {
    expect(waitingTimeGGc({ ...two(0.9, 0, 0), servers: 1 })).toBe(0);
    expect(waitingTimeGGc({ ...two(0, 1, 1), servers: 3 })).toBe(0);
    expect(waitingTimeGGc({ ...two(3, 1, 1), servers: 3 })).toBe(Number.POSITIVE_INFINITY);
    expect(waitingTimeGGc({ ...two(0.5, 1, Number.POSITIVE_INFINITY), servers: 1 })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
