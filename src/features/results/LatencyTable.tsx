/** Times from end to end in numbers: a row for all elements, each class and each path. */
import { useScenario } from '../../state/document-store.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { EstimateCell } from './EstimateCell.tsx';
import { fullText } from './estimate-text.ts';
import { PERCENTILE_KEYS, PERCENTILE_NAMES, type TripRow } from './latency-rows.ts';
import type { MeasureName } from './measures.ts';

interface LatencyTableProps {
  readonly rows: readonly TripRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

interface Quantity {
  readonly id: string;
  readonly header: string;
  readonly dimension: MeasureName['dimension'];
  readonly read: (row: TripRow) => TripRow['mean'];
}

const QUANTITIES: readonly Quantity[] = [
  { id: 'share', header: 'Share', dimension: 'fraction', read: ({ share }) => share },
  { id: 'rate', header: 'Rate', dimension: 'rate', read: ({ rate }) => rate },
  { id: 'mean', header: 'Mean', dimension: 'time', read: ({ mean }) => mean },
  ...PERCENTILE_KEYS.map(
    (key): Quantity => ({
      id: key,
      header: PERCENTILE_NAMES[key],
      dimension: 'time',
      read: ({ percentiles }) => percentiles?.[key],
    }),
  ),
];

export function LatencyTable({ rows, chosen, onChoose }: LatencyTableProps) {
  const scenario = useScenario();
  const columns: Column<TripRow>[] = [
    {
      id: 'trips',
      header: 'Trips',
      rowHeader: true,
      cell: ({ name, kind }) => (
        <span className="stage-cell trip-cell" title={name}>
          <span className="trip-cell__name">{name}</span>
          <small>{kind === 'all' ? 'from entering to a sink' : kind}</small>
        </span>
      ),
      text: ({ name }) => name,
    },
    ...QUANTITIES.filter(({ read }) => rows.some((row) => read(row))).map(
      ({ id, header, dimension, read }): Column<TripRow> => ({
        id,
        header,
        kind: 'number',
        cell: (row) => <EstimateCell value={read(row)} dimension={dimension} timeUnit={scenario.timeUnit} />,
        text: (row) => {
          const value = read(row);
          return value ? fullText(value) : '';
        },
      }),
    ),
  ];
  return (
    <DataTable
      caption="Times from end to end"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      selectedKeys={new Set(chosen === undefined ? [] : [chosen])}
      onSelectRow={onChoose}
      onCopy={copyText}
      onSaveCsv={(text) => saveText(`${scenario.name} latency.csv`, text, 'text/csv')}
    />
  );
}
