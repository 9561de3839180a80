import { describe, expect, it } from 'vitest';
import { birthDeath, mean, meanBeyond, relativeError, total } from '../fixtures/distribution.ts';
import { solveMm1 } from './mm1.ts';
import { solveMm1k, solveMm1kActual } from './mm1k.ts';
import { solveMmc } from './mmc.ts';
import { solveMmck, solveMmckActual } from './mmck.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';

function stable(queue: Queue | Saturated): Queue {
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
}

function expectSame(a: Queue, b: Queue, tolerance: number, label: string) {
  for (const key of [
    'offeredRate',
    'arrivalRate',
    'utilization',
    'meanOccupancy',
    'meanQueueLength',
  ] as const) {
    expect(Math.abs(a[key] - b[key]), `${label}, ${key}`).toBeLessThanOrEqual(tolerance * Math.abs(b[key]));
  }
}

describe('M/M/c', () => {
  it('has the occupancy of M/M/3 with lambda 10, mu 12 to five digits, by Bolch, Greiner, de Meer & Trivedi 2006, section 6.5', () => {
    const probabilities = stable(solveMmc({ lambda: 10, mu: 12, c: 3 })).distribution!()!;
    const published = [0.43213, 0.36011, 0.15005, 0.041679, 0.011578];
    for (const [n, p] of published.entries()) expect(relativeError(probabilities[n]!, p)).toBeLessThan(5e-5);
  });

  it('is M/M/1 for one server', () => {
    for (const lambda of [1e-6, 0.3, 0.8, 0.999]) {
      const one = stable(solveMm1({ lambda, mu: 1 }));
      expectSame(stable(solveMmc({ lambda, mu: 1, c: 1 })), one, 1e-12, `lambda ${lambda}`);
    }
  });

  it('agrees with the balance equations by products, and its tail with its distribution', () => {
    const queue = stable(solveMmc({ lambda: 3.2, mu: 1, c: 4 }));
    const truth = birthDeath(
      () => 3.2,
      (n) => Math.min(n, 4),
      400,
    );
    expect(queue.meanOccupancy).toBeCloseTo(mean(truth), 10);
    expect(queue.meanQueueLength).toBeCloseTo(meanBeyond(truth, 4), 10);
    for (const n of [0, 2, 4, 9]) expect(queue.tail!(n)).toBeCloseTo(total(truth.slice(n)), 11);
  });

  it('follows the square-root rule: 22 % of arrivals wait at c = 10 000 and load 1 - 1/sqrt(c)', () => {
    // Halfin & Whitt 1981: P[wait] -> 1 / (1 + beta Phi(beta) / phi(beta)) at beta = 1, 0.2234.
    const c = 10_000;
    const queue = stable(solveMmc({ lambda: c * (1 - 1 / Math.sqrt(c)), mu: 1, c }));
    expect(queue.tail!(c)).toBeCloseTo(0.2234, 2);
  });

  it('has no NaN with 10 000 servers at any load', () => {
    for (const load of [1e-9, 0.01, 0.5, 0.6, 0.9, 1 - 1e-9]) {
      const queue = stable(solveMmc({ lambda: load * 1e4, mu: 1, c: 1e4 }));
      expect(queue.meanQueueLength).toBeGreaterThanOrEqual(0);
      expect(queue.meanOccupancy).toBeGreaterThan(0);
      const probabilities = queue.distribution!();
      if (probabilities) expect(Math.abs(total(probabilities) - 1), `load ${load}`).toBeLessThan(5e-12);
    }
  });

  it('is saturated from lambda = c mu on', () => {
    expect(isSaturated(solveMmc({ lambda: 3, mu: 1, c: 3 }))).toBe(true);
  });
});

