import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { LineLayout } from './line-layout.ts';
import type { XRange } from './line-series.ts';

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
export function LinePointer(props: LinePointerProps) {
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
