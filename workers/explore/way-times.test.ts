import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import type { Scenario, ScenarioNode } from '../../core/scenario/scenario.ts';
import { simulateNow } from '../simulate/simulate-scenario.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { solveMd1 } from '../solve/stations/md1.ts';
import { solveMm1k } from '../solve/stations/mm1k.ts';
import { isSaturated, type Queue, type Saturated } from '../solve/stations/queue.ts';
import { percentileOf } from '../solve/stations/time-distribution.ts';
import { example, tandem } from './study.test-support.ts';
import { wayTimes } from './way-times.ts';

const SHARES = { p50: 0.5, p90: 0.1, p99: 0.01, p999: 0.001 } as const;

const NAMES = ['p50', 'p90', 'p99', 'p999'] as const;

type Stage = Partial<Extract<ScenarioNode, { kind: 'stage' }>>;

/** Poisson arrivals at rate 1, stages by id, and links as `a>b`, of which equal shares are drawn where there are several. */
function drawn(stages: Readonly<Record<string, Stage>>, links: string, rate = 1): Scenario {
  return {
    ...example('blank'),
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate } },
      ...Object.entries(stages).map(([id, stage]) => ({
        id,
        kind: 'stage' as const,
        service: { distribution: 'exponential' as const, rate: 2 },
        ...stage,
      })),
      { id: 'out', kind: 'sink' },
    ],
    links: links.split(' ').map((link) => {
      const [from, to] = link.split('>') as [string, string];
      return { from, to };
    }),
  };
}

function timesOf(scenario: Scenario, method: 'auto' | 'mmc' = 'auto') {
  const answer = solveScenario(scenario, method, false);
  if (answer.kind !== 'answer') throw new Error(JSON.stringify(answer));
  return wayTimes(scenario, method, answer);
}

function found(scenario: Scenario) {
  const times = timesOf(scenario);
  if (times.kind === 'refused') throw new Error(times.reason);
  const { distribution, exact } = times;
  const [p50, p90, p99, p999] = NAMES.map((name) => percentileOf(distribution, name)) as [
    number,
    number,
    number,
    number,
  ];
  return { percentiles: { p50, p90, p99, p999 }, exact };
}

/** Every percentile is where the known tail has fallen to its share. */
function expectTail(scenario: Scenario, tail: (t: number) => number, { exact = true, digits = 6 } = {}) {
  const times = found(scenario);
  expect(times.exact).toBe(exact);
  for (const [name, share] of Object.entries(SHARES) as [keyof typeof SHARES, number][])
    expect(tail(times.percentiles[name]) / share, name).toBeCloseTo(1, digits);
}

/** P[A + B > t] of A exponential and B known by its tail: Simpson's rule between the corners of B. */
function behindExponential(rate: number, tail: (t: number) => number, corner: number): (t: number) => number {
  return (t) => {
    let sum = Math.exp(-rate * t);
    for (let from = 0; from < t; from += corner) {
      const to = Math.min(t, from + corner);
      const step = (to - from) / 200;
      for (let i = 0; i <= 200; i++) {
        const weight = i === 0 || i === 200 ? 1 : i % 2 ? 4 : 2;
        // A hair inside, so that a corner belongs to the panel on its side.
        const y = Math.min(Math.max(from + i * step, from + 1e-12), to - 1e-12);
        sum += (weight * step * rate * Math.exp(-rate * (t - y)) * tail(y)) / 3;
      }
    }
    return sum;
  };
}

const queueOf = (queue: Queue | Saturated): Queue => {
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
};

