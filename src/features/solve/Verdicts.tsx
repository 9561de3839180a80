/** What to know before believing an answer; a click goes to the stage. */
import { type Verdict, verdictText } from '../../../core/measures/verdicts.ts';
import { selectOnly } from '../../state/session-store.ts';

export function Verdicts({ verdicts }: { readonly verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return null;
  return (
    <ul className="verdicts" aria-label="What the answer assumes">
      {verdicts.map((verdict) => {
        const { code, severity, stage } = verdict;
        const words = verdictText(verdict);
        return (
          <li
            key={`${code} ${stage ?? ''} ${words}`}
            className={`verdicts__item verdicts__item--${severity}`}
          >
            <span aria-hidden="true">{severity === 'warning' ? '⚠' : 'ⓘ'}</span>
            {stage === undefined ? (
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
