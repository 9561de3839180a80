/** Open jobs beside closed ones at one station, and the algorithms for networks of such. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveMmc } from '../stations/mmc.ts';
import { isSaturated } from '../stations/queue.ts';
import { linearizer } from './approximate-mva.ts';
import { seriesWeights, stayAmong, workRates } from './beside-open.ts';
import type { ClosedModel, ClosedStation } from './closed-model.ts';
import { wholeDistribution } from './closed-station.ts';
import { convolution } from './convolution.ts';
import { exactMva } from './exact-mva.ts';

const DELAY = Number.POSITIVE_INFINITY;

const near = (a: number | undefined, b: number, tolerance = 1e-11) =>
  expect(Math.abs(a! - b), `${a} for ${b}`).toBeLessThanOrEqual(tolerance * Math.max(Math.abs(b), 1e-300));

const meanOf = (p: readonly number[]) => p.reduce((sum, x, n) => sum + n * x, 0);
const sumOf = (p: readonly number[]) => p.reduce((sum, x) => sum + x, 0);

describe('what open jobs leave of a station', () => {
  /** f(n) as it is defined, term by term, from the largest down. */
  const definedWeight = (n: number, c: number, rho: number): number => {
    let weight = 1;
    for (let j = 1; j <= n; j++) weight /= Math.min(j, c);
    const terms = [weight];
    for (let m = 1; m < 4000; m++) {
      weight *= (rho * (n + m)) / (m * Math.min(n + m, c));
      terms.push(weight);
    }
    return sumOf(terms.sort((a, b) => a - b));
  };

  const station = fc.record({
    c: fc.integer({ min: 1, max: 12 }),
    load: fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 0.97, noNaN: true })),
  });

  it('works on n jobs at the rate f(n - 1) / f(n), c - rho from n = c on', () => {
    fc.assert(
      fc.property(station, fc.integer({ min: 1, max: 20 }), ({ c, load }, n) => {
        const rate = workRates(c, c * load)[n] ?? c;
        near(rate * (1 - load), definedWeight(n - 1, c, c * load) / definedWeight(n, c, c * load), 1e-11);
      }),
      { numRuns: 60 },
    );
  });

  it('is what it was where there are none', () => {
    expect(workRates(5, 0)).toEqual([0, 1, 2, 3, 4]);
    expect(seriesWeights(5, 0)).toEqual([1, 4 / 5, 3 / 5, 2 / 5, 1 / 5]);
    expect(seriesWeights(1, 0.7)).toEqual([1]);
  });

  it.each([1e-300, 3, 5000, 9999, 10_000 * (1 - 1e-12)])('takes 10,000 servers, %d of them busy', (rho) => {
    const rates = workRates(10_000, rho);
    for (let n = 1; n < rates.length; n++) {
      expect(rates[n]).toBeGreaterThanOrEqual(rates[n - 1]! * (1 - 1e-12));
      expect(rates[n]).toBeLessThanOrEqual(10_000 * (1 + 1e-12));
    }
    const weights = seriesWeights(10_000, rho);
    expect(weights.every((w) => w >= 0 && w <= 1)).toBe(true);
  });

  it('beside no closed jobs leaves M/M/c', () => {
    fc.assert(
      fc.property(station, ({ c, load }) => {
        if (load === 0) return;
        const queue = solveMmc({ lambda: c * load, mu: 1, c });
        if (isSaturated(queue)) throw new Error('saturated');
        near(((c * load) / (1 - load)) * stayAmong(0, c, c * load), queue.meanOccupancy);
        const distribution = wholeDistribution({ closed: [1], servers: c, openWork: c * load })!;
        for (const [n, p] of queue.distribution!()!.entries())
          expect(Math.abs(p - (distribution[n] ?? 0))).toBeLessThan(1e-12);
      }),
      { numRuns: 60 },
    );
  });
});

