/** Two measures against each other, a third in shades, with the points that no other beats in all of them. */
import { useMemo, useState } from 'react';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { shadeOf } from '../../charts/paint-colours.ts';
import { ScatterPlot } from '../../charts/ScatterPlot.tsx';
import { ShadeKey } from '../../charts/ShadeKey.tsx';
import { shareOf } from '../../charts/surface-layout.ts';
import { useChartSize } from '../../charts/use-chart-size.ts';
import type { Study } from '../../model/study.ts';
import { statusOf } from '../../state/explore-points.ts';
import { loadPoint } from './load-point.ts';
import { useLookAtPoint } from './look-at.ts';
import { PointReadout } from './PointReadout.tsx';
import { frontOf, type Sense, senseOf } from './pareto-front.ts';
import { axisOf, cellOf, cellText, type PointColumn } from './point-columns.ts';
import { pointCount } from './point-count.ts';
import { firstRows } from './point-table.ts';
import { pointWords, sentenceOf } from './point-words.ts';
import type { ShownPoints } from './use-points.ts';

interface ScatterPictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  readonly x: PointColumn;
  readonly y: PointColumn;
  /** In shades. */
  readonly third: PointColumn | undefined;
}

const HEIGHT = 300;
/** Shades go by ratios where a measure spans more than this. */
const WIDE = 50;

export function ScatterPicture({ study, shown, x, y, third }: ScatterPictureProps) {
  const [log, setLog] = useState(false);
  const [flipped, setFlipped] = useState<readonly string[]>([]);
  const [point, setPoint] = useState<number>();
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const xs = useMemo(() => answered(shown, x), [shown, x]);
  const ys = useMemo(() => answered(shown, y), [shown, y]);
  const zs = useMemo(() => third && answered(shown, third), [shown, third]);
  const shades = useMemo(() => zs && shadesOf(zs), [zs]);
  useLookAtPoint(shown.points, point);
  const sense = ({ name }: PointColumn): Sense =>
    flipped.includes(name) ? other(senseOf(name)) : senseOf(name);
  const [senseX, senseY, senseZ] = [sense(x), sense(y), third ? sense(third) : 'least'];
  const front = useMemo(
    () =>
      frontOf([
        { values: xs, sense: senseX },
        { values: ys, sense: senseY },
        ...(zs ? [{ values: zs, sense: senseZ }] : []),
      ]),
    [xs, ys, zs, senseX, senseY, senseZ],
  );
  const table = useMemo(() => firstRows(shown), [shown]);
  const flip = ({ name }: PointColumn): void =>
    setFlipped(flipped.includes(name) ? flipped.filter((each) => each !== name) : [...flipped, name]);
  const title = `${y.words} against ${x.words}${third ? `, ${third.words} in shades` : ''}`;
  return (
    <ChartFrame
      title={title}
      fileName={`${study.name} ${x.name} ${y.name}`}
      table={table}
      toolbar={
        <>
          <span className="panel__note">{pointCount(front.length)} on the front</span>
          {third && shades && <ShadeKey scale={shades.scale} format={(value) => cellText(third, value, 3)} />}
          {[x, y, ...(third ? [third] : [])].map((column) => (
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears where the focus goes from the picture inside */}
      <div ref={ref} className="chart-stage" onBlur={() => setPoint(undefined)}>
        <ScatterPlot
          {...{ title, xs, ys, front, width, point }}
          joined={third === undefined}
          colourOf={shades?.colourOf}
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

/** Undefined where no point has a value; one without is like the least. */
function shadesOf(values: Float64Array) {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return undefined;
  let [least, most] = [known[0]!, known[0]!];
  for (const value of known) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const scale = { least, most, log: least > 0 && most / least > WIDE };
  return { scale, colourOf: (point: number) => shadeOf(shareOf(scale, values[point]!)) };
}

const largestOf = (values: Float64Array): number =>
  values.reduce((most, value) => (Number.isFinite(value) && value > most ? value : most), 0);
