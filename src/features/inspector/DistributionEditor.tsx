import { useState } from 'react';
import {
  type ArrivalDistribution,
  convertDistribution,
  distributionMean,
  distributionScv,
  FORMS,
  formOf,
  isLocated,
  isServiceDistribution,
  type LocatedDistribution,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import type { Location, RateFactors } from '../../../core/distributions/knowledge.ts';
import { factorsRate, locationRate } from '../../../core/distributions/location.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import type { SliderRange } from '../../ui/widgets/slider-scale.ts';
import { TypedPart } from '../../ui/widgets/typed-forms.tsx';
import { DistributionShapeFields } from './DistributionShapeFields.tsx';
import { HELP } from './help.ts';
import { quantityProps, type Reading } from './quantity-props.ts';

export interface ServiceDistributionEditorProps {
  readonly distribution: ServiceDistribution;
  /** Name of the field that holds it. Default: service. */
  readonly field?: string;
  readonly reading: Reading;
  readonly onChange: (distribution: ServiceDistribution, gesture?: string) => void;
}

const CHOICES = {
  service: FORMS.filter(({ knowledge }) => !knowledge.arrivalsOnly).map(({ form, knowledge }) => ({
    value: form,
    label: knowledge.label,
    hint: knowledge.hint,
  })),
  arrivals: FORMS.map(({ form, knowledge }) => ({
    value: form,
    label: knowledge.arrivalLabel ?? knowledge.label,
    hint: knowledge.hint,
  })),
};

/** How long one service takes: distribution, speed, shape. */
export function ServiceDistributionEditor({
  distribution,
  field,
  reading,
  onChange,
}: ServiceDistributionEditorProps) {
  return (
    <DistributionEditor
      of="service"
      distribution={distribution}
      field={field}
      reading={reading}
      onChange={(next, gesture) => isServiceDistribution(next) && onChange(next, gesture)}
    />
  );
}

export interface DistributionEditorProps {
  readonly of: 'service' | 'arrivals';
  readonly field?: string | undefined;
  readonly distribution: ArrivalDistribution;
  readonly reading: Reading;
  readonly onChange: (distribution: ArrivalDistribution, gesture?: string) => void;
}

/** A distribution of times: which one, how fast, and its shape. Choosing another distribution keeps the mean. */
export function DistributionEditor({ of, field, distribution, reading, onChange }: DistributionEditorProps) {
  return (
    <TypedPart name={field ?? (of === 'service' ? of : 'interarrival')}>
      <ChoiceField
        label="Distribution"
        help={of === 'service' ? HELP.serviceDistribution : HELP.arrivalDistribution}
        value={formOf(distribution)}
        choices={CHOICES[of]}
        onChange={(form) => onChange(convertDistribution(distribution, form))}
      />
      {isLocated(distribution) && (
        <RateEditor of={of} distribution={distribution} reading={reading} onChange={onChange} />
      )}
      <DistributionShapeFields
        key={formOf(distribution)}
        distribution={distribution}
        reading={reading}
        onChange={onChange}
      />
      {!isLocated(distribution) && <DistributionSummary distribution={distribution} reading={reading} />}
    </TypedPart>
  );
}

/** Mean, rate and variability where they follow from other parameters. */
function DistributionSummary({
  distribution,
  reading,
}: {
  readonly distribution: ArrivalDistribution;
  readonly reading: Reading;
}) {
  const mean = distributionMean(distribution);
  return (
    <p className="i-derived">
      <span>
        mean {formatQuantity(mean, 'time', { timeUnit: reading.timeUnit })}, SCV{' '}
        {formatQuantity(distributionScv(distribution), 'number')}
      </span>
      <output>{formatQuantity(1 / mean, 'rate', { unit: reading.unit })}</output>
    </p>
  );
}

interface RateEditorProps<L extends LocatedDistribution> {
  readonly of: 'service' | 'arrivals';
  readonly distribution: L;
  readonly reading: Reading;
  readonly onChange: (distribution: L, gesture?: string) => void;
}

const WAYS: readonly { readonly value: LocationWay; readonly label: string; readonly hint: string }[] = [
  { value: 'rate', label: 'Rate', hint: 'events per second' },
  { value: 'mean', label: 'Time', hint: 'mean time of one' },
  {
    value: 'factors',
    label: 'Per clock',
    hint: 'elements per clock cycle, clock frequency, multiplier and divisor',
  },
];

/** How fast: as a rate, as a mean time, or from first principles with every factor kept. */
function RateEditor<L extends LocatedDistribution>({
  of,
  distribution,
  reading,
  onChange,
}: RateEditorProps<L>) {
  const way = wayOf(distribution);
  return (
    <>
      <ChoiceField
        label="Specify by"
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

interface SpeedFieldsProps {
  readonly of: 'service' | 'arrivals';
  readonly location: Location;
  readonly reading: Reading;
  readonly onChange: (location: Location, gesture?: string) => void;
}

/** The numbers of one way to say how fast: a rate, a mean time, or each factor of first principles. */
function SpeedFields(props: SpeedFieldsProps) {
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
      field="rate"
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
      field="mean"
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
        field="factors.elementsPerClock"
        help={HELP.elementsPerClock}
        value={factors.elementsPerClock}
        onChange={(next, gesture) => next !== undefined && change({ elementsPerClock: next }, gesture)}
        {...positive}
      />
      <QuantityField
        label="Clock C"
        field="factors.clock"
        help={HELP.clock}
        value={factors.clock}
        logScrub
        onChange={(next, gesture) => next !== undefined && change({ clock: next }, gesture)}
        {...quantityProps('frequency', reading, { above: 0 })}
      />
      <QuantityField
        label="Divisor M₁"
        field="factors.divisor"
        help={HELP.divisor}
        value={factors.divisor}
        onChange={(next, gesture) => change({ divisor: next }, gesture)}
        {...optional}
      />
      <QuantityField
        label="Multiplier M₂"
        field="factors.multiplier"
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

/** The three ways to say how fast: a rate, a mean time, or first principles. */

type LocationWay = 'rate' | 'mean' | 'factors';

export function wayOf({ mean, factors }: Location): LocationWay {
  if (factors) return 'factors';
  return mean === undefined ? 'rate' : 'mean';
}

/**
 * Keeps the speed and states it another way. First principles start as one element per clock of a clock with that
 * rate.
 */
export function asWay(location: Location, way: LocationWay): Location {
  if (way === wayOf(location)) return location;
  const rate = location.mean === undefined ? locationRate(location) : reciprocal(location.mean);
  switch (way) {
    case 'rate':
      return { rate };
    case 'mean':
      return { mean: reciprocal(rate) };
    case 'factors':
      return { factors: { elementsPerClock: 1, clock: rate } };
  }
}

/** The distribution at another place; its shape stays. */
export function withLocation<L extends LocatedDistribution>(distribution: L, location: Location): L {
  const { rate: _rate, mean: _mean, factors: _factors, ...shape } = distribution;
  // Only the location differs, and every located distribution takes each of the three.
  return { ...shape, ...location } as L;
}

/** 1 / x, shortened to 15 digits where that loses nothing: turned over twice, a number stands as it was typed. */
function reciprocal(x: number): number {
  const short = Number((1 / x).toPrecision(15));
  return 1 / short === x ? short : 1 / x;
}
