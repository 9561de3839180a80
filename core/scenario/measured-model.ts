/** Which model a measurement was taken of: an edit after it may draw another system, which the data do not speak of. */
import { fingerprint } from '../base/fingerprint.ts';
import type { Measurement } from '../measurement/measurement.ts';
import { type ModelParts, modelKey, modelParts } from './model-key.ts';
import type { Scenario } from './scenario.ts';

const known = new WeakMap<ModelParts, string>();

/**
 * Digest of the model that a scenario draws. Scenarios with one answer share it, in whatever order their fields are written; how precisely
 * inputs are known does not count.
 */
export function modelFingerprint(scenario: ModelParts): string {
  const before = known.get(scenario);
  if (before !== undefined) return before;
  const { precisions: _, ...parts } = modelParts(scenario);
  const print = fingerprint(JSON.stringify(parts, inOrder));
  known.set(scenario, print);
  return print;
}

/** Fields of every object by name: an edit and its file may write them in other orders. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The drawing is no longer the one that was measured. */
export const isChangedSinceMeasured = (scenario: ModelParts, measurement: Measurement | undefined): boolean =>
  measurement?.model !== undefined && measurement.model !== modelFingerprint(scenario);

/** After an edit: a measurement that stays remembers the model that it was taken of. */
export function rememberMeasuredModel(before: Scenario, after: Scenario): Scenario {
  const { measurement } = after;
  if (!measurement || measurement !== before.measurement || measurement.model !== undefined) return after;
  if (modelKey(before) === modelKey(after)) return after;
  return { ...after, measurement: { ...measurement, model: modelFingerprint(before) } };
}

/** The drawing is taken for the measured system as it is. */
export function takeAsMeasured(scenario: Scenario): Scenario {
  const { measurement } = scenario;
  if (!measurement) return scenario;
  return { ...scenario, measurement: { ...measurement, model: modelFingerprint(scenario) } };
}

/** An edit that the data themselves tell, such as an estimated rate, corrects the model: the measured system stays the same. */
export const asMeasured =
  (edit: (scenario: Scenario) => Scenario) =>
  (scenario: Scenario): Scenario => {
    const changed = edit(scenario);
    return isChangedSinceMeasured(scenario, scenario.measurement) ? changed : takeAsMeasured(changed);
  };
