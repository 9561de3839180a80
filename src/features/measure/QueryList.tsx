/** The scenario's queries with what the measurement answers: holds, fails, or cannot be told. */

import type { Query } from '../../../core/measurement/query.ts';
import { queryText } from '../../../core/measurement/query-text.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { CheckedQuery } from '../../../workers/measure/queries/contract.ts';
import { editDocument } from '../../state/document-store.ts';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { TrashIcon } from '../../ui/widgets/icons.tsx';
import { useStudy } from './measured-keeping.ts';
import { setMeasuredFrame } from './measured-store.ts';
import { removeQuery } from './query-edits.ts';

const MARKS = {
  holds: ['✓', 'holds'],
  fails: ['✕', 'fails'],
  unknown: ['?', 'cannot be told'],
  asked: ['', ''],
} as const;

export function QueryList({ scenario: { queries = [] } }: { readonly scenario: Scenario }) {
  const checked = useStudy((study) => study?.queries);
  if (queries.length === 0) return null;
  return (
    <ul className="measured__asked" aria-label="Queries">
      {queries.map((query) => (
        <QueryRow key={query.id} query={query} checked={checked?.find((one) => one.query.id === query.id)} />
      ))}
    </ul>
  );
}

interface QueryRowProps {
  readonly query: Query;
  readonly checked: CheckedQuery | undefined;
}

function QueryRow({ query, checked }: QueryRowProps) {
  const text = queryText(query);
  const [shape, word] = MARKS[checked?.outcome ?? 'asked'];
  const { frame } = checked ?? {};
  return (
    <li className="measured__query" data-outcome={checked?.outcome}>
      <span className="measured__mark">
        {shape} {word}
      </span>
      <code>{text}</code>
      <span className="measured__answer">
        {checked?.sentence ?? '…'}
        {frame !== undefined && (
          <button type="button" className="chart-button" onClick={() => setMeasuredFrame(frame)}>
            Go to frame {frame}
          </button>
        )}
      </span>
      <IconButton
        label={`Remove the query ${text}`}
        icon={<TrashIcon />}
        onClick={() => editDocument('Remove a query', (present) => removeQuery(present, query.id))}
      />
    </li>
  );
}
