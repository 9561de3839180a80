/** What is more than one stage: the network, its sinks, virtual queues and shared resources. */
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { useAnalytic } from './answers.ts';
import { wholeColumns, wholeRows } from './simulated-tables.ts';

export function WholeTable({ result }: { readonly result: SimulationResult }) {
  const scenario = useScenario();
  const rows = wholeRows(scenario, result, useAnalytic());
  // A closed network without virtual queues and resources has nothing beyond its stages.
  if (rows.length === 0) return null;
  const [of, ...columns] = wholeColumns(rows);
  return (
    <div className="simulate__whole">
      <DataTable
        caption="The network, sinks, virtual queues and shared resources"
        showCaption
        columns={[{ ...of!, rowHeader: true }, ...columns]}
        rows={rows}
        rowKey={({ of, key }) => `${of} ${key}`}
        fileName={`${scenario.name} network`}
      />
    </div>
  );
}
