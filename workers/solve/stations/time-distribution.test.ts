import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeError } from '../fixtures/distribution.ts';
import { GAUSS } from './distribution-parts.ts';
import { solveMm1 } from './mm1.ts';
import { solveMm1k } from './mm1k.ts';
import { solveMmc } from './mmc.ts';
import { solveMmck } from './mmck.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';
import { poissonAverage } from './stepped-time.ts';
import { percentilesOf } from './time-distribution.ts';

function stable(queue: Queue | Saturated): Queue {
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
}

/** Mean of a time from its tail, by Gauss's rule on panels up to where nothing is left. */
function meanOf(tail: (t: number) => number, end: number, panels = 60): number {
  let sum = 0;
  for (let i = 0; i < panels; i++)
    for (const { at, weight } of GAUSS) sum += (weight * end * tail((end * (i + at)) / panels)) / panels;
  return sum;
}

describe('means of a Poisson number', () => {
  it('have the generating function e^(-m (1 - z)), from m = 1e-9 to 1e9', () => {
    for (const m of [1e-9, 0.3, 7, 900, 1e6, 3e7, 1e9]) {
      const logZ = Math.log1p(-1 / (1 + m));
      const found = poissonAverage((j) => Math.exp(j * logZ), m);
      expect(relativeError(found, Math.exp(-m / (1 + m))), `m ${m}`).toBeLessThan(1e-9);
    }
  });
});

describe('percentiles of M/M/1', () => {
  it('are those of the exponential distribution at mu - lambda; the wait is 0 for a share of 1 - rho', () => {
    const queue = stable(solveMm1({ lambda: 0.8, mu: 1 }));
    const stay = percentilesOf(queue.sojournTime!()!);
    const wait = percentilesOf(queue.waitingTime!()!);
    expect(relativeError(stay.p99, Math.log(100) / 0.2)).toBeLessThan(1e-12);
    expect(relativeError(wait.p90, Math.log(0.8 / 0.1) / 0.2)).toBeLessThan(1e-12);
    const light = percentilesOf(stable(solveMm1({ lambda: 0.4, mu: 1 })).waitingTime!()!);
    expect(light.p50).toBe(0);
  });

  it('are what M/M/1/K has with many places, and M/M/c and M/M/c/K with one server', () => {
    const truth = percentilesOf(stable(solveMm1({ lambda: 0.9, mu: 2 })).sojournTime!()!);
    for (const queue of [
      solveMm1k({ lambda: 0.9, mu: 2, K: 4000 }),
      solveMmc({ lambda: 0.9, mu: 2, c: 1 }),
      solveMmck({ lambda: 0.9, mu: 2, c: 1, K: 4000 }),
    ]) {
      const found = percentilesOf(stable(queue).sojournTime!()!);
      for (const p of ['p50', 'p90', 'p99', 'p999'] as const)
        expect(relativeError(found[p], truth[p])).toBeLessThan(1e-9);
    }
  });
});

describe('times of finite queues', () => {
  it('are one service long at K = 1', () => {
    const { p90 } = percentilesOf(solveMm1k({ lambda: 5, mu: 2, K: 1 }).sojournTime!()!);
    expect(relativeError(p90, Math.log(10) / 2)).toBeLessThan(1e-10);
    expect(percentilesOf(solveMmck({ lambda: 5, mu: 2, c: 3, K: 3 }).waitingTime!()!).p999).toBe(0);
  });

  it("have the means of Little's law, whatever the load, servers and places", () => {
    const cases = fc.record({
      rho: fc.double({ min: 0.05, max: 4, noNaN: true }),
      c: fc.integer({ min: 1, max: 8 }),
      more: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(cases, ({ rho, c, more }) => {
        const queue = solveMmck({ lambda: rho * c, mu: 1, c, K: c + more });
        const stay = queue.sojournTime!()!;
        const wait = queue.waitingTime!()!;
        expect(relativeError(stay.mean, queue.meanOccupancy / queue.arrivalRate)).toBeLessThan(1e-10);
        const scale = 1e-10 * (1 + queue.meanOccupancy / queue.arrivalRate);
        expect(Math.abs(meanOf(stay.tail, 80) - stay.mean)).toBeLessThan(scale);
        expect(Math.abs(meanOf(wait.tail, 80) - wait.mean)).toBeLessThan(scale);
      }),
      { numRuns: 12 },
    );
  });

  it('reach over the whole domain without NaN, in the order of their percentages', () => {
    for (const rho of [1e-9, 0.5, 1 - 1e-12, 1, 1 + 1e-12, 30, 1e6]) {
      const finite = [
        [1, 1],
        [3, 20_000],
        [2_000, 2_000],
        [2_000, 10_000],
      ] as const;
      const queues = finite.map(([c, K]) => solveMmck({ lambda: rho * c, mu: 1, c, K }));
      for (const queue of [...queues, solveMm1k({ lambda: rho, mu: 1, K: 1_000_000 })]) {
        const { p50, p90, p99, p999 } = percentilesOf(queue.sojournTime!()!);
        const label = `rho ${rho}, ${queue.model}`;
        expect(
          [p50, p90, p99, p999].every((t) => Number.isFinite(t) && t > 0),
          label,
        ).toBe(true);
        expect(p50 < p90 && p90 < p99 && p99 < p999, label).toBe(true);
      }
    }
  });
});

describe('times of M/M/c', () => {
  it('match their means also where both exponentials have the same rate', () => {
    for (const [lambda, c] of [
      [2, 3],
      [1.5, 3],
      [0.5, 2],
      [2.9, 3],
    ] as const) {
      const stay = stable(solveMmc({ lambda, mu: 1, c })).sojournTime!()!;
      expect(relativeError(meanOf(stay.tail, 400), stay.mean)).toBeLessThan(1e-10);
    }
  });
});
