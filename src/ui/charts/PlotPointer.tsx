import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { binOf } from './distribution-bins.ts';
import type { PlotLayout } from './distribution-layout.ts';
import type { LevelRange } from './distribution-series.ts';
import { draggedRange, scaledRange } from './level-axis.ts';

interface PlotPointerProps {
  readonly layout: PlotLayout;
  /** Level under the crosshair, if it is shown. */
  readonly level: number | undefined;
  /** What the crosshair reads, as a sentence. */
  readonly valueText: string;
  /** Levels that exist. */
  readonly limits: LevelRange;
  readonly onLevel: (level: number | undefined) => void;
  /** Zooms to levels; undefined goes back to the natural range. */
  readonly onRange: (range: LevelRange | undefined) => void;
}

const SHORTEST_DRAG = 5;

/** Gestures over the plot: move or arrow keys for the crosshair, drag to zoom, double click or Escape to go back. */
export function PlotPointer({ layout, level, valueText, limits, onLevel, onRange }: PlotPointerProps) {
  const [drag, setDrag] = useState<readonly [number, number]>();
  const { plot, levels, grid } = layout;
  const { range } = levels;

  const showNearest = (near: number) => {
    const bin = binOf(grid, Math.round(near));
    onLevel(Math.min(Math.max(grid.firsts[bin]!, range.from), range.to));
  };
  const handleDown = (event: PointerEvent<SVGRectElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = pointerX(event, plot.width);
    setDrag([x, x]);
  };
  const handleMove = (event: PointerEvent<SVGRectElement>) => {
    const x = pointerX(event, plot.width);
    showNearest(levels.levelAt(x));
    if (drag) setDrag([drag[0], x]);
  };
  const handleUp = () => {
    if (drag && Math.abs(drag[1] - drag[0]) >= SHORTEST_DRAG) onRange(draggedRange(levels, drag, limits));
    setDrag(undefined);
  };
  const handleKey = (event: KeyboardEvent) => {
    const here = level ?? range.from;
    const next = levelAfterKey(event, here, layout);
    if (next !== undefined) showNearest(next);
    else if (event.key === '+' || event.key === '=') onRange(scaledRange(range, here, 0.5, limits));
    else if (event.key === '-') onRange(scaledRange(range, here, 2, limits));
    else if (event.key === 'Escape') return onRange(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <g data-export="skip">
      {drag && (
        <rect
          className="chart-brush"
          x={Math.min(...drag)}
          width={Math.abs(drag[1] - drag[0])}
          height={plot.height}
        />
      )}
      <rect
        className="chart-pointer"
        width={plot.width}
        height={plot.height}
        role="slider"
        tabIndex={0}
        aria-label="Crosshair"
        aria-valuemin={range.from}
        aria-valuemax={range.to}
        aria-valuenow={level ?? range.from}
        aria-valuetext={valueText}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={() => !drag && onLevel(undefined)}
        onDoubleClick={() => onRange(undefined)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && showNearest(level ?? range.from)}
        onBlur={() => onLevel(undefined)}
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

function levelAfterKey(
  event: KeyboardEvent,
  level: number,
  { grid, levels }: PlotLayout,
): number | undefined {
  const step = grid.width * (event.shiftKey ? 10 : 1);
  const moves: Record<string, number> = {
    ArrowRight: level + step,
    ArrowUp: level + step,
    ArrowLeft: level - step,
    ArrowDown: level - step,
    PageUp: level + 10 * grid.width,
    PageDown: level - 10 * grid.width,
    Home: levels.range.from,
    End: levels.range.to,
  };
  return moves[event.key];
}
