/** Two measures against each other, with the points that no other beats in both. */
import { useMemo, useState } from 'react';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { ScatterPlot } from '../../charts/ScatterPlot.tsx';
import { useChartSize } from '../../charts/use-chart-size.ts';
import type { Study } from '../../model/study.ts';
import { statusOf } from '../../state/explore-points.ts';
import { loadPoint } from './load-point.ts';
import { PointReadout } from './PointReadout.tsx';
import { frontOf, type Sense, senseOf } from './pareto-front.ts';
import { axisOf, cellOf, type PointColumn } from './point-columns.ts';
import { pointCount } from './point-count.ts';
import { firstRows } from './point-table.ts';
import { pointWords, sentenceOf } from './point-words.ts';
import type { ShownPoints } from './use-points.ts';

interface ScatterPictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  readonly x: PointColumn;
  readonly y: PointColumn;
}

const HEIGHT = 300;

export function ScatterPicture({ study, shown, x, y }: ScatterPictureProps) {
  const [log, setLog] = useState(false);
  const [flipped, setFlipped] = useState<readonly string[]>([]);
  const [point, setPoint] = useState<number>();
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const xs = useMemo(() => answered(shown, x), [shown, x]);
  const ys = useMemo(() => answered(shown, y), [shown, y]);
  const sense = ({ name }: PointColumn): Sense =>
    flipped.includes(name) ? other(senseOf(name)) : senseOf(name);
  const [senseX, senseY] = [sense(x), sense(y)];
  const front = useMemo(() => frontOf(xs, ys, [senseX, senseY]), [xs, ys, senseX, senseY]);
  const table = useMemo(() => firstRows(shown), [shown]);
  const flip = ({ name }: PointColumn): void =>
    setFlipped(flipped.includes(name) ? flipped.filter((each) => each !== name) : [...flipped, name]);
  const title = `${y.words} against ${x.words}`;
  return (
    <ChartFrame
      title={title}
      fileName={`${study.name} ${x.name} ${y.name}`}
      table={table}
      toolbar={
        <>
          <span className="panel__note">{pointCount(front.length)} on the front</span>
          {[x, y].map((column) => (
            <button key={column.name} type="button" className="chart-button" onClick={() => flip(column)}>
              {column.words}: {sense(column) === 'least' ? 'less' : 'more'} is better
            </button>
          ))}
          <button type="button" className="chart-button" aria-pressed={log} onClick={() => setLog(!log)}>
            log
          </button>
        </>
      }
    >
      <div ref={ref} className="chart-stage">
        <ScatterPlot
          {...{ title, xs, ys, front, width, point }}
          x={axisOf(x, largestOf(xs))}
          y={axisOf(y, largestOf(ys))}
          logY={log}
          plotHeight={HEIGHT}
          pointText={point === undefined ? title : sentenceOf(pointWords(shown.points, shown.columns, point))}
          onPoint={setPoint}
          onPick={(picked) => loadPoint(shown.points, picked)}
        />
      </div>
      <PointReadout shown={shown} point={point} />
    </ChartFrame>
  );
}

const other = (sense: Sense): Sense => (sense === 'least' ? 'largest' : 'least');

/** NaN where the design has no steady state. */
function answered({ points }: ShownPoints, column: PointColumn): Float64Array {
  return Float64Array.from({ length: points.table.points }, (_, point) =>
    statusOf(points, point) === 'answer' ? cellOf(points, column, point) : Number.NaN,
  );
}

const largestOf = (values: Float64Array): number =>
  values.reduce((most, value) => (Number.isFinite(value) && value > most ? value : most), 0);
