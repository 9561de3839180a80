/** A model against a measurement: what it predicts, by a method or by simulation, number by number. */
import type { Measurement } from '../core/measurement/measurement.ts';
import type { MethodName } from '../core/measures/methods.ts';
import type { NoAnswer } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { compareWithMeasurement } from '../workers/compare/compare-model.ts';
import { comparisonVerdict } from '../workers/compare/comparison-verdict.ts';
import type { Comparison, PredictionSource } from '../workers/compare/contract.ts';
import { estimateMeans } from '../workers/compare/estimate-means.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { simulateInThreads } from './simulators.ts';

/** Who predicts: a method of the solver, or a simulation. */
export type PredictionMethod = MethodName | 'simulation';

export interface CompareOptions {
  /** Default `auto`. */
  readonly method?: PredictionMethod;
}

/** The rows of a comparison, and what they say in sentences. */
export interface Compared extends Comparison {
  readonly kind: 'comparison';
  readonly method: PredictionMethod;
  readonly verdict: readonly string[];
}

export async function compareMeasured(
  scenario: Scenario,
  measurement: Measurement,
  { method = 'auto' }: CompareOptions = {},
): Promise<Compared | NoAnswer> {
  const predicted = await predict(scenario, method);
  if (predicted.kind === 'noAnswer') return predicted;
  const prediction = predicted.kind === 'simulation' ? estimateMeans(predicted.stages) : predicted.stages;
  const comparison = compareWithMeasurement(scenario, prediction, measurement, predicted.solved);
  return { kind: 'comparison', method, ...comparison, verdict: comparisonVerdict(comparison) };
}

async function predict(scenario: Scenario, method: PredictionMethod): Promise<PredictionSource | NoAnswer> {
  const outcome =
    method === 'simulation' ? await simulateInThreads(scenario, {}) : solveScenario(scenario, method, false);
  if (outcome.kind === 'noAnswer') return outcome;
  if (!('plan' in outcome)) return { kind: 'model', stages: outcome.stages };
  const solved = solveScenario(scenario, 'auto', false);
  return {
    ...{ kind: 'simulation', stages: outcome.stages },
    ...(solved.kind === 'answer' && { solved: solved.stages }),
  };
}
