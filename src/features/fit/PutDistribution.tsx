/** Which node gets the distribution, and the button that gives it. */
import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import type { Times } from './fit-store.ts';
import { type FittedDistribution, whyNowhere } from './put-distribution.ts';
import { usePutDistribution } from './use-put-distribution.ts';

interface PutDistributionProps {
  readonly times: Times;
  readonly fit: FittedDistribution;
  /** As the button says it. */
  readonly title: string;
  readonly disabled: boolean;
  /** Only nodes that can have this one. */
  readonly distribution?: ArrivalDistribution;
}

export function PutDistribution({ times, fit, title, disabled, distribution }: PutDistributionProps) {
  const { targets, target, refusal, choose, put } = usePutDistribution(times, distribution);
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
