import type { ArrivalDistribution, ServiceDistribution } from '../../../core/distributions/distribution.ts';
import { distributionMean, distributionScv } from '../../../core/distributions/distribution-moments.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DistributionShapeFields } from './DistributionShapeFields.tsx';
import {
  ARRIVAL_CHOICES,
  convertDistribution,
  formOf,
  isLocated,
  isServiceDistribution,
  SERVICE_CHOICES,
} from './distribution-forms.ts';
import { HELP } from './help.ts';
import type { Reading } from './quantity-props.ts';
import { RateEditor } from './RateEditor.tsx';

export interface ServiceDistributionEditorProps {
  readonly distribution: ServiceDistribution;
  readonly reading: Reading;
  readonly onChange: (distribution: ServiceDistribution, gesture?: string) => void;
}

/** How long one service takes: distribution, speed, shape. */
export function ServiceDistributionEditor({
  distribution,
  reading,
  onChange,
}: ServiceDistributionEditorProps) {
  return (
    <DistributionEditor
      of="service"
      distribution={distribution}
      reading={reading}
      onChange={(next, gesture) => isServiceDistribution(next) && onChange(next, gesture)}
    />
  );
}

export interface DistributionEditorProps {
  readonly of: 'service' | 'arrivals';
  readonly distribution: ArrivalDistribution;
  readonly reading: Reading;
  readonly onChange: (distribution: ArrivalDistribution, gesture?: string) => void;
}

/** A distribution of times: which one, how fast, and its shape. Choosing another distribution keeps the mean. */
export function DistributionEditor({ of, distribution, reading, onChange }: DistributionEditorProps) {
  return (
    <>
      <ChoiceField
        label="Distribution"
        help={of === 'service' ? HELP.serviceDistribution : HELP.arrivalDistribution}
        value={formOf(distribution)}
        choices={of === 'service' ? SERVICE_CHOICES : ARRIVAL_CHOICES}
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
    </>
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
