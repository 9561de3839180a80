import { describe, expect, it, vi } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { SimulationPlan, SimulationProgress } from './contract.ts';
import { NetworkRun } from './network-run.ts';
import { planRun } from './plan-run.ts';
import { replicate, replicateNow } from './replicate.ts';

const plan: SimulationPlan = { seed: 3, replications: 2, horizon: 2000, warmup: 100 };
const tandem = line(source('in', 0.8), stage('a', 1), stage('b', 1, { capacity: 3 }));

describe('a replication', () => {
  it('is the same paused or not', async () => {
    expect(await replicate(tandem, plan, 1)).toEqual(replicateNow(tandem, plan, 1));
  });

  it('is planned by short runs that are told of before they are done', () => {
    const busy = line(source('in', 0.98), stage('a', 1), stage('b', 1.2, { capacity: 3 }));
    const told: SimulationProgress[] = [];
    const planned = planRun(busy, {}, (progress) => void told.push(progress));
    expect(planned).toMatchObject({ replications: 10 });
    expect(told[0]!.events).toBeLessThan(40_000);
    expect(told[0]!.fraction).toBe(0);
  });

  it('stops when asked to, and tells how far it is', async () => {
    const endless = { ...plan, horizon: 1e9 };
    const told: SimulationProgress[] = [];
    const stopped = replicate(tandem, endless, 0, {
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
    expect(replicateNow(slow, plan, 0)).toMatchObject({ kind: 'noAnswer', reason: 'stuck' });
    const round = drawing(
      [source('in', 1), stage('a', 1e30), sink()],
      ['in>a', 'a>a:0.9999999', 'a>out:0.0000001'],
    );
    expect(replicateNow(round, plan, 0)).toMatchObject({ kind: 'noAnswer', reason: 'stuck' });
  });

  it('names seed and replication when compiled code fails, and leaves the next replication alone', () => {
    const byEvents = line(source('in', 0.8), stage('a', 1, { serverCount: 2 }));
    const broken = vi.spyOn(NetworkRun.prototype, 'advance').mockImplementationOnce(() => {
      throw new WebAssembly.RuntimeError('unreachable');
    });
    const outcome = replicateNow(byEvents, plan, 4);
    broken.mockRestore();
    expect(outcome).toMatchObject({ code: 'simulatorFault', facts: { seed: 3, replication: 4 } });
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toContain('replication 5 with seed 3');
    expect(replicateNow(byEvents, plan, 5)).toMatchObject({ kind: 'record' });
  });
});
