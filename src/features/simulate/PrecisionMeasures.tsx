/** Which measures a run is to know to the wanted precision: any of them, at least one. */
import { useId } from 'react';
import { PRECISION_MEASURES, type PrecisionMeasure } from '../../../workers/solve/exact-part/contract.ts';
import { setSimulation, useSession } from '../../state/session-store.ts';
import { FieldRow } from '../../ui/widgets/FieldRow.tsx';
import { measureNamed } from '../results/measures.ts';

const OCCUPANCY: readonly PrecisionMeasure[] = ['meanOccupancy'];

export function PrecisionMeasures({ disabled }: { readonly disabled: boolean }) {
  const chosen = useSession((session) => session.simulation.precisionMeasures) ?? OCCUPANCY;
  const id = useId();
  const toggle = (measure: PrecisionMeasure) => {
    const next = PRECISION_MEASURES.filter((one) => (one === measure) !== chosen.includes(one));
    if (next.length > 0) setSimulation({ precisionMeasures: next });
  };
  return (
    <div className="simulate__measures">
      <FieldRow
        label="Precision of"
        id={id}
        group
        help="The run goes on until these are known to the precision at every stage."
      >
        <fieldset className="simulate__chips" disabled={disabled} aria-labelledby={`${id}-label`}>
          {PRECISION_MEASURES.map((measure) => {
            const { label, symbol } = measureNamed(measure)!;
            return (
              <label key={measure} className="simulate__chip">
                <input type="checkbox" checked={chosen.includes(measure)} onChange={() => toggle(measure)} />
                {label} <small>{symbol}</small>
              </label>
            );
          })}
        </fieldset>
      </FieldRow>
    </div>
  );
}