describe('percentiles of the time from entry to sink', () => {
  it('are those of an exponential time where the network is M/M/1', () => {
    expectTail(drawn({ a: {} }, 'in>a a>out'), (t) => Math.exp(-t));
  });

  it('are those of an Erlang time where M/M/1 stages in a row are alike (Reich 1957)', () => {
    const line = drawn({ a: {}, b: {}, c: {}, d: {} }, 'in>a a>b b>c c>d d>out');
    expectTail(line, (t) => Math.exp(-t) * (1 + t + t ** 2 / 2 + t ** 3 / 6));
  });

  it('are those of a sum of exponential times where M/M/1 stages in a row differ by a factor of 10,000', () => {
    const rates = [2, 11, 10_001];
    const [a, b, c] = rates.map((rate) => ({ service: { distribution: 'exponential' as const, rate } }));
    const delta = rates.map((rate) => rate - 1);
    const tail = (t: number) =>
      delta.reduce((sum, rate, i) => {
        const others = delta.filter((_, j) => j !== i);
        return (
          sum + others.reduce((product, other) => (product * other) / (other - rate), 1) * Math.exp(-rate * t)
        );
      }, 0);
    expectTail(drawn({ a: a!, b: b!, c: c! }, 'in>a a>b b>c c>out'), tail);
  });

  it('are those of M/M/c as published (Gross & Harris 1998, eq. (2.43)), and of one behind an M/M/1', () => {
    // lambda = 1, mu = 0.5, c = 4: Erlang C = 4/23, and W waits at rate 1 with that probability.
    const [wait, mu, drain] = [4 / 23, 0.5, 1];
    const tail = (t: number) =>
      Math.exp(-mu * t) + (wait * mu * (Math.exp(-mu * t) - Math.exp(-drain * t))) / (drain - mu);
    const many: Stage = { service: { distribution: 'exponential', rate: mu }, serverCount: 4 };
    expectTail(drawn({ a: many }, 'in>a a>out'), tail);
    const behind = drawn(
      { a: { service: { distribution: 'exponential', rate: 4 } }, b: many },
      'in>a a>b b>out',
    );
    expectTail(behind, behindExponential(3, tail, 0.5));
  });

  it('are mixtures where ways part', () => {
    const parted = drawn(
      { a: {}, b: { service: { distribution: 'exponential', rate: 1 } } },
      'in>a in>b a>out b>out',
    );
    expectTail(parted, (t) => (Math.exp(-1.5 * t) + Math.exp(-0.5 * t)) / 2);
  });

  it('hold where the last stage serves in constant time, or loses what finds it full', () => {
    const first: Stage = { service: { distribution: 'exponential', rate: 3 } };
    const constant: Stage = { service: { distribution: 'deterministic', rate: 1.5 } };
    const md1 = queueOf(solveMd1({ lambda: 1, mu: 1.5 })).sojournTime!()!;
    const line = 'in>a a>b b>out';
    expectTail(drawn({ a: first, b: constant }, line), behindExponential(2, md1.tail, 1 / 1.5), {
      digits: 4,
    });
    const losing: Stage = {
      service: { distribution: 'exponential', rate: 1.2 },
      capacity: 5000,
      whenFull: 'drop',
    };
    const mm1k = queueOf(solveMm1k({ lambda: 1, mu: 1.2, K: 5000 })).sojournTime!()!;
    expectTail(drawn({ a: first, b: losing }, line), behindExponential(2, mm1k.tail, 0.5));
  });

  it('of a loss stage are those of its own distribution at any load, as a sum with next to nothing', () => {
    const quick: Stage = { service: { distribution: 'exponential', rate: 1e9 } };
    for (const rate of [0.5, 0.999999, 1, 1.000001, 1.7]) {
      const losing: Stage = {
        service: { distribution: 'exponential', rate: 1 / rate },
        capacity: 6000,
        whenFull: 'drop',
      };
      const own = queueOf(solveMm1k({ lambda: 1, mu: 1 / rate, K: 6000 })).sojournTime!()!;
      expectTail(drawn({ a: quick, b: losing }, 'in>a a>b b>out'), own.tail, { digits: 5 });
    }
  });

  it('have constant delays in front of them, and other delays added', () => {
    const delayed = (service: Extract<ScenarioNode, { kind: 'delay' }>['service']): Scenario => {
      const line = drawn({ a: {} }, 'in>d d>a a>out');
      return { ...line, nodes: [...line.nodes, { id: 'd', kind: 'delay', service }] };
    };
    const fixed = (t: number) => (t < 0.25 ? 1 : Math.exp(-(t - 0.25)));
    expectTail(delayed({ distribution: 'deterministic', mean: 0.25 }), fixed, { digits: 4 });
    const gone = (t: number) => Math.exp(-t) + (Math.exp(-t) - Math.exp(-4 * t)) / 3;
    expectTail(delayed({ distribution: 'exponential', mean: 0.25 }), gone);
  });

  it('take feedback as if each round were fresh: a geometric number of exponential stays', () => {
    const round = drawn({ a: { service: { distribution: 'exponential', rate: 3 } } }, 'in>a a>a a>out');
    expectTail(round, (t) => Math.exp(-0.5 * t), { exact: false });
  });

  it('are called approximate where elements overtake each other', () => {
    const quick: Stage = { service: { distribution: 'exponential', rate: 5 } };
    const many: Stage = { service: { distribution: 'exponential', rate: 1 }, serverCount: 3 };
    const isExact = (stages: Readonly<Record<string, Stage>>, links: string) =>
      found(drawn(stages, links)).exact;
    const three = { a: quick, b: quick, c: quick };
    expect(isExact(three, 'in>a a>b b>c a>c c>out')).toBe(false);
    expect(isExact(three, 'in>a in>b a>c b>c c>out')).toBe(true);
    expect(isExact({ ...three, b: many }, 'in>a a>b b>c c>out')).toBe(false);
    expect(isExact({ ...three, a: many, c: many }, 'in>a a>b b>c c>out')).toBe(true);
  });

  it('agree with simulation, within 1 % of its resolution and its intervals', () => {
    const scenario = tandem(2);
    const { percentiles, exact } = found(scenario);
    expect(exact).toBe(true);
    const run = simulateNow(scenario, { seed: 7, replications: 10, horizon: 40_000, warmup: 1000 });
    if (run.kind !== 'answer') throw new Error(refusalText(run));
    for (const name of ['p50', 'p90', 'p99'] as const) {
      const { mean, halfWidth } = run.network.latencyPercentiles![name]!;
      expect(Math.abs(mean - percentiles[name]), name).toBeLessThan(2 * halfWidth + 0.01 * mean);
    }
  });

  it('are refused by name where only means are known', () => {
    const stages = { a: {}, b: { discipline: 'PS' as const } };
    expect(timesOf(drawn(stages, 'in>a a>b b>out'))).toEqual({
      kind: 'refused',
      reason: 'b does not serve first come, first served',
    });
    const small: Stage = { capacity: 3, whenFull: 'drop' };
    const chain = timesOf(drawn({ a: small, b: small }, 'in>a a>b b>out'));
    expect(chain).toMatchObject({
      reason: expect.stringMatching(/^of times at b only means are known \(Markov chain/),
    });
  });
});
