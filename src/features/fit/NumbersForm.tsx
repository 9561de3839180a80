/** Times that are typed or pasted. */
import { useState } from 'react';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';
import { formatTrace, parseTrace } from '../inspector/distribution-text.ts';
import { takeTimes } from './open-times.ts';

const UNITS = [
  { value: 's', label: 's' },
  { value: 'ms', label: 'ms' },
  { value: 'us', label: 'µs' },
  { value: 'ns', label: 'ns' },
] as const;
type Unit = (typeof UNITS)[number]['value'];
const SECONDS: Readonly<Record<Unit, number>> = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };

export function NumbersForm() {
  const [trace, setTrace] = useState({ distribution: 'trace' as const, values: [] as readonly number[] });
  const [unit, setUnit] = useState<Unit>('ms');
  const { values } = trace;
  return (
    <form
      className="fits__numbers"
      aria-label="Numbers of your own"
      onSubmit={(event) => {
        event.preventDefault();
        takeTimes(values.map((value) => value * SECONDS[unit]));
      }}
    >
      <TextArea
        label="Times"
        value={trace}
        rows={4}
        monospace
        placeholder={'12.1\n9.7\n15.0'}
        format={formatTrace}
        parse={parseTrace}
        onChange={setTrace}
      />
      <div className="fits__put">
        <ChoiceField label="Unit" as="segments" value={unit} choices={UNITS} onChange={setUnit} />
        <Button type="submit" disabled={values.length === 0}>
          {values.length === 0 ? 'Fit' : `Fit ${values.length.toLocaleString('en')} times`}
        </Button>
      </div>
    </form>
  );
}
