import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { drawing, sink, source } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { replicateNow } from './replicate.ts';

const exponential: ServiceDistribution = { distribution: 'exponential', mean: 0.9 };
const constant: ServiceDistribution = { distribution: 'deterministic', mean: 1 };

const stage = (id: string, more: Partial<StageNode>): StageNode => ({
  id,
  kind: 'stage',
  service: exponential,
  ...more,
});

/** Blocking, loss, filters, conversion, an overdrive, a way back, copies, and ends of service that tie. */
const SCENARIOS: Record<string, Scenario> = {
  'tandem that blocks': drawing(
    [
      source('in', 0.8),
      stage('a', { capacity: 8, whenFull: 'drop', passProbability: 0.8 }),
      stage('b', { capacity: 2 }),
      sink(),
    ],
    ['in>a', 'a>b', 'b>out'],
  ),
  'several servers and ties': drawing(
    [
      source('in', 1, { interarrival: constant, batchSize: 3 }),
      stage('a', { service: constant, serverCount: 3, capacity: 6 }),
      stage('b', { service: constant, serverCount: 2, capacity: 3, conversionFactor: 0.5 }),
      sink(),
    ],
    ['in>a', 'a>b', 'b>out'],
  ),
  'groups and a way back': drawing(
    [
      source('in', 0.1),
      stage('a', { serverCount: 2, conversionFactor: 4, overdriveRate: 0.02, capacity: 6, whenFull: 'drop' }),
      stage('b', { passProbability: 0.9, routing: { rule: 'broadcast' } }),
      stage('c', { serverCount: 4, capacity: 5, whenFull: 'drop' }),
      sink(),
    ],
    ['in>a', 'a>b', 'b>c', 'b>out', 'c>a'],
  ),
};

/** The scenario with a batch timer that never rings, so that the steps for batches serve its stages. */
const asBatches = (scenario: Scenario): Scenario => ({
  ...scenario,
  nodes: scenario.nodes.map((node) =>
    node.kind === 'stage' ? { ...node, bulk: { rule: 'upTo', min: 1, max: 1, timeout: 1e9 } } : node,
  ),
});

/** What serves and what waits is summed in another order where servers never idle while somebody waits. */
function withoutWaiting(outcome: ReturnType<typeof replicateNow>): unknown {
  if (outcome.kind === 'noAnswer') return outcome;
  const stages = Object.entries(outcome.stages).map(
    ([id, { waiting, waitingTime, servingTime, ...rest }]) => [
      id,
      {
        ...rest,
        waitingTime: waitingTime.toPrecision(9),
        servingTime: servingTime.toPrecision(9),
        waits: [...waiting].map((time) => time.toPrecision(9)),
      },
    ],
  );
  return { ...outcome, stages: Object.fromEntries(stages) };
}

describe('stages that serve one by one', () => {
  it.each(Object.entries(SCENARIOS))('E3: give the same numbers as batches of one: %s', (_, scenario) => {
    const plan = { seed: 8, replications: 2, horizon: 3000, warmup: 100 };
    const record = replicateNow(scenario, plan, 0);
    expect(record.kind).toBe('record');
    expect(withoutWaiting(record)).toEqual(withoutWaiting(replicateNow(asBatches(scenario), plan, 0)));
  });
});
