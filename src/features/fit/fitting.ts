/** Fits distributions, models of stations and parameters of the open scenario; one of each at a time. */

import { proxy } from 'comlink';
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type {
  CalibrationAnswer,
  CalibrationProgress,
  CalibrationRequest,
  DistributionCurve,
  DistributionReport,
  FitData,
  FitService,
  StageFitReport,
  StageFitRequest,
} from '../../../workers/fit/contract.ts';
import { isAbort, WorkerBridge } from '../../run/worker-bridge.ts';
import { useDocument } from '../../state/document-store.ts';
import {
  type Calibrated,
  type DistributionAnswer,
  type FitRun,
  type FitState,
  NOTHING_FITTED,
  type StationAnswer,
  type Times,
  useFits,
} from './fit-store.ts';

/** Asks a worker for distributions, models of stations and values of parameters that explain what was measured. */

interface CalibrationEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CalibrationProgress) => void;
}

class FitClient {
  private readonly bridge = new WorkerBridge<FitService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/fit.worker.ts', import.meta.url), { type: 'module' }),
  });

  /** Aborting ends the worker: a fit does not look up from its work. */
  fitDistributions(data: FitData, signal: AbortSignal): Promise<Result<DistributionReport, string>> {
    return this.bridge.call((worker) => worker.fitDistributions(data, {}), { signal });
  }

  draw(distribution: ArrivalDistribution, count: number, seed: number): Promise<Float64Array> {
    return this.bridge.call((worker) => worker.draw(distribution, count, seed));
  }

  curve(distribution: ArrivalDistribution, points: Float64Array): Promise<DistributionCurve | undefined> {
    return this.bridge.call((worker) => worker.curve(distribution, points));
  }

  /** Aborting ends the worker. */
  fitStage(request: StageFitRequest, signal: AbortSignal): Promise<Result<StageFitReport, string>> {
    return this.bridge.call((worker) => worker.fitStage(request), { signal });
  }

  /** Rejects with the abort reason when `signal` is aborted. */
  calibrate(
    scenario: Scenario,
    measurement: Measurement,
    request: CalibrationRequest,
    { signal, onProgress }: CalibrationEvents,
  ): Promise<Result<CalibrationAnswer, readonly string[]>> {
    return this.bridge.call((worker) => worker.calibrate(scenario, measurement, request, proxy(onProgress)), {
      signal,
      cancel: (worker) => worker.cancel(),
    });
  }
}

/** One for each kind of question: stopping one leaves the others alone. */
export const distributionFitter = new FitClient();
export const stationFitter = new FitClient();
export const calibrator = new FitClient();

const EXAMPLE_SIZE = 1000;

type RunName = 'distributions' | 'stations' | 'calibration';
type AnswerOf<Name extends RunName> = NonNullable<FitState[Name]['answer']>;

const aborts: Record<RunName, AbortController> = {
  distributions: new AbortController(),
  stations: new AbortController(),
  calibration: new AbortController(),
};

useDocument.subscribe((document, before) => {
  // The same history under another id is the same scenario, saved as a copy.
  if (document.id === before.id || document.history === before.history) return;
  for (const abort of Object.values(aborts)) abort.abort();
  useFits.setState(NOTHING_FITTED, true);
});

/** Once for the same times, unless they are to be fitted again. */
export async function fitTimes(times: Times, again = false): Promise<void> {
  if (!again && useFits.getState().distributions.key === times.key) return;
  await run<'distributions'>(
    'distributions',
    times.key,
    async (signal): Promise<Result<DistributionAnswer, readonly string[]>> => {
      const data = await dataOf(times);
      signal.throwIfAborted();
      const report = await distributionFitter.fitDistributions(data, signal);
      return report.ok ? ok({ times, data, report: report.value }) : err([`${report.error}.`]);
    },
  );
}

async function dataOf({ data }: Times): Promise<FitData> {
  if (data.kind !== 'drawn') return data;
  return {
    kind: 'samples',
    values: await distributionFitter.draw(data.distribution, EXAMPLE_SIZE, data.seed),
  };
}

export const stationKey = (stage: NodeId, request: StageFitRequest): string =>
  JSON.stringify([stage, request]);

/** Once for the same levels, unless they are to be fitted again. */
export async function fitStation(stage: NodeId, request: StageFitRequest, again = false): Promise<void> {
  const key = stationKey(stage, request);
  if (!again && useFits.getState().stations.key === key) return;
  await run<'stations'>(
    'stations',
    key,
    async (signal): Promise<Result<StationAnswer, readonly string[]>> => {
      const report = await stationFitter.fitStage(request, signal);
      return report.ok ? ok({ stage, request, report: report.value }) : err([report.error]);
    },
  );
}

/** Of the scenario and its measurement as they are now. */
export async function calibrateScenario(scenario: Scenario): Promise<void> {
  const { measurement } = scenario;
  if (!measurement) return;
  const { unknowns, error, calibrateBy: method } = useFits.getState();
  const request: CalibrationRequest = { unknowns, error, method };
  useFits.setState({ progress: undefined });
  await run<'calibration'>(
    'calibration',
    modelKey(scenario),
    async (signal): Promise<Result<Calibrated, readonly string[]>> => {
      const answer = await calibrator.calibrate(scenario, measurement, request, {
        signal,
        onProgress: (progress) => signal.aborted || useFits.setState({ progress }),
      });
      return answer.ok ? ok({ scenario, answer: answer.value }) : answer;
    },
  );
}

/** The answer that was there before stays. */
export function cancelFit(name: RunName): void {
  aborts[name].abort();
  set(name, (before) =>
    before.status === 'running' ? { ...before, status: 'failed', failure: ['Stopped.'] } : before,
  );
}

/** The newest question wins. */
async function run<Name extends RunName>(
  name: Name,
  key: string,
  ask: (signal: AbortSignal) => Promise<Result<AnswerOf<Name>, readonly string[]>>,
): Promise<void> {
  aborts[name].abort();
  aborts[name] = new AbortController();
  const { signal } = aborts[name];
  set(name, ({ answer }) => ({ status: 'running', key, ...(answer && { answer }) }));
  const failed = (failure: readonly string[]): void =>
    set(name, ({ answer }) => ({ status: 'failed', key, failure, ...(answer && { answer }) }));
  try {
    const outcome = await ask(signal);
    if (signal.aborted) return;
    if (outcome.ok) set<Name>(name, () => ({ status: 'done', key, answer: outcome.value }));
    else failed(outcome.error);
  } catch (reason) {
    if (signal.aborted || isAbort(reason)) return;
    failed([`The fit stopped: ${reason instanceof Error ? reason.message : String(reason)}`]);
  }
}

function set<Name extends RunName>(
  name: Name,
  change: (before: FitRun<AnswerOf<Name>>) => FitRun<AnswerOf<Name>>,
): void {
  useFits.setState((state) => ({
    [name]: change(state[name] as FitRun<AnswerOf<Name>>),
  }));
}
