import { describe, it } from 'vitest';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { at, type Claim, delivered, level } from './claims.test-support.ts';
import type { TimePercentiles } from './contract.ts';
import { expectTheory } from './theory.test-support.ts';

describe('one stage, against closed forms', () => {
  it('is M/M/1 at rho = 0.7: L = rho/(1-rho), W = 1/(mu-lambda)', () => {
    expectTheory(line(source('in', 0.7), stage('a', 1)), { horizon: 4000 }, [
      at('a', 'meanOccupancy', 0.7 / 0.3),
      at('a', 'meanQueueLength', 0.7 ** 2 / 0.3),
      at('a', 'meanSojournTime', 1 / 0.3),
      at('a', 'meanWaitingTime', 0.7 / 0.3),
      at('a', 'utilization', 0.7),
      level('a', 0, 0.3),
      level('a', 3, 0.3 * 0.7 ** 3),
      delivered(0.7),
    ]);
  });

  it('is M/M/1 to the percentiles: W exponential, P[Wq > t] = rho e^-(mu-lambda)t', () => {
    const percentile = (
      of: 'sojournPercentiles' | 'waitingPercentiles',
      key: keyof TimePercentiles<unknown>,
      value: number,
    ): Claim => ({ what: `${of} ${key}`, value, of: (result) => result.stages.a?.[of]?.[key] });
    expectTheory(line(source('in', 0.7), stage('a', 1)), { horizon: 12_000 }, [
      percentile('sojournPercentiles', 'p50', Math.log(2) / 0.3),
      percentile('sojournPercentiles', 'p90', Math.log(10) / 0.3),
      percentile('sojournPercentiles', 'p99', Math.log(100) / 0.3),
      percentile('waitingPercentiles', 'p50', Math.log(0.7 / 0.5) / 0.3),
      percentile('waitingPercentiles', 'p99', Math.log(0.7 / 0.01) / 0.3),
    ]);
  });

  it('is M/M/1/10 at rho = 1: uniform over 0..10, L = 5 (loss)', () => {
    const scenario = line(source('in', 1), stage('a', 1, { capacity: 10, whenFull: 'drop' }));
    expectTheory(scenario, { horizon: 4000 }, [
      at('a', 'meanOccupancy', 5),
      at('a', 'lossProbability', 1 / 11),
      at('a', 'fullProbability', 1 / 11),
      at('a', 'arrivalRate', 10 / 11),
      level('a', 4, 1 / 11),
    ]);
  });

  it('is M/M/1/11 at 9/10: L = 4.276903649 (JMT, examples/jmva/1cl_2stat_mm1k.jmva)', () => {
    const scenario = line(source('in', 9), stage('a', 10, { capacity: 11, whenFull: 'drop' }));
    expectTheory(scenario, { horizon: 1500 }, [at('a', 'meanOccupancy', 4.276903649)]);
  });

  it('is M/D/1 at rho = 0.8: Lq = rho^2 / 2(1-rho)', () => {
    const constant = { service: { distribution: 'deterministic', mean: 1 } } as const;
    expectTheory(line(source('in', 0.8), stage('a', 1, constant)), { horizon: 4000 }, [
      at('a', 'meanQueueLength', 0.64 / 0.4),
      at('a', 'meanWaitingTime', 0.8 / 0.4),
    ]);
  });

  it('is M/M/3 by Bolch, Greiner, de Meer & Trivedi 2006, section 6.5 (lambda 10, mu 12)', {
    tags: ['long'],
  }, () => {
    expectTheory(line(source('in', 10), stage('a', 12, { serverCount: 3 })), { horizon: 800 }, [
      level('a', 0, 0.43213),
      level('a', 1, 0.36011),
      level('a', 2, 0.15005),
      level('a', 3, 0.041679),
      level('a', 4, 0.011578),
    ]);
  });

  it('is M/M/4/6 of Octave’s queueing 1.2.7 (Marzolla 2020), qsmmmk.m, lines 228 to 235 (lambda 50, mu 10)', () => {
    const scenario = line(
      source('in', 50),
      stage('a', 10, { serverCount: 4, capacity: 6, whenFull: 'drop' }),
    );
    expectTheory(scenario, { horizon: 200 }, [at('a', 'lossProbability', 0.293543)]);
  });

  it('is M/M/3/7 of Octave’s queueing 1.2.7 (Marzolla 2020), qsmmmk.m, lines 218 to 226 (lambda 40, mu 30)', () => {
    const scenario = line(
      source('in', 40),
      stage('a', 30, { serverCount: 3, capacity: 7, whenFull: 'drop' }),
    );
    expectTheory(scenario, { horizon: 200 }, [at('a', 'meanSojournTime', 0.036517), level('a', 0, 0.255037)]);
  });

  it('is D/M/1 at rho = 0.8: W = 1/(mu (1 - sigma)), sigma the root of e^-(1-sigma)/rho below 1', () => {
    const rho = 0.8;
    let sigma = 0.5;
    for (let i = 0; i < 500; i++) sigma = Math.exp(-(1 - sigma) / rho);
    const regular = { interarrival: { distribution: 'deterministic', rate: rho } } as const;
    expectTheory(line(source('in', rho, regular), stage('a', 1)), { horizon: 3000 }, [
      at('a', 'meanSojournTime', 1 / (1 - sigma)),
      at('a', 'meanOccupancy', rho / (1 - sigma)),
    ]);
  });

  it('S2: a blocked source stops its clock: M/M/1/K without loss is a closed cycle of K + 1', () => {
    // Source and stage alternate like two stations with K + 1 elements (one held): throughput (rho - rho^(K+2)) / (1 - rho^(K+2)).
    const rho = 0.9;
    const K = 4;
    const throughput = (rho - rho ** (K + 2)) / (1 - rho ** (K + 2));
    expectTheory(line(source('in', rho), stage('a', 1, { capacity: K })), { horizon: 3000 }, [
      delivered(throughput),
    ]);
  });
});

