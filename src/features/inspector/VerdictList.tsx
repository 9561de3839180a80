import type { Verdict } from '../../../core/measures/measures.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { InfoIcon, WarningIcon } from '../../ui/widgets/icons.tsx';
import { NodeButton } from './NodeButton.tsx';

export interface VerdictListProps {
  readonly scenario: Scenario;
  readonly verdicts: readonly Verdict[];
  /** Given: each verdict names its stage, which is selected by a press. */
  readonly onSelectNode?: (id: NodeId) => void;
}

/** What to know before believing an answer. */
export function VerdictList({ scenario, verdicts, onSelectNode }: VerdictListProps) {
  return (
    <ul className="i-verdicts">
      {verdicts.map(({ code, severity, stage, message }) => (
        <li key={`${code} ${stage ?? ''}`} data-severity={severity}>
          {severity === 'warning' ? <WarningIcon size={14} /> : <InfoIcon size={14} />}
          <span>
            {stage !== undefined && onSelectNode && (
              <NodeButton scenario={scenario} id={stage} onSelect={onSelectNode} />
            )}
            {message}
          </span>
        </li>
      ))}
    </ul>
  );
}
