/** The numbers of a distribution. */
import { err } from '../../../core/base/result.ts';
import type { NumberParameter } from '../../../core/study/parameters.ts';
import type { Distribution, Variation } from '../../../core/study/study.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { quantityProps } from '../inspector/quantity-props.ts';
import { numberIn, readingOf } from './number-reading.ts';
import { DISTRIBUTION_WORDS } from './variation-kinds.ts';

interface UncertainFieldsProps {
  readonly parameter: NumberParameter;
  readonly path: string;
  readonly distribution: Distribution;
  readonly onChange: (variation: Variation) => void;
}

export function UncertainFields({ parameter, path, distribution, onChange }: UncertainFieldsProps) {
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
  if (mode !== undefined && (mode < min! || mode > max!)) return 'Expected the likeliest between the others.';
  return deviation !== undefined && deviation <= 0 ? 'Expected more than 0.' : undefined;
}
