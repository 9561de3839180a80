import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { SimulationPlan, SimulationProgress } from './contract.ts';
import type { ReplicationRecord } from './records.ts';
import { replicate, replicateNow } from './replicate.ts';
import { simulateNow } from './simulate-scenario.ts';
import { summarizeReplications } from './summarize.ts';
import { answered } from './theory.test-support.ts';

const plan: SimulationPlan = { seed: 9, replications: 4, horizon: 500, warmup: 50 };
const scenario = drawing(
  [
    source('in', 1),
    stage('a', 1.5, { capacity: 4, whenFull: 'drop', serverCount: 2, discipline: 'RSS' }),
    stage('b', 1.2, { capacity: 3 }),
    sink(),
  ],
  ['in>a', 'a>b', 'b>a:0.1', 'b>out:0.9'],
);

function recordNow(replication: number, of = scenario, by = plan): ReplicationRecord {
  const outcome = replicateNow(of, by, replication);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const bytes = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (part instanceof Float64Array ? [...part] : part));

describe('replicate', () => {
  it('gives the same bytes for the same seed, paused or not', async () => {
    expect(bytes(recordNow(2))).toBe(bytes(recordNow(2)));
    expect(bytes(await replicate(scenario, plan, 2))).toBe(bytes(recordNow(2)));
  });

  it('gives other numbers for another seed or replication', () => {
    const records = [recordNow(0), recordNow(1), recordNow(0, scenario, { ...plan, seed: 10 })];
    expect(new Set(records.map((record) => record.stages.a!.occupancyTime)).size).toBe(3);
  });

  it('common random numbers: what happens at one stage does not depend on the next', () => {
    const tandem = (rate: number) => line(source('in', 0.8), stage('a', 1), stage('b', rate));
    const [slow, fast] = [recordNow(0, tandem(0.9)), recordNow(0, tandem(5))];
    expect(bytes(slow.stages.a)).toBe(bytes(fast.stages.a));
    expect(slow.stages.b!.occupancyTime).toBeGreaterThan(fast.stages.b!.occupancyTime);
  });

  it('keeps a time line of 200 intervals that adds up to the sums', () => {
    const { stages } = recordNow(0);
    for (const { occupancySeries, offeredSeries, occupancyTime, offered } of Object.values(stages)) {
      expect(occupancySeries.length).toBe(200);
      // The warm-up is a tenth: 20 intervals of 2.5 s.
      const observed = occupancySeries.subarray(20).reduce((sum, mean) => sum + 2.5 * mean, 0);
      expect(observed).toBeCloseTo(occupancyTime, 8);
      expect(offeredSeries.subarray(20).reduce((sum, count) => sum + count, 0)).toBe(offered);
    }
  });

  it('pauses, tells how far it is, and stops when asked', async () => {
    const told: SimulationProgress[] = [];
    const endless = { ...plan, horizon: 1e12 };
    const run = replicate(scenario, endless, 3, {
      onProgress: (progress) => void told.push(progress),
      shouldStop: () => told.length >= 2,
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(told[0]).toMatchObject({ replication: 3 });
    expect(told[1]!.events).toBeGreaterThan(told[0]!.events);
    expect(told[1]!.fraction).toBeGreaterThanOrEqual(told[0]!.fraction);
    // The first may come when the warm-up has just ended.
    const levels = told[1]!.occupancy.a!;
    expect(levels.length).toBeLessThanOrEqual(5);
    expect(levels.reduce((sum, time) => sum + time, 0)).toBeGreaterThan(0);
  });
});

describe('summarizeReplications', () => {
  it('does not depend on the order in which replications end', () => {
    const records = [0, 1, 2, 3].map((replication) => recordNow(replication));
    const [a, b, c, d] = records;
    const one = summarizeReplications(scenario, plan, records, 1);
    const other = summarizeReplications(scenario, plan, [d!, b!, a!, c!], 1);
    expect(bytes(one)).toBe(bytes(other));
  });
});

describe('simulateNow', () => {
  it('makes replications until the wanted precision is reached', () => {
    const request = { seed: 1, horizon: 300, replications: 5, precision: 0.03 };
    const result = answered(simulateNow(scenario, request));
    expect(result.replications).toBeGreaterThan(10);
    for (const { meanOccupancy } of Object.values(result.stages)) {
      expect(meanOccupancy!.halfWidth).toBeLessThanOrEqual(0.03 * meanOccupancy!.mean);
    }
  });
});
