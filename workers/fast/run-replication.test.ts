import { describe, expect, it } from 'vitest';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { compileModel } from '../simulate/compile-model.ts';
import type { SimulationPlan, SimulationProgress } from '../simulate/contract.ts';
import { planRun } from '../simulate/plan-run.ts';

import { chooseEngine, runReplication, runReplicationNow } from './run-replication.ts';

const plan: SimulationPlan = { seed: 3, replications: 2, horizon: 2000, warmup: 100 };
const tandem = line(source('in', 0.8), stage('a', 1), stage('b', 1, { capacity: 3 }));

const whyNot = (scenario: Scenario, by = plan): string | undefined => {
  const choice = chooseEngine(scenario, compileModel(scenario), by);
  return choice.engine === 'general' ? choice.why : undefined;
};

describe('the choice of an engine', () => {
  it('takes lines and networks, and leaves what the kernel does not know to the general engine', () => {
    const one = (more: Partial<StageNode>): Scenario => line(source('in', 0.8), stage('a', 1, more));
    expect(whyNot(tandem)).toBeUndefined();
    expect(whyNot(one({ serverCount: 3, capacity: 5 }))).toBeUndefined();
    expect(whyNot(one({ discipline: 'LCFS' }))).toContain('discipline "LCFS"');
    expect(whyNot(one({ bulk: { rule: 'full', size: 2 } }))).toBe('bulk service');
    expect(whyNot(one({ capacity: 2, admission: 'whole' }))).toBe('admission of whole groups');
    expect(whyNot(one({ capacity: 2, whenFull: 'blockBefore' }))).toContain('whenFull "blockBefore"');
    expect(whyNot({ ...tandem, groups: [{ id: 'g', stages: ['a', 'b'] }] })).toBe('groups');
    expect(whyNot(tandem, { ...plan, horizon: Number.POSITIVE_INFINITY })).toBe('a run without end');
  });

  it('leaves circles of stages that can block each other to the engine that looks for deadlocks', () => {
    const circle = (places: Partial<StageNode>): Scenario =>
      drawing(
        [
          source('in', 0.5),
          stage('a', 1, { capacity: 3 }),
          stage('b', 1, places),
          router('r', 'roundRobin'),
          sink(),
        ],
        ['in>a', 'a>r', 'r>b', 'r>out', 'b>a'],
      );
    expect(whyNot(circle({ capacity: 3 }))).toBe('blocking in a circle');
    expect(whyNot(circle({}))).toBeUndefined();
    expect(whyNot(circle({ capacity: 3, whenFull: 'drop' }))).toBeUndefined();
  });
});

describe('a replication', () => {
  it('says which engine it is from', () => {
    const shared = line(source('in', 0.5), stage('a', 1, { discipline: 'PS' }));
    expect(runReplicationNow(tandem, plan, 0)).toMatchObject({ kind: 'record', engine: 'fast' });
    expect(runReplicationNow(shared, plan, 0)).toMatchObject({ kind: 'record', engine: 'general' });
  });

  it('is the same paused or not', async () => {
    expect(await runReplication(tandem, plan, 1)).toEqual(runReplicationNow(tandem, plan, 1));
  });

  it('is planned alike by either engine, which tell of their first short run before they are done', () => {
    const busy = line(source('in', 0.98), stage('a', 1), stage('b', 1.2, { capacity: 3 }));
    const told: SimulationProgress[] = [];
    const planned = planRun(busy, {}, runReplicationNow, (progress) => void told.push(progress));
    expect(planned).toEqual(planRun(busy, {}));
    expect(told[0]!.events).toBeLessThan(40_000);
    expect(told[0]!.fraction).toBe(0);
  });

  it('stops when asked to, and tells how far it is', async () => {
    const endless = { ...plan, horizon: 1e9 };
    const told: SimulationProgress[] = [];
    const stopped = runReplication(tandem, endless, 0, {
      onProgress: (progress) => told.push(progress),
      shouldStop: () => told.length > 1,
    });
    await expect(stopped).rejects.toThrow('Cancelled');
    expect(told[1]!.events).toBeGreaterThan(told[0]!.events);
    expect(told[1]!.fraction).toBeGreaterThan(told[0]!.fraction);
    expect(told[1]!.occupancy.b!.reduce((sum, time) => sum + time, 0)).toBeGreaterThan(0);
  });

  it('is stuck when nothing is completed, and when time stands still', () => {
    const slow = line(source('in', 1e-9), stage('a', 1));
    expect(runReplicationNow(slow, plan, 0)).toMatchObject({ kind: 'noAnswer', reason: 'stuck' });
    const round = drawing(
      [source('in', 1), stage('a', 1e30), sink()],
      ['in>a', 'a>a:0.9999999', 'a>out:0.0000001'],
    );
    expect(runReplicationNow(round, plan, 0)).toMatchObject({ kind: 'noAnswer', reason: 'stuck' });
  });
});
