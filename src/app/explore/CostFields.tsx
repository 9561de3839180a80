/** What an element of buffer, a server and a stage cost, for the measure `cost`. */
import type { Costs, Prices } from '../../model/study.ts';
import { QuantityField } from '../../widgets/QuantityField.tsx';
import { quantityProps } from '../inspector/quantity-props.ts';

const FIELDS: readonly (readonly [keyof Prices, string])[] = [
  ['buffer', 'Per place'],
  ['server', 'Per server'],
  ['stage', 'Per stage'],
];
const PROPS = quantityProps('number', {}, { min: 0 });

export function CostFields({
  costs,
  onChange,
}: {
  readonly costs: Costs;
  readonly onChange: (costs: Costs) => void;
}) {
  return (
    <div className="explore-fields">
      {FIELDS.map(([name, label]) => (
        <QuantityField
          key={name}
          {...PROPS}
          label={label}
          value={costs[name] ?? 0}
          onChange={(value) => onChange({ ...costs, [name]: value ?? 0 })}
        />
      ))}
    </div>
  );
}
