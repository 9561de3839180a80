import { updateNode } from '../../../core/scenario/edits.ts';
import { addResource } from '../../../core/scenario/resource-edits.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { nameOf } from '../../ui/editor/node-words.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { HELP } from './help.ts';
import type { ChangeNode, EditScenario } from './inspector-types.ts';

export interface ResourceFieldProps {
  readonly scenario: Scenario;
  readonly stage: StageNode;
  readonly change: ChangeNode;
  readonly onEdit: EditScenario;
}

/** No resource has an id of these: the values stand for choices that are no resource. */
const NONE = '\u0000none';
const NEW = '\u0000new';

/** Which shared resource a service of the stage needs; a new one can be made on the way. */
export function ResourceField({ scenario, stage, change, onEdit }: ResourceFieldProps) {
  const { resources = [] } = scenario;
  const addNew = () =>
    onEdit('Share a new resource', (before) => {
      const added = addResource(before);
      return updateNode(added.scenario, stage.id, { resource: added.id });
    });
  return (
    <ChoiceField
      label="Needs"
      help={HELP.resource}
      as="list"
      value={stage.resource ?? NONE}
      placeholder={stage.resource ?? ''}
      choices={[
        { value: NONE, label: 'nothing shared' },
        ...resources.map((resource) => ({ value: resource.id, label: nameOf(resource) })),
        { value: NEW, label: 'A new shared resource', hint: 'such as a bus that other stages need too' },
      ]}
      onChange={(chosen) =>
        chosen === NEW
          ? addNew()
          : change('Change resource', { resource: chosen === NONE ? undefined : chosen })
      }
    />
  );
}
