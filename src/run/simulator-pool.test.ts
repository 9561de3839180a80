import { describe, expect, it } from 'vitest';
import { noAnswer, refusalText } from '../../core/measures/refusals.ts';
import { verdictText } from '../../core/measures/verdicts.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type {
  SimulationProgress,
  SimulationRequest,
  SimulationResult,
} from '../../workers/simulate/contract.ts';
import { simulateNow } from '../../workers/simulate/simulate-scenario.ts';
import { simulatorService } from '../../workers/simulate/simulator-service.ts';
import { solveExactPart } from '../../workers/solve/exact-part/solve-exact-part.ts';
import { LocalWorker } from './local-worker.test-support.ts';
import { type SimulationEvents, SimulatorPool } from './simulator-pool.ts';
import { isAbort } from './worker-bridge.ts';

const service = { ...simulatorService(), exactPart: solveExactPart };
const create = () => new LocalWorker(service);

const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'test',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.7 } },
    {
      id: 'a',
      kind: 'stage',
      service: { distribution: 'exponential', rate: 1 },
      capacity: 5,
      whenFull: 'drop',
    },
    { id: 'b', kind: 'stage', service: { distribution: 'erlang', mean: 1, shape: 3 }, capacity: 4 },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out' },
  ],
  groups: [{ id: 'both', stages: ['a', 'b'] }],
};

const deaf: SimulationEvents = {
  onPlan: () => undefined,
  onProgress: () => undefined,
  onPartial: () => undefined,
  onRestart: () => undefined,
  onExactPart: () => undefined,
};

