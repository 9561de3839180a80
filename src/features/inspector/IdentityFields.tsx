import { choicesOf } from '../../../core/base/kinds.ts';
import { err, ok } from '../../../core/base/result.ts';
import { DEFAULTS, nameOf } from '../../../core/scenario/defaults.ts';
import { renameNode } from '../../../core/scenario/edits.ts';
import { FIELDS, PLATFORMS } from '../../../core/scenario/fields.ts';
import type { Scenario, ScenarioNode, SourceNode, StageNode } from '../../../core/scenario/scenario.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { moveStage } from '../explore/mapping-moves.ts';
import type { ChangeNode, EditScenario, Selection } from './inspector-types.ts';
import { PlainField } from './PlainField.tsx';

export interface IdentityFieldsProps {
  readonly scenario: Scenario;
  readonly node: ScenarioNode;
  readonly change: ChangeNode;
  readonly onEdit: EditScenario;
  readonly onSelect: (selection: Selection) => void;
}

/** What files call a node, what it counts in and what it runs on. */
export function IdentityFields(props: IdentityFieldsProps) {
  const { node, change } = props;
  return (
    <>
      <IdField {...props} />
      {(node.kind === 'source' || node.kind === 'stage' || node.kind === 'delay') && (
        <>
          <TextField
            label={FIELDS.stage.unit.label}
            help={FIELDS.stage.unit.help}
            value={node.unit ?? ''}
            placeholder={DEFAULTS.unit}
            onChange={(unit, gesture) => change('Change unit', { unit: unit.trim() || undefined }, gesture)}
          />
          <PlainField rows={FIELDS.stage} name="unitBytes" holder={node} change={change} />
        </>
      )}
      {(node.kind === 'stage' || node.kind === 'source') && (
        <PlatformField scenario={props.scenario} node={node} onEdit={props.onEdit} />
      )}
    </>
  );
}

function IdField({ scenario, node, onEdit, onSelect }: IdentityFieldsProps) {
  const renamed = (id: string) => renameNode(scenario, node.id, id.trim());
  const rename = (id: string, gesture: string) => {
    const result = renamed(id);
    if (!result.ok) return;
    onEdit('Change id', () => result.value, gesture);
    onSelect({ nodes: [id.trim()], links: [] });
  };
  return (
    <TextField
      label={FIELDS.stage.id.label}
      help={FIELDS.stage.id.help}
      value={node.id}
      whenFinished
      parse={(id) => {
        const result = renamed(id);
        return result.ok ? ok(id) : err(result.error);
      }}
      onChange={rename}
    />
  );
}

interface PlatformFieldProps {
  readonly scenario: Scenario;
  readonly node: SourceNode | StageNode;
  readonly onEdit: EditScenario;
}

/** What a node runs on. Moving it takes the service that it has there, and makes or removes crossings of buses. */
function PlatformField({ scenario, node, onEdit }: PlatformFieldProps) {
  const bus =
    node.kind === 'stage' && node.bus !== undefined
      ? scenario.buses?.find(({ id }) => id === node.bus)
      : undefined;
  if (bus)
    return (
      <p className="i-note">
        Stands for a crossing of {nameOf(bus)}; its service follows the bus, and it goes when both ends of the
        link run on one platform.
      </p>
    );
  return (
    <ChoiceField
      label={FIELDS.stage.platform.label}
      help={FIELDS.stage.platform.help}
      value={node.platform ?? 'none'}
      choices={[{ value: 'none', label: FIELDS.stage.platform.absent }, ...choicesOf(PLATFORMS)]}
      onChange={(chosen) =>
        onEdit(`Move ${nameOf(node)} to another platform`, (before) => moveStage(before, node.id, chosen))
      }
    />
  );
}
