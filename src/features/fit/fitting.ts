/** Fits distributions, models of stations and parameters of the open scenario; one of each at a time. */

import { err, ok } from '../../../core/base/result.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type {
  CalibrationAnswer,
  CalibrationProgress,
  CalibrationRequest,
  DistributionReport,
  FitData,
  FitService,
  StageFitReport,
  StageFitRequest,
} from '../../../workers/fit/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { onOtherDocument } from '../../state/document-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { NOTHING_FITTED, type Times, useFits } from './fit-store.ts';

/** A fit does not look up from its work; a calibration does. */
const newFitter = () =>
  createClient<FitService>(
    () => new Worker(new URL('../../../workers/entry/fit.worker.ts', import.meta.url), { type: 'module' }),
    { stoppable: ['calibrate'] },
  );

/** One for each kind of question: stopping one leaves the others alone. */
export const distributionFitter = newFitter();
export const stationFitter = newFitter();
export const calibrator = newFitter();

onOtherDocument(() => useFits.setState(NOTHING_FITTED, true));

const lost = (message: string): readonly string[] => [`The fit stopped: ${message}`];

export interface DistributionAnswer {
  readonly times: Times;
  /** Those of an example are known by now. */
  readonly data: FitData;
  readonly report: DistributionReport;
}

const EXAMPLE_SIZE = 1000;

export const distributionRun = createRun<Times, DistributionAnswer, never, readonly string[]>({
  name: 'distributions',
  key: ({ key }) => key,
  ask: async (times, { signal }) => {
    const data = await dataOf(times);
    signal.throwIfAborted();
    const report = await distributionFitter.fitDistributions(signal, data, {});
    return report.ok ? ok({ times, data, report: report.value }) : err([`${report.error}.`]);
  },
  lost,
});
askWhenSilent(distributionRun, { what: 'The fit of distributions' });

async function dataOf({ data }: Times): Promise<FitData> {
  if (data.kind !== 'drawn') return data;
  return {
    kind: 'samples',
    values: await distributionFitter.draw(undefined, data.distribution, EXAMPLE_SIZE, data.seed),
  };
}

interface StationQuestion {
  readonly stage: NodeId;
  readonly request: StageFitRequest;
}

export interface StationAnswer extends StationQuestion {
  readonly report: StageFitReport;
}

export const stationKey = ({ stage, request }: StationQuestion): string => JSON.stringify([stage, request]);

export const stationRun = createRun<StationQuestion, StationAnswer, never, readonly string[]>({
  name: 'stations',
  key: stationKey,
  ask: async ({ stage, request }, { signal }) => {
    const report = await stationFitter.fitStage(signal, request);
    return report.ok ? ok({ stage, request, report: report.value }) : err([report.error]);
  },
  lost,
});
askWhenSilent(stationRun, { what: 'The fit of the station' });

export interface Calibrated {
  /** That was calibrated. */
  readonly scenario: Scenario;
  readonly answer: CalibrationAnswer;
}

/** Asked of the scenario and its measurement as they are now. */
export const calibrationRun = createRun<Scenario, Calibrated, CalibrationProgress, readonly string[]>({
  name: 'calibration',
  key: modelKey,
  ask: async (scenario, { signal, progress }) => {
    const { measurement } = scenario;
    if (!measurement) return err(['Nothing was measured.']);
    const { unknowns, error, calibrateBy: method } = useFits.getState();
    const request: CalibrationRequest = { unknowns, error, method };
    const answer = await calibrator.calibrate(signal, scenario, measurement, request, progress);
    return answer.ok ? ok({ scenario, answer: answer.value }) : answer;
  },
  lost,
});
askWhenSilent(calibrationRun, { what: 'The calibration' });
