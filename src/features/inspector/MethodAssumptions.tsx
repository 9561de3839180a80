import type { Assumption } from '../../../workers/solve/contract.ts';

/** What a model takes for granted: a tick where the drawing agrees, a cross and what it does to the numbers where not. */
export function MethodAssumptions({ assumptions }: { readonly assumptions: readonly Assumption[] }) {
  return (
    <ul className="i-assumptions" aria-label="What the model assumes">
      {assumptions.map(({ code, text, holds, effect }) => (
        <li key={`${code} ${text}`} data-holds={holds}>
          <span role="img" aria-label={holds ? 'holds' : 'does not hold'}>
            {holds ? '✓' : '✕'}
          </span>
          <span>
            {text}
            {effect !== undefined && <small>{effect}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}
