/** What to know before believing an answer; a click goes to the stage. */
import type { Verdict } from '../../../core/measures/measures.ts';
import { selectOnly } from '../../state/session-store.ts';

export function Verdicts({ verdicts }: { readonly verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return null;
  return (
    <ul className="verdicts" aria-label="What the answer assumes">
      {verdicts.map(({ code, severity, stage, message }) => (
        <li
          key={`${code} ${stage ?? ''} ${message}`}
          className={`verdicts__item verdicts__item--${severity}`}
        >
          <span aria-hidden="true">{severity === 'warning' ? '⚠' : 'ⓘ'}</span>
          {stage === undefined ? (
            <span>{message}</span>
          ) : (
            <button type="button" className="link-button" onClick={() => selectOnly(stage)}>
              {message}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
