import type { ArrivalLaw } from '../../../core/distributions/law.ts';
import type { Dimension } from '../../../core/quantities/quantity.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { type QuantityRules, quantityProps, type Reading } from './quantity-props.ts';

export interface LawNumberProps<L extends ArrivalLaw> {
  readonly law: L;
  /** Which number of the law. */
  readonly field: keyof L & string;
  readonly label: string;
  readonly help: string;
  readonly as: Dimension;
  readonly rules: QuantityRules;
  readonly placeholder?: string;
  readonly reading: Reading;
  readonly onChange: (law: L, gesture?: string) => void;
}

/** One number of a law. */
export function LawNumber<L extends ArrivalLaw>(props: LawNumberProps<L>) {
  const { law, field, label, help, as, rules, placeholder, reading, onChange } = props;
  const value = law[field];
  return (
    <QuantityField
      label={label}
      help={help}
      value={typeof value === 'number' ? value : undefined}
      placeholder={placeholder}
      logScrub={as === 'rate' || as === 'time'}
      onChange={(next, gesture) => {
        if (next !== undefined) return onChange({ ...law, [field]: next }, gesture);
        const { [field]: _, ...rest } = law;
        // Only a field that may be absent takes an empty text.
        if (rules.optional) onChange(rest as unknown as L, gesture);
      }}
      {...quantityProps(as, reading, rules)}
      {...(as === 'number' ? { coarsestStep: 0.1 } : {})}
    />
  );
}
