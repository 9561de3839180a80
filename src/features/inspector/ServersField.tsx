import type { StageNode } from '../../../core/scenario/scenario.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { HELP } from './help.ts';
import type { ChangeNode } from './inspector-types.ts';
import { quantityProps } from './quantity-props.ts';

export interface ServersFieldProps {
  readonly serverCount: StageNode['serverCount'];
  /** Shown while nothing is written. */
  readonly placeholder?: string;
  readonly change: ChangeNode;
}

/** c. */
export function ServersField({ serverCount, placeholder = '1', change }: ServersFieldProps) {
  return (
    <QuantityField
      label="Servers c"
      help={HELP.serverCount}
      value={serverCount}
      placeholder={placeholder}
      onChange={(next, gesture) => change('Change servers', { serverCount: next }, gesture)}
      {...quantityProps('count', {}, { optional: true, min: 1 })}
    />
  );
}
