import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { LineAxis, LineShade } from './LineAxis.tsx';
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

interface LinePointerProps {
  readonly layout: LineLayout;
  readonly range: XRange;
  /** All x there are. */
  readonly limits: XRange;
  /** Under the crosshair, if it is shown. */
  readonly x: number | undefined;
  /** What the crosshair reads, as a sentence. */
  readonly valueText: string;
  /** Pixels from the top of the drawing that the gestures reach over. */
  readonly top: number;
  readonly height: number;
  /** `y`: pixels from the top of the first row; 0 by keyboard. */
  readonly onX: (x: number | undefined, y: number) => void;
  /** A click without a drag, or Enter. */
  readonly onPick?: ((x: number, y: number) => void) | undefined;
  /** Zooms; undefined shows all again. */
  readonly onRange: (range: XRange | undefined) => void;
}

const SHORTEST_DRAG = 5;
const KEY_STEPS = 50;

/** Over short spans the share in %: numbers such as 2e-7 are no values of a slider to assistive software. */
const sliderValue = (at: number, { from, to }: XRange): number =>
  to - from < 1e-3 ? Math.round((100 * (at - from)) / (to - from || 1)) : Number(at.toFixed(6));

/** Gestures over all rows: move or arrow keys for the crosshair, drag to zoom, double click or Escape to go back. */
function LinePointer(props: LinePointerProps) {
  const { layout, range, limits, x, valueText, top, height, onX, onPick, onRange } = props;
  const [drag, setDrag] = useState<readonly [number, number]>();
  const span = range.to - range.from;

  const handleDown = (event: PointerEvent<SVGRectElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointerX(event, layout.plotWidth);
    setDrag([at, at]);
  };
  const handleMove = (event: PointerEvent<SVGRectElement>) => {
    const at = pointerX(event, layout.plotWidth);
    onX(layout.xAt(at), pointerY(event, height));
    if (drag) setDrag([drag[0], at]);
  };
  const handleUp = (event: PointerEvent<SVGRectElement>) => {
    if (drag && Math.abs(drag[1] - drag[0]) >= SHORTEST_DRAG)
      onRange({ from: layout.xAt(Math.min(...drag)), to: layout.xAt(Math.max(...drag)) });
    else if (drag) onPick?.(layout.xAt(drag[1]), pointerY(event, height));
    setDrag(undefined);
  };
  const handleKey = (event: KeyboardEvent) => {
    const here = x ?? range.from;
    const step = (span / KEY_STEPS) * (event.shiftKey ? 10 : 1);
    const moves: Record<string, number> = {
      ArrowRight: here + step,
      ArrowUp: here + step,
      ArrowLeft: here - step,
      ArrowDown: here - step,
      Home: range.from,
      End: range.to,
    };
    const next = moves[event.key];
    if (next !== undefined) onX(Math.min(Math.max(next, range.from), range.to), 0);
    else if (event.key === 'Enter' && onPick) onPick(here, 0);
    else if (event.key === '+' || event.key === '=') onRange(scaled(range, here, 0.5, limits));
    else if (event.key === '-') onRange(scaled(range, here, 2, limits));
    else if (event.key === 'Escape') return onRange(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <g data-export="skip" transform={`translate(0 ${top})`}>
      {drag && (
        <rect
          className="chart-brush"
          x={Math.min(...drag)}
          width={Math.abs(drag[1] - drag[0])}
          height={height}
        />
      )}
      <rect
        className="chart-pointer"
        width={layout.plotWidth}
        height={height}
        role="slider"
        tabIndex={0}
        aria-label="Crosshair"
        aria-valuemin={sliderValue(range.from, range)}
        aria-valuemax={sliderValue(range.to, range)}
        aria-valuenow={sliderValue(x ?? range.from, range)}
        aria-valuetext={valueText}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={() => !drag && onX(undefined, 0)}
        onDoubleClick={() => onRange(undefined)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && onX(x ?? range.from, 0)}
        onBlur={() => onX(undefined, 0)}
        onKeyDown={handleKey}
      />
    </g>
  );
}

/** Pixels of the plot, whatever scale the page shows it at. */
function pointerX(event: PointerEvent<SVGRectElement>, width: number): number {
  const box = event.currentTarget.getBoundingClientRect();
  return Math.min(Math.max(((event.clientX - box.left) / box.width) * width, 0), width);
}

function pointerY(event: PointerEvent<SVGRectElement>, height: number): number {
  const box = event.currentTarget.getBoundingClientRect();
  return ((event.clientY - box.top) / box.height) * height;
}

/** `range` with its length multiplied around `x`, inside the limits; undefined: all of them. */
function scaled(range: XRange, x: number, factor: number, limits: XRange): XRange | undefined {
  const from = Math.max(limits.from, x - (x - range.from) * factor);
  const to = Math.min(limits.to, x + (range.to - x) * factor);
  return from <= limits.from && to >= limits.to ? undefined : { from, to };
}
