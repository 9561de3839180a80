import { useState } from 'react';
import type { Location, RateFactors } from '../../../core/distributions/distribution.ts';
import { factorsRate } from '../../../core/distributions/distribution-moments.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import type { SliderRange } from '../../ui/widgets/slider-scale.ts';
import { HELP } from './help.ts';
import { wayOf } from './location-forms.ts';
import { quantityProps, type Reading } from './quantity-props.ts';

export interface SpeedFieldsProps {
  readonly of: 'service' | 'arrivals';
  readonly location: Location;
  readonly reading: Reading;
  readonly onChange: (location: Location, gesture?: string) => void;
}

/** The numbers of one way to say how fast: a rate, a mean time, or each factor of first principles. */
export function SpeedFields(props: SpeedFieldsProps) {
  switch (wayOf(props.location)) {
    case 'rate':
      return <RateField {...props} />;
    case 'mean':
      return <MeanField {...props} />;
    case 'factors':
      return <FactorFields {...props} />;
  }
}

function RateField({ of, location, reading, onChange }: SpeedFieldsProps) {
  const rate = location.rate ?? 0;
  return (
    <QuantityField
      label={of === 'service' ? 'Rate μ' : 'Rate'}
      help={of === 'service' ? HELP.serviceRate : HELP.arrivalRate}
      value={rate}
      slider={useRangeAround(rate)}
      onChange={(next, gesture) => next !== undefined && onChange({ rate: next }, gesture)}
      {...quantityProps('rate', reading, { above: 0 })}
    />
  );
}

function MeanField({ of, location, reading, onChange }: SpeedFieldsProps) {
  const mean = location.mean ?? 0;
  return (
    <QuantityField
      label={of === 'service' ? 'Mean time' : 'Mean gap'}
      help={of === 'service' ? HELP.serviceTime : HELP.arrivalTime}
      value={mean}
      slider={useRangeAround(mean)}
      onChange={(next, gesture) => next !== undefined && onChange({ mean: next }, gesture)}
      {...quantityProps('time', reading, { above: 0 })}
    />
  );
}

function FactorFields({ location, reading, onChange }: SpeedFieldsProps) {
  const factors = location.factors ?? { elementsPerClock: 1, clock: 1 };
  const change = (patch: Partial<RateFactors>, gesture?: string) =>
    onChange({ factors: { ...factors, ...patch } }, gesture);
  const positive = quantityProps('number', reading, { above: 0 });
  const optional = { ...quantityProps('number', reading, { above: 0, optional: true }), placeholder: '1' };
  return (
    <>
      <QuantityField
        label="Per clock R"
        help={HELP.elementsPerClock}
        value={factors.elementsPerClock}
        onChange={(next, gesture) => next !== undefined && change({ elementsPerClock: next }, gesture)}
        {...positive}
      />
      <QuantityField
        label="Clock C"
        help={HELP.clock}
        value={factors.clock}
        logScrub
        onChange={(next, gesture) => next !== undefined && change({ clock: next }, gesture)}
        {...quantityProps('frequency', reading, { above: 0 })}
      />
      <QuantityField
        label="Divisor M₁"
        help={HELP.divisor}
        value={factors.divisor}
        onChange={(next, gesture) => change({ divisor: next }, gesture)}
        {...optional}
      />
      <QuantityField
        label="Multiplier M₂"
        help={HELP.multiplier}
        value={factors.multiplier}
        onChange={(next, gesture) => change({ multiplier: next }, gesture)}
        {...optional}
        coarsestStep={0.01}
      />
      <p className="i-derived">
        <span>μ = R / M₁ · C · M₂</span>
        <output>{formatQuantity(factorsRate(factors), 'rate', { unit: reading.unit })}</output>
      </p>
    </>
  );
}

/** A tenth to ten times the value. It stays put while the slider moves, and follows a value typed beyond it. */
function useRangeAround(value: number): SliderRange {
  const [centre, setCentre] = useState(value);
  const outside = value < (centre / 10) * 0.999 || value > centre * 10 * 1.001;
  if (outside && value > 0) setCentre(value);
  return { min: centre / 10, max: centre * 10, log: true };
}
