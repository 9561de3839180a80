import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { nodeTitle } from '../results/node-title.ts';

export interface NodeButtonProps {
  readonly scenario: Scenario;
  readonly id: NodeId;
  readonly onSelect: (id: NodeId) => void;
}

/** A node's name that selects it. */
export function NodeButton({ scenario, id, onSelect }: NodeButtonProps) {
  return (
    <button type="button" className="i-node" onClick={() => onSelect(id)}>
      {nodeTitle(scenario, id)}
    </button>
  );
}
