import type { BulkRule } from '../../../core/scenario/scenario.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';

import { HELP } from './help.ts';
import { quantityProps, type Reading } from './quantity-props.ts';

export interface BulkEditorProps {
  readonly bulk: BulkRule | undefined;
  readonly reading: Reading;
  readonly onChange: (bulk: BulkRule | undefined, gesture?: string) => void;
}

const WAYS: readonly Choice<BulkWay>[] = [
  { value: 'single', label: 'One by one' },
  { value: 'full', label: 'Exactly b', hint: 'a server waits for b elements and takes exactly these' },
  {
    value: 'upTo',
    label: 'Up to b',
    hint: 'a server takes what waits, between a smallest and a largest batch',
  },
];

/** Whether and how a server takes several elements at once. */
export function BulkEditor({ bulk, reading, onChange }: BulkEditorProps) {
  return (
    <>
      <ChoiceField
        label="Serves"
        help={HELP.bulk}
        value={bulkWay(bulk)}
        choices={WAYS}
        as="list"
        onChange={(way) => onChange(asBulkWay(bulk, way))}
      />
      {bulk && <BatchFields bulk={bulk} reading={reading} onChange={onChange} />}
    </>
  );
}

function BatchFields({ bulk, reading, onChange }: BulkEditorProps & { readonly bulk: BulkRule }) {
  const count = quantityProps('count', reading, { min: 1 });
  return (
    <>
      {bulk.rule === 'full' ? (
        <QuantityField
          label="Batch b"
          help={HELP.bulkSize}
          value={bulk.size}
          onChange={(size, gesture) => size !== undefined && onChange({ ...bulk, size }, gesture)}
          {...count}
        />
      ) : (
        <>
          <QuantityField
            label="At least"
            help={HELP.bulkMin}
            value={bulk.min}
            onChange={(min, gesture) =>
              min !== undefined && onChange({ ...bulk, min, max: Math.max(min, bulk.max) }, gesture)
            }
            {...count}
          />
          <QuantityField
            label="At most b"
            help={HELP.bulkMax}
            value={bulk.max}
            onChange={(max, gesture) =>
              max !== undefined && onChange({ ...bulk, max, min: Math.min(max, bulk.min) }, gesture)
            }
            {...count}
          />
        </>
      )}
      <QuantityField
        label="Flush after"
        help={HELP.bulkTimeout}
        value={bulk.timeout}
        placeholder="never"
        logScrub
        onChange={(timeout, gesture) => onChange(withTimeout(bulk, timeout), gesture)}
        {...quantityProps('time', reading, { optional: true, above: 0 })}
      />
    </>
  );
}

/** The ways to serve in bulk, and what becomes of the numbers when the way changes. */

type BulkWay = 'single' | BulkRule['rule'];

export const bulkWay = (bulk: BulkRule | undefined): BulkWay => bulk?.rule ?? 'single';

/** The same batch size another way. Undefined: one by one. */
export function asBulkWay(bulk: BulkRule | undefined, way: BulkWay): BulkRule | undefined {
  if (way === bulkWay(bulk)) return bulk;
  const timeout = bulk?.timeout === undefined ? {} : { timeout: bulk.timeout };
  switch (way) {
    case 'single':
      return undefined;
    case 'full':
      return { rule: 'full', size: bulk?.rule === 'upTo' ? bulk.max : 8, ...timeout };
    case 'upTo':
      return { rule: 'upTo', min: 1, max: bulk?.rule === 'full' ? bulk.size : 8, ...timeout };
  }
}

/** `timeout` undefined: a batch waits for ever. */
export function withTimeout(bulk: BulkRule, timeout: number | undefined): BulkRule {
  const { timeout: _, ...rest } = bulk;
  return timeout === undefined ? rest : { ...rest, timeout };
}
