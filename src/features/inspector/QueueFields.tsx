import {
  admissionOf,
  disciplineOf,
  preemptionOf,
  serverCountOf,
  whenFullOf,
} from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { CapacityField } from './CapacityField.tsx';
import { HELP } from './help.ts';
import type { ChangeNode } from './inspector-types.ts';
import type { Reading } from './quantity-props.ts';
import { ADMISSIONS, DISCIPLINES, PREEMPTIONS, WHEN_FULL } from './queue-choices.ts';

export interface QueueFieldsProps {
  readonly stage: StageNode;
  /** The scenario tells kinds of jobs apart. */
  readonly hasClasses: boolean;
  readonly reading: Reading;
  readonly change: ChangeNode;
}

/** Room, what happens when it is used up, and the order of service. */
export function QueueFields({ stage, hasClasses, reading, change }: QueueFieldsProps) {
  const bounded = stage.capacity !== undefined;
  return (
    <>
      <CapacityField
        capacity={stage.capacity}
        suggestion={suggestedCapacity(stage)}
        reading={reading}
        change={change}
      />
      {bounded && (
        <>
          <ChoiceField
            label="When full"
            help={HELP.whenFull}
            value={whenFullOf(stage)}
            choices={WHEN_FULL}
            as="list"
            onChange={(whenFull) => change('Change what happens when full', { whenFull })}
          />
          <ChoiceField
            label="Groups"
            help={HELP.admission}
            value={admissionOf(stage)}
            choices={ADMISSIONS}
            onChange={(admission) => change('Change admission', { admission })}
          />
        </>
      )}
      <ChoiceField
        label="Order"
        help={HELP.discipline}
        value={disciplineOf(stage)}
        choices={DISCIPLINES}
        onChange={(discipline) =>
          change('Change order of service', {
            discipline,
            ...(discipline !== 'priority' && { preemption: undefined }),
          })
        }
      />
      {stage.discipline === 'priority' && (
        <>
          <ChoiceField
            label="An urgent job"
            help={HELP.preemption}
            value={preemptionOf(stage)}
            choices={PREEMPTIONS}
            onChange={(preemption) => change('Change preemption', { preemption })}
          />
          {!hasClasses && (
            <p className="i-note">
              All jobs are alike: add classes with priorities while nothing is selected.
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Room for what is in service and as much again, at least 16. */
function suggestedCapacity(stage: StageNode): number {
  const { bulk } = stage;
  const batch = bulk === undefined ? 1 : bulk.rule === 'full' ? bulk.size : bulk.max;
  return Math.max(16, 2 * serverCountOf(stage) * batch);
}
