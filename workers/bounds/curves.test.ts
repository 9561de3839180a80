import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArrivalCurve, arrivalCurve, sumOf, valueAt } from './arrival-curve.ts';
import { backlogBound, busyBound, concatenated, delayBound, outputCurve } from './bounds.ts';
import { traceArrivals, traceService } from './trace-curves.ts';

const bucket = (rate: number, burst: number): ArrivalCurve => [{ rate, burst }];

const curves = fc
  .array(
    fc.record({
      rate: fc.double({ min: 0.01, max: 5, noNaN: true }),
      burst: fc.double({ min: 0.1, max: 20, noNaN: true }),
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map(arrivalCurve);

const times = Array.from({ length: 100 }, (_, i) => i / 8);

describe('bounds of one bucket (Le Boudec & Thiran 2001, section 1.4)', () => {
  const alpha = bucket(0.6, 5);
  const beta = { rate: 1, latency: 3 };

  it('backlog b + r T, delay T + b / R, output burst b + r T, busy (b + R T) / (R - r)', () => {
    expect(backlogBound(alpha, beta)).toBeCloseTo(5 + 0.6 * 3, 12);
    expect(delayBound(alpha, beta)).toBeCloseTo(3 + 5 / 1, 12);
    expect(outputCurve(alpha, beta)).toEqual([{ rate: 0.6, burst: expect.closeTo(6.8, 12) }]);
    expect(busyBound(alpha, beta)).toBeCloseTo((5 + 3) / 0.4, 12);
  });

  it('a line pays its burst once: T1 + T2 + b / min(R1, R2)', () => {
    const second = { rate: 0.8, latency: 2 };
    const once = delayBound(alpha, concatenated([beta, second]));
    expect(once).toBeCloseTo(5 + 5 / 0.8, 12);
    expect(once).toBeLessThan(delayBound(alpha, beta) + delayBound(outputCurve(alpha, beta), second));
  });

  it('T-SPEC (M, p, r, b): backlog and delay of section 1.4.2', () => {
    // min(M + p t, b + r t) with M = 1, p = 4, r = 0.5, b = 8, R = 1, T = 3: the corner is at t = 2.
    const tspec = arrivalCurve([...bucket(4, 1), ...bucket(0.5, 8)]);
    expect(backlogBound(tspec, { rate: 1, latency: 3 })).toBeCloseTo(8 + 0.5 * 3, 12);
    expect(backlogBound(tspec, { rate: 1, latency: 1 })).toBeCloseTo(9 - 1, 12);
    expect(delayBound(tspec, { rate: 1, latency: 3 })).toBeCloseTo(9 + 3 - 2, 12);
  });
});

describe('curves of several buckets, against what they mean point by point', () => {
  it('are the smallest of their buckets, and add up', () => {
    fc.assert(
      fc.property(curves, curves, (a, b) => {
        const sum = sumOf([a, b]);
        const off = times.map((t) => Math.abs(valueAt(sum, t) - valueAt(a, t) - valueAt(b, t)));
        expect(Math.max(...off)).toBeLessThan(1e-8);
      }),
      { numRuns: 50 },
    );
  });

  it('backlog, delay and output are the largest differences', () => {
    fc.assert(
      fc.property(
        curves,
        fc.double({ min: 0, max: 4, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (alpha, latency, spare) => {
          const beta = { rate: alpha.at(-1)!.rate + spare + 0.01, latency };
          const served = (t: number) => beta.rate * Math.max(0, t - latency);
          const backlog = backlogBound(alpha, beta);
          const delay = delayBound(alpha, beta);
          const output = outputCurve(alpha, beta);
          const worst = (of: (t: number) => number): number => Math.max(...times.map(of));
          expect(worst((t) => valueAt(alpha, t) - served(t))).toBeLessThanOrEqual(backlog + 1e-9);
          expect(worst((t) => valueAt(alpha, t) - served(t + delay))).toBeLessThanOrEqual(1e-9);
          const left = worst((t) => worst((u) => valueAt(alpha, t + u) - served(u)) - valueAt(output, t));
          expect(left).toBeLessThanOrEqual(1e-9);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('curves of traces', () => {
  const gaps = fc
    .array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 1, maxLength: 30 })
    .filter((values) => values.some((gap) => gap > 0.1));

  it('hold for every window of the trace replayed round and round', () => {
    fc.assert(
      fc.property(gaps, (values) => {
        const curve = traceArrivals(values);
        const instants = [0];
        for (let i = 0; i < 3 * values.length; i++)
          instants.push(instants.at(-1)! + values[i % values.length]!);
        let over = 0;
        for (let i = 0; i < values.length; i++) {
          for (let j = i; j < instants.length; j++)
            over = Math.max(over, j - i + 1 - valueAt(curve, instants[j]! - instants[i]! + 1e-9));
        }
        expect(over).toBeLessThan(1e-5);
      }),
      { numRuns: 30 },
    );
  });

  it('of equal gaps: one element, then one per gap', () => {
    const [only, ...others] = traceArrivals([0.5, 0.5, 0.5]);
    expect(others).toEqual([]);
    expect(only!.rate).toBeCloseTo(2, 12);
    expect(only!.burst).toBeCloseTo(1, 12);
  });

  it('of a burst of three every ten seconds: three at once, three per ten seconds', () => {
    const curve = traceArrivals([0, 0, 10]);
    expect(curve[0]!.burst).toBeCloseTo(3, 12);
    expect(curve.at(-1)!.rate).toBeCloseTo(0.3, 12);
  });

  it('of services: any n in a row are done in time', () => {
    fc.assert(
      fc.property(gaps, (values) => {
        const { rate, latency } = traceService(values);
        let over = 0;
        for (let i = 0; i < values.length; i++) {
          let done = 0;
          for (let n = 1; n <= 2 * values.length; n++) {
            done += values[(i + n - 1) % values.length]!;
            // Until then n - 1 are served.
            over = Math.max(over, rate * (done - latency) - (n - 1));
          }
        }
        expect(over).toBeLessThan(1e-6);
      }),
      { numRuns: 30 },
    );
  });
});
