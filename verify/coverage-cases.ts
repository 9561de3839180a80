/** Models whose mean occupancies are known, one for each rule, on which the simulated intervals are judged. */
import { exp } from '../core/numeric/elementary.ts';
import {
  delay,
  drawing,
  exponential,
  fork,
  join,
  line,
  sink,
  source,
  stage,
} from '../core/scenario/drawing.test-support.ts';
import type { NodeId, Scenario, SourceNode } from '../core/scenario/scenario.ts';
import { solveMarkov } from '../workers/simulate/markov-chain.test-support.ts';
import { solveChain } from '../workers/solve/chain/solve-chain.ts';

export interface Case {
  readonly what: string;
  readonly scenario: Scenario;
  /** Mean occupancy, exact. */
  readonly exact: Readonly<Record<NodeId, number>>;
  readonly source: string;
  /** Relaxation times of the whole replication, a tenth of them warm-up; as the plan chooses when absent. */
  readonly length?: number;
}

const mm1 = (rho: number, length?: number): Case => ({
  what: `M/M/1, rho = ${rho}`,
  scenario: line(source('in', rho), stage('a', 1)),
  exact: { a: rho / (1 - rho) },
  source: 'rho / (1 - rho)',
  ...(length !== undefined && { length }),
});

/** Every stage and delay of a finite chain. */
function byChain(what: string, scenario: Scenario): Case {
  const answer = solveChain(scenario);
  if (answer.kind === 'noAnswer') throw new Error(`${what}: ${answer.reason}`);
  const stages = Object.entries(answer.stages);
  return {
    what,
    scenario,
    exact: Object.fromEntries(stages.map(([id, { meanOccupancy }]) => [id, meanOccupancy!])),
    source: 'Markov chain of all states',
  };
}

/** Arrivals and services per second. */
interface TwoFlows {
  readonly lambda: readonly [number, number];
  readonly mu: readonly [number, number];
}

/** Two Poisson flows, each a class of its own, the first more urgent. */
const classed = ({ lambda, mu }: TwoFlows, more: Parameters<typeof stage>[2]): Scenario =>
  drawing(
    [
      source('in', lambda[0], { class: 'urgent' }),
      source('in2', lambda[1], { class: 'other' }),
      stage('a', mu[0], { byClass: { other: { service: exponential(mu[1]) } }, ...more }),
      sink(),
    ],
    'in>a in2>a a>out',
    {
      classes: [
        { id: 'urgent', priority: 0 },
        { id: 'other', priority: 1 },
      ],
    },
  );

/** M/M/1 with two classes by priority: Cobham 1954; interrupted services go on where they were: Miller 1960. */
function priorityMean({ lambda, mu }: TwoFlows, interrupts: boolean): number {
  const rho = lambda[0] / mu[0];
  const rest = 1 - rho - lambda[1] / mu[1];
  const residual = lambda[0] / mu[0] ** 2;
  const all = residual + lambda[1] / mu[1] ** 2;
  const urgent = 1 / mu[0] + (interrupts ? residual : all) / (1 - rho);
  const other = 1 / mu[1] / (interrupts ? 1 - rho : 1) + all / ((1 - rho) * rest);
  return lambda[0] * urgent + lambda[1] * other;
}

/**
 * Poisson arrivals at one exponential server that takes all who wait once two do, or once the first has waited the
 * timeout. Cycles from one end of service to the next are independent, since nobody stays behind: the mean is that of one
 * cycle, over its length. It begins with n who came during the last service, geometric; where n = 1 that one has waited
 * an exponential time of rate lambda + mu.
 */
function flushedMean(lambda: number, mu: number, timeout: number): number {
  const q = lambda / (lambda + mu);
  const none = 1 - q;
  const one = none * q;
  const missedFromNew = exp(-lambda * timeout);
  const both = exp(-(lambda + mu) * timeout);
  const missedFromOld = ((lambda + mu) / mu) * (missedFromNew - both) + both;
  // Nobody else comes while one waits.
  const missed = none * missedFromNew + one * missedFromOld;
  const waiting = (none + one - missed) / lambda;
  const batch = 2 * (none + one) - missed + q ** 2 * (2 + lambda / mu);
  const cycle = none / lambda + waiting + 1 / mu;
  return (waiting + batch / mu + lambda / mu ** 2) / cycle;
}

