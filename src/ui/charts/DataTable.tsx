import { columnHeading, type Table, type TableCell } from '../../../core/base/table-text.ts';
import { formatNumber } from './number-label.ts';

interface DataTableProps {
  readonly caption: string;
  readonly table: Table;
}

/** The numbers behind a chart, under a heading that stays in sight. The full digits are on hover. */
export function DataTable({ caption, table }: DataTableProps) {
  return (
    // Focus lets the keyboard scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="chart-table" aria-label={`Table: ${caption}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.label} scope="col">
                {columnHeading(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={String(row[0])}>
              {row.map((cell, i) => (
                <td key={table.columns[i]?.label} title={typeof cell === 'number' ? String(cell) : undefined}>
                  {cellText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellText(cell: TableCell): string {
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? String(cell) : formatNumber(cell, 4);
}
