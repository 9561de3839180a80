import { type Verdict, verdictText } from '../../../core/measures/verdicts.ts';
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
      {verdicts.map((verdict) => (
        <li key={`${verdict.code} ${verdict.stage ?? ''}`} data-severity={verdict.severity}>
          {verdict.severity === 'warning' ? <WarningIcon size={14} /> : <InfoIcon size={14} />}
          <span>
            {verdict.stage !== undefined && onSelectNode && (
              <NodeButton scenario={scenario} id={verdict.stage} onSelect={onSelectNode} />
            )}
            {verdictText(verdict)}
          </span>
        </li>
      ))}
    </ul>
  );
}
