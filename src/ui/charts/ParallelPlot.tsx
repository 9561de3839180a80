import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef } from 'react';
import { PaintedImage } from './PaintedImage.tsx';
import { Drawing } from './Plot.tsx';
import { usePaintColours } from './paint-colours.ts';
import {
  type Brush,
  isBrushed,
  lineNear,
  lineStep,
  type ParallelAxis,
  type ParallelColumn,
  parallelAxes,
} from './parallel-layout.ts';
import './surface.css';

interface ParallelPlotProps {
  readonly title: string;
  readonly columns: readonly ParallelColumn[];
  readonly points: number;
  readonly brushes: readonly Brush[];
  readonly onBrushes: (brushes: readonly Brush[]) => void;
  readonly width: number;
  readonly plotHeight: number;
  /** The one that is looked at. */
  readonly point: number | undefined;
  readonly onPoint: (point: number | undefined) => void;
  readonly onPick: (point: number) => void;
}

/** Height of two rows of titles. */
const TITLES = 40;
/** Height of a row of units. */
const UNIT = 14;
const BOTTOM = 14;
/** Half the width in which a drag takes hold of an axis. */
const GRIP = 14;

/** A line for each point across an axis for each column; a drag along an axis keeps those within it, a double click frees it; up and down arrows cut from below and above. */
export function ParallelPlot(props: ParallelPlotProps) {
  const { title, columns, points, brushes, onBrushes, width, plotHeight, point, onPoint, onPick } = props;
  const colours = usePaintColours();
  const axes = useMemo(() => parallelAxes(columns, width, plotHeight), [columns, width, plotHeight]);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const step = lineStep(points);
      const alpha = Math.max(0.04, Math.min(0.7, 60 / Math.sqrt(points / step + 1) / 10));
      for (const wanted of brushes.length > 0 ? [false, true] : [true]) {
        context.strokeStyle = wanted ? colours.accent : colours.line;
        context.globalAlpha = wanted ? alpha : alpha / 3;
        for (let point = 0; point < points; point += step)
          if (isBrushed(columns, brushes, point) === wanted) strokeLine(context, axes, point);
      }
    },
    [axes, columns, brushes, points, colours],
  );
  const unitHeight = columns.some(({ unit }) => unit !== undefined) ? UNIT : 0;
  const top = TITLES + 2 * unitHeight;
  const height = top + plotHeight + BOTTOM;
  return (
    <Drawing {...{ title, width, height }}>
      <g transform={`translate(0 ${top})`}>
        <PaintedImage width={width} height={plotHeight} paint={paint} />
        {point !== undefined && (
          <path className="chart-parallel-line" data-export="skip" d={pathOf(axes, point)} />
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, points are looked at and loaded in the table below */}
        <rect
          className="chart-pointer"
          data-export="skip"
          width={width}
          height={plotHeight}
          onPointerMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onPoint(
              lineNear(axes, points, brushes, { x: event.clientX - box.left, y: event.clientY - box.top }),
            );
          }}
          onPointerLeave={() => onPoint(undefined)}
          onClick={() => point !== undefined && onPick(point)}
        />
        {axes.map((axis, i) => (
          <Axis
            key={axis.column.name}
            axis={axis}
            titleY={i % 2 === 1 ? -28 - 2 * unitHeight : -12 - unitHeight}
            height={plotHeight}
            brush={brushes.find(({ column }) => column === axis.column.name)}
            onBrush={(brush) =>
              onBrushes([
                ...brushes.filter(({ column }) => column !== axis.column.name),
                ...(brush ? [{ column: axis.column.name, ...brush }] : []),
              ])
            }
          />
        ))}
      </g>
    </Drawing>
  );
}

function strokeLine(context: CanvasRenderingContext2D, axes: readonly ParallelAxis[], point: number): void {
  context.beginPath();
  let pen = false;
  for (const { column, x, yOf } of axes) {
    const value = column.values[point]!;
    if (!Number.isFinite(value)) pen = false;
    else {
      if (pen) context.lineTo(x, yOf(value));
      else context.moveTo(x, yOf(value));
      pen = true;
    }
  }
  context.stroke();
}

function pathOf(axes: readonly ParallelAxis[], point: number): string {
  const known = axes.filter(({ column }) => Number.isFinite(column.values[point]));
  return `M${known.map(({ column, x, yOf }) => `${x} ${yOf(column.values[point]!)}`).join('L')}`;
}

interface AxisProps {
  readonly axis: ParallelAxis;
  /** Every second title stands in the upper of two rows, so that neighbours do not run into each other; its unit is below it. */
  readonly titleY: number;
  readonly height: number;
  readonly brush: Brush | undefined;
  readonly onBrush: (brush: { readonly from: number; readonly to: number } | undefined) => void;
}

function Axis({ axis, titleY, height, brush, onBrush }: AxisProps) {
  const start = useRef<number>(undefined);
  const { column, x, titleX, yOf, valueAt, ticks } = axis;
  const [low, top] = [valueAt(height), valueAt(0)];
  const handleKey = (event: KeyboardEvent) => {
    const { from, to } = brush ?? { from: low, to: top };
    const step = (top - low) / 20;
    const next: Record<string, () => void> = {
      ArrowUp: () => onBrush({ from: Math.min(to, from + step), to }),
      ArrowDown: () => onBrush({ from, to: Math.max(from, to - step) }),
      Escape: () => onBrush(undefined),
    };
    const act = next[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const yIn = (event: PointerEvent<SVGRectElement>): number =>
    Math.max(0, Math.min(height, event.clientY - event.currentTarget.getBoundingClientRect().top));
  return (
    <g transform={`translate(${x} 0)`}>
      <text x={titleX - x} y={titleY} textAnchor="middle" className="chart-axis-title">
        {column.title}
      </text>
      {column.unit !== undefined && (
        <text x={titleX - x} y={titleY + UNIT} textAnchor="middle" className="chart-axis-title">
          {column.unit}
        </text>
      )}
      <line className="chart-axis" y2={height} />
      {ticks.map(({ at, text }) => (
        <text key={at} className="chart-name chart-tick" x={6} y={at} dy="0.32em">
          {text}
        </text>
      ))}
      {brush && (
        <rect
          className="chart-brush"
          x={-6}
          width={12}
          y={yOf(brush.to)}
          height={Math.max(1, yOf(brush.from) - yOf(brush.to))}
        />
      )}
      <rect
        className="chart-pointer"
        data-export="skip"
        x={-GRIP}
        width={2 * GRIP}
        height={height}
        role="slider"
        tabIndex={0}
        aria-label={`${column.title}: values kept`}
        aria-valuemin={low}
        aria-valuemax={top}
        aria-valuenow={brush?.from ?? low}
        aria-valuetext={
          brush ? `from ${column.format(brush.from)} to ${column.format(brush.to)}` : 'all values'
        }
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = yIn(event);
        }}
        onPointerMove={(event) => {
          if (start.current === undefined) return;
          const ends = [start.current, yIn(event)].map(valueAt).sort((a, b) => a - b);
          if (Math.abs(start.current - yIn(event)) > 2) onBrush({ from: ends[0]!, to: ends[1]! });
        }}
        onPointerUp={() => {
          start.current = undefined;
        }}
        onDoubleClick={() => onBrush(undefined)}
      />
    </g>
  );
}
