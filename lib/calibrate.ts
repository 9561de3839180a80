/** Unknown parameters of a scenario from everything that was measured. */
import type { Measurement } from '../core/measurement/measurement.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { calibrate } from '../workers/fit/calibrate.ts';
import type { CalibrationAnswer, CalibrationProgress, CalibrationRequest } from '../workers/fit/contract.ts';
import { BadInput } from './bad-input.ts';

/** The answer with null where a correlation is not known, since its parameter ended at a bound. */
export interface Calibrated extends Omit<CalibrationAnswer, 'correlation'> {
  readonly correlation: readonly (readonly (number | null)[])[];
}

export async function calibrated(
  scenario: Scenario,
  measurement: Measurement,
  request: CalibrationRequest,
  onProgress?: (progress: CalibrationProgress) => void,
): Promise<Calibrated> {
  const outcome = await calibrate(scenario, measurement, request, onProgress ? { onProgress } : {});
  if (!outcome.ok) throw new BadInput(outcome.error);
  const { correlation, ...answer } = outcome.value;
  return { ...answer, correlation: correlation.map((row) => row.map((r) => (Number.isNaN(r) ? null : r))) };
}
