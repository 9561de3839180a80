/** What was measured against the model, before a calibration and after it; the worst first. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { CalibrationAnswer, CalibrationResidual } from '../../../workers/fit/contract.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { formatMeasure, measureNamed } from '../results/measures.ts';
import { nodeTitle } from '../results/node-title.ts';
import { short } from './distribution-words.ts';
import { quantityWords } from './MeasuredList.tsx';

interface ResidualTableProps {
  /** That was calibrated. */
  readonly scenario: Scenario;
  readonly answer: CalibrationAnswer;
}

export function ResidualTable({ scenario, answer: { residuals, costBefore, cost } }: ResidualTableProps) {
  return (
    <DataTable
      caption={`Measured against the model; sum of squared errors ${short(costBefore)} before, ${short(cost)} now`}
      showCaption
      columns={columnsFor(scenario)}
      rows={residuals}
      rowKey={({ stage, quantity }) => `${stage} ${quantity}`}
      onCopy={copyText}
      onSaveCsv={(text) => saveText(`${scenario.name} calibration.csv`, text, 'text/csv')}
    />
  );
}

const FAR = 3;

const errorText = (errors: number): string => {
  const digits = Math.abs(errors).toFixed(Math.abs(errors) < 10 ? 2 : 0);
  return errors < 0 && Number(digits) > 0 ? `−${digits}` : digits;
};

function columnsFor(scenario: Scenario): readonly Column<CalibrationResidual>[] {
  const show = ({ quantity, stage }: CalibrationResidual, value: number | undefined): string => {
    if (value === undefined) return 'n/a';
    const node = scenario.nodes.find(({ id }) => id === stage);
    const unit = node && 'unit' in node ? node.unit : undefined;
    return formatMeasure(value, measureNamed(quantity)?.dimension ?? 'elements', { unit });
  };
  const number = (id: 'measured' | 'before' | 'predicted', header: string): Column<CalibrationResidual> => ({
    ...{ id, header, kind: 'number' },
    cell: (row) => <span title={String(row[id] ?? '')}>{show(row, row[id])}</span>,
    text: (row) => String(row[id] ?? ''),
  });
  const quantity = (row: CalibrationResidual): string => quantityWords(row.quantity);
  const stage = (row: CalibrationResidual): string => nodeTitle(scenario, row.stage);
  return [
    { id: 'quantity', header: 'Quantity', rowHeader: true, cell: quantity, text: quantity },
    { id: 'stage', header: 'Stage', cell: stage, text: (row) => row.stage },
    number('measured', 'Measured'),
    number('before', 'Before'),
    number('predicted', 'Now'),
    {
      id: 'errors',
      header: 'Off by',
      unit: 'errors',
      kind: 'number',
      cell: ({ errors }) =>
        Math.abs(errors) > FAR ? (
          <span className="fits__rejected">✕ {errorText(errors)}</span>
        ) : (
          errorText(errors)
        ),
      text: ({ errors }) => String(errors),
    },
  ];
}
