import { useCallback, useMemo } from 'react';
import { PaintedImage } from './PaintedImage.tsx';
import { Cursor, type CursorStep, Plot, type PlotPoint } from './Plot.tsx';
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
import './surface.css';

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
    () => (scale ? contoursOf(surface, scale, layout, { format, drawn }) : []),
    [surface, scale, layout, format, drawn],
  );
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => paintSurface(context, { surface, scale, layout, colours }),
    [surface, scale, layout, colours],
  );
  const { box, cellWidth, cellHeight } = layout;
  const [columns, rows] = [surface.x.texts.length, surface.y.texts.length];
  const outline = (at: number, className: string) => {
    const place = {
      x: (at % columns) * cellWidth,
      y: plotHeight - (Math.floor(at / columns) + 1) * cellHeight,
    };
    return ['chart-cell-halo', className].map((each) => (
      <rect key={each} className={each} {...place} width={cellWidth} height={cellHeight} />
    ));
  };
  const cellAt = ({ x, y }: PlotPoint): number => {
    const column = Math.min(columns - 1, Math.floor(x / cellWidth));
    return Math.min(rows - 1, Math.floor((plotHeight - y) / cellHeight)) * columns + column;
  };
  const now = cell ?? drawn ?? 0;
  const handleStep = (step: CursorStep) => {
    if (step === 'first' || step === 'last') return onCell(step === 'first' ? 0 : columns * rows - 1);
    if (step.right === 0 && step.up === 0) return;
    const column = Math.max(0, Math.min(columns - 1, (now % columns) + step.right));
    const row = Math.max(0, Math.min(rows - 1, Math.floor(now / columns) + step.up));
    onCell(row * columns + column);
  };
  return (
    <Plot
      {...{ title, width, box }}
      x={{ title: surface.x.title, ticks: layout.xTicks }}
      y={{ title: surface.y.title, ticks: layout.yTicks, grid: false }}
    >
      <PaintedImage width={box.width} height={plotHeight} paint={paint} />
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
      {drawn !== undefined && outline(drawn, 'chart-drawn')}
      {cell !== undefined && <g data-export="skip">{outline(cell, 'chart-cell-cursor')}</g>}
      <Cursor
        width={box.width}
        height={plotHeight}
        label={`${title}, point looked at`}
        least={0}
        most={Math.max(0, columns * rows - 1)}
        now={now}
        text={props.cellText}
        moves="follow"
        onMove={(at) => onCell(at && cellAt(at))}
        onStep={handleStep}
        onPick={(at) => onPick(at ? cellAt(at) : now)}
      />
    </Plot>
  );
}

interface Painted {
  readonly surface: Surface;
  readonly scale: SurfaceScale | undefined;
  readonly layout: SurfaceLayout;
  readonly colours: PaintColours;
}

function paintSurface(context: CanvasRenderingContext2D, { surface, scale, layout, colours }: Painted): void {
  const { box, cellWidth, cellHeight } = layout;
  const columns = surface.x.texts.length;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, box.width, box.height);
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
    const top = Math.round(box.height - (row + 1) * cellHeight);
    const bottom = Math.round(box.height - row * cellHeight);
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