async function inPool(size: number, request: SimulationRequest): Promise<SimulationResult> {
  const { signal } = new AbortController();
  const outcome = await new SimulatorPool(size, create).simulate(scenario, request, signal, deaf);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

/** All but the time that it took. */
const bytes = (outcome: unknown): string => JSON.stringify({ ...(outcome as object), elapsedSeconds: 0 });

describe('SimulatorPool', () => {
  it('gives the bytes of a run in one place, whatever the number of workers', async () => {
    const request = { horizon: 300, replications: 5 };
    const alone = bytes(simulateNow(scenario, request));
    for (const size of [1, 2, 3, 7])
      expect(bytes(await inPool(size, request)), `${size} workers`).toBe(alone);
  });

  it('goes on without replications that a fault of the simulator ends, and says so', async () => {
    const failing = [1, 4];
    const broken = {
      ...service,
      replicate: async (...asked: Parameters<typeof service.replicate>) =>
        failing.includes(asked[1])
          ? noAnswer('simulatorFault', { seed: 7, replication: asked[1], at: 12 })
          : service.replicate(...asked),
    };
    const { signal } = new AbortController();
    const results = [];
    for (const size of [1, 2, 5]) {
      const pool = new SimulatorPool(size, () => new LocalWorker(broken));
      const request = { horizon: 300, replications: 6, seed: 7 };
      const outcome = await pool.simulate(scenario, request, signal, deaf);
      if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
      results.push(outcome);
    }
    const [first] = results;
    expect(first!.replications).toBe(6);
    expect(verdictText(first!.verdicts[0]!)).toMatch(/^Replications 2 and 5 with seed 7 failed/);
    expect(new Set(results.map(bytes)).size).toBe(1);
  });

  it('gives up where one after the other fails', async () => {
    const broken = {
      ...service,
      replicate: async (_: number, replication: number) =>
        noAnswer('simulatorFault', { seed: 7, replication, at: 12 }),
    };
    const { signal } = new AbortController();
    const pool = new SimulatorPool(2, () => new LocalWorker(broken));
    const outcome = await pool.simulate(scenario, { horizon: 300, replications: 9 }, signal, deaf);
    expect(outcome).toMatchObject({ kind: 'noAnswer', code: 'simulatorFault' });
  });

  it('tells a worker of a run once, sends each record once, and compiles one model', async () => {
    const told = { runs: 0, records: 0 };
    const scenarios = new Set<Scenario>();
    const counting = () => {
      const one = simulatorService();
      return new LocalWorker({
        ...one,
        exactPart: solveExactPart,
        begin: (...asked: Parameters<typeof one.begin>) => {
          told.runs += 1;
          scenarios.add(asked[1]);
          one.begin(...asked);
        },
        summarize: (...asked: Parameters<typeof one.summarize>) => {
          const result = one.summarize(...asked);
          if (result) told.records += asked[1].length;
          return result;
        },
      });
    };
    const request = { horizon: 300, replications: 8 };
    const { signal } = new AbortController();
    const outcome = await new SimulatorPool(1, counting).simulate(scenario, request, signal, deaf);
    expect(bytes(outcome)).toBe(bytes(simulateNow(scenario, request)));
    expect(told).toEqual({ runs: 1, records: 8 });
    expect(scenarios.size).toBe(1);
  });

  it('sends all records again to a worker that takes the place of one that died', async () => {
    let left = 3;
    const dying = () => {
      const one = simulatorService();
      const worker: LocalWorker = new LocalWorker({
        ...one,
        exactPart: solveExactPart,
        summarize: (...asked: Parameters<typeof one.summarize>) => {
          const result = one.summarize(...asked);
          if (!result || --left !== 0) return result;
          worker.dispatchEvent(new Event('error'));
          return new Promise(() => undefined);
        },
      });
      return worker;
    };
    const request = { horizon: 300, replications: 8 };
    const restarts: string[] = [];
    const events = { ...deaf, onRestart: (reason: string) => void restarts.push(reason) };
    const { signal } = new AbortController();
    const outcome = await new SimulatorPool(1, dying).simulate(scenario, request, signal, events);
    expect(bytes(outcome)).toBe(bytes(simulateNow(scenario, request)));
    expect(restarts.length).toBeGreaterThan(0);
  });

  it('makes as many replications for a precision as a run in one place', async () => {
    const request = {
      horizon: 300,
      precision: 0.02,
      precisionMeasures: ['throughput', 'utilization'],
    } as const;
    const alone = simulateNow(scenario, request);
    const pooled = await inPool(3, request);
    expect(bytes(pooled)).toBe(bytes(alone));
    expect(pooled.replications).toBeGreaterThan(10);
    for (const { throughput, utilization } of Object.values(pooled.stages))
      for (const { mean, halfWidth } of [throughput!, utilization!])
        expect(halfWidth).toBeLessThanOrEqual(0.02 * mean);
  });

  it('tells how the intervals close in while it runs', async () => {
    const partial: SimulationResult[] = [];
    const events = { ...deaf, onPartial: (result: SimulationResult) => void partial.push(result) };
    const { signal } = new AbortController();
    await new SimulatorPool(1, create).simulate(scenario, { horizon: 3000, replications: 6 }, signal, events);
    expect(partial.length).toBeGreaterThan(0);
    for (const { convergence, replications } of partial) {
      expect(convergence.at(-1)!.replications).toBe(replications);
      expect(Object.keys(convergence.at(-1)!.meanOccupancy)).toEqual(['a', 'b']);
    }
  });

  it('tells of the short runs that the plan is made by, before there is one', async () => {
    const heard: string[] = [];
    const pictures: SimulationProgress[] = [];
    const events: SimulationEvents = {
      ...deaf,
      onPlan: () => void heard.push('plan'),
      onProgress: (progress) => {
        if (!heard.includes('plan')) pictures.push(progress);
        heard.push('progress');
      },
    };
    const outcome = await new SimulatorPool(1, create).simulate(
      scenario,
      { replications: 2 },
      new AbortController().signal,
      events,
    );
    expect(heard[0]).toBe('progress');
    expect(pictures[0]).toMatchObject({ replication: 0, fraction: 0 });
    expect(pictures[0]!.events).toBeGreaterThan(0);
    expect(pictures[0]!.occupancy.b!.reduce((sum, time) => sum + time, 0)).toBeGreaterThan(0);
    // The plan is the one that is made without being watched.
    expect(bytes(outcome)).toBe(bytes(simulateNow(scenario, { replications: 2 })));
  });

  it('gives a cancelled run up at once, and a run begun right after it is not stopped', async () => {
    const pool = new SimulatorPool(2, create);
    const abort = new AbortController();
    const underWay = new Promise<SimulationProgress>((resolve) => {
      const events = { ...deaf, onProgress: resolve };
      const run = pool.simulate(scenario, { horizon: 1e12 }, abort.signal, events);
      run.catch((reason: unknown) => expect(isAbort(reason)).toBe(true));
    });
    await underWay;
    abort.abort();
    const restarts: string[] = [];
    const events = { ...deaf, onRestart: (reason: string) => void restarts.push(reason) };
    const request = { horizon: 300, replications: 4 };
    const after = await pool.simulate(scenario, request, new AbortController().signal, events);
    expect(bytes(after)).toBe(bytes(simulateNow(scenario, request)));
    expect(restarts).toEqual([]);
  });

  describe('where the replications alone do not reach the precision', () => {
    /** `a` forgets its start slowly, `b` never fills. */
    const slow: Scenario = {
      ...scenario,
      nodes: scenario.nodes.map((node) => {
        if (node.id === 'in')
          return { ...node, interarrival: { distribution: 'exponential', rate: 0.99 } } as typeof node;
        if (node.id === 'a') return { ...node, capacity: 60 } as typeof node;
        return node.id === 'b'
          ? ({ ...node, service: { distribution: 'exponential', rate: 5 }, capacity: 60 } as typeof node)
          : node;
      }),
    };
    const request = { horizon: 3000, warmup: 500, precision: 0.02 };
    const simulate = (pool: SimulatorPool, events = deaf, signal = new AbortController().signal) =>
      pool.simulate(slow, request, signal, events);

    it('takes the means of a part from its chain, the same bytes as in one place', async () => {
      const alone = simulateNow(slow, request, solveExactPart);
      const asked: (readonly string[])[] = [];
      const events = { ...deaf, onExactPart: (stages: readonly string[]) => void asked.push(stages) };
      for (const size of [1, 2]) {
        const pooled = await simulate(new SimulatorPool(size, create), events);
        expect(bytes(pooled), `${size} workers`).toBe(bytes(alone));
        expect(pooled).toHaveProperty('exactPart');
      }
      expect(asked).toEqual([['a'], [], ['a'], []]);
    });

    it('goes on by itself when the worker that solves the chain dies', async () => {
      const dying = () => {
        const worker: LocalWorker = new LocalWorker({
          ...service,
          exactPart: () => {
            worker.dispatchEvent(new Event('error'));
            return new Promise(() => undefined);
          },
        });
        return worker;
      };
      const abort = new AbortController();
      const asked: (readonly string[])[] = [];
      const events = {
        ...deaf,
        onExactPart: (stages: readonly string[]) => void asked.push(stages),
        // More than the ten that are made beside the chain.
        onPartial: ({ replications }: SimulationResult) => void (replications > 12 && abort.abort()),
      };
      const run = simulate(new SimulatorPool(2, dying), events, abort.signal);
      await expect(run).rejects.toSatisfy(isAbort);
      expect(asked).toEqual([['a'], []]);
    });

    it('is cancelled while the chain is solved', async () => {
      const abort = new AbortController();
      const endless = { ...service, exactPart: () => new Promise(() => undefined) };
      const events = { ...deaf, onExactPart: () => void setTimeout(() => abort.abort(), 20) };
      const run = simulate(new SimulatorPool(2, () => new LocalWorker(endless)), events, abort.signal);
      await expect(run).rejects.toSatisfy(isAbort);
    });
  });
});
