/** Distributions that hold in every run, over small random networks with classes, delays, groups and frames. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, sink, source } from '../../core/scenario/drawing.test-support.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import type { Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { planRun } from './plan-run.ts';
import type { ReplicationRecord } from './records.ts';
import { replicateNow } from './replicate.ts';
import { summarizeReplications } from './summarize.ts';

const HORIZON = 200;
const CLASSES = ['red', 'blue'] as const;

const service = fc.record({
  distribution: fc.constant('exponential' as const),
  mean: fc.constantFrom(0.3, 1, 2),
});
const stageOf = (id: string) =>
  fc.record(
    {
      id: fc.constant(id),
      kind: fc.constant('stage' as const),
      service,
      serverCount: fc.constantFrom(1, 2),
      capacity: fc.constantFrom(2, 4, 9),
      whenFull: fc.constantFrom('block' as const, 'drop' as const),
      discipline: fc.constantFrom('FCFS' as const, 'LCFS' as const, 'priority' as const, 'PS' as const),
      passProbability: fc.constantFrom(1, 0.6),
      conversionFactor: fc.constantFrom(1, 2, 0.5),
      byClass: fc.record({ blue: fc.record({ service }) }),
    },
    { requiredKeys: ['id', 'kind', 'service', 'whenFull'] },
  );
const delayOf = (id: string) =>
  fc.record({ id: fc.constant(id), kind: fc.constant('delay' as const), service });
const placeOf = (id: string) =>
  fc.oneof({ weight: 4, arbitrary: stageOf(id) }, { weight: 1, arbitrary: delayOf(id) });

/** One to three places in a row, fed by a source per class; from the first one may also skip to the end. */
const networks: fc.Arbitrary<Scenario> = fc
  .record({
    places: fc.tuple(placeOf('a'), placeOf('b'), placeOf('c')),
    length: fc.integer({ min: 1, max: 3 }),
    skips: fc.boolean(),
    rate: fc.constantFrom(0.3, 1),
  })
  .map(({ places, length, skips, rate }) => {
    const row: ScenarioNode[] = places.slice(0, length);
    const sources = CLASSES.map((id) => source(`of ${id}`.replace(' ', '-'), rate, { class: id }));
    const names = [...row.map(({ id }) => id), 'out'];
    const links = [
      ...sources.map(({ id }) => `${id}>a`),
      ...row.map(({ id }, i) => `${id}>${names[i + 1]}`),
      ...(skips && length > 1 ? ['a>out'] : []),
    ];
    return {
      ...drawing([...sources, ...row, sink()], links),
      classes: [{ id: 'red', priority: 1 }, { id: 'blue' }],
      groups: [{ id: 'all', stages: row.map(({ id }) => id) }],
    };
  })
  .filter((scenario) => !findFaults(scenario).some(({ severity }) => severity === 'error'));

const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** No warm-up, so that nothing is inside at the start. */
function runOf(scenario: Scenario) {
  const plan = planRun(scenario, { horizon: HORIZON, warmup: 0, frameLength: 7 });
  if ('kind' in plan) throw new Error(refusalText(plan));
  const record = replicateNow(scenario, plan, 0);
  if (record.kind === 'noAnswer') throw new Error(refusalText(record));
  return { plan, record };
}

const stagesOf = ({ stages }: ReplicationRecord) => Object.entries(stages);

