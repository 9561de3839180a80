/** Simulated means with their 95 % intervals: stages, delays and joins, and what each class does there when unfolded. */

import { useState } from 'react';
import { plural } from '../../../core/base/plural.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { type EstimateView, selectOnly, setEstimateView, useSession } from '../../state/session-store.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import {
  ESTIMATE_VIEWS,
  type EstimateRow,
  estimateColumns,
  estimateRows,
  TIME_HEADS,
} from './simulated-tables.ts';

/** All at once are wider than half a page. `hint`: also the title over what these measures have in common. */
const VIEWS = [
  { value: 'levels', label: 'Occupancy', hint: 'Occupancy' },
  { value: 'rates', label: 'Rates', hint: 'Rates' },
  { value: 'response', label: 'Response', hint: 'Response time' },
  { value: 'waiting', label: 'Waiting', hint: 'Waiting time' },
] as const satisfies readonly { value: EstimateView; label: string; hint: string }[];

export function EstimateTable({ result }: { readonly result: SimulationResult }) {
  const scenario = useScenario();
  const selected = useSession((session) => session.selection.nodes);
  const chosen = useSession((session) => session.estimateView);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const all = estimateRows(scenario, result);
  const columnsOf = (view: EstimateView) => estimateColumns(ESTIMATE_VIEWS[view], all, scenario);
  const views = VIEWS.filter(({ value }) => columnsOf(value).length > 0);
  const { value: view, hint } = views.find(({ value }) => value === chosen) ?? VIEWS[0];
  const rows = all.filter(({ jobClass, node }) => jobClass === undefined || unfolded.has(node));
  const unfold = (node: string) => {
    const next = new Set(unfolded);
    if (!next.delete(node)) next.add(node);
    setUnfolded(next);
  };
  const columns: PageColumn<EstimateRow>[] = [
    {
      id: 'stage',
      header: 'Stage',
      rowHeader: true,
      cell: (row) => <StageCell row={row} open={unfolded.has(row.node)} onUnfold={() => unfold(row.node)} />,
      value: (row) => (row.jobClass === undefined ? row.title : `${row.stageTitle}: ${row.title}`),
    },
    ...columnsOf(view).map((column) => {
      const own = TIME_HEADS.get(column.id);
      return own === undefined ? column : { ...column, group: { title: hint, own } };
    }),
  ];
  return (
    <>
      <div className="simulate__view">
        <ChoiceField label="Columns" as="segments" value={view} choices={views} onChange={setEstimateView} />
      </div>
      <DataTable
        caption={`Simulated, ${result.replications} replications, ${result.events.toLocaleString('en')} events in ${formatQuantity(result.elapsedSeconds, 'time', { digits: 2 })}, seed ${result.plan.seed}`}
        showCaption
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        selectedKeys={new Set(selected)}
        onSelectRow={(key) => selectOnly(all.find((row) => row.key === key)?.node ?? key)}
        fileName={`${scenario.name} simulation`}
      />
    </>
  );
}

interface StageCellProps {
  readonly row: EstimateRow;
  readonly open: boolean;
  readonly onUnfold: () => void;
}

function StageCell({ row, open, onUnfold }: StageCellProps) {
  if (row.jobClass !== undefined) return <span className="estimate__class">{row.title}</span>;
  return (
    <span className="stage-cell">
      {row.hasClasses && (
        <button
          type="button"
          className="estimate__unfold"
          aria-expanded={open}
          aria-label={`Classes at ${row.title}`}
          onClick={(event) => {
            event.stopPropagation();
            onUnfold();
          }}
          onKeyDown={(event) => event.stopPropagation()}
        />
      )}
      {row.title}
      {row.kind !== 'stage' && <small className="estimate__kind"> {row.kind}</small>}
      {row.unit && <small>in {plural(row.unit)}</small>}
    </span>
  );
}
