/**
 * The inputs that readers of a model may change: parameters as studies name them, parted by semicolons, each with the range of
 * its slider if that is not to be a tenth to ten times its value: `inputs 0.5..2; checkout.service.rate; web.capacity 1..64`.
 */
import { err, ok, type Result } from '../core/base/result.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import {
  type ChoiceParameter,
  type NumberParameter,
  type ParameterValue,
  valueFault,
} from '../core/study/parameter.ts';
import { findParameter, type Setting } from '../core/study/parameters.ts';
import { placeOf, type SliderRange, valueAt } from '../src/ui/widgets/slider-scale.ts';
import { roundSignificant } from '../src/ui/widgets/step-text.ts';

interface InputBase {
  readonly label: string;
  readonly setting: (value: ParameterValue) => Setting;
}

export interface SlidingInput extends InputBase {
  readonly kind: 'number';
  readonly value: number;
  readonly format: (value: number) => string;
  /** Where a value is on the slider, 0 … 1. */
  readonly placeOf: (value: number) => number;
  readonly valueAt: (place: number) => number;
}

export interface ChosenInput
  extends InputBase,
    Pick<ChoiceParameter, 'kind' | 'value' | 'choices' | 'labels'> {}

export type Input = SlidingInput | ChosenInput;

/** Without a list: the load multiplier, where something comes from outside. */
export function inputsOf(scenario: Scenario, list: string | undefined): Result<readonly Input[], string> {
  const isOpen = scenario.nodes.some(({ kind }) => kind === 'source');
  const entries = (list ?? (isOpen ? 'inputs' : '')).split(';').map((entry) => entry.trim());
  const inputs: Input[] = [];
  for (const entry of entries) {
    if (entry === '') continue;
    const input = inputOf(scenario, entry);
    if (!input.ok) return err(`inputs: ${input.error}`);
    inputs.push(input.value);
  }
  return ok(inputs);
}

function inputOf(scenario: Scenario, entry: string): Result<Input, string> {
  const [, path = entry, least, most] = /^(.*\S)\s+(\S+?)\.\.(\S+)$/s.exec(entry) ?? [];
  const found = findParameter(scenario, path);
  if (!found.ok) return found;
  const handle = found.value;
  const { parameter } = handle;
  const base = {
    label: parameter.words,
    setting: (value: ParameterValue): Setting => ({ handle, value }),
  };
  if (parameter.kind === 'choice') {
    const { kind, value, choices, labels } = parameter;
    return ok({ ...base, kind, value, choices, labels });
  }
  const range =
    least === undefined ? rangeAround(parameter) : rangeFrom(parameter, Number(least), Number(most));
  if (!range.ok) return range;
  const { value, dimension, domain, unit } = parameter;
  return ok({
    ...base,
    kind: 'number',
    value,
    format: (shown) => formatQuantity(shown, dimension, { unit, timeUnit: scenario.timeUnit }),
    placeOf: (shown) => (shown >= range.value.max ? 1 : placeOf(shown, range.value)),
    valueAt: (place) => {
      const reached = valueAt(place, range.value);
      return domain.integer ? Math.round(reached) : roundSignificant(reached);
    },
  });
}

/** A tenth to ten times the value; of a probability all there is. */
function rangeAround({ path, value, dimension, domain }: NumberParameter): Result<SliderRange, string> {
  if (dimension === 'probability') return ok({ min: domain.least, max: domain.most });
  if (!(value > 0 && Number.isFinite(value)))
    return err(`${path} is ${value}: its slider needs a range, as in "${path} 1..100".`);
  return ok({ min: Math.max(value / 10, domain.least), max: Math.min(value * 10, domain.most), log: true });
}

function rangeFrom(parameter: NumberParameter, min: number, max: number): Result<SliderRange, string> {
  const fault = [min, max].find((end) => !Number.isFinite(end) || valueFault(parameter, end) !== undefined);
  if (fault !== undefined)
    return err(`${parameter.path}: expected ends of a range that are its values, got ${min}..${max}.`);
  if (min >= max) return err(`${parameter.path}: expected a range from less to more, got ${min}..${max}.`);
  return ok({ min, max, log: min > 0 && max / min >= 10 });
}
