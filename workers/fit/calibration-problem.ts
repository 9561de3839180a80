/**
 * A calibration as a least-squares problem: coordinates are the logarithms of the unknown parameters, residuals those of
 * `measured-residuals.ts` with the model solved in between. Refusals are sentences.
 */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Measurement } from '../../src/model/measurement.ts';
import type { NumberParameter, ParameterHandle } from '../../src/model/parameters.ts';
import { findParameter, writeParameters } from '../../src/model/parameters.ts';
import type { Scenario } from '../../src/model/scenario.ts';
import type { CalibrationRequest, Unknown } from '../contract/fitting.ts';
import type { SolveOutcome } from '../contract/solving.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { Box } from './least-squares.ts';
import {
  type MeasuredItem,
  measuredItems,
  type Predicted,
  predictionOf,
  weighedResiduals,
} from './measured-residuals.ts';

export interface KnobRange {
  readonly handle: ParameterHandle;
  readonly parameter: NumberParameter;
  readonly low: number;
  readonly high: number;
  /** Where the first search begins. */
  readonly start: number;
}

export interface CalibrationProblem {
  readonly knobs: readonly KnobRange[];
  readonly items: readonly MeasuredItem[];
  readonly box: Box;
  scenarioAt(at: readonly number[]): Scenario;
  solve(scenario: Scenario): SolveOutcome;
  predictions(scenario: Scenario): readonly (Predicted | undefined)[];
  residuals(at: readonly number[]): readonly number[];
}

const ERROR = 0.05;
const DEFAULT_REACH = 1000;
const LEAST_PROBABILITY = 1e-4;

export function calibrationProblem(
  scenario: Scenario,
  measurement: Measurement,
  { unknowns, method = 'auto', error = ERROR }: CalibrationRequest,
): Result<CalibrationProblem, readonly string[]> {
  const faults: string[] = [];
  const keep = <T>(found: Result<T, string>): readonly T[] => {
    if (found.ok) return [found.value];
    faults.push(found.error);
    return [];
  };
  const knobs = unknowns.flatMap((unknown) => keep(knobOf(scenario, unknown)));
  const items = measuredItems(scenario, measurement);
  if (unknowns.length === 0)
    faults.push('No parameter is unknown: name at least one, such as 1a.service.rate.');
  if (new Set(unknowns.map(({ path }) => path)).size < unknowns.length)
    faults.push('A parameter is named twice.');
  if (!(error > 0 && error < 1))
    faults.push(`error: expected a relative error between 0 and 1, got ${error}.`);
  if (items.length === 0) faults.push('Nothing that was measured belongs to a stage of the scenario.');
  if (faults.length > 0) return err(faults);
  const { measurement: _, ...model } = scenario;
  const scenarioAt = (at: readonly number[]): Scenario =>
    writeParameters(
      model,
      knobs.map(({ handle }, i) => ({ handle, value: Math.exp(at[i]!) })),
    );
  const solve = (changed: Scenario): SolveOutcome => solveScenario(changed, method, false);
  const outcome = solve(scenarioAt(knobs.map(({ start }) => Math.log(start))));
  if (outcome.kind === 'noAnswer' && outcome.reason !== 'unstable') return err([outcome.message]);
  const predictions = (changed: Scenario): readonly (Predicted | undefined)[] => {
    const solved = solve(changed);
    return items.map((item) => predictionOf(item, changed, solved));
  };
  return ok({
    ...{ knobs, items, scenarioAt, solve, predictions },
    box: {
      start: knobs.map(({ start }) => Math.log(start)),
      low: knobs.map(({ low }) => Math.log(low)),
      high: knobs.map(({ high }) => Math.log(high)),
    },
    residuals(at) {
      const changed = scenarioAt(at);
      const solved = solve(changed);
      const overload = overloadOf(solved);
      return items.flatMap((item) =>
        weighedResiduals(item, predictionOf(item, changed, solved), error, overload),
      );
    },
  });
}

function knobOf(scenario: Scenario, { path, low, high }: Unknown): Result<KnobRange, string> {
  const found = findParameter(scenario, path);
  if (!found.ok) return found;
  const { parameter } = found.value;
  if (parameter.kind === 'choice') return err(`${path}: a choice cannot be fitted; expected a number.`);
  const { domain, value } = parameter;
  if (domain.integer)
    return err(`${path}: whole numbers are not fitted; calibrate once for each value that is possible.`);
  if (!(value > 0) && (low === undefined || high === undefined)) {
    return err(`${path} is ${value}: give the least and the largest value that are possible, both above 0.`);
  }
  const isShare = domain.most === 1;
  const lowest = low ?? Math.max(domain.least, isShare ? LEAST_PROBABILITY : value / DEFAULT_REACH);
  const highest = high ?? Math.min(domain.most, value * DEFAULT_REACH);
  if (!(lowest > 0 && lowest < highest && highest <= domain.most)) {
    const most = domain.most < Number.MAX_SAFE_INTEGER ? `, at most ${domain.most}` : '';
    return err(`${path}: expected bounds 0 < low < high${most}, got ${lowest} and ${highest}.`);
  }
  const start = value > 0 ? Math.min(highest, Math.max(lowest, value)) : Math.sqrt(lowest * highest);
  return ok({ handle: found.value, parameter, low: lowest, high: highest, start });
}

/** How far the busiest stage is beyond what it can serve, in natural logarithms. */
function overloadOf(outcome: SolveOutcome): number {
  if (outcome.kind === 'noAnswer') return 1;
  const loads = Object.values(outcome.stages).map(({ loadPerServer }) => loadPerServer);
  return Math.log(Math.max(1, ...loads.filter(Number.isFinite)));
}
