import type { LocatedDistribution } from '../../../core/distributions/distribution.ts';
import { locationRate } from '../../../core/distributions/distribution-moments.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { HELP } from './help.ts';
import { asWay, type LocationWay, wayOf, withLocation } from './location-forms.ts';
import type { Reading } from './quantity-props.ts';
import { SpeedFields } from './SpeedFields.tsx';

export interface RateEditorProps<L extends LocatedDistribution> {
  readonly of: 'service' | 'arrivals';
  readonly distribution: L;
  readonly reading: Reading;
  readonly onChange: (distribution: L, gesture?: string) => void;
}

const WAYS: readonly { readonly value: LocationWay; readonly label: string; readonly hint: string }[] = [
  { value: 'rate', label: 'Rate', hint: 'events per second' },
  { value: 'mean', label: 'Time', hint: 'mean time of one' },
  { value: 'factors', label: 'Factors', hint: 'first principles: elements per clock, clock and factors' },
];

/** How fast: as a rate, as a mean time, or from first principles with every factor kept. */
export function RateEditor<L extends LocatedDistribution>({
  of,
  distribution,
  reading,
  onChange,
}: RateEditorProps<L>) {
  const way = wayOf(distribution);
  return (
    <>
      <ChoiceField
        label="Given as"
        help={HELP.locationWay}
        value={way}
        choices={WAYS}
        onChange={(next) => onChange(withLocation(distribution, asWay(distribution, next)))}
      />
      <SpeedFields
        of={of}
        location={distribution}
        reading={reading}
        onChange={(location, gesture) => onChange(withLocation(distribution, location), gesture)}
      />
      {way !== 'factors' && (
        <p className="i-derived">
          <span>{way === 'rate' ? 'mean time' : 'rate'}</span>
          <output>{otherWay(distribution, reading)}</output>
        </p>
      )}
    </>
  );
}

function otherWay(distribution: LocatedDistribution, { unit, timeUnit }: Reading): string {
  const rate = locationRate(distribution);
  return distribution.mean === undefined
    ? formatQuantity(1 / rate, 'time', { timeUnit })
    : formatQuantity(rate, 'rate', { unit });
}
