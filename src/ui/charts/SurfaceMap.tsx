import { BottomAxis } from './BottomAxis.tsx';
import './surface.css';
import { type KeyboardEvent, type MouseEvent, useCallback, useMemo } from 'react';
import { PaintedImage } from './PaintedImage.tsx';
import { type PaintColours, shadeOf, usePaintColours } from './paint-colours.ts';
import {
  CELL,
  contoursOf,
  type Surface,
  type SurfaceLayout,
  type SurfaceScale,
  shareOf,
  surfaceLayout,
} from './surface-layout.ts';

interface SurfaceMapProps {
  readonly surface: Surface;
  readonly scale: SurfaceScale | undefined;
  readonly title: string;
  readonly width: number;
  readonly plotHeight: number;
  /** Cell that is looked at. */
  readonly cell: number | undefined;
  /** What the cell is, read aloud. */
  readonly cellText: string;
  /** Cell of the scenario as it is drawn. */
  readonly drawn?: number | undefined;
  readonly format: (value: number) => string;
  readonly onCell: (cell: number | undefined) => void;
  readonly onPick: (cell: number) => void;
}

/** A measure over two inputs in shades, with lines of equal value; cells without an answer are hatched. */
export function SurfaceMap(props: SurfaceMapProps) {
  const { surface, scale, title, width, plotHeight, cell, drawn, format, onCell, onPick } = props;
  const colours = usePaintColours();
  const layout = useMemo(() => surfaceLayout(surface, width, plotHeight), [surface, width, plotHeight]);
  const lines = useMemo(
    () => (scale ? contoursOf(surface, scale, layout, format) : []),
    [surface, scale, layout, format],
  );
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => paintSurface(context, { surface, scale, layout, colours }),
    [surface, scale, layout, colours],
  );
  const { left, top, plotWidth, height, cellWidth, cellHeight } = layout;
  const [columns, rows] = [surface.x.texts.length, surface.y.texts.length];
  const placeOf = (at: number) => ({
    x: (at % columns) * cellWidth,
    y: plotHeight - (Math.floor(at / columns) + 1) * cellHeight,
  });
  const cellAt = (event: MouseEvent<SVGRectElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
    const row = Math.floor((1 - (event.clientY - box.top) / box.height) * rows);
    return Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column));
  };
  const handleKey = (event: KeyboardEvent) => {
    const now = cell ?? drawn ?? 0;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPick(now);
      return;
    }
    const [right, up] = STEPS[event.key] ?? [0, 0];
    if (right === 0 && up === 0) return;
    event.preventDefault();
    const column = Math.max(0, Math.min(columns - 1, (now % columns) + right));
    const row = Math.max(0, Math.min(rows - 1, Math.floor(now / columns) + up));
    onCell(row * columns + column);
  };
  return (
    <svg
      className="chart-svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={title}
    >
      <text y={14} className="chart-axis-title">
        {surface.y.title}
      </text>
      <g transform={`translate(${left} ${top})`}>
        <PaintedImage width={plotWidth} height={plotHeight} paint={paint} />
        {lines.map(({ text, path, label }) => (
          <g key={text}>
            <path className="chart-contour-halo" d={path} />
            <path className="chart-contour" d={path} />
            {label && (
              <text className="chart-contour-text" x={label.x} y={label.y} dy="0.32em" textAnchor="middle">
                {text}
              </text>
            )}
          </g>
        ))}
        {layout.yTicks.map(({ at, text }) => (
          <text key={`${at}`} x={-8} y={at} dy="0.32em" textAnchor="end">
            {text}
          </text>
        ))}
        <BottomAxis ticks={layout.xTicks} title={surface.x.title} width={plotWidth} height={plotHeight} />
        {drawn !== undefined && (
          <>
            <rect className="chart-cell-halo" {...placeOf(drawn)} width={cellWidth} height={cellHeight} />
            <rect className="chart-drawn" {...placeOf(drawn)} width={cellWidth} height={cellHeight} />
          </>
        )}
        {cell !== undefined && (
          <g data-export="skip">
            <rect className="chart-cell-halo" {...placeOf(cell)} width={cellWidth} height={cellHeight} />
            <rect className="chart-cell-cursor" {...placeOf(cell)} width={cellWidth} height={cellHeight} />
          </g>
        )}
        <rect
          className="chart-pointer"
          data-export="skip"
          width={plotWidth}
          height={plotHeight}
          role="slider"
          tabIndex={0}
          aria-label={`${title}, point looked at`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, columns * rows - 1)}
          aria-valuenow={cell ?? drawn ?? 0}
          aria-valuetext={props.cellText}
          onPointerMove={(event) => onCell(cellAt(event))}
          onPointerLeave={() => onCell(undefined)}
          onClick={(event) => onPick(cellAt(event))}
          onKeyDown={handleKey}
        />
      </g>
    </svg>
  );
}

const STEPS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface Painted {
  readonly surface: Surface;
  readonly scale: SurfaceScale | undefined;
  readonly layout: SurfaceLayout;
  readonly colours: PaintColours;
}

function paintSurface(context: CanvasRenderingContext2D, { surface, scale, layout, colours }: Painted): void {
  const { plotWidth, plotHeight, cellWidth, cellHeight } = layout;
  const columns = surface.x.texts.length;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, plotWidth, plotHeight);
  const hatch = hatching(context, colours);
  for (let i = 0; i < surface.values.length; i++) {
    const state = surface.states[i];
    const value = surface.values[i]!;
    if (state === CELL.missing) continue;
    if (Number.isFinite(value) && scale) context.fillStyle = shadeOf(shareOf(scale, value));
    else context.fillStyle = hatch;
    // Whole pixels, so that no seam shows between cells.
    const left = Math.round((i % columns) * cellWidth);
    const right = Math.round(((i % columns) + 1) * cellWidth);
    const row = Math.floor(i / columns);
    const top = Math.round(plotHeight - (row + 1) * cellHeight);
    const bottom = Math.round(plotHeight - row * cellHeight);
    context.fillRect(left, top, right - left, bottom - top);
    if (state === CELL.refused && Number.isFinite(value)) {
      context.fillStyle = hatch;
      context.fillRect(left, top, right - left, bottom - top);
    }
  }
}

const HATCH = 7;

function hatching(context: CanvasRenderingContext2D, { muted }: PaintColours): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = HATCH;
  tile.height = HATCH;
  const ink = tile.getContext('2d');
  if (!ink) return muted;
  ink.strokeStyle = muted;
  ink.lineWidth = 1;
  ink.beginPath();
  for (const shift of [-HATCH, 0, HATCH]) {
    ink.moveTo(shift, HATCH);
    ink.lineTo(shift + HATCH, 0);
  }
  ink.stroke();
  return context.createPattern(tile, 'repeat') ?? muted;
}
