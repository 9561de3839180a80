/** How long elements take from end to end, by class and by path, and where on the way the time is spent. */
import { useMemo, useState } from 'react';
import { type Column, cellText } from '../../../core/quantities/table.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { PercentileRows } from '../../ui/charts/PercentileRows.tsx';
import { TimeBars } from '../../ui/charts/TimeBars.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { SimulatedPanel } from '../simulate/SimulatedPanel.tsx';
import { percentileRow, type TripRow, timeBars, tripRows } from './latency-rows.ts';
import { TIME_HEADS, tripColumns } from './simulated-tables.ts';
import { timeAxis } from './time-axis.ts';

/** More strips than this are a wall; the table has all. */
const MOST_STRIPS = 16;

export default function Latency() {
  const scenario = useScenario();
  return (
    <SimulatedPanel what="End-to-end latencies, by class and by path,">
      {(result) => <Times scenario={scenario} result={result} />}
    </SimulatedPanel>
  );
}

function Times({ scenario, result }: { readonly scenario: Scenario; readonly result: SimulationResult }) {
  const rows = useMemo(() => tripRows(scenario, result), [scenario, result]);
  const [wanted, setWanted] = useState<string>();
  const chosen = rows.find(({ id }) => id === wanted) ?? rows[0];
  if (!chosen)
    return <EmptyState title="No element arrived">No element came to a sink after the warm-up.</EmptyState>;
  return (
    <div className="panel--split">
      <div className="panel__table">
        <LatencyTable rows={rows} chosen={chosen.id} onChoose={setWanted} />
      </div>
      <div className="panel__charts">
        <Percentiles {...{ scenario, rows, chosen }} onChoose={setWanted} />
        <WhereSpent {...{ scenario, result, chosen }} />
      </div>
    </div>
  );
}

interface ChosenProps {
  readonly scenario: Scenario;
  readonly chosen: TripRow;
}

interface PercentilesProps extends ChosenProps {
  readonly rows: readonly TripRow[];
  readonly onChoose: (id: string) => void;
}

function Percentiles({ scenario, rows, chosen, onChoose }: PercentilesProps) {
  const strips = useMemo(() => rows.slice(0, MOST_STRIPS).map(percentileRow), [rows]);
  const longest = strips
    .flatMap(({ mean, points }) => [...points, ...(mean ? [mean] : [])])
    .reduce((most, { value }) => Math.max(most, value), 0);
  return (
    <PercentileRows
      title="End-to-end latency"
      fileName={`${scenario.name} latency`}
      axis={timeAxis('end-to-end latency', longest, scenario.timeUnit)}
      rows={strips}
      selected={chosen.id}
      onSelect={onChoose}
    />
  );
}

function WhereSpent({
  scenario,
  result,
  chosen,
}: ChosenProps & { readonly result: Pick<SimulationResult, 'stages'> }) {
  const selected = useSession((session) => session.selection.nodes);
  const bars = useMemo(() => timeBars(scenario, result, chosen), [scenario, result, chosen]);
  const longest = bars.reduce((most, { waiting, serving }) => Math.max(most, waiting + serving), 0);
  return (
    <>
      <TimeBars
        title={`Where the time is spent: ${chosen.short ?? chosen.name}`}
        fileName={`${scenario.name} times at stages`}
        axis={timeAxis('mean time of one visit', longest, scenario.timeUnit)}
        rows={bars}
        selected={selected}
        onSelect={selectOnly}
        empty="These paths are not distinguished."
      />
      {chosen.kind === 'path' && (
        <p className="panel__note">Mean times of all visits to a stage, whichever way they came.</p>
      )}
    </>
  );
}

/** End-to-end latency in numbers: a row for all elements, each class and each path. */

interface LatencyTableProps {
  readonly rows: readonly TripRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

function LatencyTable({ rows, chosen, onChoose }: LatencyTableProps) {
  const scenario = useScenario();
  const all = tripColumns(rows, scenario);
  // How much goes there stands under the name: with columns of their own the last percentile would be out of sight.
  const flows = all.filter(({ id }) => !TIME_HEADS.has(id));
  const columns: PageColumn<TripRow>[] = [
    {
      id: 'trips',
      header: 'Flow or path',
      rowHeader: true,
      cell: (row) => (
        <span className="stage-cell trip-cell" title={row.name}>
          <span className="trip-cell__name">{row.name}</span>
          <small>{row.kind === 'all' ? 'from entering to a sink' : row.kind}</small>
          {flows.map((column) => (
            <TripFlow key={column.id} row={row} column={column} />
          ))}
        </span>
      ),
      value: ({ name }) => name,
    },
    ...all.flatMap((column) => {
      const own = TIME_HEADS.get(column.id);
      return own === undefined ? [] : [{ ...column, group: { title: 'End-to-end latency', own } }];
    }),
  ];
  return (
    <DataTable
      caption="End-to-end latency"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      selectedKeys={new Set(chosen === undefined ? [] : [chosen])}
      onSelectRow={onChoose}
      fileName={`${scenario.name} latency`}
      fileColumns={flows}
    />
  );
}

interface TripFlowProps {
  readonly row: TripRow;
  readonly column: Column<TripRow>;
}

/** How many, or which share of all, come this way: a line of its own. */
function TripFlow({ row, column }: TripFlowProps) {
  if (column.value(row) === undefined) return null;
  const { text, notes = [] } = cellText(column, row);
  return <small>{[column.id === 'share' ? 'share' : '', text, ...notes].filter(Boolean).join(' ')}</small>;
}
