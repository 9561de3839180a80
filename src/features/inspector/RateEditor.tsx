import type { LocatedLaw } from '../../../core/distributions/law.ts';
import { locationRate } from '../../../core/distributions/law-moments.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { HELP } from './help.ts';
import { asWay, type LocationWay, wayOf, withLocation } from './location-forms.ts';
import type { Reading } from './quantity-props.ts';
import { SpeedFields } from './SpeedFields.tsx';

export interface RateEditorProps<L extends LocatedLaw> {
  readonly of: 'service' | 'arrivals';
  readonly law: L;
  readonly reading: Reading;
  readonly onChange: (law: L, gesture?: string) => void;
}

const WAYS: readonly { readonly value: LocationWay; readonly label: string; readonly hint: string }[] = [
  { value: 'rate', label: 'Rate', hint: 'events per second' },
  { value: 'mean', label: 'Time', hint: 'mean time of one' },
  { value: 'factors', label: 'Factors', hint: 'first principles: elements per clock, clock and factors' },
];

/** How fast: as a rate, as a mean time, or from first principles with every factor kept. */
export function RateEditor<L extends LocatedLaw>({ of, law, reading, onChange }: RateEditorProps<L>) {
  const way = wayOf(law);
  return (
    <>
      <ChoiceField
        label="Given as"
        help={HELP.locationWay}
        value={way}
        choices={WAYS}
        onChange={(next) => onChange(withLocation(law, asWay(law, next)))}
      />
      <SpeedFields
        of={of}
        location={law}
        reading={reading}
        onChange={(location, gesture) => onChange(withLocation(law, location), gesture)}
      />
      {way !== 'factors' && (
        <p className="i-derived">
          <span>{way === 'rate' ? 'mean time' : 'rate'}</span>
          <output>{otherWay(law, reading)}</output>
        </p>
      )}
    </>
  );
}

function otherWay(law: LocatedLaw, { unit, timeUnit }: Reading): string {
  const rate = locationRate(law);
  return law.mean === undefined
    ? formatQuantity(1 / rate, 'time', { timeUnit })
    : formatQuantity(rate, 'rate', { unit });
}
