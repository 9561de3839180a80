import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { SimulationPlan } from './contract.ts';
import { planRun } from './plan-run.ts';
import { replicateNow } from './replicate.ts';

const queue = line(source('in', 0.5), stage('a', 1));

function planOf(...[scenario, request]: Parameters<typeof planRun>): SimulationPlan {
  const plan = planRun(scenario, request);
  if ('kind' in plan) throw new Error(refusalText(plan));
  return plan;
}

describe('planRun', () => {
  it('chooses about 300 000 events a replication, a tenth of the time as warm-up, ten replications, seed 1', () => {
    const plan = planOf(queue, {});
    expect(plan).toMatchObject({ seed: 1, replications: 10 });
    expect(plan.warmup).toBeCloseTo(plan.horizon / 10, 9);
    // One event per arrival and one per service, at 0.5 each per second.
    expect(plan.horizon).toBeGreaterThan(270_000);
    expect(plan.horizon).toBeLessThan(330_000);
  });

  it('works in any unit of time', () => {
    const plan = planOf(line(source('in', 0.5e9), stage('a', 1e9)), {});
    expect(plan.horizon).toBeGreaterThan(270_000e-9);
    expect(plan.horizon).toBeLessThan(330_000e-9);
  });

  it('runs longer for the sake of a slow stage, within reason', () => {
    const rare = line(source('in', 0.5), stage('a', 1, { passProbability: 0.002 }), stage('b', 1));
    const record = replicateNow(rare, planOf(rare, {}), 0);
    if (record.kind === 'noAnswer') throw new Error(refusalText(record));
    expect(record.stages.b!.served).toBeGreaterThan(1000);
    expect(record.events).toBeLessThan(6e6);
    const never = line(source('in', 0.5), stage('a', 1, { passProbability: 1e-9 }), stage('b', 1));
    expect(planOf(never, {}).horizon).toBeLessThan(330_000);
  });

  it('gives a slow queue 5 relaxation times of warm-up and 20 to observe', () => {
    const plan = planOf(line(source('in', 0.99), stage('a', 1)), {});
    const time = 1 / (1 - Math.sqrt(0.99)) ** 2;
    // Rates read off a pilot leave the relaxation time uncertain by a factor of two.
    expect(plan.warmup).toBeGreaterThan((5 / 2) * time);
    expect(plan.warmup).toBeLessThan(5 * 2.5 * time);
    expect((plan.horizon - plan.warmup) / plan.warmup).toBeGreaterThan(1.9);
  });

  it('takes a third of what the budget allows as warm-up when that is too little', () => {
    const plan = planOf(line(source('in', 0.9999), stage('a', 1)), {});
    // 5 million events of two kinds.
    expect(plan.horizon).toBeGreaterThan(2.2e6);
    expect(plan.horizon).toBeLessThan(2.8e6);
    expect(plan.warmup / plan.horizon).toBeCloseTo(1 / 3, 1);
  });

  it('wastes no time on a queue without a steady state', () => {
    expect(planOf(line(source('in', 1.3), stage('a', 1)), {}).horizon).toBeLessThan(150_000);
  });

  it('keeps what was asked for', () => {
    const asked = { seed: 7, replications: 3, horizon: 100, warmup: 20, precision: 0.1 };
    const precisionMeasures = ['throughput', 'utilization'] as const;
    expect(planRun(queue, { ...asked, precisionMeasures })).toMatchObject({ ...asked, precisionMeasures });
    expect(planRun(queue, { horizon: 50 })).toMatchObject({
      seed: 1,
      replications: 10,
      horizon: 50,
      warmup: 5,
    });
    const late = planOf(queue, { warmup: 1e6 });
    expect(late.warmup).toBe(1e6);
    expect(late.horizon).toBeGreaterThan(1.2e6);
  });

  it('refuses a request without meaning', () => {
    const messages = [
      { seed: -1 },
      { replications: 1 },
      { horizon: 0 },
      { horizon: 5, warmup: 5 },
      { precision: 2 },
      { frameLength: 0 },
      { horizon: 100, frameLength: 0.01 },
      { precisionMeasures: [] },
    ].map((request) => {
      const outcome = planRun(queue, request);
      return 'kind' in outcome ? refusalText(outcome) : '';
    });
    expect(messages).toEqual([
      'seed: expected an integer from 0 to 4294967295, got -1',
      'replications: expected an integer >= 2, got 1',
      'horizon: expected a time > 0 in seconds, got 0',
      'warmup: expected a time >= 0 and below the horizon, got 5',
      'precision: expected a number above 0 and below 1, got 2',
      'frameLength: expected a time > 0 in seconds, got 0',
      'frameLength: expected at most 2000 frames in 100 s, that is 0.05 s or more, got 0.01, which makes 10000',
      'precisionMeasures: expected some of meanOccupancy, meanQueueLength, throughput, utilization, meanSojournTime, meanWaitingTime, got none',
    ]);
  });

  it('says at once that a network locks', () => {
    const loop = drawing(
      [source('in', 5), stage('a', 1, { capacity: 1 }), sink()],
      ['in>a', 'a>a:0.5', 'a>out:0.5'],
    );
    expect(planRun(loop, {})).toMatchObject({ kind: 'noAnswer', reason: 'deadlock', stage: 'a' });
  });
});
