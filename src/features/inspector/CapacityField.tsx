import { FIELDS } from '../../../core/scenario/fields.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import type { ChangeNode } from './inspector-types.ts';
import { PlainField } from './PlainField.tsx';
import type { Reading } from './quantity-props.ts';

export interface CapacityFieldProps {
  readonly capacity: StageNode['capacity'];
  /** What the limit becomes when one is asked for. */
  readonly suggestion: number;
  /** Several stages with several capacities. */
  readonly mixed?: boolean;
  readonly reading: Reading;
  readonly change: ChangeNode;
}

/** K, with a switch between a limit and none. */
export function CapacityField({ capacity, suggestion, mixed = false, reading, change }: CapacityFieldProps) {
  const unbounded = capacity === undefined && !mixed;
  return (
    <PlainField
      rows={FIELDS.stage}
      name="capacity"
      holder={{ capacity }}
      change={change}
      reading={reading}
      {...(mixed && { placeholder: 'several' })}
      trailing={
        <IconButton
          label={unbounded ? 'Set a limit' : 'Remove the limit'}
          icon={<span className="i-infinity">∞</span>}
          aria-pressed={unbounded}
          onClick={() =>
            change(unbounded ? 'Set a capacity' : 'Remove the capacity', {
              capacity: unbounded ? suggestion : undefined,
            })
          }
        />
      }
    />
  );
}
