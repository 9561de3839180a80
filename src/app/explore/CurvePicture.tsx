/** Measures over one varied input, one under the other, with intervals where they are simulated. */
import { useMemo, useState } from 'react';
import { LineChart } from '../../charts/LineChart.tsx';
import type { LineCross, LinePoint, LineRow } from '../../charts/line-series.ts';
import type { Study } from '../../model/study.ts';
import { halfWidthOf, inputOf, measureOf, statusOf } from '../../state/explore-points.ts';
import { type GridAxis, middlePlaces, nearestPlace, pointAt } from './grid-axes.ts';
import { loadPoint } from './load-point.ts';
import { useLookAtPoint } from './look-at.ts';
import { axisOf, cellText, type PointColumn } from './point-columns.ts';
import type { ShownPoints } from './use-points.ts';

interface CurvePictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  readonly axes: readonly GridAxis[];
  readonly x: PointColumn;
  readonly measure: PointColumn;
}

/** Curves over a second input at most. */
const MOST_CURVES = 4;

export function CurvePicture({ study, shown, axes, x, measure }: CurvePictureProps) {
  const rows = useMemo(() => rowsOf(shown, axes, x, measure), [shown, axes, x, measure]);
  const [point, setPoint] = useState<number>();
  useLookAtPoint(shown.points, point);
  const pointOf = ({ x: at, row }: LineCross): number | undefined => pointNear(shown, axes, { x, at, row });
  const largest = axes[x.place]!.values.reduce((most, value) => Math.max(most, value || 0), 0);
  const refused = refusalsOf(shown, rows);
  return (
    <>
      <LineChart
        title={`Over ${x.words}`}
        fileName={`${study.name} over ${x.name}`}
        x={axisOf(x, largest)}
        rows={rows}
        rowHeight={130}
        empty="No point has an answer yet."
        onCross={(cross) => setPoint(cross && pointOf(cross))}
        onPick={(cross) => {
          const picked = pointOf(cross);
          if (picked !== undefined) loadPoint(shown.points, picked);
        }}
      />
      {refused !== undefined && <p className="panel__note">✕ {refused}</p>}
    </>
  );
}

/** The chosen measure first, the others below; a second input splits each into a row for some of its values. */
function rowsOf(
  shown: ShownPoints,
  axes: readonly GridAxis[],
  x: PointColumn,
  measure: PointColumn,
): readonly LineRow[] {
  const other = shown.inputs.find(({ place }) => place !== x.place);
  const measures = other
    ? [measure]
    : [measure, ...shown.measures.filter(({ name }) => name !== measure.name)];
  const middle = middlePlaces(axes);
  const places = other ? spread(axes[other.place]!.values.length) : [0];
  return measures.flatMap((column) =>
    places.map((place): LineRow => {
      const at = other ? middle.with(other.place, place) : middle;
      const points = curveOf(shown, axes, { x, column, at });
      const largest = points.reduce((most, { y = 0 }) => Math.max(most, y), 0);
      const name = other ? `${other.words} ${cellText(other, axes[other.place]!.values[place]!)}` : '';
      return {
        id: `${column.name} ${place}`,
        name,
        value: axisOf(column, largest),
        series: [{ kind: shown.points.table.intervals ? 'simulation' : 'model', name: column.words, points }],
      };
    }),
  );
}

interface Curve {
  readonly x: PointColumn;
  readonly column: PointColumn;
  readonly at: readonly number[];
}

function curveOf({ points }: ShownPoints, axes: readonly GridAxis[], { x, column, at }: Curve): LinePoint[] {
  const curve = axes[x.place]!.values.flatMap((_, place): LinePoint[] => {
    const point = pointAt(axes, at.with(x.place, place));
    const value = measureOf(points, point, column.place);
    const [across, half] = [inputOf(points, point, x.place), halfWidthOf(points, point, column.place)];
    if (!Number.isFinite(across)) return [];
    const known = statusOf(points, point) === 'answer' && Number.isFinite(value);
    return [
      {
        x: across,
        y: known ? value : undefined,
        ...(known && half !== undefined && { low: value - half, high: value + half }),
      },
    ];
  });
  return curve.sort((a, b) => a.x - b.x);
}

/** The point of a row's curve at a value of x. Ids of rows end with the place of the other input, as `rowsOf` makes them. */
function pointNear(
  { inputs }: ShownPoints,
  axes: readonly GridAxis[],
  { x, at, row }: { readonly x: PointColumn; readonly at: number; readonly row: string },
): number | undefined {
  const other = inputs.find(({ place }) => place !== x.place);
  const { values } = axes[x.place]!;
  const place = nearestPlace(values, at);
  if (place === undefined) return undefined;
  const places = middlePlaces(axes).with(x.place, place);
  return pointAt(axes, other ? places.with(other.place, Number(row.split(' ').at(-1))) : places);
}

/** Places evenly over so many, both ends among them. */
const spread = (count: number): readonly number[] =>
  count <= MOST_CURVES
    ? Array.from({ length: count }, (_, i) => i)
    : Array.from({ length: MOST_CURVES }, (_, i) => Math.round((i * (count - 1)) / (MOST_CURVES - 1)));

function refusalsOf({ points }: ShownPoints, rows: readonly LineRow[]): string | undefined {
  const gaps = rows[0]?.series[0]?.points.filter(({ y }) => y === undefined).length ?? 0;
  const [first] = points.reasons.values();
  return gaps > 0 && first !== undefined
    ? `${gaps} points without an answer; the first: ${first}`
    : undefined;
}
