/** A goal put together from lists: what is sought, what must hold, and at which load. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import { parametersOf } from '../../../core/study/parameters.ts';
import { measuresOf } from '../../../core/study/study-measures.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CloseIcon, PlusIcon } from '../../ui/widgets/icons.tsx';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { type Bound, type GoalForm as Form, firstForm, formOf, goalText } from './goal-form.ts';

interface GoalFormProps {
  readonly scenario: Scenario;
  /** The goal as the form reads it. */
  readonly text: string;
  /** The bottleneck. */
  readonly stage: string | undefined;
  readonly onChange: (text: string) => void;
}

const FINDS = (['least', 'largest'] as const).map((value) => ({ value, label: value }));
const SIGNS = (['<=', '<', '>=', '>'] as const).map((value) => ({ value, label: value }));
/** Measures of the design itself are sought over all stages that they count. */
const WHOLE = [
  { value: 'servers', label: 'servers of all stages' },
  { value: 'buffer', label: 'places of all queues' },
  { value: 'cost', label: 'cost, by the prices' },
];

export function GoalForm({ scenario, text, stage, onChange }: GoalFormProps) {
  const read = formOf(text);
  const form = read ?? firstForm(scenario, stage);
  const set = (change: Partial<Form>): void => onChange(goalText({ ...form, ...change }));
  const numbers = parametersOf(scenario).filter(({ kind }) => kind === 'number');
  const { bounds } = form;
  return (
    <>
      <div className="explore-fields explore-fields--wide">
        <ChoiceField label="Find the" value={form.find} choices={FINDS} onChange={(find) => set({ find })} />
        <ChoiceField
          label="Of"
          as="list"
          value={form.of}
          choices={[...WHOLE, ...numbers.map(({ path, words }) => ({ value: path, label: words }))]}
          onChange={(of) => set({ of })}
        />
        {numbers.some(({ path }) => path === 'inputs') && form.of !== 'inputs' && (
          <TextField label="At input, times" value={form.load} onChange={(load) => set({ load })} />
        )}
      </div>
      {bounds.map((bound, i) => (
        <BoundFields
          // biome-ignore lint/suspicious/noArrayIndexKey: bounds have no name, and two may be equal
          key={i}
          {...{ scenario, bound }}
          label={i === 0 ? 'With' : 'And'}
          onChange={(next) => set({ bounds: bounds.with(i, next) })}
          onRemove={bounds.length > 1 ? () => set({ bounds: bounds.toSpliced(i, 1) }) : undefined}
        />
      ))}
      <Button
        size="small"
        icon={<PlusIcon size={14} />}
        onClick={() =>
          set({ bounds: [...bounds, { measure: 'network.maxUtilization', is: '<', value: '0.9' }] })
        }
      >
        Another condition
      </Button>
      {!read && (
        <p className="panel__note">The line above says more than this form; a choice here replaces it.</p>
      )}
    </>
  );
}

interface BoundFieldsProps {
  readonly scenario: Scenario;
  readonly bound: Bound;
  readonly label: string;
  readonly onChange: (bound: Bound) => void;
  readonly onRemove: (() => void) | undefined;
}

function BoundFields({ scenario, bound, label, onChange, onRemove }: BoundFieldsProps) {
  const measures = measuresOf(scenario);
  return (
    <div className="explore-fields explore-fields--wide goal-bound">
      <ChoiceField
        label={label}
        as="list"
        value={bound.measure}
        choices={measures.map(({ name, words }) => ({ value: name, label: words }))}
        onChange={(measure) => onChange({ ...bound, measure })}
      />
      <ChoiceField
        label="Is"
        as="list"
        value={bound.is}
        choices={SIGNS}
        onChange={(is) => onChange({ ...bound, is })}
      />
      <TextField label="Bound" value={bound.value} onChange={(value) => onChange({ ...bound, value })} />
      {onRemove && (
        <IconButton
          label="Leave this condition out"
          size="small"
          icon={<CloseIcon size={12} />}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
