/** Which end of which queue, by which method, and how long the periods are that events are counted in. */

import { ok, type Result } from '../../../core/base/result.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import type { RateMethod, SampledEnd } from '../../../workers/estimate/contract.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { setEstimate, useEstimating } from './estimating.ts';
import { METHOD_CHOICES } from './method-words.ts';

const END_HINTS = { head: 'who reads from it', tail: 'who writes to it' } as const;

export function RateSettings({ ends }: { readonly ends: readonly SampledEnd[] }) {
  const { end, method, period } = useEstimating(({ settings }) => settings);
  const chosen = ends.find(({ key }) => key === end);
  return (
    <div className="rates__settings">
      <ChoiceField
        label="Queue"
        as="list"
        value={end}
        choices={ends.map((one) => ({ value: one.key, label: endTitle(one), hint: END_HINTS[one.end] }))}
        onChange={(key) => setEstimate({ end: key })}
      />
      <ChoiceField<RateMethod | 'auto'>
        label="Method"
        as="list"
        value={method ?? 'auto'}
        choices={METHOD_CHOICES}
        onChange={(value) => setEstimate({ method: value === 'auto' ? undefined : value })}
      />
      {chosen?.from === 'events' && (
        <QuantityField
          label="Period T"
          help="Events are counted in periods of this length; when left open, so that one holds about 20 items."
          value={period}
          placeholder="20 items"
          format={(value) => formatQuantity(value, 'time')}
          formatFull={(value) => formatFull(value, 'time')}
          parse={parsePeriod}
          onChange={(value) => setEstimate({ period: value })}
        />
      )}
    </div>
  );
}

const endTitle = ({ queue, name, end }: SampledEnd): string =>
  `${name === undefined || name === queue ? queue : `${queue} ${name}`}, ${end}`;

function parsePeriod(text: string): Result<number | undefined, string> {
  if (text.trim() === '') return ok(undefined);
  const value = parseQuantity(text, 'time');
  return value.ok && value.value === 0 ? { ok: false, error: 'Expected a time > 0.' } : value;
}