/** Two phases, of rate 4 and (with probability 1/8) of rate 1/2: mean 1/2, scv 4. */
const coxian = {
  distribution: 'phaseType',
  alpha: [1, 0],
  T: [
    [-4, 0.5],
    [0, -0.5],
  ],
} as const;

describe('disciplines', () => {
  // E S = 1/4 + 1/8 * 2 = 1/2 and E S^2 = 2/16 + 2 * 1/8 * 1/4 * 2 + 1/8 * 8 = 1.25, with lambda = 1.
  it('FCFS M/G/1 waits by Pollaczek and Khinchine: W = 1.75', { tags: ['long'] }, () => {
    expectTheory(line(source('in', 1), stage('a', 1, { service: coxian })), { horizon: 12_000 }, [
      at('a', 'meanSojournTime', 1.75),
      at('a', 'utilization', 0.5),
    ]);
  });

  it('PS1: M/G/1 processor sharing sees the mean only: W = S/(1-rho) = 1, P[n] geometric', () => {
    const scenario = line(source('in', 1), stage('a', 1, { service: coxian, discipline: 'PS' }));
    expectTheory(scenario, { horizon: 8000 }, [
      at('a', 'meanSojournTime', 1),
      at('a', 'utilization', 0.5),
      level('a', 0, 0.5),
      level('a', 2, 0.125),
    ]);
  });

  it('PS1: two servers shared by exponential elements are M/M/2', () => {
    const scenario = line(source('in', 1.2), stage('a', 1, { discipline: 'PS', serverCount: 2 }));
    // M/M/2 at a = 1.2: L = 2 rho / (1 - rho^2), rho = 0.6.
    expectTheory(scenario, { horizon: 3000 }, [
      at('a', 'meanOccupancy', 1.2 / 0.64),
      at('a', 'utilization', 0.6),
    ]);
  });

  it('LCFS and RSS leave the mean of M/G/1 as it is, whatever the order', { tags: ['long'] }, () => {
    for (const discipline of ['LCFS', 'RSS'] as const) {
      const scenario = line(source('in', 1), stage('a', 1, { service: coxian, discipline }));
      expectTheory(scenario, { horizon: 12_000 }, [at('a', 'meanWaitingTime', 1.25)]);
    }
  });
});
