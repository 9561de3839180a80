/** Predicted and measured side by side, with the verdict on each quantity; a row goes to its stage. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport, ComparisonRow } from '../../../workers/compare/contract.ts';
import { selectOnly } from '../../state/session-store.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { formatMeasure, measureNamed } from '../results/measures.ts';

interface CompareTableProps {
  readonly report: ComparisonReport;
  readonly scenario: Scenario;
}

export function CompareTable({ report, scenario }: CompareTableProps) {
  const value = (row: ComparisonRow, number: number | undefined): string =>
    number === undefined
      ? 'n/a'
      : formatMeasure(number, row.dimension, { unit: row.unit, timeUnit: scenario.timeUnit });
  const verdictOf = new Map(report.comparison.rows.map((row, i) => [row, report.verdicts[i]]));
  const columns: Column<ComparisonRow>[] = [
    { id: 'quantity', header: 'Quantity', rowHeader: true, cell: quantityOf, text: quantityOf },
    { id: 'stage', header: 'Stage', cell: (row) => row.stage, text: (row) => row.stage },
    {
      id: 'predicted',
      header: 'Predicted',
      kind: 'number',
      cell: (row) => value(row, row.predicted),
      text: (row) => String(row.predicted ?? ''),
    },
    {
      id: 'measured',
      header: 'Measured',
      kind: 'number',
      cell: (row) => value(row, row.measured),
      text: (row) => String(row.measured ?? ''),
    },
    {
      id: 'difference',
      header: 'Difference',
      kind: 'number',
      cell: differenceOf,
      text: (row) => String(row.difference ?? ''),
    },
    {
      id: 'agreement',
      header: 'Verdict',
      cell: (row) => agreementOf(row, verdictOf.get(row) ?? ''),
      text: (row) => verdictOf.get(row) ?? '',
    },
  ];
  return (
    <DataTable
      caption="Predicted and measured"
      columns={columns}
      rows={report.comparison.rows}
      rowKey={keyOf}
      onSelectRow={(key) => selectOnly(key.slice(key.indexOf(' ') + 1))}
      onCopy={copyText}
      onSaveCsv={(text) => saveText(`${scenario.name} comparison.csv`, text, 'text/csv')}
    />
  );
}

const keyOf = (row: ComparisonRow): string => `${row.quantity} ${row.stage}`;
const quantityOf = (row: ComparisonRow): string => {
  const name = measureNamed(row.quantity);
  return name ? `${name.symbol}  ${name.label}` : row.quantity;
};

function differenceOf({ difference, relativeDifference }: ComparisonRow): string {
  if (difference === undefined) return '–';
  if (relativeDifference === undefined) return signed(difference, Number(difference.toPrecision(3)));
  const percent = 100 * relativeDifference;
  return `${signed(percent, Math.abs(percent) >= 10 ? Math.round(percent) : Number(percent.toPrecision(2)))} %`;
}

const signed = (value: number, text: number): string =>
  value > 0 ? `+${text}` : String(text).replace('-', '−');

function agreementOf({ agreement }: ComparisonRow, verdict: string) {
  const words = {
    close: ['○', 'not contradicted'],
    off: ['✕', 'contradicted'],
    notPredicted: ['–', 'not predicted'],
    notMeasured: ['–', 'not measured'],
  } as const;
  const [shape, word] = words[agreement];
  return (
    <span className={`agreement agreement--${agreement}`} title={verdict}>
      {shape} {word}
    </span>
  );
}