describe('M/M/c/K with the rate offered', () => {
  it('matches M/M/3/7 of Octave’s queueing 1.2.7 (Marzolla 2020), qsmmmk.m, lines 218 to 226: lambda 40, mu 30', () => {
    const queue = solveMmck({ lambda: 40, mu: 30, c: 3, K: 7 });
    expect(queue.distribution!()![0]).toBeCloseTo(0.255037, 6);
    expect(queue.meanOccupancy / queue.arrivalRate).toBeCloseTo(0.036517, 6);
  });

  it('matches M/M/4/6 of Octave’s queueing 1.2.7 (Marzolla 2020), qsmmmk.m, lines 228 to 235: lambda 50, mu 10', () => {
    expect(solveMmck({ lambda: 50, mu: 10, c: 4, K: 6 }).tail!(6)).toBeCloseTo(0.293543, 6);
  });

  it('is M/M/1/K for one server', () => {
    for (const lambda of [1e-6, 0.4, 1, 1.5, 1e4]) {
      for (const K of [1, 5, 600]) {
        const one = solveMm1k({ lambda, mu: 1, K });
        expectSame(solveMmck({ lambda, mu: 1, c: 1, K }), one, 1e-10, `lambda ${lambda}, K ${K}`);
      }
    }
  });

  it('becomes M/M/c as K grows', () => {
    const limit = stable(solveMmc({ lambda: 3.5, mu: 1, c: 4 }));
    expectSame(solveMmck({ lambda: 3.5, mu: 1, c: 4, K: 2000 }), limit, 1e-12, 'K 2000');
  });

  it("is Erlang's loss system at K = c: B(5 servers, 3 Erlang) = 0.11005", () => {
    expect(solveMmck({ lambda: 3, mu: 1, c: 5, K: 5 }).tail!(5)).toBeCloseTo(0.11005, 5);
  });

  it('agrees with the balance equations by products', () => {
    for (const [lambda, c, K] of [
      [2, 3, 3],
      [2.5, 3, 12],
      [3, 3, 12],
      [9, 3, 12],
    ] as const) {
      const truth = birthDeath(
        () => lambda,
        (n) => Math.min(n, c),
        K,
      );
      const queue = solveMmck({ lambda, mu: 1, c, K });
      for (const [n, p] of queue.distribution!()!.entries()) expect(p).toBeCloseTo(truth[n]!, 13);
      expect(queue.meanOccupancy).toBeCloseTo(mean(truth), 11);
      expect(queue.meanQueueLength).toBeCloseTo(meanBeyond(truth, c), 11);
      expect(queue.arrivalRate).toBeCloseTo(lambda * (1 - truth[K]!), 12);
    }
  });

  it('has no NaN at the extremes and sums to 1', () => {
    for (const c of [1, 3, 10_000]) {
      for (const load of [1e-9, 0.5, 1, 1.01, 1e6]) {
        for (const K of [c, c + 1, c + 1000, 1_000_000]) {
          const queue = solveMmck({ lambda: load * c, mu: 1, c, K });
          const label = `c ${c}, load ${load}, K ${K}`;
          expect(queue.meanOccupancy, label).toBeGreaterThan(0);
          expect(queue.meanOccupancy, label).toBeLessThanOrEqual(K);
          expect(queue.utilization, label).toBeLessThanOrEqual(1);
          expect(queue.meanQueueLength, label).toBeGreaterThanOrEqual(0);
          const probabilities = queue.distribution!();
          if (probabilities) expect(Math.abs(total(probabilities) - 1), label).toBeLessThan(5e-12);
        }
      }
    }
  });
});

describe('M/M/c/K with the rate accepted', () => {
  it('is Dor’s M/M/1/K for one server', () => {
    for (const lambda of [1e-6, 0.4, 0.9, 0.999866]) {
      for (const K of [1, 5, 600]) {
        const one = stable(solveMm1kActual({ lambda, mu: 1, K }));
        expectSame(
          stable(solveMmckActual({ lambda, mu: 1, c: 1, K })),
          one,
          1e-8,
          `lambda ${lambda}, K ${K}`,
        );
      }
    }
  });

  it('inverts the loss system', () => {
    for (const c of [2, 5, 40]) {
      for (const offered of [0.1, 0.5, 0.95, 1, 1.1, 3]) {
        const K = c + 10;
        const loss = solveMmck({ lambda: offered * c, mu: 1, c, K });
        if (loss.utilization > 1 - 1e-9) continue;
        const queue = stable(solveMmckActual({ lambda: loss.arrivalRate, mu: 1, c, K }));
        expect(relativeError(queue.offeredRate, offered * c), `c ${c}, load ${offered}`).toBeLessThan(1e-8);
        expect(relativeError(queue.meanOccupancy, loss.meanOccupancy)).toBeLessThan(1e-8);
      }
    }
  });

  it('is saturated from lambda = c mu on', () => {
    expect(isSaturated(solveMmckActual({ lambda: 4, mu: 1, c: 4, K: 9 }))).toBe(true);
  });
});
