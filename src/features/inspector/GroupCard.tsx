import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import { type GroupPatch, patchGroup, removeGroup, renameGroup } from '../../../core/scenario/group-edits.ts';
import type { NodeId, Scenario, StageGroup } from '../../../core/scenario/scenario.ts';
import { meanInside } from '../../ui/editor/group-hulls.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../../ui/widgets/icons.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { Facts } from './Facts.tsx';
import { ItemCard } from './ItemCard.tsx';
import type { GroupListProps } from './inspector-types.ts';
import { NameFields } from './NameFields.tsx';
import { NodeButton } from './NodeButton.tsx';
import { nodeChoices } from './node-choices.ts';

/** One virtual queue: its name, its stages, and how many elements are in all of them. */
export function GroupCard({ group, ...props }: GroupListProps & { readonly group: StageGroup }) {
  const { scenario, answer, stale, onEdit, onSelect } = props;
  const mean = meanInside(group, answer);
  const { id, stages } = group;
  const name = nameOf(group);
  const change = (label: string, patch: GroupPatch, gesture?: string) =>
    onEdit(label, (before) => patchGroup(before, id, patch), gesture);
  const others = nodeChoices(scenario, ['stage', 'delay']).filter(({ value }) => !stages.includes(value));
  return (
    <ItemCard
      label={`Virtual queue ${name}`}
      title={name}
      removal={{
        label: `Remove virtual queue ${name}`,
        run: () => onEdit(`Remove virtual queue ${name}`, (before) => removeGroup(before, id)),
      }}
    >
      <NameFields
        id={id}
        name={group.name}
        renamed={(next) => renameGroup(scenario, id, next)}
        onName={(next, gesture) => change(`Change name of ${name}`, { name: next }, gesture)}
        onRename={(after, gesture) => onEdit(`Change id of ${name}`, () => after, gesture)}
      />
      <Members
        {...{ scenario, stages }}
        onSelectNode={(node) => onSelect({ nodes: [node], links: [] })}
        onRemove={(node) =>
          change(`Take ${nodeTitle(scenario, node)} out of ${name}`, {
            stages: stages.filter((member) => member !== node),
          })
        }
      />
      {others.length > 0 && (
        <ChoiceField
          label="Add"
          help={FIELDS.group.stages.help}
          as="list"
          value={undefined}
          placeholder="a stage or delay"
          choices={others}
          onChange={(node) =>
            change(`Put ${nodeTitle(scenario, node)} into ${name}`, { stages: [...stages, node] })
          }
        />
      )}
      <Facts
        stale={stale}
        facts={[
          {
            label: 'Elements in all',
            value: mean === undefined ? undefined : formatMeasure(mean, 'elements'),
          },
        ]}
      />
      <div className="i-row">
        <Button size="small" variant="quiet" onClick={() => onSelect({ nodes: stages, links: [] })}>
          Select its stages
        </Button>
      </div>
    </ItemCard>
  );
}

interface MembersProps {
  readonly scenario: Scenario;
  readonly stages: readonly NodeId[];
  readonly onSelectNode: (id: NodeId) => void;
  readonly onRemove: (id: NodeId) => void;
}

/** At least one stays: an empty group is none. */
function Members({ scenario, stages, onSelectNode, onRemove }: MembersProps) {
  return (
    <ul className="i-members" aria-label="Stages">
      {stages.map((id) => (
        <li key={id}>
          <NodeButton scenario={scenario} id={id} onSelect={onSelectNode} />
          {stages.length > 1 && (
            <IconButton
              label={`Take out ${nodeTitle(scenario, id)}`}
              icon={<CloseIcon size={12} />}
              size="small"
              onClick={() => onRemove(id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
