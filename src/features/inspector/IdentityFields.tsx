import { err, ok } from '../../../core/base/result.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { renameNode } from '../../../core/scenario/edits.ts';
import type { Scenario, ScenarioNode, SourceNode, StageNode } from '../../../core/scenario/scenario.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { moveStage } from '../explore/mapping-moves.ts';
import { HELP } from './help.ts';
import type { ChangeNode, EditScenario, Selection } from './inspector-types.ts';
import { PLATFORM_CHOICES } from './platform-choices.ts';
import { quantityProps } from './quantity-props.ts';

export interface IdentityFieldsProps {
  readonly scenario: Scenario;
  readonly node: ScenarioNode;
  readonly change: ChangeNode;
  readonly onEdit: EditScenario;
  readonly onSelect: (selection: Selection) => void;
}

/** What a node is called, what it counts in and what it runs on. */
export function IdentityFields(props: IdentityFieldsProps) {
  const { node, change } = props;
  return (
    <>
      <TextField
        label="Name"
        help={HELP.name}
        value={node.name ?? ''}
        placeholder={node.id}
        onChange={(name, gesture) => change('Change name', { name: name.trim() || undefined }, gesture)}
      />
      <IdField {...props} />
      {(node.kind === 'source' || node.kind === 'stage' || node.kind === 'delay') && (
        <>
          <TextField
            label="Native unit"
            help={HELP.unit}
            value={node.unit ?? ''}
            placeholder="element"
            onChange={(unit, gesture) => change('Change unit', { unit: unit.trim() || undefined }, gesture)}
          />
          <QuantityField
            label="Bytes of one"
            help={HELP.unitBytes}
            value={node.unitBytes}
            placeholder="not known"
            onChange={(unitBytes, gesture) => change('Change bytes per unit', { unitBytes }, gesture)}
            {...quantityProps('bytes', {}, { optional: true, above: 0 })}
          />
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
      label="Id"
      help={HELP.id}
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
      label="Platform"
      help={HELP.platform}
      value={node.platform ?? 'none'}
      choices={PLATFORM_CHOICES}
      onChange={(chosen) =>
        onEdit(`Move ${nameOf(node)} to another platform`, (before) => moveStage(before, node.id, chosen))
      }
    />
  );
}
