import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import type { VirtualQueueReport } from '../../../workers/virtual-queue/contract.ts';
import { isStale, resetRuns } from '../../run/create-run.ts';
import {
  chooseQueue,
  judge,
  judgeQueue,
  openMeasuredQueue,
  setChannel,
  setQuestion,
  stopJudging,
  verdictRun,
} from './virtual-queue-run.ts';
import { judgeableQueues, judgeKey, NO_QUEUE, useVirtualQueue } from './virtual-queue-store.ts';

const bins = {} as NonNullable<ReducedQueue['service']>;
const queue = (id: string, facts: Partial<ReducedQueue> = {}): ReducedQueue => ({ id, ...facts });
const measured = {
  name: 'file',
  queues: [
    queue('plain', { interInsertion: { all: bins }, interDeparture: { all: bins } }),
    queue('silent'),
    queue('v', { kind: 'virtual' }),
    queue('v.tail', { kind: 'tail', parentId: 'v', interInsertion: { all: bins }, service: bins }),
    queue('v.head', { kind: 'head', parentId: 'v' }),
  ],
} as unknown as ReducedMeasurement;
const ends = measured.queues.filter(({ id }) => id.startsWith('v'));
const report: VirtualQueueReport = { kind: 'refused', queue: 'v', reason: 'no' };

const state = () => useVirtualQueue.getState();
const run = verdictRun.get;
const isOlder = (): boolean => isStale(run(), judgeKey(state()));

beforeEach(() => {
  resetRuns();
  useVirtualQueue.setState(NO_QUEUE, true);
  vi.spyOn(judge, 'judge').mockResolvedValue(report);
});
afterEach(() => vi.restoreAllMocks());

describe('the queues that can be judged', () => {
  it('are the virtual ones, then those with times of both ends; no end by itself', () => {
    expect(judgeableQueues(measured).map(({ id }) => id)).toEqual(['v', 'plain']);
  });

  it('are none that are full by design', () => {
    const queues = measured.queues.map((one) =>
      one.id === 'plain' ? { ...one, kind: 'pool' as const } : one,
    );
    expect(judgeableQueues({ ...measured, queues }).map(({ id }) => id)).toEqual(['v']);
  });

  it('are also those that are called nothing but have a head and a tail', () => {
    const { queues } = measured;
    const unnamed = {
      ...measured,
      queues: queues.map(({ kind, ...one }) =>
        kind === 'virtual' ? one : { ...one, ...(kind && { kind }) },
      ),
    };
    expect(judgeableQueues(unnamed).map(({ id }) => id)).toEqual(['v', 'plain']);
  });
});

describe('judging', () => {
  it('asks about the first queue, and knows when the question has changed since', async () => {
    openMeasuredQueue(measured);
    await judgeQueue();
    expect(judge.judge).toHaveBeenLastCalledWith(
      expect.anything(),
      { ...measured, queues: ends },
      { queue: 'v' },
      expect.anything(),
    );
    expect(run()).toMatchObject({ status: 'done', answer: report });
    expect(isOlder()).toBe(false);
    setChannel({ bulkSize: 64 });
    expect(isOlder()).toBe(true);
    // Back to what the file says: the report is of this question again.
    setChannel({ bulkSize: undefined });
    expect(state().question).toEqual({ queue: 'v' });
    expect(isOlder()).toBe(false);
  });

  it('takes the bus for flushed where more came over it than its whole bulks hold, until it is told otherwise', () => {
    const frames = { insertions: Float64Array.of(40, 2), departures: Float64Array.of(0, 42) };
    const queues = measured.queues.map((one) =>
      one.id === 'v' ? { ...one, bulkSize: 100 } : one.id === 'v.tail' ? { ...one, frames } : one,
    );
    openMeasuredQueue({ ...measured, queues } as ReducedMeasurement);
    expect(state().question).toEqual({ queue: 'v', channel: { flush: true } });
    setChannel({ flush: undefined });
    expect(state().question).toEqual({ queue: 'v' });
    chooseQueue('plain');
    chooseQueue('v');
    expect(state().question).toEqual({ queue: 'v', channel: { flush: true } });
  });

  it('keeps replications and seed for another queue, but not the bus', () => {
    openMeasuredQueue(measured);
    setQuestion({ seed: 7, replications: 39, evidence: 'service' });
    setChannel({ bulkSize: 64 });
    chooseQueue('plain');
    expect(state().question).toEqual({ queue: 'plain', seed: 7, replications: 39 });
  });

  it('stops when asked to, and keeps the report from before', async () => {
    openMeasuredQueue(measured);
    await judgeQueue();
    vi.mocked(judge.judge).mockImplementationOnce(
      (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    );
    const judging = judgeQueue();
    expect(run().status).toBe('running');
    stopJudging();
    await judging;
    expect(run()).toMatchObject({ status: 'stopped', answer: report });
  });

  it('is over with the answer, whatever progress is told after it', async () => {
    openMeasuredQueue(measured);
    let late = (): void => {};
    vi.mocked(judge.judge).mockImplementationOnce(async (_, __, ___, onProgress) => {
      const progress = { phase: 'running', done: 1, runs: 99 } as const;
      onProgress(progress);
      expect(run()).toMatchObject({ status: 'running', progress });
      late = () => onProgress({ ...progress, done: 99 });
      return report;
    });
    await judgeQueue();
    late();
    expect(run()).toMatchObject({ status: 'done', answer: report });
    expect(run().progress).toBeUndefined();
  });

  it('hands the file of the trace on, which is no part of the question', async () => {
    openMeasuredQueue(measured);
    const trace = { file: new Blob(['']), name: 'file' };
    await judgeQueue(trace);
    expect(judge.judge).toHaveBeenLastCalledWith(
      expect.anything(),
      { ...measured, queues: ends },
      { queue: 'v', trace },
      expect.anything(),
    );
    expect(state().question).toEqual({ queue: 'v' });
    expect(isOlder()).toBe(false);
  });

  it('says that a worker died', async () => {
    openMeasuredQueue(measured);
    vi.mocked(judge.judge).mockRejectedValueOnce(new Error('out of memory'));
    await judgeQueue();
    expect(run()).toMatchObject({ status: 'failed', failure: 'The replay stopped: out of memory.' });
  });
});
