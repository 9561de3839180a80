/** The first rows of a foreign file, with what each column was said to be. */

import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';
import { MAPPED_FIELDS } from './mapping-fields.ts';

interface PreviewTableProps {
  readonly columns: ColumnPreview;
  readonly mapping: ColumnMapping;
}

export function PreviewTable({ columns: { names, rows }, mapping }: PreviewTableProps) {
  const meaningOf = (name: string): string =>
    MAPPED_FIELDS[mapping.table].find(({ column }) => mapping.columns[column] === name)?.label ?? '';
  return (
    // Focus lets the keyboard scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="measured__preview" aria-label="First rows" tabIndex={0}>
      <table className="w-table">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
                <span className="w-table__unit"> {meaningOf(name)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the file
            <tr key={line}>
              {names.map((name, column) => (
                <td key={name}>{row[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
