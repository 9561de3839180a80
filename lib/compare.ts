/** A model against a measurement: what it predicts, by a method or by simulation, number by number. */
import type { Measurement } from '../core/measurement/measurement.ts';
import type { MethodName } from '../core/measures/methods.ts';
import type { NoAnswer } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { withSimulatedLevels } from '../src/features/results/best-answer.ts';
import { compareWithMeasurement } from '../workers/compare/compare-model.ts';
import { comparisonVerdict, withNames } from '../workers/compare/comparison-verdict.ts';
import type { Comparison, PredictionSource } from '../workers/compare/contract.ts';
import { estimateMeans } from '../workers/compare/estimate-means.ts';
import type { SimulationResult } from '../workers/simulate/contract.ts';
import type { SolveOutcome } from '../workers/solve/contract.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { BadInput } from './bad-input.ts';
import { simulateInThreads } from './simulators.ts';
import { solveBest } from './solve.ts';

/** Who predicts: a method of the solver, or a simulation. */
export type PredictionMethod = MethodName | 'simulation';

export interface CompareOptions {
  /** Default `auto`. */
  readonly method?: PredictionMethod;
  /** Simulates what the method does not know exactly, for at most so many seconds, and takes the best that is known of each number (as `solve` does). */
  readonly refine?: number;
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
  { method = 'auto', ...options }: CompareOptions = {},
): Promise<Compared | NoAnswer> {
  const predicted = await predict(scenario, { method, ...options });
  if (predicted.kind === 'noAnswer') return predicted;
  const prediction = predicted.kind === 'simulation' ? estimateMeans(predicted.stages) : predicted.stages;
  const comparison = compareWithMeasurement(scenario, prediction, measurement, predicted.solved);
  return {
    kind: 'comparison',
    method,
    ...comparison,
    verdict: comparisonVerdict(withNames(scenario, comparison)),
  };
}

/** What a method tells, with simulated numbers where these are asked for and better known; or a simulation alone. */
export async function predictedBy(
  scenario: Scenario,
  { method, refine }: Pick<Required<CompareOptions>, 'method'> & CompareOptions,
): Promise<SolveOutcome | SimulationResult> {
  if (method === 'simulation') {
    if (refine === undefined) return simulateInThreads(scenario, {});
    throw new BadInput(['refine simulates beside a method; expected another method than simulation with it']);
  }
  const { best, result } = await solveBest(scenario, { method, ...(refine !== undefined && { refine }) });
  return best.kind === 'noAnswer' ? best : { ...best, stages: withSimulatedLevels(best.stages, result) };
}

async function predict(
  scenario: Scenario,
  options: Parameters<typeof predictedBy>[1],
): Promise<PredictionSource | NoAnswer> {
  const outcome = await predictedBy(scenario, options);
  if (outcome.kind === 'noAnswer') return outcome;
  if (!('plan' in outcome)) return { kind: 'model', stages: outcome.stages };
  const solved = solveScenario(scenario, 'auto', false);
  return {
    ...{ kind: 'simulation', stages: outcome.stages },
    ...(solved.kind === 'answer' && { solved: solved.stages }),
  };
}
