/** Measures over one varied input, one under the other, with intervals where they are simulated. */

import { useMemo, useState } from 'react';
import type { Study } from '../../../core/study/study.ts';
import { type PointColumn, pointText, STATUS_WORDS } from '../../../workers/explore/explore-words.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { valueDomain } from '../../ui/charts/line-layout.ts';
import type { LinePoint, LineVoid } from '../../ui/charts/line-series.ts';
import { type LineCross, type LineRow, wholeRange } from '../../ui/charts/line-series.ts';
import { halfWidthOf, inputOf, measureOf, statusOf } from './explore-points.ts';
import { type GridAxis, middlePlaces, nearestPlace, pointAt } from './grid-axes.ts';
import { heldWords } from './held-inputs.ts';
import { loadPoint } from './load-point.ts';
import { useLookAtPoint } from './look-at.ts';
import { axisOf } from './point-columns.ts';

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
  const [log, setLog] = useState(false);
  const rows = useMemo(() => rowsOf(shown, axes, { x, measure, log }), [shown, axes, x, measure, log]);
  const [point, setPoint] = useState<number>();
  useLookAtPoint(shown.points, point);
  const pointOf = ({ x: at, row }: LineCross): number | undefined => {
    const other = rows.find(({ id }) => id === row)?.place;
    return other === undefined ? undefined : pointNear(shown, axes, { x, at, other });
  };
  const across = useMemo(() => acrossAxis(x, axes[x.place]!), [x, axes]);
  const other = shown.inputs.find(({ place }) => place !== x.place);
  const title = `${measure.words} over ${x.words}${heldWords(shown, axes, [x, other])}`;
  return (
    <LineChart
      title={title}
      fileName={`${study.name} over ${x.words}`}
      x={across}
      rows={rows}
      rowHeight={130}
      logY={log}
      toolbar={
        <button type="button" className="chart-button" aria-pressed={log} onClick={() => setLog(!log)}>
          log
        </button>
      }
      empty="A curve needs two designs with an answer."
      onCross={(cross) => setPoint(cross && pointOf(cross))}
      onPick={(cross) => {
        const picked = pointOf(cross);
        if (picked !== undefined) loadPoint(shown.points, picked);
      }}
    />
  );
}

function acrossAxis(x: PointColumn, { values }: GridAxis): AxisSpec {
  const largest = values.reduce((most, value) => Math.max(most, value || 0), 0);
  return {
    ...axisOf(x, largest),
    ...(x.choices && { names: values.map((value) => pointText(x, value)) }),
  };
}

interface Rows {
  readonly x: PointColumn;
  readonly measure: PointColumn;
  readonly log: boolean;
}

/**
 * The chosen measure first, the others below. A second input makes rows of the chosen one, for some of its values, under
 * one scale: they are there to be held against each other.
 */
function rowsOf(
  shown: ShownPoints,
  axes: readonly GridAxis[],
  { x, measure, log }: Rows,
): readonly CurveRow[] {
  const other = shown.inputs.find(({ place }) => place !== x.place);
  const measures = other
    ? [measure]
    : [measure, ...shown.measures.filter(({ name }) => name !== measure.name)];
  const middle = middlePlaces(axes);
  const places = other ? spread(axes[other.place]!.values.length) : [0];
  const rows = measures.flatMap((column) =>
    places.map((place): CurveRow => {
      const at = other ? middle.with(other.place, place) : middle;
      const points = curveOf(shown, axes, { x, column, at });
      const largest = points.reduce((most, { y = 0 }) => Math.max(most, y), 0);
      const name = other ? `${other.words} ${pointText(other, axes[other.place]!.values[place]!)}` : '';
      return {
        id: `${column.name} ${place}`,
        name,
        place,
        value: axisOf(column, largest),
        voids: voidsOf(points),
        series: [{ kind: shown.points.table.intervals ? 'simulation' : 'model', name: column.words, points }],
      };
    }),
  );
  return other ? underOneScale(rows, log) : rows;
}

function underOneScale(rows: readonly CurveRow[], log: boolean): readonly CurveRow[] {
  const range = wholeRange(rows);
  if (!range) return rows;
  const all = rows.flatMap(({ series }) => series);
  const domain = valueDomain(all, range, true, log);
  const [unit] = rows.map(({ value }) => value).sort((a, b) => (b.divisor ?? 1) - (a.divisor ?? 1));
  return rows.map((row) => ({ ...row, domain, value: unit ?? row.value }));
}

interface CurveRow extends LineRow {
  /** Place of the second input's value among all. */
  readonly place: number;
}

interface Curve {
  readonly x: PointColumn;
  readonly column: PointColumn;
  readonly at: readonly number[];
}

function curveOf({ points }: ShownPoints, axes: readonly GridAxis[], { x, column, at }: Curve): CurvePoint[] {
  const curve = axes[x.place]!.values.flatMap((_, place): CurvePoint[] => {
    const point = pointAt(axes, at.with(x.place, place));
    const value = measureOf(points, point, column.place);
    const input = inputOf(points, point, x.place);
    const half = halfWidthOf(points, point, column.place);
    // Choices stand beside each other, whichever of all there are were chosen.
    const across = x.choices ? place : input;
    if (!Number.isFinite(input)) return [];
    const status = statusOf(points, point) ?? 'noAnswer';
    if (status !== 'answer' || !Number.isFinite(value))
      return [{ x: across, y: undefined, gap: status === 'answer' ? 'not known' : STATUS_WORDS[status] }];
    const interval = half !== undefined && { low: value - half, high: value + half };
    return [{ x: across, y: value, ...interval }];
  });
  return curve.sort((a, b) => a.x - b.x);
}

/** The point of a curve at a value of x. */
function pointNear(
  { inputs }: ShownPoints,
  axes: readonly GridAxis[],
  { x, at, other }: { readonly x: PointColumn; readonly at: number; readonly other: number },
): number | undefined {
  const second = inputs.find(({ place }) => place !== x.place);
  const { values } = axes[x.place]!;
  const place = x.choices ? Math.round(at) : nearestPlace(values, at);
  if (place === undefined) return undefined;
  const places = middlePlaces(axes).with(x.place, place);
  return pointAt(axes, second ? places.with(second.place, other) : places);
}

/** Places evenly over so many, both ends among them. */
const spread = (count: number): readonly number[] =>
  count <= MOST_CURVES
    ? Array.from({ length: count }, (_, i) => i)
    : Array.from({ length: MOST_CURVES }, (_, i) => Math.round((i * (count - 1)) / (MOST_CURVES - 1)));

/** The parts of a curve where points have no value, so that a picture can say so. */

interface CurvePoint extends LinePoint {
  /** Why there is no value. */
  readonly gap?: string;
}

/** Neighbours without a value for the same reason are one part, which reaches half way to the points beside it. */
export function voidsOf(points: readonly CurvePoint[]): readonly LineVoid[] {
  const voids: LineVoid[] = [];
  points.forEach(({ x, gap }, i) => {
    if (gap === undefined) return;
    const [before, after] = [points[i - 1]?.x ?? x, points[i + 1]?.x ?? x];
    const part = { from: (before + x) / 2, to: (x + after) / 2, text: gap };
    const last = voids.at(-1);
    if (last && points[i - 1]?.gap === gap) voids[voids.length - 1] = { ...last, to: part.to };
    else voids.push(part);
  });
  return voids;
}
