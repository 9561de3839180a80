import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { CalibrationAnswer, DistributionReport } from '../../../workers/fit/contract.ts';
import { resetRuns } from '../../run/create-run.ts';
import { closeDocument, openDocument } from '../../state/document-store.ts';
import { NOTHING_FITTED, setUnknowns, type Times, useFits } from './fit-store.ts';
import {
  calibrationRun,
  calibrator,
  distributionFitter,
  distributionRun,
  stationFitter,
  stationRun,
} from './fitting.ts';

const timesOf = (key: string): Times => ({
  ...{ key, title: key, role: 'any' },
  data: { kind: 'samples', values: Float64Array.of(1, 2, 3) },
});
const reportOf = (count: number) => ({ count }) as DistributionReport;
/** Answers when it is told to, and not before. */
function later<T>() {
  let answer: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (answer = resolve));
  return { promise, answer };
}
const distributions = distributionRun.get;

beforeEach(() => {
  resetRuns();
  useFits.setState(NOTHING_FITTED, true);
});
afterEach(() => vi.restoreAllMocks());

describe('fitting distributions', () => {
  it('fits the same times once, and others anew', async () => {
    const ask = vi.spyOn(distributionFitter, 'fitDistributions').mockResolvedValue(ok(reportOf(3)));
    await distributionRun.follow(timesOf('a'));
    await distributionRun.follow(timesOf('a'));
    expect(ask).toHaveBeenCalledTimes(1);
    expect(distributions()).toMatchObject({ status: 'done', key: 'a', answer: { report: { count: 3 } } });
    await distributionRun.follow(timesOf('b'));
    expect(distributions().answer?.times.key).toBe('b');
  });

  it('drops an answer that comes after the next question', async () => {
    const first = later<ReturnType<typeof ok<DistributionReport>>>();
    const ask = vi
      .spyOn(distributionFitter, 'fitDistributions')
      .mockReturnValueOnce(first.promise)
      .mockResolvedValueOnce(ok(reportOf(2)));
    const slow = distributionRun.follow(timesOf('a'));
    await vi.waitFor(() => expect(ask).toHaveBeenCalled(), { timeout: 900_000 });
    await distributionRun.follow(timesOf('b'));
    first.answer(ok(reportOf(1)));
    await slow;
    expect(distributions()).toMatchObject({ status: 'done', key: 'b', answer: { report: { count: 2 } } });
  });

  it('keeps the answer before a refusal, and asks again when told to', async () => {
    const ask = vi.spyOn(distributionFitter, 'fitDistributions').mockResolvedValueOnce(ok(reportOf(3)));
    await distributionRun.follow(timesOf('a'));
    ask.mockResolvedValue(err('Expected at least 5 values, got 3'));
    await distributionRun.follow(timesOf('b'));
    expect(distributions()).toMatchObject({
      status: 'failed',
      key: 'b',
      failure: ['Expected at least 5 values, got 3.'],
    });
    expect(distributions().answer?.times.key).toBe('a');
    await distributionRun.ask(timesOf('b'));
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('says that the worker died', async () => {
    vi.spyOn(distributionFitter, 'fitDistributions').mockRejectedValue(new Error('out of memory'));
    await distributionRun.follow(timesOf('a'));
    expect(distributions().failure).toEqual(['The fit stopped: out of memory']);
  });

  it('draws the times of an example first', async () => {
    const distribution = { distribution: 'exponential', mean: 1 } as const;
    const values = Float64Array.of(4, 5);
    const draw = vi.spyOn(distributionFitter, 'draw').mockResolvedValue(values);
    vi.spyOn(distributionFitter, 'fitDistributions').mockResolvedValue(ok(reportOf(2)));
    await distributionRun.follow({ ...timesOf('example'), data: { kind: 'drawn', distribution, seed: 7 } });
    expect(draw).toHaveBeenCalledWith(undefined, distribution, expect.any(Number), 7);
    expect(distributions().answer?.data).toEqual({ kind: 'samples', values });
  });
});

describe('fitting stations and calibrating', () => {
  const scenario = { nodes: [], links: [], measurement: { name: 'm', stages: [] } } as unknown as Scenario;

  it('stops a calibration and nothing else, and drops what it told', async () => {
    const answer = later<ReturnType<typeof ok<CalibrationAnswer>>>();
    const levels = later<ReturnType<typeof err<string>>>();
    vi.spyOn(stationFitter, 'fitStage').mockReturnValue(levels.promise);
    const calibrate = vi.spyOn(calibrator, 'calibrate').mockReturnValue(answer.promise);
    setUnknowns([{ path: 'a.service.rate' }]);
    const [running, other] = [
      calibrationRun.ask(scenario),
      stationRun.ask({ stage: 'a', request: { occupancy: [1] } }),
    ];
    const [signal, , , request, onProgress] = calibrate.mock.calls[0]!;
    expect(request).toEqual({ unknowns: [{ path: 'a.service.rate' }], error: 0.05, method: 'auto' });
    onProgress({ done: 1, starts: 6, solved: 9, cost: 2 });
    expect(calibrationRun.get().progress?.solved).toBe(9);
    calibrationRun.stop();
    expect(signal?.aborted).toBe(true);
    onProgress({ done: 2, starts: 6, solved: 99, cost: 2 });
    answer.answer(ok({} as CalibrationAnswer));
    await running;
    expect(calibrationRun.get().progress?.solved).toBe(9);
    expect(calibrationRun.get().status).toBe('stopped');
    expect(stationRun.get().status).toBe('running');
    levels.answer(err('No station model explains this occupancy.'));
    await other;
    expect(stationRun.get().status).toBe('failed');
  });

  it('forgets everything with the scenario', async () => {
    vi.spyOn(distributionFitter, 'fitDistributions').mockResolvedValue(ok(reportOf(3)));
    await distributionRun.follow(timesOf('a'));
    openDocument('another', scenario);
    expect(useFits.getState()).toEqual(NOTHING_FITTED);
    expect(distributions().status).toBe('idle');
    closeDocument();
  });
});
