import { disciplineOf, serverCountOf, whenFullOf } from '../../../core/scenario/defaults.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import { addGroup } from '../../../core/scenario/group-edits.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { CapacityField } from './CapacityField.tsx';
import { HELP } from './help.ts';
import type { ChangeNode, EditScenario, Selection } from './inspector-types.ts';
import { NodeHeader } from './NodeHeader.tsx';
import { DISCIPLINES, WHEN_FULL } from './queue-choices.ts';
import { ServersField } from './ServersField.tsx';

export interface SeveralInspectorProps {
  readonly scenario: Scenario;
  readonly selection: Selection;
  readonly onEdit: EditScenario;
}

/** Several things at once: what the stages among them have in common. */
export function SeveralInspector({ scenario, selection, onEdit }: SeveralInspectorProps) {
  const stages = scenario.nodes.filter(
    (node): node is StageNode => node.kind === 'stage' && selection.nodes.includes(node.id),
  );
  const change: ChangeNode = (label, patch, gesture) =>
    onEdit(
      `${label} of ${stages.length} stages`,
      (before) => stages.reduce((after, stage) => updateNode(after, stage.id, patch), before),
      gesture,
    );
  const canGroup = addGroup(scenario, selection.nodes) !== undefined;
  return (
    <>
      <NodeHeader
        title={`${selection.nodes.length + selection.links.length} selected`}
        kind="Delete removes them, Ctrl D doubles them"
      />
      {stages.length > 0 && (
        <Disclosure title={stages.length === 1 ? 'The stage among them' : `${stages.length} stages`}>
          <CommonFields stages={stages} change={change} />
        </Disclosure>
      )}
      {canGroup && (
        <div className="i-row">
          <Button
            size="small"
            title="Count the elements in all of them together"
            onClick={() =>
              onEdit(
                'Group as a virtual queue',
                (before) => addGroup(before, selection.nodes)?.scenario ?? before,
              )
            }
          >
            Group as a virtual queue
          </Button>
        </div>
      )}
    </>
  );
}

function CommonFields({
  stages,
  change,
}: {
  readonly stages: readonly StageNode[];
  readonly change: ChangeNode;
}) {
  const servers = shared(stages, serverCountOf);
  const capacity = shared(stages, (stage) => stage.capacity ?? 'unbounded');
  return (
    <>
      <ServersField serverCount={servers} placeholder="several" change={change} />
      <CapacityField
        capacity={capacity === 'unbounded' ? undefined : capacity}
        mixed={capacity === undefined}
        suggestion={16}
        reading={{}}
        change={change}
      />
      <ChoiceField
        label="When full"
        help={HELP.whenFull}
        as="list"
        value={shared(stages, whenFullOf)}
        choices={WHEN_FULL}
        onChange={(whenFull) => change('Change what happens when full', { whenFull })}
      />
      <ChoiceField
        label="Order"
        help={HELP.discipline}
        value={shared(stages, disciplineOf)}
        choices={DISCIPLINES}
        onChange={(discipline) => change('Change order of service', { discipline })}
      />
    </>
  );
}

/** What `pick` gives for every stage, where that is the same. */
function shared<T>(stages: readonly StageNode[], pick: (stage: StageNode) => T): T | undefined {
  const [first, ...others] = stages.map(pick);
  return others.every((value) => value === first) ? first : undefined;
}