describe('in every run of a small network', () => {
  const check = (distribution: (scenario: Scenario, run: ReturnType<typeof runOf>) => void): void => {
    fc.assert(
      fc.property(networks, (scenario) => distribution(scenario, runOf(scenario))),
      { numRuns: 60, seed: 17 },
    );
  };

  it('what came in has gone or is there, class by class; classes add up to their stage', () =>
    check((_, { record }) => {
      for (const [id, stage] of stagesOf(record)) {
        for (const sum of [
          'offered',
          'entered',
          'served',
          'output',
          'lost',
          'occupancyTime',
          'sojournTotal',
        ] as const)
          expect(total(stage.classes!.map((of) => of[sum])), `${id} ${sum}`).toBeCloseTo(stage[sum], 6);
        for (const of of stage.classes!) {
          const left = of.sojournSketch.zeros + total(of.sojournSketch.counts);
          expect(of.entered - left).toBeGreaterThanOrEqual(0);
          expect(of.offered).toBeGreaterThanOrEqual(of.entered + of.lost);
          expect(of.served).toBeGreaterThanOrEqual(of.output);
        }
      }
    }));

  it('Little: occupancy is the sum of the times of those who left, and at most the whole run of those still there', () =>
    check((_, { record }) => {
      for (const [, stage] of stagesOf(record))
        for (const of of [stage, ...stage.classes!]) {
          const inside = of.entered - of.sojournSketch.zeros - total(of.sojournSketch.counts);
          expect(of.occupancyTime).toBeGreaterThanOrEqual(of.sojournTotal - 1e-6);
          expect(of.occupancyTime).toBeLessThanOrEqual(of.sojournTotal + inside * HORIZON + 1e-6);
        }
    }));

  it('shares of time sum to 1: levels, those who wait, the group, and what servers do', () =>
    check((scenario, { plan, record }) => {
      const result = summarizeReplications(scenario, plan, [record], 1);
      const isOne = (shares: readonly { readonly mean: number }[]): void =>
        expect(total(shares.map(({ mean }) => mean))).toBeCloseTo(1, 9);
      isOne(result.groups!.all!.occupancyDistribution!);
      for (const node of scenario.nodes) {
        const stage = result.stages[node.id];
        if (stage) isOne(stage.occupancyDistribution!);
        if (node.kind !== 'stage') continue;
        isOne(stage!.waitingDistribution!);
        isOne([stage!.utilization!, stage!.blockedFraction!, stage!.starvedFraction!]);
        expect(stage!.starvedFraction!.mean).toBeGreaterThanOrEqual(0);
        checkWaiting(node, record);
      }
    }));

  it('the group holds what its stages hold, also frame by frame; frames add up to the run', () =>
    check((scenario, { plan, record }) => {
      const { frames, groups } = summarizeReplications(scenario, plan, [record], 1);
      const inStages = total(stagesOf(record).map(([, { occupancyTime }]) => occupancyTime));
      expect(record.groups!.all!.occupancyTime).toBeCloseTo(inStages, 6);
      const times = Object.values(record.stages)[0]!.frames!.times;
      const overFrames = total(frames!.groups.all!.meanOccupancy.map((one, i) => one!.mean * times[i]!));
      expect(overFrames).toBeCloseTo(groups!.all!.meanOccupancy!.mean * HORIZON, 6);
      for (const [, stage] of stagesOf(record)) {
        expect(total(stage.frames!.offered)).toBe(stage.offered);
        expect(total(stage.frames!.served)).toBe(stage.served);
        expect(total(stage.frames!.blockedTime)).toBeCloseTo(stage.blockedTime, 6);
      }
    }));

  it('arrivals at the sink are those of all classes and of all paths', () =>
    check((_, { record }) => {
      expect(total(record.classes!.map(({ arrivals }) => arrivals.count))).toBe(record.sinkArrivals);
      expect(total(record.classes!.map(({ arrivals }) => arrivals.total))).toBeCloseTo(
        record.sinkSojournTotal,
        6,
      );
      const onPaths = total(record.paths.map(({ count }) => count)) + (record.otherPaths?.count ?? 0);
      expect(onPaths).toBe(record.sinkArrivals);
    }));
});

/** Who waits is in the stage; who has begun a service has waited. */
function checkWaiting(node: StageNode, record: ReplicationRecord): void {
  const stage = record.stages[node.id]!;
  expect(stage.waitingTime).toBeLessThanOrEqual(stage.occupancyTime + 1e-6);
  expect(stage.waitingTime).toBeGreaterThanOrEqual(stage.waitTotal - 1e-6);
}
