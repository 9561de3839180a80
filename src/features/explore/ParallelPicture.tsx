/** All inputs and measures side by side; what lies in all brushes is counted. */
import { useMemo, useState } from 'react';
import type { Study } from '../../../core/study/study.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { ParallelPlot } from '../../ui/charts/ParallelPlot.tsx';
import { type Brush, isBrushed } from '../../ui/charts/parallel-layout.ts';
import { loadPoint } from './load-point.ts';
import { useLookAtPoint } from './look-at.ts';
import { PointReadout } from './PointReadout.tsx';
import { axisOf, cellOf, cellText } from './point-columns.ts';
import { pointCount } from './point-count.ts';
import { firstRows, tableOf } from './point-table.ts';
import { usePlotSize } from './use-plot-size.ts';
import type { ShownPoints } from './use-points.ts';

interface ParallelPictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
}

/** Pixels that an axis needs. */
const GAP = 96;

export function ParallelPicture({ study, shown }: ParallelPictureProps) {
  const [brushes, setBrushes] = useState<readonly Brush[]>([]);
  const [point, setPoint] = useState<number>();
  useLookAtPoint(shown.points, point);
  const [ref, { width, height }] = usePlotSize<HTMLDivElement>();
  const count = shown.points.table.points;
  const columns = useMemo(
    () =>
      shown.columns.map((column) => ({
        name: column.name,
        title: column.words,
        values: Float64Array.from({ length: count }, (_, point) => cellOf(shown.points, column, point)),
        format: (value: number, digits = 3) => cellText(column, value, digits),
        whole: axisOf(column, 1).whole === true || column.choices !== undefined,
      })),
    [shown, count],
  );
  const kept = useMemo(() => {
    let sum = 0;
    for (let point = 0; point < count; point++) if (isBrushed(columns, brushes, point)) sum += 1;
    return sum;
  }, [columns, brushes, count]);
  const table = useMemo(() => firstRows(shown), [shown]);
  return (
    <ChartFrame
      title="All inputs and measures"
      fileName={`${study.name} parallel`}
      table={table}
      fullTable={() => tableOf(shown)}
      toolbar={
        brushes.length === 0 ? (
          <span className="panel__note">Drag along an axis to keep a part of it.</span>
        ) : (
          <>
            <span className="panel__note">{pointCount(kept)} in the brushes</span>
            <button type="button" className="chart-button" onClick={() => setBrushes([])}>
              Clear
            </button>
          </>
        )
      }
    >
      <div ref={ref} className="explore-scroll">
        <ParallelPlot
          title="All inputs and measures"
          columns={columns}
          points={count}
          brushes={brushes}
          onBrushes={setBrushes}
          width={Math.max(width, columns.length * GAP)}
          plotHeight={height}
          point={point}
          onPoint={setPoint}
          onPick={(picked) => loadPoint(shown.points, picked)}
        />
      </div>
      <PointReadout shown={shown} point={point} />
    </ChartFrame>
  );
}
