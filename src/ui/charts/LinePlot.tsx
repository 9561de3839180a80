import { useId, useMemo, useState } from 'react';
import { LineAxis, LineShade } from './LineAxis.tsx';
import { LinePointer } from './LinePointer.tsx';
import { LineRowMarks, MarkLine } from './LineRowMarks.tsx';
import { type LineInput, type LineLayout, lineLayout, type RowLayout } from './line-layout.ts';
import {
  type AxisSpec,
  axisText,
  type LineCross,
  type LineMark,
  middleOf,
  pointAt,
  valueText,
  type XRange,
} from './line-series.ts';
import { formatNumber } from './number-label.ts';

export interface LinePlotProps extends LineInput {
  readonly title: string;
  readonly limits: XRange;
  /** Through all rows. */
  readonly marks: readonly LineMark[];
  /** A part of the x axis in a darker shade: what is not counted. */
  readonly shaded?: (XRange & { readonly text: string }) | undefined;
  readonly selected?: string | undefined;
  readonly onSelect?: ((id: string) => void) | undefined;
  readonly onRange: (range: XRange | undefined) => void;
  readonly onCross?: ((cross: LineCross | undefined) => void) | undefined;
  readonly onPick?: ((cross: LineCross) => void) | undefined;
}

/** More readings than this make no sentence. */
const MOST_SAID = 6;

/** The drawing of rows of lines, with one crosshair through all. */
export function LinePlot(props: LinePlotProps) {
  const { rows, x: axis, range, width, rowHeight, fromZero, logY, marks, shaded } = props;
  const [x, setX] = useState<number>();
  const clipId = useId();
  const layout = useMemo(
    () => lineLayout({ rows, x: axis, range, width, rowHeight, fromZero, logY: logY === true }),
    [rows, axis, range, width, rowHeight, fromZero, logY],
  );
  const top = layout.rows[0]?.top ?? 0;
  const bottom = (layout.rows.at(-1)?.top ?? 0) + rowHeight;
  const cross = x === undefined ? undefined : crossingOf(layout, x);
  /** `y`: pixels from the top of the first row. */
  const crossAt = (at: number, y: number): LineCross => {
    const place = layout.rows.findLast((row) => row.top - top <= y) ?? layout.rows[0]!;
    return { x: crossingOf(layout, at), row: place.row.id };
  };
  const readings = layout.rows.map((place) => (cross === undefined ? undefined : readingOf(place, cross)));
  return (
    <svg
      className="chart-svg"
      width={width}
      height={layout.height}
      viewBox={`0 0 ${width} ${layout.height}`}
      aria-label={props.title}
    >
      <clipPath id={clipId}>
        <rect y={-2} width={layout.plotWidth} height={rowHeight + 4} />
      </clipPath>
      <g transform={`translate(${layout.left} 0)`}>
        {shaded && <LineShade {...{ shaded, layout, top }} height={bottom - top} />}
        {layout.rows.map((place, i) => (
          <LineRowMarks
            key={place.row.id}
            place={place}
            layout={layout}
            clip={`url(#${clipId})`}
            selected={place.row.id === props.selected}
            reading={cross === undefined ? undefined : `${valueText(cross, axis, 4)}: ${readings[i]}`}
            onSelect={props.onSelect}
          />
        ))}
        <g transform={`translate(0 ${top})`}>
          {marks.map((mark) => (
            <MarkLine key={`${mark.kind} ${mark.x}`} mark={mark} layout={layout} height={bottom - top} />
          ))}
        </g>
        <LineAxis layout={layout} axis={axis} bottom={bottom} cross={cross} />
        {cross !== undefined && (
          <line
            className="chart-cross"
            data-export="skip"
            x1={layout.xOf(cross)}
            x2={layout.xOf(cross)}
            y1={top}
            y2={bottom}
          />
        )}
        <LinePointer
          {...{ layout, range, top, x }}
          limits={props.limits}
          height={bottom - top}
          valueText={sentenceOf(layout, axis, cross, readings)}
          onX={(at, y) => {
            setX(at);
            props.onCross?.(at === undefined ? undefined : crossAt(at, y));
          }}
          onPick={props.onPick && ((at, y) => props.onPick?.(crossAt(at, y)))}
          onRange={props.onRange}
        />
      </g>
    </svg>
  );
}

/** The place of the nearest point, so that the line stands where the numbers are from. */
function crossingOf({ rows }: LineLayout, x: number): number {
  const curve = rows.flatMap(({ curves }) => curves).find(({ points }) => points.length > 0);
  const point = curve && pointAt(curve.points, x);
  return point ? middleOf(point) : x;
}

function readingOf({ row, curves }: RowLayout, x: number): string {
  const nothing = row.voids?.find(({ from, to }) => from <= x && x <= to);
  const read = curves.filter(({ guide }) => !guide);
  const texts = read.map(({ name, points }) => {
    const point = pointAt(points, x);
    if (point?.y === undefined) return nothing?.text ?? 'not observed';
    const { y, low, high } = point;
    const { divisor = 1 } = row.value;
    const half =
      low === undefined || high === undefined ? '' : ` ± ${formatNumber((high - low) / 2 / divisor)}`;
    const text = `${formatNumber(y / divisor, 4)}${half}${row.value.unit === '' ? '' : ` ${row.value.unit}`}`;
    return read.length > 1 ? `${name} ${text}` : text;
  });
  return texts.join(', ');
}

function sentenceOf(
  { rows }: LineLayout,
  axis: AxisSpec,
  cross: number | undefined,
  readings: readonly (string | undefined)[],
): string {
  if (cross === undefined) return axisText(axis);
  const said = rows.slice(0, MOST_SAID).map(({ row }, i) => `${row.name} ${readings[i]}`.trim());
  return `${axis.title} ${valueText(cross, axis, 4)}: ${said.join('; ')}`;
}
