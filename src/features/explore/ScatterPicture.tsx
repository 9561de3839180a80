/** Two measures against each other, a third in shades, with the points that no other beats in all of them. */

import { useMemo, useState } from 'react';
import type { Study } from '../../../core/study/study.ts';
import { type PointColumn, pointText } from '../../../workers/explore/explore-words.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { type KeyEntry, keyLayout } from '../../ui/charts/key-layout.ts';
import { shadeOf } from '../../ui/charts/paint-colours.ts';
import { ScatterPlot } from '../../ui/charts/ScatterPlot.tsx';
import { type SurfaceScale, shareOf } from '../../ui/charts/surface-layout.ts';
import { statusOf } from './explore-points.ts';
import { FrontDecided } from './FrontDecided.tsx';
import { loadPoint } from './load-point.ts';
import { useLookAtPoint } from './look-at.ts';
import { PointReadout } from './PointReadout.tsx';
import { frontOf, type Sense, senseOf, withoutRounding } from './pareto-front.ts';
import { axisOf, cellOf, titleOf } from './point-columns.ts';
import { pointCount } from './point-count.ts';
import { firstRows, tableOf } from './point-table.ts';
import { pointWords, sentenceOf } from './point-words.ts';
import { usePlotSize } from './use-plot-size.ts';
import type { ShownPoints } from './use-points.ts';

interface ScatterPictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  readonly x: PointColumn;
  readonly y: PointColumn;
  /** The measure shown in shades. */
  readonly third: PointColumn | undefined;
}

/** Shades and the axis go by ratios where a measure spans more than this. */
const WIDE = 50;

export function ScatterPicture({ study, shown, x, y, third }: ScatterPictureProps) {
  const [chosenLog, setLog] = useState<Partial<Record<'x' | 'y', boolean>>>({});
  const [flipped, setFlipped] = useState<readonly string[]>([]);
  const [point, setPoint] = useState<number>();
  const [ref, { width, height }] = usePlotSize<HTMLDivElement>();
  const xs = useMemo(() => answered(shown, x), [shown, x]);
  const ys = useMemo(() => answered(shown, y), [shown, y]);
  const zs = useMemo(() => third && answered(shown, third), [shown, third]);
  // Memoized, since a new axis object would repaint the chart for every point under the pointer.
  const axisX = useMemo(() => axisOf(x, largestOf(xs)), [x, xs]);
  const axisY = useMemo(() => axisOf(y, largestOf(ys)), [y, ys]);
  const shades = useMemo(() => zs && shadesOf(zs), [zs]);
  const [logX, logY] = [chosenLog.x ?? (!x.choices && isWide(xs)), chosenLog.y ?? (!y.choices && isWide(ys))];
  useLookAtPoint(shown.points, point);
  const sense = ({ name }: PointColumn): Sense =>
    flipped.includes(name) ? other(senseOf(name)) : senseOf(name);
  const [senseX, senseY, senseZ] = [sense(x), sense(y), third ? sense(third) : 'least'];
  const front = useMemo(
    () =>
      frontOf([
        { values: withoutRounding(xs), sense: senseX },
        { values: withoutRounding(ys), sense: senseY },
        ...(zs ? [{ values: withoutRounding(zs), sense: senseZ }] : []),
      ]),
    [xs, ys, zs, senseX, senseY, senseZ],
  );
  const table = useMemo(() => firstRows(shown), [shown]);
  const flip = ({ name }: PointColumn): void =>
    setFlipped(flipped.includes(name) ? flipped.filter((each) => each !== name) : [...flipped, name]);
  const keys = keyLayout(
    [
      { sign: 'front', text: `front: no design is better in ${third ? 'all three' : 'both'}` },
      ...(third && shades ? [shadesKey(third, shades.scale)] : []),
    ],
    width,
  );
  const title = `${y.words} against ${x.words}${third ? `, ${third.words} in shades` : ''}`;
  return (
    <>
      <ChartFrame
        title={title}
        fileName={`${study.name} ${x.words} ${y.words}`}
        table={table}
        fullTable={() => tableOf(shown)}
        toolbar={
          <>
            <span className="panel__note">{pointCount(front.length)} on the front</span>
            {[x, y, ...(third ? [third] : [])].map((column) => (
              <button
                key={column.name}
                type="button"
                className="chart-button"
                title="Turn what is better"
                onClick={() => flip(column)}
              >
                {column.words}: {sense(column) === 'least' ? 'less' : 'more'} is better
              </button>
            ))}
            {!x.choices && (
              <LogButton axis="x" pressed={logX} onPress={() => setLog({ ...chosenLog, x: !logX })} />
            )}
            {!y.choices && (
              <LogButton axis="y" pressed={logY} onPress={() => setLog({ ...chosenLog, y: !logY })} />
            )}
          </>
        }
      >
        <div ref={ref} className="chart-stage">
          {front.length === 0 ? (
            <p className="chart-empty">{third ? 'No design has all three.' : 'No design has both.'}</p>
          ) : (
            <ScatterPlot
              {...{ title, xs, ys, front, width, keys, point }}
              joined={third === undefined}
              colourOf={shades?.colourOf}
              x={axisX}
              y={axisY}
              {...{ logX, logY }}
              plotHeight={height}
              pointText={
                point === undefined ? title : sentenceOf(pointWords(shown.points, shown.columns, point))
              }
              onPoint={setPoint}
              onPick={(picked) => loadPoint(shown.points, picked)}
            />
          )}
        </div>
        <PointReadout shown={shown} point={point} />
      </ChartFrame>
      <FrontDecided
        {...{ study, shown, front }}
        columns={[x, y, ...(third ? [third] : [])]}
        senseOf={sense}
      />
    </>
  );
}

interface LogButtonProps {
  readonly axis: string;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

const LogButton = ({ axis, pressed, onPress }: LogButtonProps) => (
  <button type="button" className="chart-button" aria-pressed={pressed} onClick={onPress}>
    log {axis}
  </button>
);

const shadesKey = (column: PointColumn, { least, most }: SurfaceScale): KeyEntry => ({
  ...{ sign: 'shades', text: titleOf(column) },
  least: pointText(column, least, 3),
  most: pointText(column, most, 3),
});

const other = (sense: Sense): Sense => (sense === 'least' ? 'largest' : 'least');

/** NaN where the design has no steady state. */
function answered({ points }: ShownPoints, column: PointColumn): Float64Array {
  return Float64Array.from({ length: points.table.points }, (_, point) =>
    statusOf(points, point) === 'answer' ? cellOf(points, column, point) : Number.NaN,
  );
}

/** Undefined where no point has a value; one without is like the least. */
function shadesOf(values: Float64Array) {
  const range = rangeOf(values);
  if (!range) return undefined;
  const [least, most] = range;
  const scale = { least, most, log: isWide(values) };
  return { scale, colourOf: (point: number) => shadeOf(shareOf(scale, values[point]!)) };
}

/** Whether a logarithmic axis suits the values. */
function isWide(values: Float64Array): boolean {
  const [least, most] = rangeOf(values) ?? [0, 0];
  return least > 0 && most / least > WIDE;
}

function rangeOf(values: Float64Array): readonly [number, number] | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least <= most ? [least, most] : undefined;
}

const largestOf = (values: Float64Array): number => Math.max(0, rangeOf(values)?.[1] ?? 0);
