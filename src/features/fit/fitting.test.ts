import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalibrationAnswer, LawReport } from '../../../workers/fit/contract.ts';
import { err, ok } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { closeDocument, openDocument } from '../../state/document-store.ts';
import { NOTHING_FITTED, setUnknowns, type Times, useFits } from './fit-store.ts';
import {
  calibrateScenario,
  calibrator,
  cancelFit,
  fitStation,
  fitTimes,
  lawFitter,
  stationFitter,
} from './fitting.ts';

const timesOf = (key: string): Times => ({
  ...{ key, title: key, role: 'any' },
  data: { kind: 'samples', values: Float64Array.of(1, 2, 3) },
});
const reportOf = (count: number) => ({ count }) as LawReport;
/** Answers when it is told to, and not before. */
function later<T>() {
  let answer: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (answer = resolve));
  return { promise, answer };
}
const laws = () => useFits.getState().laws;

beforeEach(() => useFits.setState(NOTHING_FITTED, true));
afterEach(() => vi.restoreAllMocks());

describe('fitting laws', () => {
  it('fits the same times once, and others anew', async () => {
    const ask = vi.spyOn(lawFitter, 'fitLaws').mockResolvedValue(ok(reportOf(3)));
    await fitTimes(timesOf('a'));
    await fitTimes(timesOf('a'));
    expect(ask).toHaveBeenCalledTimes(1);
    expect(laws()).toMatchObject({ status: 'done', key: 'a', answer: { report: { count: 3 } } });
    await fitTimes(timesOf('b'));
    expect(laws().answer?.times.key).toBe('b');
  });

  it('drops an answer that comes after the next question', async () => {
    const first = later<ReturnType<typeof ok<LawReport>>>();
    const ask = vi
      .spyOn(lawFitter, 'fitLaws')
      .mockReturnValueOnce(first.promise)
      .mockResolvedValueOnce(ok(reportOf(2)));
    const slow = fitTimes(timesOf('a'));
    await vi.waitFor(() => expect(ask).toHaveBeenCalled(), { timeout: 60_000 });
    await fitTimes(timesOf('b'));
    first.answer(ok(reportOf(1)));
    await slow;
    expect(laws()).toMatchObject({ status: 'done', key: 'b', answer: { report: { count: 2 } } });
  });

  it('keeps the answer before a refusal, and asks again when told to', async () => {
    const ask = vi.spyOn(lawFitter, 'fitLaws').mockResolvedValueOnce(ok(reportOf(3)));
    await fitTimes(timesOf('a'));
    ask.mockResolvedValue(err('Expected at least 5 values, got 3'));
    await fitTimes(timesOf('b'));
    expect(laws()).toMatchObject({
      status: 'failed',
      key: 'b',
      failure: ['Expected at least 5 values, got 3.'],
    });
    expect(laws().answer?.times.key).toBe('a');
    await fitTimes(timesOf('b'), true);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('says that the worker died', async () => {
    vi.spyOn(lawFitter, 'fitLaws').mockRejectedValue(new Error('out of memory'));
    await fitTimes(timesOf('a'));
    expect(laws().failure).toEqual(['The fit stopped: out of memory']);
  });

  it('draws the times of an example first', async () => {
    const law = { law: 'exponential', mean: 1 } as const;
    const values = Float64Array.of(4, 5);
    const draw = vi.spyOn(lawFitter, 'draw').mockResolvedValue(values);
    vi.spyOn(lawFitter, 'fitLaws').mockResolvedValue(ok(reportOf(2)));
    await fitTimes({ ...timesOf('example'), data: { kind: 'drawn', law, seed: 7 } });
    expect(draw).toHaveBeenCalledWith(law, expect.any(Number), 7);
    expect(laws().answer?.data).toEqual({ kind: 'samples', values });
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
    const [running, other] = [calibrateScenario(scenario), fitStation('a', { occupancy: [1] })];
    const [, , request, { signal, onProgress }] = calibrate.mock.calls[0]!;
    expect(request).toEqual({ unknowns: [{ path: 'a.service.rate' }], error: 0.05, method: 'auto' });
    onProgress({ done: 1, starts: 6, solved: 9, cost: 2 });
    expect(useFits.getState().progress?.solved).toBe(9);
    cancelFit('calibration');
    expect(signal.aborted).toBe(true);
    onProgress({ done: 2, starts: 6, solved: 99, cost: 2 });
    answer.answer(ok({} as CalibrationAnswer));
    await running;
    expect(useFits.getState().progress?.solved).toBe(9);
    expect(useFits.getState().calibration).toMatchObject({ status: 'failed', failure: ['Stopped.'] });
    expect(useFits.getState().stations.status).toBe('running');
    levels.answer(err('No station model explains these levels.'));
    await other;
    expect(useFits.getState().stations.status).toBe('failed');
  });

  it('forgets everything with the scenario', async () => {
    vi.spyOn(lawFitter, 'fitLaws').mockResolvedValue(ok(reportOf(3)));
    await fitTimes(timesOf('a'));
    openDocument('another', scenario);
    expect(useFits.getState()).toEqual(NOTHING_FITTED);
    closeDocument();
  });
});
