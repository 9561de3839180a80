import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../core/base/result.ts';
import type { MicroBenchmark, RatePicture, SampledFile } from '../../../workers/estimate/contract.ts';
import { resetRuns, isStale as runIsStale } from '../../run/create-run.ts';
import {
  cancelEstimate,
  estimateKey,
  estimateRun,
  estimator,
  openSamples,
  samplesRun,
  setEstimate,
  useEstimating,
} from './estimating.ts';

const benchmark: MicroBenchmark = {
  ...{ times: 'exponential', rate: 1, utilization: 1, period: 1, periods: 10, seed: 1 },
};
const EXAMPLE = { kind: 'example', benchmark } as const;
const end = { key: 'q head', queue: 'q', end: 'head', from: 'tc' } as const;
const file: SampledFile = { name: 'Micro-benchmark', ends: [end], warnings: [] };
/** What the page passes on without a look. */
const picture = { end } as RatePicture;

const settled = async (): Promise<void> => {
  await vi.waitFor(() => expect(run().status).not.toBe('running'), {
    timeout: 900_000,
  });
};
const run = estimateRun.get;
const isStale = (): boolean => runIsStale(run(), estimateKey(useEstimating.getState()));

beforeEach(() => {
  resetRuns();
  useEstimating.setState({ settings: {} }, true);
  vi.spyOn(estimator, 'generate').mockResolvedValue(file);
  vi.spyOn(estimator, 'estimate').mockResolvedValue(picture);
});
afterEach(() => vi.restoreAllMocks());

describe('estimating', () => {
  it('estimates the first end of what was opened, and again when the settings change', async () => {
    await openSamples(EXAMPLE);
    expect(run()).toMatchObject({ status: 'done', answer: picture });
    expect(isStale()).toBe(false);
    setEstimate({ method: 'censored' });
    // The old picture stays, and is known to be old.
    expect(run()).toMatchObject({ status: 'running', answer: picture });
    expect(isStale()).toBe(true);
    await settled();
    expect(isStale()).toBe(false);
    expect(estimator.estimate).toHaveBeenLastCalledWith(expect.anything(), 'q head', { method: 'censored' });
  });

  it('gives the samples once more to a worker that forgot them', async () => {
    await openSamples(EXAMPLE);
    vi.mocked(estimator.estimate).mockResolvedValueOnce(undefined);
    setEstimate({ method: 'median' });
    await settled();
    expect(run().status).toBe('done');
    expect(estimator.generate).toHaveBeenCalledTimes(2);
  });

  it('says that a worker died, and keeps the picture', async () => {
    await openSamples(EXAMPLE);
    vi.mocked(estimator.estimate).mockRejectedValueOnce(new Error('out of memory'));
    setEstimate({ method: 'median' });
    await settled();
    const failure = 'The estimator stopped: out of memory';
    expect(run()).toMatchObject({ status: 'failed', failure, answer: picture });
  });

  it('stops a reading: what was there stays, and what comes late is dropped', async () => {
    await openSamples(EXAMPLE);
    const before = useEstimating.getState().source;
    let finish: (value: Awaited<ReturnType<typeof estimator.read>>) => void = () => undefined;
    vi.spyOn(estimator, 'read').mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const reading = openSamples({ kind: 'file', file: new File(['x'], 'large.csv') });
    expect(samplesRun.get()).toMatchObject({ status: 'running', progress: { name: 'large.csv' } });
    cancelEstimate();
    finish(ok({ ...file, name: 'large.csv' }));
    await reading;
    expect(useEstimating.getState().source).toBe(before);
    expect(samplesRun.get().status).toBe('stopped');
    expect(run().status).toBe('done');
  });

  it('tells the faults of a file beside what was there', async () => {
    await openSamples(EXAMPLE);
    const faults = [{ code: 'E21', severity: 'error', file: 'a.csv', message: 'no rows' }] as const;
    vi.spyOn(estimator, 'read').mockResolvedValue({ ok: false, error: faults });
    await openSamples({ kind: 'file', file: new File([''], 'a.csv') });
    expect(samplesRun.get().failure).toEqual({ name: 'a.csv', reasons: ['no rows [E21]'] });
    expect(useEstimating.getState().source?.file).toBe(file);
  });
});
