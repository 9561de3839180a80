/**
 * A calibration as a least-squares problem: coordinates are the logarithms of the unknown parameters, residuals those of
 * `measured-residuals.ts` with the model solved or simulated in between. Refusals are sentences.
 */

import { err, ok, type Result } from '../../core/base/result.ts';
import type { MeasuredQuantity, Measurement } from '../../core/measurement/measurement.ts';
import { exp, hypot, log } from '../../core/numeric/elementary.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { NumberParameter, ParameterHandle } from '../../core/study/parameter.ts';
import { findParameter, writeParameters } from '../../core/study/parameters.ts';
import { type CalibrationModel, calibrationModel } from './calibration-model.ts';
import type { CalibrationRequest, Unknown } from './contract.ts';
import type { Box } from './least-squares.ts';
import {
  type MeasuredItem,
  measuredItems,
  type Predicted,
  predictionOf,
  weighedResiduals,
} from './measured-residuals.ts';
import type { ModelAnswer } from './model-answer.ts';

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
  /** Standard error of each item, relative: of the measurement and of a simulated model together. */
  readonly errors: readonly number[];
  readonly box: Box;
  readonly model: CalibrationModel;
  scenarioAt(at: readonly number[]): Scenario;
  predictions(scenario: Scenario): readonly (Predicted | undefined)[];
  /** Residuals of all items; the last one leads back to where every stage serves what arrives. */
  residuals(at: readonly number[]): readonly number[];
}

const ERROR = 0.05;
const DEFAULT_REACH = 1000;
const LEAST_PROBABILITY = 1e-4;
/**
 * Behind a stage that is asked for more than it can serve all looks the same however much too much that is. So faint a pull
 * decides there and tells of nothing: alone it leaves a factor of e^3 open.
 */
const STEADY_PULL = 0.3;
const STEADY_LOAD = 0.99;

export function calibrationProblem(
  scenario: Scenario,
  measurement: Measurement,
  request: CalibrationRequest,
): Result<CalibrationProblem, readonly string[]> {
  const { unknowns, error = ERROR } = request;
  const faults: string[] = [];
  const keep = <T>(found: Result<T, string>): readonly T[] => {
    if (found.ok) return [found.value];
    faults.push(found.error);
    return [];
  };
  const knobs = unknowns.flatMap((unknown) => keep(knobOf(scenario, unknown)));
  faults.push(...sameNumbers(knobs));
  const items = measuredItems(scenario, measurement);
  if (unknowns.length === 0)
    faults.push('No parameter is unknown: name at least one, such as 1a.service.rate.');
  if (new Set(unknowns.map(({ path }) => path)).size < unknowns.length)
    faults.push('A parameter is named twice.');
  if (!(error > 0 && error < 1))
    faults.push(`error: expected a relative error between 0 and 1, got ${error}.`);
  if (items.length === 0) faults.push('Nothing that was measured belongs to a stage of the scenario.');
  if (faults.length > 0) return err(faults);
  const { measurement: _, ...drawn } = scenario;
  const scenarioAt = (at: readonly number[]): Scenario =>
    writeParameters(
      drawn,
      knobs.map(({ handle }, i) => ({ handle, value: exp(at[i]!) })),
    );
  const start = knobs.map((knob) => log(knob.start));
  const chosen = calibrationModel(scenarioAt(start), request);
  if (!chosen.ok) return chosen;
  const model = chosen.value;
  const errors = items.map((item) => hypot(error, model.spread(item.stage, measureOf(item))));
  return ok({
    ...{ knobs, items, errors, model, scenarioAt },
    box: {
      start,
      low: knobs.map(({ low }) => log(low)),
      high: knobs.map(({ high }) => log(high)),
      ...(model.grain && { grain: model.grain }),
    },
    predictions(changed) {
      const outcome = model.answer(changed);
      return items.map((item) => predictionOf(item, changed, outcome));
    },
    residuals(at) {
      const changed = scenarioAt(at);
      const outcome = model.answer(changed);
      const load = loadOf(outcome);
      const residuals = items.flatMap((item, i) =>
        weighedResiduals(item, predictionOf(item, changed, outcome), errors[i]!, log(Math.max(1, load))),
      );
      return [...residuals, STEADY_PULL * log(Math.max(1, load / STEADY_LOAD))];
    },
  });
}

/** What chance does to a distribution is what it does to its mean. */
function measureOf({ quantity }: MeasuredItem): MeasuredQuantity {
  if (quantity === 'occupancyDistribution') return 'meanOccupancy';
  return quantity === 'queueLengthDistribution' ? 'meanQueueLength' : quantity;
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

/** The rate of a distribution and its mean are two names of one number. */
const sameNumbers = (knobs: readonly KnobRange[]): readonly string[] =>
  knobs.flatMap(({ parameter: { path } }, j) =>
    knobs.slice(0, j).flatMap(({ parameter: { path: other } }) => {
      const distributionOf = (one: string): string => one.replace(/\.(rate|mean)$/, '');
      if (path === other || distributionOf(path) !== distributionOf(other)) return [];
      return [`${other} and ${path} are the same number: name one of them.`];
    }),
  );

/** Load of the busiest stage. */
function loadOf(outcome: ModelAnswer): number {
  if (outcome.kind === 'noAnswer') return Math.E;
  const loads = Object.values(outcome.stages).map(({ loadPerServer = 0 }) => loadPerServer);
  return Math.max(0, ...loads.filter(Number.isFinite));
}
