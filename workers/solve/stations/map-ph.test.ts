import { describe, expect, it } from 'vitest';
import {
  type ArrivalDistribution,
  distributionRate,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { solveStationary } from '../../numeric/stationary.ts';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { busyServers } from './busy-servers.ts';
import { solveMapPh } from './map-ph.ts';
import { arrivalMatrices, serviceMatrices } from './markov-distributions.ts';
import { solveMg1 } from './mg1.ts';
import { solveMmc } from './mmc.ts';
import { solveMmck } from './mmck.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';
import { percentilesOf } from './time-distribution.ts';

function stable(queue: Queue | Saturated | undefined): Queue {
  if (!queue || isSaturated(queue)) throw new Error('no answer');
  return queue;
}

const poisson: ArrivalDistribution = { distribution: 'exponential', rate: 1 };
const onOff: ArrivalDistribution = { distribution: 'onOff', peakRate: 5, meanOnTime: 2, meanOffTime: 3 };
const erlang: ServiceDistribution = { distribution: 'erlang', mean: 1, shape: 3 };
const hyper: ServiceDistribution = { distribution: 'hyperexponential', mean: 1, scv: 4 };
const map: ArrivalDistribution = {
  distribution: 'map',
  D0: [
    [-3, 1],
    [0.2, -0.7],
  ],
  D1: [
    [1.5, 0.5],
    [0, 0.5],
  ],
};

function expectSamePercentiles(a: Queue, b: Queue, tolerance: number) {
  for (const time of ['waitingTime', 'sojournTime'] as const) {
    const [found, truth] = [percentilesOf(a[time]!()!), percentilesOf(b[time]!()!)];
    for (const p of ['p50', 'p90', 'p99', 'p999'] as const)
      expect(Math.abs(found[p] - truth[p]), `${time} ${p}`).toBeLessThanOrEqual(tolerance * truth[p]);
  }
}

/** The chain of the queue written out state by state, cut or limited at K, and solved as a whole. */
function byFullChain(
  arrivals: ArrivalDistribution,
  service: ServiceDistribution,
  rates: [number, number],
  c: number,
  K: number,
) {
  const [lambda, mu] = rates;
  const { silent, arriving } = arrivalMatrices(arrivals, lambda)!;
  const servers = busyServers(serviceMatrices(service, mu)!, c);
  const a = silent.rows;
  const sizes = Array.from({ length: K + 1 }, (_, n) => servers.moves[Math.min(n, c)]!.rows);
  const first: number[] = [0];
  for (const size of sizes) first.push(first.at(-1)! + size * a);
  const rows: Map<number, number>[] = Array.from({ length: first.at(-1)! }, () => new Map());
  const add = (from: number, to: number, rate: number) => {
    if (from !== to && rate !== 0) rows[from]!.set(to, (rows[from]!.get(to) ?? 0) + rate);
  };
  for (let n = 0; n <= K; n++) {
    const at = Math.min(n, c);
    const state = (level: number, phase: number, j: number) => first[level]! + phase * sizes[level]! + j;
    const down = n === 0 ? undefined : n <= c ? servers.ends[n]! : servers.renewals;
    for (let p = 0; p < a; p++) {
      for (let j = 0; j < sizes[n]!; j++) {
        for (let q = 0; q < a; q++) {
          add(state(n, p, j), state(n, q, j), silent.values[p * a + q]!);
          const arrival = arriving.values[p * a + q]!;
          if (n === K) add(state(n, p, j), state(n, q, j), arrival);
          else if (n >= c) add(state(n, p, j), state(n + 1, q, j), arrival);
          else {
            for (let l = 0; l < sizes[n + 1]!; l++)
              add(
                state(n, p, j),
                state(n + 1, q, l),
                arrival * servers.starts[n]!.values[j * sizes[n + 1]! + l]!,
              );
          }
        }
        for (let l = 0; l < sizes[n]!; l++)
          add(state(n, p, j), state(n, p, l), servers.moves[at]!.values[j * sizes[n]! + l]!);
        if (down)
          for (let l = 0; l < sizes[n - 1]!; l++)
            add(state(n, p, j), state(n - 1, p, l), down.values[j * sizes[n - 1]! + l]!);
      }
    }
  }
  const starts = [0];
  for (const row of rows) starts.push(starts.at(-1)! + row.size);
  const { pi } = solveStationary({
    size: rows.length,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(rows.flatMap((row) => [...row.keys()])),
    values: Float64Array.from(rows.flatMap((row) => [...row.values()])),
  });
  return sizes.map((_, n) => total([...pi.subarray(first[n]!, first[n + 1]!)]));
}

describe('MAP/PH/c', () => {
  it('is M/M/c for Poisson arrivals and exponential service, up to 20 servers', () => {
    for (const [c, rho] of [
      [1, 0.3],
      [3, 0.9],
      [20, 0.95],
    ] as const) {
      const truth = stable(solveMmc({ lambda: c * rho, mu: 1, c }));
      const found = stable(
        solveMapPh({
          arrivals: poisson,
          lambda: c * rho,
          service: poisson,
          mu: 1,
          c,
          K: Number.POSITIVE_INFINITY,
        }),
      );
      expect(relativeError(found.meanQueueLength, truth.meanQueueLength)).toBeLessThan(1e-11);
      expect(relativeError(found.tail!(c + 4), truth.tail!(c + 4))).toBeLessThan(1e-11);
      expectSamePercentiles(found, truth, 1e-9);
    }
  });

  it('is M/G/1 for Poisson arrivals: means, occupancy, and the times that inversion finds', () => {
    for (const service of [erlang, hyper]) {
      for (const rho of [0.2, 0.8, 0.99]) {
        const truth = stable(solveMg1({ lambda: rho, mu: 1, distribution: service }));
        const found = stable(
          solveMapPh({ arrivals: poisson, lambda: rho, service, mu: 1, c: 1, K: Number.POSITIVE_INFINITY }),
        );
        expect(relativeError(found.meanOccupancy, truth.meanOccupancy)).toBeLessThan(1e-11);
        const p = truth.distribution!()!;
        for (const [n, q] of found.distribution!()!.entries())
          if ((p[n] ?? 0) > 1e-11) expect(relativeError(q, p[n]!)).toBeLessThan(1e-9);
        expectSamePercentiles(found, truth, 1e-5);
      }
    }
  });

  it('agrees with the whole chain cut at 200, for correlated arrivals and several servers', () => {
    for (const [arrivals, service, c] of [
      [map, erlang, 1],
      [onOff, hyper, 2],
      [{ distribution: 'erlang', rate: 1, shape: 2 }, hyper, 3],
    ] as const) {
      const truth = byFullChain(arrivals, service, [0.5 * c, 1], c, 200);
      const found = stable(
        solveMapPh({ arrivals, lambda: 0.5 * c, service, mu: 1, c, K: Number.POSITIVE_INFINITY }),
      );
      const p = found.distribution!()!;
      expect(Math.abs(total(p) - 1)).toBeLessThan(3e-12);
      for (let n = 0; n < 30; n++) expect(relativeError(p[n]!, truth[n]!), `level ${n}`).toBeLessThan(1e-9);
      expect(relativeError(found.meanOccupancy, mean(truth))).toBeLessThan(1e-9);
    }
  });

  it('has the root of E_2/M/1: sigma = (2 lambda / (2 lambda + mu (1 - sigma)))^2', () => {
    const arrivals = { distribution: 'erlang', rate: 0.8, shape: 2 } as const;
    const found = stable(
      solveMapPh({ arrivals, lambda: 0.8, service: poisson, mu: 1, c: 1, K: Number.POSITIVE_INFINITY }),
    );
    let sigma = 0.5;
    for (let i = 0; i < 400; i++) sigma = (1.6 / (1.6 + 1 - sigma)) ** 2;
    expect(relativeError(found.meanOccupancy, 0.8 / (1 - sigma))).toBeLessThan(1e-11);
    expect(relativeError(percentilesOf(found.sojournTime!()!).p99, Math.log(100) / (1 - sigma))).toBeLessThan(
      1e-9,
    );
  });

  it('is saturated from lambda = c mu on, and refuses distributions without phases', () => {
    const input = { arrivals: poisson, lambda: 2, service: erlang, mu: 1, c: 2, K: Number.POSITIVE_INFINITY };
    expect(isSaturated(solveMapPh(input)!)).toBe(true);
    expect(solveMapPh({ ...input, service: { distribution: 'uniform', min: 0, max: 1 } })).toBeUndefined();
  });
});

describe('MAP/PH/c/K', () => {
  it('is M/M/c/K for Poisson arrivals and exponential service, from light load to overload', () => {
    for (const [c, K, rho] of [
      [1, 1, 0.5],
      [1, 40, 1],
      [3, 3, 2],
      [2, 300, 5],
    ] as const) {
      const truth = solveMmck({ lambda: c * rho, mu: 1, c, K });
      const found = stable(solveMapPh({ arrivals: poisson, lambda: c * rho, service: poisson, mu: 1, c, K }));
      expect(relativeError(found.meanOccupancy, truth.meanOccupancy)).toBeLessThan(1e-11);
      expect(relativeError(found.lossProbability!, truth.tail!(K))).toBeLessThan(1e-11);
      expectSamePercentiles(found, truth, 1e-8);
    }
  });

  it('agrees with the whole chain, and what is lost is what does not come through', () => {
    for (const [arrivals, service, c, K] of [
      [map, hyper, 1, 7],
      [onOff, erlang, 2, 12],
    ] as const) {
      const lambda = 0.9 * c;
      const truth = byFullChain(arrivals, service, [lambda, 1], c, K);
      const found = stable(solveMapPh({ arrivals, lambda, service, mu: 1, c, K }));
      for (const [n, p] of found.distribution!()!.entries())
        expect(relativeError(p, truth[n]!)).toBeLessThan(1e-10);
      expect(found.arrivalRate).toBeCloseTo(c * found.utilization * distributionRate(service), 11);
    }
  });
});
