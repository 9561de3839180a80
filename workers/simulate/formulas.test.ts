/** One stage against the formulas for it, for every distribution of the format: as many intervals miss as they say. */

import { describe, expect, it } from 'vitest';
import { line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import { at, type Claim } from './claims.test-support.ts';
import { ARRIVAL_CASES, SERVICE_CASES } from './distribution-cases.test-support.ts';
import { IntervalMisses } from './interval-misses.test-support.ts';
import { classed } from './records.test-support.ts';

const LOADS = [0.5, 0.7];
/** Mean services. The longest memory here is that of M/G/1 at 0.7 with scv 4, some 150 of them. */
const RUN = { horizon: 8000, warmup: 1000 };
const scaled = (mean: number) => ({ horizon: RUN.horizon * mean, warmup: RUN.warmup * mean });

describe('one stage is known for every distribution of services', () => {
  it('FCFS: M/G/1 waits lambda E S^2 / 2 (1 - rho) (Pollaczek 1930, Khinchine 1932)', () => {
    const misses = new IntervalMisses();
    for (const { name, distribution, mean, second } of SERVICE_CASES)
      for (const rho of LOADS) {
        const lambda = rho / mean;
        const wait = (lambda * second) / 2 / (1 - rho);
        misses.run(
          `${name}, ${rho}`,
          line(source('in', lambda), stage('a', 1, { service: distribution })),
          scaled(mean),
          [
            at('a', 'meanWaitingTime', wait),
            at('a', 'meanOccupancy', lambda * (wait + mean)),
            at('a', 'utilization', rho),
          ],
        );
      }
    misses.expectFew(3 * 2 * SERVICE_CASES.length);
  });

  it('PS: M/G/1 stays S / (1 - rho), whatever else the distribution is (Kleinrock 1967)', () => {
    const misses = new IntervalMisses();
    for (const { name, distribution, mean } of SERVICE_CASES)
      misses.run(
        name,
        line(source('in', 0.6 / mean), stage('a', 1, { service: distribution, discipline: 'PS' })),
        scaled(mean),
        [at('a', 'meanSojournTime', mean / 0.4), at('a', 'meanOccupancy', 1.5)],
      );
    misses.expectFew(2 * SERVICE_CASES.length);
  });
});

describe('one stage is known for every distribution of times between arrivals that are independent', () => {
  it('G/M/1 stays 1 / mu (1 - sigma), sigma = E e^-mu (1 - sigma) X (Kendall 1953)', {
    tags: ['long'],
  }, () => {
    const misses = new IntervalMisses();
    for (const { name, distribution, mean, transform } of ARRIVAL_CASES) {
      const rho = 0.6;
      const mu = 1 / (rho * mean);
      let sigma = 0.5;
      for (let i = 0; i < 60; i++) sigma = transform(mu * (1 - sigma));
      misses.run(name, line(source('in', 1, { interarrival: distribution }), stage('a', mu)), scaled(mean), [
        at('a', 'meanSojournTime', 1 / (mu * (1 - sigma))),
        at('a', 'meanOccupancy', rho / (1 - sigma)),
      ]);
    }
    misses.expectFew(2 * ARRIVAL_CASES.length);
  });
});

/** P[n], n = 0 .. K, of M/M/c/K. */
function birthAndDeath(a: number, c: number, K: number): number[] {
  const weights = [1];
  for (let n = 1; n <= K; n++) weights.push((weights[n - 1]! * a) / Math.min(n, c));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

describe('one stage is known for every number of servers and places', () => {
  it('M/M/c/K (Erlang 1917)', () => {
    const misses = new IntervalMisses();
    for (const c of [1, 2, 5])
      for (const places of [0, 1, 4, 15])
        for (const rho of [0.4, 0.9, 1.6]) {
          const K = c + places;
          const P = birthAndDeath(rho * c, c, K);
          const more = { capacity: K, serverCount: c, whenFull: 'drop' } as const;
          misses.run(
            `M/M/${c}/${K} at ${rho}`,
            line(source('in', rho * c), stage('a', 1, more)),
            { horizon: 4000 / c, warmup: 300 },
            [
              at(
                'a',
                'meanOccupancy',
                P.reduce((sum, p, n) => sum + n * p, 0),
              ),
              at('a', 'throughput', rho * c * (1 - P[K]!)),
              at(
                'a',
                'meanQueueLength',
                P.reduce((sum, p, n) => sum + Math.max(0, n - c) * p, 0),
              ),
            ],
          );
        }
    misses.expectFew(90);
  });
});

describe('priorities are known for every distribution of services', () => {
  const lambda = [0.2, 0.25, 0.2];
  const distributions = SERVICE_CASES.filter(({ mean }) => mean === 1);
  const classWait = (k: number, value: number): Claim => ({
    what: `wait of class ${k}`,
    value,
    of: ({ stages }) => stages.s?.classes?.[`c${k}`]?.meanWaitingTime,
  });
  const scenario = (service: StageNode['service'], more: Partial<StageNode>) =>
    classed(
      lambda.map((_, k) => ({ id: `c${k}`, priority: k })),
      [
        ...lambda.map((rate, k) => source(`in${k}`, rate, { class: `c${k}` })),
        stage('s', 1, { service, discipline: 'priority', ...more }),
        sink(),
      ],
      [...lambda.map((_, k) => `in${k}>s`), 's>out'],
    );
  /** Load of the classes up to k. */
  const upTo = (k: number): number => lambda.slice(0, k + 1).reduce((sum, rate) => sum + rate, 0);

  it('P1: without interruption R / (1 - r_(k-1)) (1 - r_k) (Cobham 1954)', () => {
    const misses = new IntervalMisses();
    for (const { name, distribution, second } of distributions) {
      const R = (upTo(2) * second) / 2;
      const waits = lambda.map((_, k) => R / ((1 - upTo(k - 1)) * (1 - upTo(k))));
      misses.run(
        name,
        scenario(distribution, {}),
        RUN,
        waits.map((wait, k) => classWait(k, wait)),
      );
    }
    misses.expectFew(3 * distributions.length);
  });

  it('P2: with interruption S / (1 - r_(k-1)) + R_k / (1 - r_(k-1)) (1 - r_k) - S (Kleinrock 1976, 3.6)', () => {
    const misses = new IntervalMisses();
    for (const { name, distribution, second } of distributions) {
      const waits = lambda.map((_, k) => {
        const before = 1 - upTo(k - 1);
        return 1 / before + (upTo(k) * second) / 2 / (before * (1 - upTo(k))) - 1;
      });
      misses.run(
        name,
        scenario(distribution, { preemption: 'resume' }),
        RUN,
        waits.map((wait, k) => classWait(k, wait)),
      );
    }
    misses.expectFew(3 * distributions.length);
  });
});

describe('the transforms and moments of the distributions', () => {
  it('agree: E e^-sX = 1 - s E X + s^2 E X^2 / 2 - ... near 0', () => {
    for (const { name, mean, second, transform } of SERVICE_CASES) {
      const near = (s: number): number => (2 * (transform(s) - 1 + s * mean)) / s ** 2;
      // The next term is in proportion to s.
      expect(Math.abs(2 * near(0.005) - near(0.01) - second), name).toBeLessThan(0.05);
    }
  });
});
