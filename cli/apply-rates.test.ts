import { describe, expect, it } from 'vitest';
import type { Scenario, StageNode } from '../core/scenario/scenario.ts';
import type { EstimatedEnd } from '../lib/estimate.ts';
import { estimateRate } from '../workers/estimate/estimate-rate.ts';
import { saturatedCounts } from '../workers/estimate/micro-benchmark.ts';
import { applyRates } from './estimate.ts';

const columns = saturatedCounts({
  server: { times: 'deterministic', rate: 1000 },
  ...{ period: 0.1, periods: 100, seed: 1 },
});
const stageWith = (more: Partial<StageNode>): StageNode => ({
  ...{ id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 1 } },
  ...more,
});
const endOf = (stage: StageNode | undefined, more: Partial<EstimatedEnd> = {}): EstimatedEnd => ({
  ...{ queue: 'q', end: 'head', from: 'tc', columns, report: estimateRate(columns) },
  ...(stage && { stage }),
  ...more,
});
const scenarioOf = (stage: StageNode): Scenario => ({
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 's', links: [] },
  nodes: [stage],
});

describe('applyRates', () => {
  it('divides the rate among servers and full batches', () => {
    const stage = stageWith({ serverCount: 2, bulk: { rule: 'full', size: 5 } });
    const { scenario, applied, left } = applyRates(scenarioOf(stage), [endOf(stage)]);
    expect(scenario.nodes[0]).toMatchObject({
      service: { distribution: 'exponential', rate: expect.closeTo(100, 0) },
    });
    expect({ applied, left }).toEqual({ applied: ['a'], left: [] });
  });

  it.each([
    [stageWith({ bulk: { rule: 'upTo', min: 1, max: 4 } }), 'takes batches of any size'],
    [stageWith({ byClass: { x: { service: { distribution: 'exponential', rate: 2 } } } }), 'different rates'],
    [
      stageWith({ schedule: { frames: [{ from: 1, service: { distribution: 'exponential', rate: 2 } }] } }),
      'has a schedule',
    ],
  ])('leaves alone what one rate does not tell: %#', (stage, why) => {
    const before = scenarioOf(stage);
    const { scenario, applied, left } = applyRates(before, [endOf(stage)]);
    expect(scenario).toBe(before);
    expect(applied).toEqual([]);
    expect(left[0]).toContain(why);
  });

  it('takes one queue per stage, no tails, and no queue without a stage', () => {
    const stage = stageWith({});
    const ends = [
      endOf(stage, { end: 'tail' }),
      endOf(undefined),
      endOf(stage),
      endOf(stage, { queue: 'r' }),
    ];
    const { applied, left } = applyRates(scenarioOf(stage), ends);
    expect(applied).toEqual(['a']);
    expect(left).toEqual([
      'queue q is not applied: no stage of the scenario has its dest, name or id',
      'queue r is not applied: stage a got its rate from another queue',
    ]);
  });
});
