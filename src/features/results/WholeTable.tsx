/** What is more than one stage: the network, its sinks, virtual queues and shared resources. */
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { useAnalytic } from './answers.ts';
import { type WholeRow, wholeColumns, wholeRows } from './simulated-tables.ts';

export function WholeTable({ result }: { readonly result: SimulationResult }) {
  const scenario = useScenario();
  const rows = wholeRows(scenario, result, useAnalytic());
  // A closed network without virtual queues and resources has nothing beyond its stages.
  if (rows.length === 0) return null;
  const [of, what, ...columns] = wholeColumns(rows);
  // One column on the page, whose last one says whether the two agree.
  const ofWhat: PageColumn<WholeRow> = {
    ...of!,
    rowHeader: true,
    value: (row) => `${of!.value(row)}: ${what!.value(row)}`,
    write: (row) => ({ text: String(of!.value(row)), notes: [String(what!.value(row))] }),
  };
  return (
    <div className="simulate__whole">
      <DataTable
        caption="The network, sinks, virtual queues and shared resources"
        showCaption
        columns={[ofWhat, ...columns]}
        rows={rows}
        rowKey={({ of, key }) => `${of} ${key}`}
        fileName={`${scenario.name} network`}
      />
    </div>
  );
}
