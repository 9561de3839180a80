import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import type { Dimension } from '../../../core/quantities/quantity.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { type QuantityRules, quantityProps, type Reading } from './quantity-props.ts';

export interface DistributionNumberProps<L extends ArrivalDistribution> {
  readonly distribution: L;
  /** Which number of the distribution. */
  readonly field: keyof L & string;
  readonly label: string;
  readonly help: string;
  readonly as: Dimension;
  readonly rules: QuantityRules;
  readonly placeholder?: string;
  readonly reading: Reading;
  readonly onChange: (distribution: L, gesture?: string) => void;
}

/** One number of a distribution. */
export function DistributionNumber<L extends ArrivalDistribution>(props: DistributionNumberProps<L>) {
  const { distribution, field, label, help, as, rules, placeholder, reading, onChange } = props;
  const value = distribution[field];
  return (
    <QuantityField
      label={label}
      help={help}
      value={typeof value === 'number' ? value : undefined}
      placeholder={placeholder}
      logScrub={as === 'rate' || as === 'time'}
      onChange={(next, gesture) => {
        if (next !== undefined) return onChange({ ...distribution, [field]: next }, gesture);
        const { [field]: _, ...rest } = distribution;
        // Only a field that may be absent takes an empty text.
        if (rules.optional) onChange(rest as unknown as L, gesture);
      }}
      {...quantityProps(as, reading, rules)}
      {...(as === 'number' ? { coarsestStep: 0.1 } : {})}
    />
  );
}
