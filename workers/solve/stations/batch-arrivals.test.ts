import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveStationary } from '../../numeric/stationary.ts';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { fixedBatches, solveBatchArrivals } from './batch-arrivals.ts';
import { solveMm1 } from './mm1.ts';
import { solveMmck } from './mmck.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';
import { percentilesOf } from './time-distribution.ts';

function stable(queue: Queue | Saturated | undefined): Queue {
  if (!queue || isSaturated(queue)) throw new Error('no answer');
  return queue;
}
const partial = 'partial' as const;
const unbounded = { c: 1, K: Number.POSITIVE_INFINITY, admission: partial };

describe('batches that arrive', () => {
  it('hold rho (X + 1) / (2 (1 - rho)) with one server, and stay so long', () => {
    for (const X of [1, 4, 100]) {
      for (const rho of [0.1, 0.9]) {
        const queue = stable(
          solveBatchArrivals({ ...fixedBatches(X), ...unbounded, batches: rho / X, mu: 1 }),
        );
        const truth = (rho * (X + 1)) / (2 * (1 - rho));
        expect(relativeError(queue.meanOccupancy, truth)).toBeLessThan(1e-9);
        expect(Math.abs(total(queue.distribution!()!) - 1)).toBeLessThan(3e-12);
        expect(relativeError(queue.sojournTime!()!.mean, truth / rho)).toBeLessThan(1e-9);
      }
    }
  });

  it('of a geometric size make a geometric distribution with the ratio 1 - q (1 - rho)', () => {
    const [q, rho] = [0.25, 0.6];
    const queue = stable(
      solveBatchArrivals({
        ...unbounded,
        batches: rho * q,
        mu: 1,
        batchMore: (m) => (1 - q) ** m,
        longest: 160,
        batchMean: 1 / q,
      }),
    );
    const p = queue.distribution!()!;
    expect(p[0]).toBeCloseTo(1 - rho, 11);
    for (let n = 1; n < 20; n++) expect(p[n + 1]! / p[n]!).toBeCloseTo(1 - q * (1 - rho), 11);
  });

  it('of one element are M/M/1 and M/M/c/K, percentiles too', () => {
    const one = stable(solveMm1({ lambda: 0.8, mu: 1 }));
    const found = stable(solveBatchArrivals({ ...fixedBatches(1), ...unbounded, batches: 0.8, mu: 1 }));
    const [a, b] = [percentilesOf(found.sojournTime!()!), percentilesOf(one.sojournTime!()!)];
    expect(relativeError(a.p999, b.p999)).toBeLessThan(1e-8);
    const finite = solveMmck({ lambda: 9, mu: 1, c: 4, K: 20 });
    const same = stable(
      solveBatchArrivals({ ...fixedBatches(1), batches: 9, mu: 1, c: 4, K: 20, admission: partial }),
    );
    expect(relativeError(same.meanOccupancy, finite.meanOccupancy)).toBeLessThan(1e-12);
    expect(relativeError(same.lossProbability!, finite.tail!(20))).toBeLessThan(1e-12);
    const times = [percentilesOf(same.waitingTime!()!), percentilesOf(finite.waitingTime!()!)] as const;
    expect(relativeError(times[0].p99, times[1].p99)).toBeLessThan(1e-9);
  });

  it('into finite room agree with the chain written out, both rules, any load', () => {
    const cases = fc.record({
      X: fc.integer({ min: 1, max: 7 }),
      c: fc.integer({ min: 1, max: 4 }),
      more: fc.integer({ min: 0, max: 12 }),
      load: fc.double({ min: 0.01, max: 20, noNaN: true }),
      admission: fc.constantFrom('partial' as const, 'whole' as const),
    });
    fc.assert(
      fc.property(cases, ({ X, c, more, load, admission }) => {
        const K = Math.max(c, X) + more;
        const batches = (load * c) / X;
        const found = stable(solveBatchArrivals({ ...fixedBatches(X), batches, mu: 1, c, K, admission }));
        const { pi, lost } = byChain({ X, c, K, batches, whole: admission === 'whole' });
        for (let n = 0; n <= K; n++)
          expect(Math.abs(found.tail!(n) - total(pi.slice(n)))).toBeLessThan(1e-11);
        expect(relativeError(found.lossProbability!, lost)).toBeLessThan(1e-9);
        expect(relativeError(found.arrivalRate, load * c * (1 - lost))).toBeLessThan(1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it('do not overflow: 1e6 of load, a hundred thousand places', () => {
    const queue = stable(
      solveBatchArrivals({ ...fixedBatches(16), batches: 1e6, mu: 1, c: 2, K: 100_000, admission: partial }),
    );
    expect(queue.meanOccupancy).toBeGreaterThan(99_990);
    expect(queue.utilization).toBeCloseTo(1, 12);
    expect(mean(queue.distribution!()!)).toBeCloseTo(queue.meanOccupancy, 3);
  });
});

/** State by state; `lost` is the share of the offered elements. */
function byChain({
  X,
  c,
  K,
  batches,
  whole,
}: {
  X: number;
  c: number;
  K: number;
  batches: number;
  whole: boolean;
}) {
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  for (let n = 0; n <= K; n++) {
    const to = whole ? (n + X <= K ? n + X : n) : Math.min(K, n + X);
    if (to !== n) {
      columns.push(to);
      values.push(batches);
    }
    if (n > 0) {
      columns.push(n - 1);
      values.push(Math.min(n, c));
    }
    starts.push(columns.length);
  }
  const { pi } = solveStationary({
    size: K + 1,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  });
  const probabilities = [...pi];
  const refused = (n: number) => (whole ? (n + X > K ? X : 0) : Math.max(0, n + X - K));
  return { pi: probabilities, lost: probabilities.reduce((sum, p, n) => sum + p * refused(n), 0) / X };
}
