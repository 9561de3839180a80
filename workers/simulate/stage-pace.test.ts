import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { ReplicationRecord } from './records.ts';
import { replicateNow } from './replicate.ts';
import { relaxationTimes } from './stage-pace.ts';

function recordOf(scenario: Scenario, horizon: number, replication = 0): ReplicationRecord {
  const record = replicateNow(scenario, { seed: 2, replications: 2, horizon, warmup: 0 }, replication);
  if (record.kind === 'noAnswer') throw new Error(refusalText(record));
  return record;
}

function estimated(scenario: Scenario, id: NodeId, horizon: number): number {
  return relaxationTimes(scenario, { horizon, warmup: 0 }, [recordOf(scenario, horizon)]).get(id)!;
}

const STEPS = 5;
const SKIPPED = 40;

/**
 * The relaxation time by another way: how fast the autocorrelation of the occupancy dies out, here from `time` to
 * 2 `time`, measured on intervals of time / 5.
 */
function measured(scenario: Scenario, id: NodeId, time: number): number {
  const horizon = (200 / STEPS) * time;
  const series = Array.from({ length: 30 }, (_, replication) =>
    recordOf(scenario, horizon, replication).stages[id]!.occupancySeries.slice(SKIPPED),
  );
  const values = series.flatMap((one) => [...one]);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const covariance = (lag: number): number => {
    const products = series.flatMap((one) =>
      [...one.subarray(lag)].map((value, i) => (value - mean) * (one[i]! - mean)),
    );
    return products.reduce((sum, product) => sum + product, 0) / products.length;
  };
  return time / Math.log(covariance(STEPS) / covariance(2 * STEPS));
}

const ring: Scenario = {
  ...line(stage('a', 1), stage('b', 1.02)),
  classes: [{ id: 'jobs', closed: { population: 12, start: 'a' } }],
  links: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ],
};

describe('relaxationTimes', () => {
  const full = { rule: 'full', size: 8 } as const;
  const bursty = { distribution: 'hyperexponential', mean: 1, scv: 6 } as const;
  const cases: readonly (readonly [string, Scenario, NodeId])[] = [
    ['M/M/1', line(source('in', 0.9), stage('a', 1)), 'a'],
    ['batches of 16 at once', line(source('in', 0.9 / 16, { batchSize: 16 }), stage('a', 1)), 'a'],
    ['services with scv 6', line(source('in', 0.9), stage('a', 1, { service: bursty })), 'a'],
    ['batches of 8 served', line(source('in', 7.2), stage('a', 1, { bulk: full })), 'a'],
    ['M/M/1/100 at rho = 1', line(source('in', 1), stage('a', 1, { capacity: 100, whenFull: 'drop' })), 'a'],
    // Either stage is an M/M/1/12 whose arrivals are the services of the other.
    ['one of two that twelve jobs go through in turn', ring, 'a'],
    [
      'a stage that blocks the one before',
      line(source('in', 1), stage('a', 1.5, { capacity: 60 }), stage('b', 1, { capacity: 60 })),
      'b',
    ],
  ];
  it.each(cases)('is as long as the occupancy remembers itself: %s', (_, scenario, id) => {
    const time = estimated(scenario, id, 20_000);
    const ratio = time / measured(scenario, id, time);
    expect(ratio).toBeGreaterThan(1 / 2);
    expect(ratio).toBeLessThan(3);
  });

  it('knows nothing of a stage that hardly served, and of one without a steady state', () => {
    const idle = line(source('in', 0.9), stage('a', 1, { passProbability: 0.001 }), stage('b', 1));
    const plan = { horizon: 3000, warmup: 0 };
    expect([...relaxationTimes(idle, plan, [recordOf(idle, 3000)]).keys()]).toEqual(['a']);
    const flooded = line(source('in', 1.2), stage('a', 1));
    expect(relaxationTimes(flooded, plan, [recordOf(flooded, 3000)]).size).toBe(0);
  });
});
