import type { ArrivalLaw, ServiceLaw } from '../../../core/distributions/law.ts';
import { lawMean, lawScv } from '../../../core/distributions/law-moments.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { HELP } from './help.ts';
import { LawShapeFields } from './LawShapeFields.tsx';
import {
  ARRIVAL_CHOICES,
  convertLaw,
  formOf,
  isLocated,
  isServiceLaw,
  SERVICE_CHOICES,
} from './law-forms.ts';
import type { Reading } from './quantity-props.ts';
import { RateEditor } from './RateEditor.tsx';

export interface ServiceLawEditorProps {
  readonly law: ServiceLaw;
  readonly reading: Reading;
  readonly onChange: (law: ServiceLaw, gesture?: string) => void;
}

/** How long one service takes: law, speed, shape. */
export function ServiceLawEditor({ law, reading, onChange }: ServiceLawEditorProps) {
  return (
    <LawEditor
      of="service"
      law={law}
      reading={reading}
      onChange={(next, gesture) => isServiceLaw(next) && onChange(next, gesture)}
    />
  );
}

export interface LawEditorProps {
  readonly of: 'service' | 'arrivals';
  readonly law: ArrivalLaw;
  readonly reading: Reading;
  readonly onChange: (law: ArrivalLaw, gesture?: string) => void;
}

/** A law of times: which one, how fast, and its shape. Choosing another law keeps the mean. */
export function LawEditor({ of, law, reading, onChange }: LawEditorProps) {
  return (
    <>
      <ChoiceField
        label="Law"
        help={of === 'service' ? HELP.serviceLaw : HELP.arrivalLaw}
        value={formOf(law)}
        choices={of === 'service' ? SERVICE_CHOICES : ARRIVAL_CHOICES}
        onChange={(form) => onChange(convertLaw(law, form))}
      />
      {isLocated(law) && <RateEditor of={of} law={law} reading={reading} onChange={onChange} />}
      <LawShapeFields key={formOf(law)} law={law} reading={reading} onChange={onChange} />
      {!isLocated(law) && <LawSummary law={law} reading={reading} />}
    </>
  );
}

/** Mean, rate and variability where they follow from other parameters. */
function LawSummary({ law, reading }: { readonly law: ArrivalLaw; readonly reading: Reading }) {
  const mean = lawMean(law);
  return (
    <p className="i-derived">
      <span>
        mean {formatQuantity(mean, 'time', { timeUnit: reading.timeUnit })}, SCV{' '}
        {formatQuantity(lawScv(law), 'number')}
      </span>
      <output>{formatQuantity(1 / mean, 'rate', { unit: reading.unit })}</output>
    </p>
  );
}
