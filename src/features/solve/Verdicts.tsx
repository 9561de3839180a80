import { type Verdict, verdictText } from '../../../core/measures/verdicts.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import { selectOnly } from '../../state/session-store.ts';
import { InfoIcon, WarningIcon } from '../../ui/widgets/icons.tsx';

export interface VerdictsProps {
  readonly verdicts: readonly Verdict[];
  readonly label?: string;
  /** The stage in whose panel they stand. */
  readonly at?: NodeId;
}

/** What to know before believing an answer. Each sentence names its stage; a click selects it. */
export function Verdicts({ verdicts, label = 'Assumptions and warnings', at }: VerdictsProps) {
  if (verdicts.length === 0) return null;
  return (
    <ul className="verdicts" aria-label={label}>
      {verdicts.map((verdict) => {
        const { code, severity, stage } = verdict;
        const words = verdictText(verdict);
        return (
          <li
            key={`${code} ${stage ?? ''} ${words}`}
            className={`verdicts__item verdicts__item--${severity}`}
          >
            {severity === 'warning' ? <WarningIcon size={14} /> : <InfoIcon size={14} />}
            {stage === undefined || stage === at ? (
              <span>{words}</span>
            ) : (
              <button type="button" className="link-button" onClick={() => selectOnly(stage)}>
                {words}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
