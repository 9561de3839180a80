/** How the intervals close in: mean and interval of the mean occupancy after so many replications. */
import { useMemo } from 'react';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { convergenceRows } from './convergence-rows.ts';

const REPLICATIONS = { title: 'replications', unit: '' };

export function ConvergenceChart({ result }: { readonly result: SimulationResult }) {
  const scenario = useScenario();
  const selected = useSession((session) => session.selection.nodes);
  const rows = useMemo(() => convergenceRows(scenario, result, selected), [scenario, result, selected]);
  return (
    <LineChart
      title="Intervals closing in"
      fileName={`${scenario.name} intervals`}
      x={REPLICATIONS}
      rows={rows}
      rowHeight={rows.length > 1 ? 80 : 130}
      fromZero={false}
      onSelect={selectOnly}
      empty="After a third replication the intervals begin to close in."
    />
  );
}