/** A closed class between a delay and a server: the machine repair model, mean at the server. */
function repairMean(population: number, think: number, service: number): number {
  const weights = [1];
  for (let n = 1; n <= population; n++)
    weights.push(weights[n - 1]! * (population - n + 1) * (service / think));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.reduce((total, weight, n) => total + n * weight, 0) / sum;
}

/** Two queues of exponential servers with bounds; by symmetry it does not count where an element goes that finds them equal. */
function shortestMean(lambda: number, mu: number, capacity: number): number {
  const { average } = solveMarkov([0, 0], ([least = 0, most = 0]) => {
    const at = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)];
    return [
      ...(least < capacity ? [{ rate: lambda, to: at(least + 1, most) }] : []),
      ...(least > 0 ? [{ rate: mu, to: at(least - 1, most) }] : []),
      ...(most > 0 ? [{ rate: mu, to: at(least, most - 1) }] : []),
    ];
  });
  return average(([least = 0, most = 0]) => least + most) / 2;
}

const PERIOD = 10;
const PEAK = 1.6;
const QUIET = 0.4;
const PERIODS_TO_SETTLE = 15;

/** Peak and quiet for half a period each. */
const daily: Partial<SourceNode> = {
  schedule: {
    frames: [
      { from: 0, interarrival: exponential(PEAK) },
      { from: PERIOD / 2, interarrival: exponential(QUIET) },
    ],
    period: PERIOD,
  },
};

/** M(t)/M/1/K with these arrivals: the mean over a period once the periods repeat, by the Kolmogorov equations (Runge-Kutta, order 4). */
function dailyMean(mu: number, capacity: number): number {
  const slope = (p: readonly number[], lambda: number): number[] => {
    const up = p.map((x, n) => (n < capacity ? lambda * x : 0));
    const down = p.map((x, n) => (n > 0 ? mu * x : 0));
    return p.map((_, n) => (up[n - 1] ?? 0) - up[n]! + (down[n + 1] ?? 0) - down[n]!);
  };
  const moved = (p: readonly number[], by: readonly number[], time: number) =>
    p.map((x, n) => x + time * by[n]!);
  const mean = (p: readonly number[]): number => p.reduce((sum, x, n) => sum + n * x, 0);
  const steps = 400;
  const h = PERIOD / steps;
  let p = Array.from({ length: capacity + 1 }, (_, n): number => (n === 0 ? 1 : 0));
  let total = 0;
  for (let i = 0; i < PERIODS_TO_SETTLE * steps; i++) {
    if (i % steps === 0) total = 0;
    const lambda = i % steps < steps / 2 ? PEAK : QUIET;
    const k1 = slope(p, lambda);
    const p2 = moved(p, k1, h / 2);
    const k2 = slope(p2, lambda);
    const p3 = moved(p, k2, h / 2);
    const k3 = slope(p3, lambda);
    const p4 = moved(p, k3, h);
    const k4 = slope(p4, lambda);
    total += (h / 6) * (mean(p) + 2 * mean(p2) + 2 * mean(p3) + mean(p4));
    p = p.map((x, n) => x + (h / 6) * (k1[n]! + 2 * k2[n]! + 2 * k3[n]! + k4[n]!));
  }
  return total / PERIOD;
}

const FLOWS: TwoFlows = { lambda: [0.5, 0.45], mu: [2, 1] };

const jsq = shortestMean(1.6, 1, 12);
const repaired = repairMean(9, 8, 1);

