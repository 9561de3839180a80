import { choicesOf } from '../../../core/base/kinds.ts';
import { BULK, type BulkRule, largestBatch } from '../../../core/rules/bulk.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import { patched } from '../../../core/scenario/patch.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { TypedPart } from '../../ui/widgets/typed-forms.tsx';
import { PlainField } from './PlainField.tsx';
import type { Reading } from './quantity-props.ts';

export interface BulkEditorProps {
  readonly bulk: BulkRule | undefined;
  readonly reading: Reading;
  readonly onChange: (bulk: BulkRule | undefined, gesture?: string) => void;
}

const WAYS: readonly Choice<BulkWay>[] = [
  { value: 'single', label: 'None', hint: 'one by one' },
  ...choicesOf(BULK),
];

/** Whether and how a server takes several elements at once. */
export function BulkEditor({ bulk, reading, onChange }: BulkEditorProps) {
  return (
    <>
      <ChoiceField
        label={FIELDS.stage.bulk.label}
        help={FIELDS.stage.bulk.help}
        value={bulkWay(bulk)}
        choices={WAYS}
        as="list"
        onChange={(way) => onChange(asBulkWay(bulk, way))}
      />
      {bulk && (
        <TypedPart name="bulk">
          <BatchFields bulk={bulk} reading={reading} onChange={onChange} />
        </TypedPart>
      )}
    </>
  );
}

interface BatchFieldsProps extends BulkEditorProps {
  readonly bulk: BulkRule;
}

function SizeFields({ bulk, onChange }: BatchFieldsProps) {
  switch (bulk.rule) {
    case 'full':
      return (
        <PlainField
          rows={FIELDS.fullBatch}
          name="size"
          holder={bulk}
          change={(_, { size = bulk.size }, gesture) => onChange({ ...bulk, size }, gesture)}
        />
      );
    case 'upTo':
      return (
        <>
          <PlainField
            rows={FIELDS.upToBatch}
            name="min"
            holder={bulk}
            change={(_, { min = bulk.min }, gesture) =>
              onChange({ ...bulk, min, max: Math.max(min, bulk.max) }, gesture)
            }
          />
          <PlainField
            rows={FIELDS.upToBatch}
            name="max"
            holder={bulk}
            change={(_, { max = bulk.max }, gesture) =>
              onChange({ ...bulk, max, min: Math.min(max, bulk.min) }, gesture)
            }
          />
        </>
      );
  }
}

function BatchFields(props: BatchFieldsProps) {
  const { bulk, reading, onChange } = props;
  return (
    <>
      <SizeFields {...props} />
      <PlainField
        rows={FIELDS.fullBatch}
        name="timeout"
        holder={{ timeout: bulk.timeout }}
        change={(_, times, gesture) => onChange(withTimes(bulk, times), gesture)}
        reading={reading}
        logScrub
      />
      <PlainField
        rows={FIELDS.fullBatch}
        name="timePerElement"
        holder={{ timePerElement: bulk.timePerElement }}
        change={(_, times, gesture) => onChange(withTimes(bulk, times), gesture)}
        reading={reading}
        logScrub
      />
    </>
  );
}

/** The ways to serve in bulk, and what becomes of the numbers when the way changes. */

type BulkWay = 'single' | BulkRule['rule'];

export const bulkWay = (bulk: BulkRule | undefined): BulkWay => bulk?.rule ?? 'single';

/** Keeps the batch size and the times under another rule. Undefined: one by one. */
export function asBulkWay(bulk: BulkRule | undefined, way: BulkWay): BulkRule | undefined {
  if (way === bulkWay(bulk)) return bulk;
  const { timeout, timePerElement } = bulk ?? {};
  switch (way) {
    case 'single':
      return undefined;
    case 'full':
      return withTimes({ rule: 'full', size: bulk ? largestBatch(bulk) : 8 }, { timeout, timePerElement });
    case 'upTo':
      return withTimes(
        { rule: 'upTo', min: 1, max: bulk ? largestBatch(bulk) : 8 },
        { timeout, timePerElement },
      );
  }
}

type BatchTimes = Partial<Record<'timeout' | 'timePerElement', number | undefined>>;

/** What is undefined is as the format's default says: a batch waits for ever, and takes as long as any other. */
export const withTimes = (bulk: BulkRule, times: BatchTimes): BulkRule => patched(bulk, times);
