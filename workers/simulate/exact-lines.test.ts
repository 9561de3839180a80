/** Both engines of the kernel against numbers that are known from elsewhere. */

import { describe, expect, it, vi } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import { solveChain } from './brute-force-chain.test-support.ts';
import type { ReplicationRecord } from './records.ts';

import { replicateNow } from './replicate.ts';

vi.setConfig({ testTimeout: 0 });

const REPLICATIONS = 16;
const HORIZON = 100_000;
const WARMUP = 1000;
const OBSERVED = HORIZON - WARMUP;

type Claims = Readonly<Record<string, readonly [exact: number, of: (record: ReplicationRecord) => number]>>;

/** The mean over independent replications lies within its 99.9 % interval of the exact value. */
function expectExact(scenario: Scenario, claims: Claims): void {
  const plan = { seed: 11, replications: REPLICATIONS, horizon: HORIZON, warmup: WARMUP };
  const records = Array.from({ length: REPLICATIONS }, (_, replication) => {
    const outcome = replicateNow(scenario, plan, replication);
    if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
    return outcome;
  });
  for (const [what, [exact, of]] of Object.entries(claims)) {
    const values = records.map(of);
    const mean = values.reduce((sum, value) => sum + value, 0) / REPLICATIONS;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (REPLICATIONS - 1);
    const halfWidth = studentQuantile(0.9995, REPLICATIONS - 1) * Math.sqrt(variance / REPLICATIONS);
    expect(Math.abs(mean - exact), `${what}: ${mean} for ${exact}`).toBeLessThan(halfWidth + 1e-12);
    expect(halfWidth, `${what} is known well enough to tell`).toBeLessThan(0.05 * Math.max(exact, 0.05));
  }
}

const meanOf = (id: string) => (record: ReplicationRecord) => record.stages[id]!.occupancyTime / OBSERVED;

describe('the engine for lines', () => {
  it('gives M/M/1', () => {
    const rho = 0.7;
    expectExact(line(source('in', rho), stage('a', 1)), {
      'mean occupancy': [rho / (1 - rho), meanOf('a')],
      'mean waiting': [rho / (1 - rho), ({ stages }) => stages.a!.waitTotal / stages.a!.waitCount],
      'level 3': [(1 - rho) * rho ** 3, ({ stages }) => stages.a!.occupancy[3]! / OBSERVED],
      'nobody waits': [1 - rho ** 2, ({ stages }) => stages.a!.waiting[0]! / OBSERVED],
    });
  });

  it('gives M/D/1', () => {
    const rho = 0.8;
    const fixed = stage('a', 1, { service: { distribution: 'deterministic', mean: 1 } });
    expectExact(line(source('in', rho), fixed), {
      'mean occupancy': [rho + rho ** 2 / (2 * (1 - rho)), meanOf('a')],
    });
  });

  it('gives the chain of a tandem with conversion, filter, loss and blocking', () => {
    const chain = solveChain({
      lambda: 0.9,
      entry: 0,
      stages: [
        { mu: 1, K: 4, whenFull: 'drop', pass: 0.8, to: [[1, 1]] },
        { mu: 2, K: 3, whenFull: 'block', factor: 2, to: [[2, 1]] },
        { mu: 1.9, K: 2, whenFull: 'block', to: [[-1, 1]] },
      ],
    });
    const stages = [
      stage('s0', 1, { capacity: 4, whenFull: 'drop', passProbability: 0.8 }),
      stage('s1', 2, { capacity: 3, conversionFactor: 2 }),
      stage('s2', 1.9, { capacity: 2 }),
    ];
    expectExact(line(source('in', 0.9), ...stages), {
      throughput: [chain.throughput, ({ sinkArrivals }) => sinkArrivals / OBSERVED],
      'loss rate': [chain.lossRate[0]!, ({ lost }) => lost / OBSERVED],
      'mean 0': [chain.meanOccupancy[0]!, meanOf('s0')],
      'mean 1': [chain.meanOccupancy[1]!, meanOf('s1')],
      'mean 2': [chain.meanOccupancy[2]!, meanOf('s2')],
      'blocked 0': [chain.blockedFraction[0]!, ({ stages }) => stages.s0!.blockedTime / OBSERVED],
      'blocked 1': [chain.blockedFraction[1]!, ({ stages }) => stages.s1!.blockedTime / OBSERVED],
      'full 2': [chain.fullProbability[2]!, ({ stages }) => stages.s2!.fullTime / OBSERVED],
    });
  });
});

describe('the engine for networks', () => {
  it('gives M/M/2/5', () => {
    const load = 1.6;
    const weights = [0, 1, 2, 3, 4, 5].map((n) => load ** n / (n < 2 ? 1 : 2 ** (n - 1)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const mean = weights.reduce((sum, weight, n) => sum + n * weight, 0) / total;
    const servers = stage('a', 1, { serverCount: 2, capacity: 5, whenFull: 'drop' });
    expectExact(line(source('in', load), servers), {
      'mean occupancy': [mean, meanOf('a')],
      'loss rate': [(load * weights[5]!) / total, ({ lost }) => lost / OBSERVED],
      full: [weights[5]! / total, ({ stages }) => stages.a!.fullTime / OBSERVED],
    });
  });

  it('gives Jackson networks: with feedback every stage is as if alone', () => {
    const nodes = [source('in', 0.5), stage('a', 1), stage('b', 0.5, { serverCount: 2 }), sink()];
    const rate = 0.5 / 0.8;
    const rho = rate / 1;
    expectExact(drawing(nodes, ['in>a', 'a>b', 'b>a:0.2', 'b>out:0.8']), {
      'mean a': [rate / (1 - rate), meanOf('a')],
      'mean b': [(2 * rho) / (1 - rho ** 2), meanOf('b')],
      throughput: [0.5, ({ sinkArrivals }) => sinkArrivals / OBSERVED],
    });
  });

  it('gives two classes with mean service times of their own: M/G/1 with the mixture of both', () => {
    const byClass = { b: { service: { distribution: 'exponential', rate: 0.5 } as const } };
    const nodes = [
      source('in', 0.3),
      { ...source('in2', 0.2), class: 'b' },
      stage('a', 1, { byClass }),
      sink(),
    ];
    const scenario = drawing(nodes, ['in>a', 'in2>a', 'a>out']);
    const secondMoment = 0.3 * 2 + 0.2 * 8;
    const waiting = secondMoment / (2 * (1 - 0.7));
    expectExact(
      { ...scenario, classes: [{ id: 'a' }, { id: 'b' }] },
      {
        'mean of the first class': [
          0.3 * (waiting + 1),
          ({ stages }) => stages.a!.classes![0]!.occupancyTime / OBSERVED,
        ],
        'mean of the second': [
          0.2 * (waiting + 2),
          ({ stages }) => stages.a!.classes![1]!.occupancyTime / OBSERVED,
        ],
      },
    );
  });
});
