import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { NodeButton } from './NodeButton.tsx';

export interface NodeLineProps {
  readonly words: string;
  readonly ids: readonly NodeId[];
  readonly scenario: Scenario;
  readonly onSelect: (id: NodeId) => void;
}

/** A few words and the nodes that they are about. */
export function NodeLine({ words, ids, scenario, onSelect }: NodeLineProps) {
  return (
    <p className="i-targets">
      <span>{words}</span>
      {ids.map((id) => (
        <NodeButton key={id} scenario={scenario} id={id} onSelect={onSelect} />
      ))}
    </p>
  );
}
