/** Predicted and measured side by side, with the verdict on each quantity; a row goes to its stage. */
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport, ComparisonRow } from '../../../workers/compare/contract.ts';
import { selectOnly } from '../../state/session-store.ts';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { AGREEMENTS, comparisonColumns } from './comparison-table.ts';

interface CompareTableProps {
  readonly report: ComparisonReport;
  readonly scenario: Scenario;
}

export function CompareTable({ report, scenario }: CompareTableProps) {
  const verdictOf = new Map(report.comparison.rows.map((row, i) => [row, report.verdicts[i] ?? '']));
  const columns = comparisonColumns(scenario);
  return (
    <DataTable
      caption="Predicted and measured"
      columns={[
        ...columns.slice(0, -1),
        {
          ...columns.at(-1)!,
          cell: (row) => (
            <span className={`agreement agreement--${row.agreement}`} title={verdictOf.get(row)}>
              {AGREEMENTS[row.agreement]}
            </span>
          ),
          value: (row) => verdictOf.get(row),
        },
      ]}
      rows={report.comparison.rows}
      rowKey={keyOf}
      onSelectRow={(key) => selectOnly(key.slice(key.indexOf(' ') + 1))}
      fileName={`${scenario.name} comparison`}
    />
  );
}

const keyOf = (row: ComparisonRow): string => `${row.quantity} ${row.stage}`;
