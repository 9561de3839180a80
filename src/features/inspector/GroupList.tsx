import { addGroup } from '../../../core/scenario/group-edits.ts';
import { GroupCard } from './GroupCard.tsx';
import { ItemList } from './ItemList.tsx';
import type { GroupListProps } from './inspector-types.ts';

/** Stages that are looked at as one queue. */
export function GroupList(props: GroupListProps) {
  const { scenario, onEdit } = props;
  const { groups = [] } = scenario;
  const first = scenario.nodes
    .filter(({ kind }) => kind === 'stage' || kind === 'delay')
    .slice(0, 1)
    .map(({ id }) => id);
  return (
    <ItemList
      title="Virtual queues"
      count={groups.length}
      inShort="stages as one queue"
      explanation="Groups of stages whose elements are counted together, such as the two ends of a bus and the bus."
      adding={{
        label: 'Add a virtual queue',
        disabled: first.length === 0,
        run: () => onEdit('Add a virtual queue', (before) => addGroup(before, first)?.scenario ?? before),
      }}
    >
      {/* The place stays when an id is changed, so that the field being typed in keeps its focus. */}
      {groups.map((group) => (
        <GroupCard key={groups.indexOf(group)} group={group} {...props} />
      ))}
    </ItemList>
  );
}
