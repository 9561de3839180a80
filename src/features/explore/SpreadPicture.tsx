/** What spread of each measure the drawn inputs bring: a histogram of one, and a table of all. */

import { useMemo } from 'react';
import type { Study } from '../../../core/study/study.ts';
import { type PointColumn, pointText } from '../../../workers/explore/explore-words.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { HistogramPlot, histogramBins } from '../../ui/charts/HistogramPlot.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { axisOf, titleOf } from './point-columns.ts';
import { pointCount } from './point-count.ts';
import { type Spread, spreadOf } from './point-spread.ts';
import type { ShownPoints } from './use-points.ts';

interface SpreadPictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  readonly measure: PointColumn;
}

interface MeasureSpread {
  readonly column: PointColumn;
  readonly spread: Spread | undefined;
}

const HEIGHT = 160;

export function SpreadPicture({ study, shown, measure }: SpreadPictureProps) {
  const rows = useMemo(
    () => shown.measures.map((column) => ({ column, spread: spreadOf(shown.points, column) })),
    [shown],
  );
  const spread = rows.find(({ column }) => column.name === measure.name)?.spread;
  const axis = useMemo(() => axisOf(measure, spread?.values.at(-1) ?? 0), [measure, spread]);
  const text = (value: number): string => pointText(measure, value, 3);
  const title = `Spread of ${titleOf(measure)}`;
  const table = useMemo(
    () => ({
      columns: ['from', 'to', 'designs'].map((label) => ({ label })),
      rows: (spread ? histogramBins(spread.values) : []).map(({ from, to, count }) => [from, to, count]),
    }),
    [spread],
  );
  return (
    <>
      {spread && (
        <ChartFrame title={title} fileName={`${study.name} ${measure.words} spread`} table={table}>
          {({ width }) => (
            <>
              <p className="explore-spread" role="status">
                In 90 % of {pointCount(spread.values.length)} between <b>{text(spread.p5)}</b> and{' '}
                <b>{text(spread.p95)}</b>; half of them above <b>{text(spread.median)}</b>.
              </p>
              <HistogramPlot
                {...{ title, axis, width }}
                values={spread.values}
                marks={[
                  { at: spread.p5, text: '5 %' },
                  { at: spread.median, text: 'median' },
                  { at: spread.p95, text: '95 %' },
                ]}
                plotHeight={HEIGHT}
              />
            </>
          )}
        </ChartFrame>
      )}
      <DataTable
        caption="Spread of all measures"
        fileName={`${study.name} spread`}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ column }) => column.name}
      />
    </>
  );
}

const number = (header: string, of: (spread: Spread) => number | undefined): PageColumn<MeasureSpread> => ({
  ...{ id: header, header, kind: 'number' },
  cell: ({ column, spread }) => {
    const value = spread && of(spread);
    return value === undefined ? '–' : pointText(column, value, 3);
  },
  value: ({ spread }) => spread && of(spread),
});

const COLUMNS: readonly PageColumn<MeasureSpread>[] = [
  {
    id: 'measure',
    header: 'Measure',
    value: ({ column }) => titleOf(column),
  },
  number('mean', ({ mean }) => mean),
  number('deviation', ({ deviation }) => deviation),
  number('least', ({ values }) => values[0]),
  number('5 %', ({ p5 }) => p5),
  number('median', ({ median }) => median),
  number('95 %', ({ p95 }) => p95),
  number('most', ({ values }) => values.at(-1)),
];
