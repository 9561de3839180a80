import { arbitrationOf, nameOf } from '../../../core/scenario/defaults.ts';
import {
  addResource,
  patchResource,
  type ResourcePatch,
  removeResource,
  renameResource,
} from '../../../core/scenario/resource-edits.ts';
import { isStage, type NodeId, type Scenario, type SharedResource } from '../../../core/scenario/scenario.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { HELP } from './help.ts';
import { ItemCard } from './ItemCard.tsx';
import { ItemList } from './ItemList.tsx';
import type { EditScenario } from './inspector-types.ts';
import { NameFields } from './NameFields.tsx';
import { NodeLine } from './NodeLine.tsx';
import { quantityProps } from './quantity-props.ts';

export interface ResourceListProps {
  readonly scenario: Scenario;
  readonly onEdit: EditScenario;
  readonly onSelectNode: (id: NodeId) => void;
}

/** What services of several stages need while they last. */
export function ResourceList(props: ResourceListProps) {
  const { resources = [] } = props.scenario;
  return (
    <ItemList
      title="Shared resources"
      count={resources.length}
      inShort="what stages share"
      explanation="Something that several stages need while they serve, such as one bus, memory port or lock."
      adding={{
        label: 'Add a shared resource',
        run: () => props.onEdit('Add a shared resource', (before) => addResource(before).scenario),
      }}
    >
      {/* The place stays when an id is changed, so that the field being typed in keeps its focus. */}
      {resources.map((resource) => (
        <ResourceCard key={resources.indexOf(resource)} resource={resource} {...props} />
      ))}
    </ItemList>
  );
}

const ARBITRATIONS: readonly Choice<NonNullable<SharedResource['arbitration']>>[] = [
  { value: 'FCFS', label: 'Who asked first', hint: 'the service that has waited longest gets it next' },
  { value: 'roundRobin', label: 'In turn', hint: 'the stages get it one after the other' },
];

interface ResourceCardProps extends ResourceListProps {
  readonly resource: SharedResource;
}

function ResourceCard({ resource, scenario, onEdit, onSelectNode }: ResourceCardProps) {
  const { id } = resource;
  const name = nameOf(resource);
  const users = scenario.nodes
    .filter(isStage)
    .filter((stage) => stage.resource === id)
    .map((stage) => stage.id);
  const change = (label: string, patch: ResourcePatch, gesture?: string) =>
    onEdit(`${label} of ${name}`, (before) => patchResource(before, id, patch), gesture);
  return (
    <ItemCard
      label={`Shared resource ${name}`}
      title={name}
      removal={{
        label: `Remove shared resource ${name}`,
        run: () => onEdit(`Remove shared resource ${name}`, (before) => removeResource(before, id)),
      }}
    >
      <NameFields
        help={HELP.resourceName}
        id={id}
        name={resource.name}
        renamed={(next) => renameResource(scenario, id, next)}
        onName={(next, gesture) => change('Change name', { name: next }, gesture)}
        onRename={(after, gesture) => onEdit(`Change id of ${name}`, () => after, gesture)}
      />
      <QuantityField
        label="Units"
        help={HELP.units}
        value={resource.units}
        placeholder="1"
        onChange={(units, gesture) => change('Change units', { units }, gesture)}
        {...quantityProps('count', {}, { optional: true, min: 1 })}
      />
      <ChoiceField
        label="Given to"
        help={HELP.arbitration}
        value={arbitrationOf(resource)}
        choices={ARBITRATIONS}
        onChange={(arbitration) => change('Change arbitration', { arbitration })}
      />
      <NodeLine
        words={users.length === 0 ? 'No stage needs it yet.' : 'needed by'}
        ids={users}
        scenario={scenario}
        onSelect={onSelectNode}
      />
    </ItemCard>
  );
}
