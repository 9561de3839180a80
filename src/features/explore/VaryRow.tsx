/** One varied parameter: in which way, and over which values. */

import { err, ok } from '../../../core/base/result.ts';
import { formatFull } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { NumberParameter, Parameter } from '../../../core/study/parameter.ts';
import { findParameter } from '../../../core/study/parameters.ts';
import type { Distribution, ListVariation, Variation } from '../../../core/study/study.ts';
import { parseVariation } from '../../../core/study/variation-text.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { quantityProps } from '../inspector/quantity-props.ts';
import { numberIn, readingOf } from './number-reading.ts';
import { RangeFields } from './RangeFields.tsx';
import {
  DISTRIBUTION_WORDS,
  firstVariation,
  kindOf,
  VARIATION_KINDS,
  type VariationKind,
} from './variation-kinds.ts';

/** The numbers of a distribution. */

interface UncertainFieldsProps {
  readonly parameter: NumberParameter;
  readonly path: string;
  readonly distribution: Distribution;
  readonly onChange: (variation: Variation) => void;
}

function UncertainFields({ parameter, path, distribution, onChange }: UncertainFieldsProps) {
  const { kind: _, ...numbers } = distribution;
  const { format, formatFull: full, parse } = quantityProps(parameter.dimension, readingOf(parameter));
  return (
    <div className="explore-fields">
      {Object.entries(numbers).map(([name, value]) => (
        <QuantityField
          key={name}
          label={DISTRIBUTION_WORDS[name] ?? name}
          value={value}
          format={format}
          formatFull={full}
          parse={(text) => {
            const read = numberIn(parameter, parse(text));
            const fault = read.ok ? orderFault({ ...numbers, [name]: read.value }) : undefined;
            return fault === undefined ? read : err(fault);
          }}
          onChange={(next) =>
            next !== undefined &&
            onChange({ path, distribution: { ...distribution, [name]: next } as Distribution })
          }
        />
      ))}
    </div>
  );
}

function orderFault(numbers: Readonly<Record<string, number>>): string | undefined {
  const { min, mode, max, deviation } = numbers;
  if (min !== undefined && max !== undefined && min >= max) return 'Expected the least below the most.';
  if (mode !== undefined && (mode < min! || mode > max!))
    return 'Expected the most likely value between the other two.';
  return deviation !== undefined && deviation <= 0 ? 'Expected more than 0.' : undefined;
}

interface VaryRowProps {
  readonly scenario: Scenario;
  readonly variation: Variation;
  readonly onChange: (variation: Variation) => void;
  readonly onRemove: () => void;
}

const KINDS = (Object.keys(VARIATION_KINDS) as VariationKind[]).map((value) => ({
  value,
  label: VARIATION_KINDS[value],
}));

export function VaryRow({ scenario, variation, onChange, onRemove }: VaryRowProps) {
  const found = findParameter(scenario, variation.path);
  const parameter = found.ok ? found.value.parameter : undefined;
  return (
    <fieldset className="explore-vary">
      <legend>
        <span title={variation.path}>{parameter?.words ?? variation.path}</span>
        <IconButton
          label={`Do not vary ${parameter?.words ?? variation.path}`}
          size="small"
          icon={<CloseIcon size={12} />}
          onClick={onRemove}
        />
      </legend>
      {!found.ok && <p className="explore-fault">✕ {found.error}</p>}
      {parameter?.kind === 'choice' && (
        <Choices parameter={parameter} variation={variation} onChange={onChange} />
      )}
      {parameter?.kind === 'number' && (
        <>
          <ChoiceField
            label="Values"
            value={kindOf(variation)}
            choices={KINDS}
            onChange={(kind) => onChange(firstVariation(parameter, kind))}
          />
          <NumberVariation {...{ scenario, parameter, variation, onChange }} />
        </>
      )}
    </fieldset>
  );
}

interface PartProps<V extends Variation> {
  readonly parameter: NumberParameter;
  readonly variation: V;
  readonly onChange: (variation: Variation) => void;
}

function NumberVariation({
  scenario,
  variation,
  ...rest
}: PartProps<Variation> & { readonly scenario: Scenario }) {
  if ('values' in variation) return <List {...{ scenario, variation, ...rest }} />;
  if ('distribution' in variation)
    return <UncertainFields {...rest} path={variation.path} distribution={variation.distribution} />;
  return <RangeFields {...{ variation, ...rest }} />;
}

function List({
  scenario,
  parameter,
  variation,
  onChange,
}: PartProps<ListVariation> & { readonly scenario: Scenario }) {
  const text = variation.values
    .map((value) => (typeof value === 'number' ? formatFull(value, parameter.dimension) : value))
    .join(', ');
  return (
    <TextField
      label="List"
      value={text}
      placeholder="10, 20, unbounded"
      parse={(typed) => {
        const read = parseVariation(scenario, `${parameter.path}=${typed}`);
        if (!read.ok) return read;
        return 'values' in read.value ? ok(typed) : err('Expected values with commas between.');
      }}
      onChange={(typed) => {
        const read = parseVariation(scenario, `${parameter.path}=${typed}`);
        if (read.ok) onChange(read.value);
      }}
    />
  );
}

interface ChoicesProps {
  readonly parameter: Extract<Parameter, { kind: 'choice' }>;
  readonly variation: Variation;
  readonly onChange: (variation: Variation) => void;
}

/** Which of the words; one at least. */
function Choices({ parameter: { choices, labels }, variation, onChange }: ChoicesProps) {
  const chosen = 'values' in variation ? variation.values : [];
  return (
    <div className="explore-choices">
      {choices.map((choice, i) => (
        <label key={choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            disabled={chosen.length === 1 && chosen.includes(choice)}
            onChange={() =>
              onChange({
                path: variation.path,
                values: choices.filter((each) => (each === choice) !== chosen.includes(each)),
              })
            }
          />
          {labels[i]}
        </label>
      ))}
    </div>
  );
}
