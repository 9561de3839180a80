import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { joinedRanges } from '../../../core/study/point-ranges.ts';
import type { Study } from '../../../core/study/study.ts';
import type { ExplorerService, PointBatch } from '../../../workers/explore/contract.ts';
import { explorerService } from '../../../workers/explore/explorer-service.ts';
import { pointEvaluator } from '../../../workers/explore/point-evaluator.ts';
import { LocalWorker } from '../../run/local-worker.test-support.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { ExplorerClient } from './explorer-client.ts';

const create = () => new LocalWorker(explorerService());

const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'test',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.7 } },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 1 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};
const study: Study = {
  format: 'stagegraph-study',
  schemaVersion: 1,
  name: 'test',
  scenario,
  vary: [
    { path: 'inputs', from: 0.5, to: 2, count: 10 },
    { path: 'a.service.rate', from: 0.5, to: 2, count: 10 },
  ],
  measures: ['a.meanOccupancy'],
};
const POINTS = 100;

/** What one call in one thread gives. */
function truth(): PointBatch {
  const evaluator = pointEvaluator(study);
  if (evaluator.kind === 'faults') throw new Error('a study without faults');
  return evaluator.evaluate({ from: 0, to: POINTS });
}

async function exploredBy(client: ExplorerClient) {
  const batches: PointBatch[] = [];
  const restarts: string[] = [];
  await client.explore({
    study,
    ranges: [{ from: 0, to: POINTS }],
    signal: new AbortController().signal,
    onBatch: (batch) => batches.push(batch),
    onRestart: (reason) => restarts.push(reason),
  });
  return { batches, restarts };
}

function expectWhole(batches: readonly PointBatch[]): void {
  // Once each: the ranges cover all points, and together they are no more than all.
  expect(joinedRanges(batches)).toEqual([{ from: 0, to: POINTS }]);
  expect(batches.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(POINTS);
  const sorted = [...batches].sort((a, b) => a.from - b.from);
  expect(sorted.flatMap(({ values }) => [...values])).toEqual([...truth().values]);
  expect(sorted.flatMap(({ statuses }) => [...statuses])).toEqual([...truth().statuses]);
}

describe('explorer client', () => {
  it('makes every point once, the same as one thread, however many workers there are', async () => {
    for (const size of [1, 3]) expectWhole((await exploredBy(new ExplorerClient(size, create))).batches);
  });

  it('makes the points of a worker that dies again, and none twice', async () => {
    let made = 0;
    const mortal = () => {
      made += 1;
      const service = explorerService();
      if (made > 2) return new LocalWorker(service);
      let worker: LocalWorker | undefined;
      const dying: ExplorerService = {
        ...service,
        explore: (which, ranges, onBatch) =>
          service.explore(which, ranges, (batch) => {
            onBatch(batch);
            if (batch.to - batch.from >= 4) worker?.dispatchEvent(new Event('error'));
          }),
      };
      worker = new LocalWorker(dying);
      return worker;
    };
    const { batches, restarts } = await exploredBy(new ExplorerClient(2, mortal));
    expect(restarts.length).toBeGreaterThanOrEqual(2);
    expectWhole(batches);
  });

  it('gives up on workers that die before any point', async () => {
    const dead = () => {
      const worker = new LocalWorker(explorerService());
      setTimeout(() => worker.dispatchEvent(new Event('error')));
      worker.postMessage = () => undefined;
      return worker;
    };
    await expect(exploredBy(new ExplorerClient(1, dead))).rejects.toThrow('The worker failed');
  });

  it('makes no points while it pauses, and all of them after', async () => {
    const client = new ExplorerClient(2, create);
    const batches: PointBatch[] = [];
    const whole = client.explore({
      study,
      ranges: [{ from: 0, to: POINTS }],
      signal: new AbortController().signal,
      onBatch: (batch) => {
        batches.push(batch);
        if (batches.length === 1) client.pause();
      },
      onRestart: () => undefined,
    });
    let before = -1;
    while (before !== batches.length || before === 0) {
      before = batches.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(batches.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(POINTS);
    client.resume();
    await whole;
    expectWhole(batches);
  });

  it('stops when it is cancelled, and explores anew', async () => {
    const client = new ExplorerClient(2, create);
    const stop = new AbortController();
    const cancelled = client.explore({
      study,
      ranges: [{ from: 0, to: POINTS }],
      signal: stop.signal,
      onBatch: () => stop.abort(),
      onRestart: () => undefined,
    });
    await expect(cancelled).rejects.toSatisfy(isAbort);
    expectWhole((await exploredBy(client)).batches);
  });
});
