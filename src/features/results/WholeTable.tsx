/** What is more than one stage: the network, its sinks, virtual queues and shared resources. */
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { useAnswer } from './answers.ts';
import { EstimateCell } from './EstimateCell.tsx';
import { fullText } from './estimate-text.ts';
import { formatMeasure } from './measures.ts';
import { type WholeRow, wholeRows } from './whole-rows.ts';

export function WholeTable({ result }: { readonly result: SimulationResult }) {
  const scenario = useScenario();
  const { answer, stale } = useAnswer();
  const columns: Column<WholeRow>[] = [
    { id: 'of', header: 'Of', rowHeader: true, cell: ({ of }) => of, text: ({ of }) => of },
    { id: 'what', header: 'Quantity', cell: ({ what }) => what, text: ({ what }) => what },
    {
      id: 'value',
      header: 'Simulated',
      kind: 'number',
      cell: ({ value, dimension }) => (
        <EstimateCell value={value} dimension={dimension} timeUnit={scenario.timeUnit} />
      ),
      text: ({ value }) => fullText(value),
    },
    {
      id: 'solved',
      header: 'Solved',
      kind: 'number',
      cell: ({ solved, dimension }) =>
        solved === undefined
          ? '–'
          : formatMeasure(solved, dimension, scenario.timeUnit ? { timeUnit: scenario.timeUnit } : {}),
      text: ({ solved }) => (solved === undefined ? '' : String(solved)),
    },
  ];
  return (
    <div className="simulate__whole">
      <DataTable
        caption="The network, sinks, virtual queues and shared resources"
        showCaption
        columns={columns}
        rows={wholeRows(scenario, result, stale ? undefined : answer)}
        rowKey={({ of, what }) => `${of} ${what}`}
        onCopy={copyText}
        onSaveCsv={(text) => saveText(`${scenario.name} network.csv`, text, 'text/csv')}
      />
    </div>
  );
}
