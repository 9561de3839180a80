import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { logGamma } from '../../core/numeric/log-gamma.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { DelayNode, Scenario } from '../../core/scenario/scenario.ts';
import { chainSize } from '../solve/chain/chain-size.ts';

import type { TransientAnswer, TransientRequest } from './contract.ts';
import { solveTransient } from './solve-transient.ts';

function transientOf(drawn: Scenario, request: TransientRequest): TransientAnswer {
  const outcome = solveTransient(drawn, request);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

/** p(t) of M/M/1/K from i customers: L. Takacs, Introduction to the Theory of Queues (1962), chapter 1. */
function mm1kTransient(lambda: number, mu: number, K: number, i: number, n: number, t: number): number {
  const rho = lambda / mu;
  const steady = rho === 1 ? 1 / (K + 1) : ((1 - rho) * rho ** n) / (1 - rho ** (K + 1));
  let sum = 0;
  for (let j = 1; j <= K; j++) {
    const angle = (j * Math.PI) / (K + 1);
    const gamma = lambda + mu - 2 * Math.sqrt(lambda * mu) * Math.cos(angle);
    const wave = (m: number) => Math.sin(m * angle) - Math.sqrt(rho) * Math.sin((m + 1) * angle);
    sum += (Math.exp(-gamma * t) / gamma) * wave(i) * wave(n);
  }
  return steady + ((2 * mu) / (K + 1)) * rho ** ((n - i) / 2) * sum;
}

describe('M/M/1/K over time', () => {
  const K = 8;
  it.each([
    [0.7, 'empty', 0],
    [0.7, 'full', K],
    [1.4, { a: 3 }, 3],
  ] as const)('is that of Takacs: lambda %f, from %o', (lambda, from, i) => {
    const drawn = line(source('in', lambda), stage('a', 1, { capacity: K, whenFull: 'drop' }));
    const answer = transientOf(drawn, { from, until: 6, steps: 12, distributionTimes: [0.5, 3] });
    expect(answer.errorBound).toBeLessThan(1e-10);
    const of = (t: number) => Array.from({ length: K + 1 }, (_, n) => mm1kTransient(lambda, 1, K, i, n, t));
    answer.times.forEach((t, j) => {
      if (t === 0) return;
      const truth = of(t);
      expect(answer.stages.a!.fullProbability![j]).toBeCloseTo(truth[K]!, 10);
      expect(answer.stages.a!.meanOccupancy[j]).toBeCloseTo(
        truth.reduce((sum, p, n) => sum + n * p, 0),
        9,
      );
    });
    for (const { time, probabilities } of answer.stages.a!.distributions)
      for (const [n, p] of probabilities.entries()) expect(p).toBeCloseTo(of(time)[n]!, 10);
  });

  it('goes on until it is as good as steady when no time is given, and then is', () => {
    const drawn = line(source('in', 0.7), stage('a', 1, { capacity: K, whenFull: 'drop' }));
    const { stages, times } = transientOf(drawn, {});
    const { meanOccupancy, steadyOccupancy, steadyFullProbability } = stages.a!;
    expect(meanOccupancy).toHaveLength(101);
    expect(times[0]).toBe(0);
    expect(steadyFullProbability).toBeCloseTo(((1 - 0.7) * 0.7 ** K) / (1 - 0.7 ** (K + 1)), 12);
    expect(meanOccupancy.at(-1)! / steadyOccupancy!).toBeGreaterThan(0.995);
    expect(meanOccupancy.at(-1)! / steadyOccupancy!).toBeLessThan(1);
  });
});

describe('M/M/infinity over time', () => {
  it('is Poisson with mean lambda / mu (1 - exp(-mu t)) from empty', () => {
    const delay: DelayNode = { id: 'a', kind: 'delay', service: { distribution: 'exponential', rate: 2 } };
    const { stages, errorBound } = transientOf(line(source('in', 6), delay), {
      until: 1.5,
      steps: 6,
      distributionTimes: [0.4, 1.5],
    });
    expect(errorBound).toBeLessThan(1e-10);
    const mean = (t: number) => 3 * (1 - Math.exp(-2 * t));
    stages.a!.meanOccupancy.forEach((m, j) => {
      expect(m).toBeCloseTo(mean(j / 4), 9);
    });
    for (const { time, probabilities } of stages.a!.distributions) {
      for (const [n, p] of probabilities.entries()) {
        const m = mean(time);
        expect(p).toBeCloseTo(Math.exp(n * Math.log(m) - m - logGamma(n + 1)), 10);
      }
    }
    expect(stages.a!.fullProbability).toBeUndefined();
  });
});

describe('a queue that grows without end', () => {
  it('grows by lambda - mu: M/M/1 at load 2, far from empty', () => {
    const { stages } = transientOf(line(source('in', 2), stage('a', 1)), {
      from: { a: 30 },
      until: 8,
      steps: 4,
    });
    stages.a!.meanOccupancy.forEach((m, j) => {
      expect(m).toBeCloseTo(30 + 2 * j, 5);
    });
    expect(stages.a!.steadyOccupancy === undefined || stages.a!.steadyOccupancy > 20).toBe(true);
  });
});

describe('times until something happens', () => {
  it('full: M/M/1/K from empty, each step up a renewal: h_n = 1 / lambda + h_(n-1) mu / lambda', () => {
    const { fill } = transientOf(line(source('in', 0.8), stage('a', 1, { capacity: 5, whenFull: 'drop' })), {
      until: 400,
      steps: 800,
    });
    let [step, mean] = [0, 0];
    for (let n = 0; n < 5; n++) {
      step = (1 + step) / 0.8;
      mean += step;
    }
    expect(fill.a!.mean).toBeCloseTo(mean, 9);
    // The integral of P[T > t], as far as it goes.
    const beyond = fill.a!.distribution.map((p) => 1 - p);
    const integral = beyond.reduce((sum, p, i) => sum + (i === 0 || i === 800 ? p / 2 : p), 0) * 0.5;
    expect(integral).toBeCloseTo(mean, 2);
  });

  it('full: a loss system without service is an Erlang time', () => {
    const slow = line(source('in', 2), stage('a', 1e-12, { capacity: 3, whenFull: 'drop' }));
    const { fill } = transientOf(slow, { until: 2, steps: 2 });
    expect(fill.a!.mean).toBeCloseTo(1.5, 8);
    expect(fill.a!.distribution[1]).toBeCloseTo(1 - Math.exp(-2) * (1 + 2 + 2), 9);
  });

  it('empty after a burst: services one after the other, with several servers and in a row', () => {
    const single = line(source('in', 1), stage('a', 2, { capacity: 6, whenFull: 'drop' }));
    const one = transientOf(single, { from: 'full', until: 3, steps: 3 });
    expect(one.drain!.mean).toBeCloseTo(3, 10);
    // Erlang of 6 phases of rate 2, at 1 s.
    const terms = [0, 1, 2, 3, 4, 5].map((k) => Math.exp(k * Math.log(2) - 2 - logGamma(k + 1)));
    expect(one.drain!.distribution[1]).toBeCloseTo(1 - terms.reduce((sum, x) => sum + x, 0), 10);
    const three = line(source('in', 1), stage('a', 1, { capacity: 3, serverCount: 3, whenFull: 'drop' }));
    expect(transientOf(three, { from: 'full', until: 1 }).drain!.mean).toBeCloseTo(1 + 1 / 2 + 1 / 3, 10);
    const row = line(source('in', 1), stage('a', 1, { capacity: 1, whenFull: 'drop' }), stage('b', 3));
    expect(transientOf(row, { from: { a: 1 }, until: 1 }).drain!.mean).toBeCloseTo(1 + 1 / 3, 10);
  });

  it('never empty: a server that waits for a full batch', () => {
    const bulk = line(
      source('in', 1),
      stage('a', 1, { capacity: 7, whenFull: 'drop', bulk: { rule: 'full', size: 2 } }),
    );
    const { drain } = transientOf(bulk, { from: { a: 3 }, until: 1 });
    expect(drain!.mean).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('what is refused', () => {
  const message = (drawn: Scenario, request: TransientRequest): string => {
    const outcome = solveTransient(drawn, request);
    return outcome.kind === 'noAnswer' ? refusalText(outcome) : 'answered';
  };
  const open = line(source('in', 1), stage('a', 2));

  it.each([
    [{ from: 'full' } as const, '"a" has no capacity, so it cannot be full at the start; give numbers.'],
    [{ from: { b: 2 } }, 'There is no stage "b" to start with elements in it.'],
    [{ until: 1e15 }, 'too much to follow; take a shorter time.'],
  ])('%o', (request, words) => expect(message(open, request)).toContain(words));

  it('a start that cannot be', () => {
    const bounded = line(source('in', 1), stage('a', 2, { capacity: 3 }));
    expect(message(bounded, { from: { a: 9 } })).toBe('The network never holds 9 in "a" at once.');
  });
});

describe('what comes with an answer', () => {
  const drawn = line(source('in', 0.7), stage('a', 1, { capacity: 4, whenFull: 'drop' }));

  it('distributions after equal steps, the same as at times one by one in any order', () => {
    const steps = transientOf(drawn, { until: 6, distributionSteps: 3 }).stages.a!.distributions;
    const times = transientOf(drawn, { until: 6, distributionTimes: [4, 0, 6, 2] }).stages.a!.distributions;
    expect(steps.map(({ time }) => time)).toEqual([0, 2, 4, 6]);
    expect(steps).toEqual(times);
  });

  it('how far it is: from 0 to nearly 1, never back', () => {
    const told: number[] = [];
    solveTransient(drawn, { until: 300 }, (fraction) => told.push(fraction));
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBeGreaterThan(0.5);
    expect(told.at(-1)).toBeLessThan(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });

  it('which constant services are taken as Erlang ones; none without any', () => {
    const constant = line(
      source('in', 0.7),
      stage('a', 1, { capacity: 4, whenFull: 'drop', service: { distribution: 'deterministic', mean: 1 } }),
    );
    expect(transientOf(constant, { until: 1 }).standIn).toEqual({ stages: ['a'], phases: 16 });
    expect(transientOf(drawn, { until: 1 }).standIn).toBeUndefined();
  });

  it('the price of a walk is told before: the clock ticks with the fastest way out of a state', () => {
    const size = chainSize(drawn);
    expect(size).toMatchObject({ states: 5, isExact: true, fits: true, walk: { ticksPerSecond: 1.7 } });
  });
});