export const CASES: readonly Case[] = [
  mm1(0.5),
  mm1(0.8),
  mm1(0.95),
  byChain(
    'tandem, K = 5 and 3, blocking after service, loss at the entry',
    line(source('in', 0.9), stage('a', 1, { capacity: 5, whenFull: 'drop' }), stage('b', 1, { capacity: 3 })),
  ),
  byChain(
    'the same, blocking before service',
    line(
      source('in', 0.9),
      stage('a', 1, { capacity: 5, whenFull: 'drop' }),
      stage('b', 1, { capacity: 3, whenFull: 'blockBefore' }),
    ),
  ),
  {
    what: 'bulk tandem: batches of 2, then one by one',
    scenario: line(source('in', 1.5), stage('a', 1, { bulk: { rule: 'full', size: 2 } }), stage('b', 2.5)),
    exact: { a: 5.145751, b: 2.042984 },
    source: 'Markov chain of all states up to 169 and 109 elements',
  },
  {
    what: 'bulk service of 2 or more, timeout 0.5',
    scenario: line(source('in', 2), stage('a', 1, { bulk: { rule: 'upTo', min: 2, max: 64, timeout: 0.5 } })),
    exact: { a: flushedMean(2, 1, 0.5) },
    source: 'one cycle between ends of service; more than 64 wait with probability 1e-11',
  },
  {
    what: 'two priorities',
    scenario: classed(FLOWS, { discipline: 'priority' }),
    exact: { a: priorityMean(FLOWS, false) },
    source: 'Cobham 1954',
  },
  {
    what: 'two priorities, services interrupted',
    scenario: classed(FLOWS, { discipline: 'priority', preemption: 'resume' }),
    exact: { a: priorityMean(FLOWS, true) },
    source: 'Miller 1960',
  },
  {
    what: 'processor sharing, scv 4',
    scenario: line(
      source('in', 0.7),
      stage('a', 1, { discipline: 'PS', service: { distribution: 'hyperexponential', mean: 1, scv: 4 } }),
    ),
    exact: { a: 0.7 / 0.3 },
    source: 'rho / (1 - rho), whatever the distribution',
  },
  {
    what: 'M/M/1 before a delay with uniform times',
    scenario: line(
      source('in', 0.8),
      stage('a', 1),
      delay('b', 5, { service: { distribution: 'uniform', min: 0, max: 10 } }),
    ),
    exact: { a: 4, b: 4 },
    source: "rho / (1 - rho); Little's law",
  },
  {
    what: 'fork and join of two M/M/1, rho = 0.7',
    scenario: drawing(
      [source('in', 0.7), fork('f'), stage('a', 1), stage('b', 1), join('j'), sink()],
      'in>f f>a f>b a>j b>j j>out',
    ),
    exact: { a: 0.7 / 0.3, b: 0.7 / 0.3, j: ((0.7 / 0.3) * (4 - 0.7)) / 4 },
    source: 'Flatto and Hahn 1984: (12 - rho) / 8 times the time in one queue',
  },
  {
    what: 'closed network: 9 jobs, a delay and a server',
    scenario: drawing([delay('think', 8), stage('a', 1)], 'think>a a>think', {
      classes: [{ id: 'jobs', closed: { population: 9, start: 'think' } }],
    }),
    exact: { think: 9 - repaired, a: repaired },
    source: 'machine repair model',
  },
  byChain(
    'two flows over one bus, K = 5 and 4',
    drawing(
      [
        source('in', 0.6),
        source('in2', 0.4),
        stage('a', 1.5, { capacity: 5, whenFull: 'drop', resource: 'bus' }),
        stage('b', 1, { capacity: 4, whenFull: 'drop', resource: 'bus' }),
        sink(),
      ],
      'in>a in2>b a>out b>out',
      { resources: [{ id: 'bus' }] },
    ),
  ),
  {
    what: 'arrivals by schedule, a delay',
    scenario: line(source('in', 1, daily), delay('a', 3)),
    exact: { a: (3 * (PEAK + QUIET)) / 2 },
    source: "Little's law",
  },
  {
    what: 'arrivals by schedule, M(t)/M/1/8',
    scenario: line(source('in', 1, daily), stage('a', 1.25, { capacity: 8, whenFull: 'drop' })),
    exact: { a: dailyMean(1.25, 8) },
    source: 'Kolmogorov equations, periodic solution',
  },
  byChain(
    'batches of 3, admitted whole, K = 7',
    line(
      source('in', 0.3, { batchSize: 3 }),
      stage('a', 1, { capacity: 7, whenFull: 'drop', admission: 'whole' }),
    ),
  ),
  byChain(
    'two priorities, the oldest dropped, K = 4',
    classed(
      { lambda: [0.6, 0.6], mu: [2, 0.8] },
      { discipline: 'priority', capacity: 4, whenFull: 'dropOldest' },
    ),
  ),
  {
    what: 'join the shortest of two queues, K = 12 each',
    scenario: drawing(
      [
        source('in', 1.6, { routing: { rule: 'joinShortestQueue' } }),
        stage('a', 1, { capacity: 12, whenFull: 'drop' }),
        stage('b', 1, { capacity: 12, whenFull: 'drop' }),
        sink(),
      ],
      'in>a in>b a>out b>out',
    ),
    exact: { a: jsq, b: jsq },
    source: 'Markov chain of all states',
  },
  mm1(0.98, 1),
  mm1(0.95, 3),
];
