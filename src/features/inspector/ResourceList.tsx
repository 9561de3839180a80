import { nameOf } from '../../../core/scenario/defaults.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import {
  addResource,
  patchResource,
  type ResourcePatch,
  removeResource,
  renameResource,
} from '../../../core/scenario/resource-edits.ts';
import { isStage, type NodeId, type Scenario, type SharedResource } from '../../../core/scenario/scenario.ts';
import { ItemCard } from './ItemCard.tsx';
import { ItemList } from './ItemList.tsx';
import type { EditScenario } from './inspector-types.ts';
import { NameFields } from './NameFields.tsx';
import { NodeLine } from './NodeLine.tsx';
import { PlainField } from './PlainField.tsx';

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
        id={id}
        name={resource.name}
        renamed={(next) => renameResource(scenario, id, next)}
        onName={(next, gesture) => change('Change name', { name: next }, gesture)}
        onRename={(after, gesture) => onEdit(`Change id of ${name}`, () => after, gesture)}
      />
      <PlainField rows={FIELDS.resource} name="units" holder={resource} change={change} />
      <PlainField rows={FIELDS.resource} name="arbitration" holder={resource} change={change} />
      <NodeLine
        words={users.length === 0 ? 'No stage needs it yet.' : 'needed by'}
        ids={users}
        scenario={scenario}
        onSelect={onSelectNode}
      />
    </ItemCard>
  );
}
