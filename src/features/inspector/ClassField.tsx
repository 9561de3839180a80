import { isClosed, sourceClass } from '../../../core/scenario/classes.ts';
import type { Scenario, SourceNode } from '../../../core/scenario/scenario.ts';
import { nameOf } from '../../ui/editor/node-words.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { HELP } from './help.ts';
import type { ChangeNode } from './inspector-types.ts';

export interface ClassFieldProps {
  readonly scenario: Scenario;
  readonly source: SourceNode;
  readonly change: ChangeNode;
}

/** Which class a source emits; nothing where the scenario names no classes. */
export function ClassField({ scenario, source, change }: ClassFieldProps) {
  const { classes = [] } = scenario;
  if (classes.length === 0) return null;
  const emitted = sourceClass(scenario, source);
  return (
    <ChoiceField
      label="Emits"
      help={HELP.emits}
      as="list"
      value={emitted}
      placeholder={emitted}
      choices={classes
        .filter((jobClass) => !isClosed(jobClass) || jobClass.id === emitted)
        .map((jobClass) => ({ value: jobClass.id, label: nameOf(jobClass) }))}
      onChange={(chosen) => change('Change class', { class: chosen })}
    />
  );
}