describe('closed networks with open jobs beside', () => {
  const model = fc.integer({ min: 1, max: 2 }).chain((R) =>
    fc.record({
      populations: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: R, maxLength: R }),
      stations: fc.array(
        fc
          .record({
            times: fc.array(fc.double({ min: 0.05, max: 5, noNaN: true }), { minLength: R, maxLength: R }),
            servers: fc.constantFrom(1, 2, 3, 5, DELAY),
            load: fc.constantFrom(0, 1e-9, 0.3, 0.9),
          })
          .map(({ times, servers, load }): ClosedStation => {
            const openWork = servers === DELAY || load === 0 ? {} : { openWork: servers * load };
            return { visits: times.map(() => 1), times, servers, ...openWork };
          }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  );

  it('are the same by both algorithms, and their distributions have the means', () => {
    fc.assert(
      fc.property(model, (drawn) => {
        const [a, b] = [exactMva(drawn), convolution(drawn)!];
        for (const [r, X] of b.throughput.entries()) near(a.throughput[r], X, 1e-9);
        for (const [i, { servers, openWork = 0 }] of drawn.stations.entries()) {
          near(a.openStay![i], b.openStay![i]!, 1e-8);
          const closed = b.distribution!(i);
          near(meanOf(closed) + 1, sumOf(b.occupancy[i]!) + 1, 1e-9);
          const distribution = wholeDistribution({ closed, servers, openWork })!;
          near(sumOf(distribution), 1, 2e-12);
          const open = servers === DELAY ? 0 : (openWork / (1 - openWork / servers)) * b.openStay![i]!;
          near(meanOf(distribution) + 1, sumOf(b.occupancy[i]!) + open + 1, 1e-8);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('with one server each see it slower, and nothing else', () => {
    const of = (openWork: number): ClosedModel => ({
      populations: [4, 3],
      stations: [
        { visits: [1, 2], times: [1, 0.7], servers: 1, openWork },
        { visits: [1, 1], times: [0.5, 2], servers: 1 },
      ],
    });
    for (const solve of [exactMva, convolution]) {
      const [mixed, closed] = [solve(of(0.6))!, solve(of(0))!];
      expect(mixed.throughput).toEqual(closed.throughput);
      expect(mixed.occupancy).toEqual(closed.occupancy);
      near(mixed.openStay![0], 1 + sumOf(closed.occupancy[0]!), 1e-12);
    }
  });

  it('have what they have without, when next to nothing comes', () => {
    const [none, little] = [0, 1e-12].map((openWork) =>
      exactMva({
        populations: [5],
        stations: [
          { visits: [1], times: [1], servers: 3, openWork },
          { visits: [1], times: [2], servers: DELAY },
        ],
      }),
    );
    near(little!.throughput[0], none!.throughput[0]!, 1e-12);
  });

  it('are estimated by linearizer: throughputs within 10 %, stays of open jobs within 5 %', () => {
    for (const [N, c, load, Z] of grid([1, 3, 10, 40], [2, 4, 16], [0.1, 0.5, 0.9], [0.5, 3])) {
      const [D, openWork] = [1 / (1 - load!), c! * load!];
      const drawn: ClosedModel = {
        populations: [N!, 2],
        stations: [
          { visits: [1, 1], times: [Z!, 1], servers: DELAY },
          { visits: [1, 1], times: [D, 2 * D], servers: c!, openWork },
          { visits: [1, 1], times: [0.2, 0.3], servers: 1 },
        ],
      };
      const [truth, guess] = [convolution(drawn)!, linearizer(drawn)];
      for (const [r, X] of truth.throughput.entries()) near(guess.throughput[r], X, 0.1);
      near(stayAmong(sumOf(guess.occupancy[1]!), c!, openWork), truth.openStay![1]!, 0.05);
    }
  });
});

/** All that take one of each. */
function grid(...axes: readonly (readonly number[])[]): number[][] {
  let points: number[][] = [[]];
  for (const axis of axes) points = points.flatMap((point) => axis.map((value) => [...point, value]));
  return points;
}
