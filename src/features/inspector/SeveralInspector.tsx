import { choicesOf } from '../../../core/base/kinds.ts';
import { plural } from '../../../core/base/plural.ts';
import { DISCIPLINE, disciplineOf } from '../../../core/rules/discipline.ts';
import { WHEN_FULL, whenFullOf } from '../../../core/rules/when-full.ts';
import { capacityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import { addGroup } from '../../../core/scenario/group-edits.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { MOST_SERVERS } from '../../../workers/simulate/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { CapacityField } from './CapacityField.tsx';
import type { ChangeNode, EditScenario, Selection } from './inspector-types.ts';
import { NodeHeader } from './NodeHeader.tsx';
import { PlainField } from './PlainField.tsx';

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
      <NodeHeader title={selectedText(selection)} kind="Delete removes them, Ctrl D duplicates them" />
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
  const capacity = shared(stages, capacityOf);
  return (
    <>
      <PlainField
        rows={FIELDS.stage}
        name="serverCount"
        limits={{ max: MOST_SERVERS }}
        holder={{ serverCount: shared(stages, serverCountOf) }}
        change={change}
        placeholder="several"
      />
      <CapacityField
        capacity={capacity === Number.POSITIVE_INFINITY ? undefined : capacity}
        mixed={capacity === undefined}
        suggestion={16}
        reading={{}}
        change={change}
      />
      <ChoiceField
        label={FIELDS.stage.whenFull.label}
        help={FIELDS.stage.whenFull.help}
        as="list"
        value={shared(stages, whenFullOf)}
        choices={choicesOf(WHEN_FULL)}
        onChange={(whenFull) => change('Change when full', { whenFull })}
      />
      <ChoiceField
        label={FIELDS.stage.discipline.label}
        help={FIELDS.stage.discipline.help}
        value={shared(stages, disciplineOf)}
        choices={choicesOf(DISCIPLINE)}
        onChange={(discipline) => change('Change discipline', { discipline })}
      />
    </>
  );
}

/** What `pick` gives for every stage, where that is the same. */
function shared<T>(stages: readonly StageNode[], pick: (stage: StageNode) => T): T | undefined {
  const [first, ...others] = stages.map(pick);
  return others.every((value) => value === first) ? first : undefined;
}

/** `3 nodes, 4 links selected`. */
function selectedText({ nodes, links }: Selection): string {
  const counts = [
    { count: nodes.length, noun: 'node' },
    { count: links.length, noun: 'link' },
  ].filter(({ count }) => count > 0);
  return `${counts.map(({ count, noun }) => `${count} ${count === 1 ? noun : plural(noun)}`).join(', ')} selected`;
}
