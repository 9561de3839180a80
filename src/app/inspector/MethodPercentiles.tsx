import type { TimePercentiles } from '../../../workers/contract/measures.ts';
import type { StageAnswer } from '../../../workers/contract/solving.ts';
import type { TimeUnit } from '../../model/scenario.ts';
import { type Column, DataTable } from '../../widgets/DataTable.tsx';
import { formatMeasure } from '../measures.ts';

const SHARES = [
  { key: 'p50', label: '50 %' },
  { key: 'p90', label: '90 %' },
  { key: 'p99', label: '99 %' },
  { key: 'p999', label: '99.9 %' },
] as const satisfies readonly { key: keyof TimePercentiles; label: string }[];

type Row = (typeof SHARES)[number];

export interface MethodPercentilesProps {
  readonly measures: StageAnswer;
  readonly timeUnit: TimeUnit | undefined;
}

/** Times that so many of the elements do not exceed; nothing where the model gives means only. */
export function MethodPercentiles({ measures, timeUnit }: MethodPercentilesProps) {
  const { waitingPercentiles, sojournPercentiles } = measures;
  if (!waitingPercentiles && !sojournPercentiles) return null;
  // What leaves the mean open leaves these open as well.
  const mark = measures.spans?.meanSojournTime ? '◌ ' : '';
  const column = (id: string, header: string, times: TimePercentiles | undefined): Column<Row>[] =>
    times
      ? [
          {
            id,
            header,
            kind: 'number',
            cell: ({ key }) => (
              <span title={String(times[key])}>
                {formatMeasure(times[key], 'time', timeUnit ? { timeUnit } : {})}
              </span>
            ),
            text: ({ key }) => String(times[key]),
          },
        ]
      : [];
  return (
    <DataTable
      caption="Percentiles of times"
      columns={[
        {
          id: 'share',
          header: 'Elements',
          rowHeader: true,
          cell: ({ label }) => label,
          text: ({ key }) => key,
        },
        ...column('waiting', `${mark}wait`, waitingPercentiles),
        ...column('sojourn', `${mark}stay`, sojournPercentiles),
      ]}
      rows={SHARES}
      rowKey={({ key }) => key}
    />
  );
}
