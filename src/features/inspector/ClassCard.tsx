import { type ClassPatch, patchClass, removeClass, renameClass } from '../../../core/scenario/class-edits.ts';
import { sourceClass } from '../../../core/scenario/classes.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import { type ClosedPopulation, isSource, type JobClass } from '../../../core/scenario/scenario.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { ItemCard } from './ItemCard.tsx';
import type { ClassListProps } from './inspector-types.ts';
import { NameFields } from './NameFields.tsx';
import { NodeLine } from './NodeLine.tsx';
import { nodeChoices } from './node-choices.ts';
import { PlainField } from './PlainField.tsx';

const ORIGINS: readonly Choice<'open' | 'closed'>[] = [
  { value: 'open', label: 'From sources', hint: 'open: they come from sources and leave at sinks' },
  { value: 'closed', label: 'Circulate', hint: 'closed: a fixed number of jobs that never leave' },
];

const STARTING_POPULATION = 8;

/** One class: its name, how urgent it is, and where its jobs come from. */
export function ClassCard({
  jobClass,
  scenario,
  onEdit,
  onSelectNode,
}: ClassListProps & { readonly jobClass: JobClass }) {
  const { id, closed } = jobClass;
  const name = nameOf(jobClass);
  const emitters = scenario.nodes
    .filter(isSource)
    .filter((source) => sourceClass(scenario, source) === id)
    .map((source) => source.id);
  const starts = nodeChoices(scenario, ['delay', 'stage']);
  const change = (label: string, patch: ClassPatch, gesture?: string) =>
    onEdit(`${label} of ${name}`, (before) => patchClass(before, id, patch), gesture);
  const close = (origin: 'open' | 'closed') => {
    const start = starts[0]?.value;
    if (origin === 'open') change('Open the population', { closed: undefined });
    else if (start !== undefined)
      change('Close the population', { closed: { population: STARTING_POPULATION, start } });
  };
  return (
    <ItemCard
      label={`Class ${name}`}
      title={name}
      removal={{
        label: `Remove class ${name}`,
        run: () => onEdit(`Remove class ${name}`, (before) => removeClass(before, id)),
      }}
    >
      <NameFields
        id={id}
        name={jobClass.name}
        renamed={(next) => renameClass(scenario, id, next)}
        onName={(next, gesture) => change('Change name', { name: next }, gesture)}
        onRename={(after, gesture) => onEdit(`Change id of ${name}`, () => after, gesture)}
      />
      <PlainField rows={FIELDS.class} name="priority" holder={jobClass} change={change} />
      <ChoiceField
        label="Jobs"
        help={FIELDS.class.closed.help}
        value={closed ? 'closed' : 'open'}
        choices={ORIGINS}
        disabled={!closed && starts.length === 0}
        onChange={close}
      />
      {closed ? (
        <ClosedFields
          closed={closed}
          starts={starts}
          onChange={(next, gesture) => change('Change population', { closed: next }, gesture)}
        />
      ) : (
        <NodeLine
          words={emitters.length === 0 ? 'No source emits it yet.' : 'emitted by'}
          ids={emitters}
          scenario={scenario}
          onSelect={onSelectNode}
        />
      )}
    </ItemCard>
  );
}

interface ClosedFieldsProps {
  readonly closed: ClosedPopulation;
  readonly starts: readonly Choice<string>[];
  readonly onChange: (closed: ClosedPopulation, gesture?: string) => void;
}

function ClosedFields({ closed, starts, onChange }: ClosedFieldsProps) {
  return (
    <>
      <PlainField
        rows={FIELDS.closed}
        name="population"
        holder={closed}
        change={(_, { population = closed.population }, gesture) =>
          onChange({ ...closed, population }, gesture)
        }
      />
      <ChoiceField
        label={FIELDS.closed.start.label}
        help={FIELDS.closed.start.help}
        as="list"
        value={closed.start}
        placeholder={closed.start}
        choices={starts}
        onChange={(start) => onChange({ ...closed, start })}
      />
    </>
  );
}
