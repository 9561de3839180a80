/** Which node gets the law, and the button that gives it. */
import type { ArrivalLaw } from '../../../core/distributions/law.ts';
import type { Times } from './fit-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { type FittedLaw, whyNowhere } from './put-law.ts';
import { usePutLaw } from './use-put-law.ts';

interface PutLawProps {
  readonly times: Times;
  readonly fit: FittedLaw;
  /** As the button says it. */
  readonly title: string;
  readonly disabled: boolean;
  /** Only nodes that can have this one. */
  readonly law?: ArrivalLaw;
}

export function PutLaw({ times, fit, title, disabled, law }: PutLawProps) {
  const { targets, target, refusal, choose, put } = usePutLaw(times, law);
  if (targets.length === 0) return <p className="panel__note">{whyNowhere(times.role)}</p>;
  return (
    <div className="fits__put">
      <ChoiceField
        label={times.role === 'arrivals' ? 'Source' : 'Stage'}
        as="list"
        placeholder="choose one"
        value={target?.id}
        choices={targets.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        onChange={choose}
      />
      <Button
        variant="primary"
        disabled={disabled || !target || refusal !== undefined}
        onClick={() => put(fit)}
      >
        {target ? `Put ${title} on ${target.name ?? target.id}` : `Put ${title} on a stage`}
      </Button>
      {refusal !== undefined && <span className="panel__note">{refusal}</span>}
    </div>
  );
}
