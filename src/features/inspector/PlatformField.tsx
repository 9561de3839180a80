import type { Scenario, SourceNode, StageNode } from '../../../core/scenario/scenario.ts';
import { nameOf } from '../../ui/editor/node-words.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { moveStage } from '../explore/mapping-moves.ts';
import { HELP } from './help.ts';
import type { EditScenario } from './inspector-types.ts';
import { PLATFORM_CHOICES } from './platform-choices.ts';

export interface PlatformFieldProps {
  readonly scenario: Scenario;
  readonly node: SourceNode | StageNode;
  readonly onEdit: EditScenario;
}

/** What a node runs on. Moving it takes the service that it has there, and makes or removes crossings of buses. */
export function PlatformField({ scenario, node, onEdit }: PlatformFieldProps) {
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
