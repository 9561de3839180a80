/** The frame of every plot: its SVG, its axes with titles and ticks, its key, and the cursor that reads it. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import type { Tick } from './axis.ts';
import type { KeyLayout } from './key-layout.ts';
import { PictureKey } from './PictureKey.tsx';

interface DrawingProps {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly className?: string;
  /** `img` where nothing inside can be pressed or read by itself. */
  readonly role?: 'img';
  readonly children: ReactNode;
}

/** The SVG of a chart, the one that is exported. */
export const Drawing = ({ title, width, height, className = '', role, children }: DrawingProps) => (
  <svg
    className={`chart-svg ${className}`.trim()}
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    role={role}
    aria-label={title}
  >
    {children}
  </svg>
);

/** Where the plot lies in its drawing, pixels: its axes' names stand above it and below. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Under a plot: ticks and the name of its x axis. */
export const FOOT = 40;

/** `width` of the whole drawing, `height` of the plot alone. */
export const plotBox = (
  width: number,
  height: number,
  { left = 58, top = 22, right = 14 } = {},
): PlotBox => ({ left, top, width: Math.max(60, width - left - right), height });

export const drawingHeight = ({ top, height }: PlotBox): number => top + height + FOOT;

interface PlotAxis {
  /** With its unit, as it is written. */
  readonly title: string;
  readonly ticks: readonly Tick[];
}

interface PlotProps {
  readonly title: string;
  /** Pixels of the whole drawing. */
  readonly width: number;
  readonly box: PlotBox;
  readonly x: PlotAxis;
  /** `grid` false: what is drawn covers the plot. */
  readonly y: PlotAxis & { readonly grid?: boolean };
  /** What marks and shades mean, below. */
  readonly keys?: KeyLayout;
  readonly className?: string;
  /** In the plot's coordinates. */
  readonly children: ReactNode;
}

/** One plot with its two axes and its key. */
export function Plot({ title, width, box, x, y, keys, className, children }: PlotProps) {
  const height = drawingHeight(box);
  return (
    <Drawing {...{ title, width, ...(className && { className }) }} height={height + (keys?.height ?? 0)}>
      <g transform={`translate(${box.left} ${box.top})`}>
        <LeftAxis {...y} left={box.left} titleY={14 - box.top} width={box.width} />
        <BottomAxis {...x} width={box.width} y={box.height} />
        {children}
      </g>
      {keys && <PictureKey layout={keys} y={height} />}
    </Drawing>
  );
}

interface LeftAxisProps {
  readonly ticks: readonly Tick[];
  /** Stands above the ticks, at the left end of the drawing. */
  readonly title?: string;
  readonly titleY?: number;
  readonly left?: number;
  /** Pixels that grid lines reach. */
  readonly width: number;
  readonly grid?: boolean;
}

export const LeftAxis = ({ ticks, title, titleY, left = 0, width, grid = true }: LeftAxisProps) => (
  <>
    {title !== undefined && (
      <text x={-left} y={titleY} className="chart-axis-title">
        {title}
      </text>
    )}
    {ticks.map(({ at, text }) => (
      <g key={`${at} ${text}`} transform={`translate(0 ${at})`}>
        {grid && <line className="chart-grid" x2={width} />}
        <text x={-8} dy="0.32em" textAnchor="end">
          {text}
        </text>
      </g>
    ))}
  </>
);

interface BottomAxisProps extends PlotAxis {
  /** Pixels. */
  readonly width: number;
  /** The place of the axis. */
  readonly y: number;
  /** Where grid lines begin; small ticks stand in their place when absent. */
  readonly gridFrom?: number;
  /** Pixels from the axis down to its title. */
  readonly titleBelow?: number;
}

export const BottomAxis = ({ ticks, title, width, y, gridFrom, titleBelow = 34 }: BottomAxisProps) => (
  <g transform={`translate(0 ${y})`}>
    {gridFrom === undefined && <line className="chart-axis" x2={width} />}
    {ticks.map(({ at, text }) => (
      <g key={`${at} ${text}`} transform={`translate(${at} 0)`}>
        {gridFrom === undefined ? (
          <line className="chart-axis" y2={4} />
        ) : (
          <line className="chart-grid" y1={gridFrom - y} y2={0} />
        )}
        <text y={17} textAnchor="middle">
          {text}
        </text>
      </g>
    ))}
    <text x={width / 2} y={titleBelow} textAnchor="middle" className="chart-axis-title">
      {title}
    </text>
  </g>
);

/** Pixels in the plot. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

/** What a key asks of a cursor: steps to the right and up, or an end. No steps: to show itself where it is. */
export type CursorStep = 'first' | 'last' | { readonly right: number; readonly up: number };

export interface CursorZoom {
  /** Pixels from the left end of the plot, the smaller first. */
  readonly onDrag: (from: number, to: number) => void;
  /** Multiplies the length that is shown, around the cursor. */
  readonly onScale: (factor: number) => void;
  readonly onAll: () => void;
}

interface CursorProps {
  /** Pixels of the plot. */
  readonly width: number;
  readonly height: number;
  /** What assistive software says: the cursor's name, its place between two ends, and what it reads there. */
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly now: number;
  readonly text: string;
  /** follow: it goes with the pointer, and away with it or with the focus. press: it stays where it was put. */
  readonly moves: 'follow' | 'press';
  /** Undefined: it is gone. */
  readonly onMove: (at: PlotPoint | undefined) => void;
  readonly onStep: (step: CursorStep) => void;
  /** Pressed; by Enter or Space without a place. */
  readonly onPick?: ((at: PlotPoint | undefined) => void) | undefined;
  /** A drag zooms, a double click or Escape shows all, + and - scale. */
  readonly zoom?: CursorZoom;
}

const SHORTEST_DRAG = 5;

/** The gestures over a plot, by pointer and by keys alike. It lies over all marks, and takes no part in an export. */
export function Cursor(props: CursorProps) {
  const { width, height, moves, onMove, onStep, onPick, zoom } = props;
  const [drag, setDrag] = useState<readonly [number, number]>();
  const follows = moves === 'follow';
  const placeOf = (event: PointerEvent): PlotPoint => {
    // The page may show the drawing at another scale.
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: clamp(((event.clientX - box.left) / box.width) * width, 0, width),
      y: clamp(((event.clientY - box.top) / box.height) * height, 0, height),
    };
  };
  const handleDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = placeOf(event);
    if (follows) setDrag([at.x, at.x]);
    else onMove(at);
  };
  const handleMove = (event: PointerEvent) => {
    const at = placeOf(event);
    if (follows || event.buttons === 1) onMove(at);
    if (drag) setDrag([drag[0], at.x]);
  };
  const handleUp = (event: PointerEvent) => {
    if (!drag) return;
    const [from, to] = [Math.min(...drag), Math.max(...drag)];
    if (zoom && to - from >= SHORTEST_DRAG) zoom.onDrag(from, to);
    else onPick?.(placeOf(event));
    setDrag(undefined);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = stepOf(event);
    const factor = SCALES[event.key];
    if (step) onStep(step);
    else if (zoom && factor !== undefined) zoom.onScale(factor);
    else if (onPick && (event.key === 'Enter' || event.key === ' ')) onPick(undefined);
    else {
      if (event.key === 'Escape') zoom?.onAll();
      return;
    }
    event.preventDefault();
  };
  return (
    <g data-export="skip">
      {zoom && drag && (
        <rect
          className="chart-brush"
          x={Math.min(...drag)}
          width={Math.abs(drag[1] - drag[0])}
          height={height}
        />
      )}
      <rect
        className="chart-pointer"
        width={width}
        height={height}
        role="slider"
        tabIndex={0}
        aria-label={props.label}
        aria-valuemin={props.least}
        aria-valuemax={props.most}
        aria-valuenow={props.now}
        aria-valuetext={props.text}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={() => follows && !drag && onMove(undefined)}
        onDoubleClick={zoom?.onAll}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && onStep({ right: 0, up: 0 })}
        onBlur={() => follows && onMove(undefined)}
        onKeyDown={handleKey}
      />
    </g>
  );
}

const SCALES: Readonly<Record<string, number>> = { '+': 0.5, '=': 0.5, '-': 2 };

/** Arrows go one step, ten with Shift; pages go ten. */
function stepOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): CursorStep | undefined {
  const by = shiftKey ? 10 : 1;
  const steps: Readonly<Record<string, CursorStep>> = {
    ArrowRight: { right: by, up: 0 },
    ArrowLeft: { right: -by, up: 0 },
    ArrowUp: { right: 0, up: by },
    ArrowDown: { right: 0, up: -by },
    PageUp: { right: 0, up: 10 },
    PageDown: { right: 0, up: -10 },
    Home: 'first',
    End: 'last',
  };
  return steps[key];
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Where a step along one axis leads, between two ends; `length`: of one step. */
export function steppedTo(step: CursorStep, now: number, least: number, most: number, length = 1): number {
  if (step === 'first') return least;
  if (step === 'last') return most;
  return clamp(now + (step.right + step.up) * length, least, most);
}

interface StopCursorProps {
  readonly box: PlotBox;
  /** Places along x, in order, and what is read there. */
  readonly stops: readonly { readonly x: number; readonly text: string }[];
}

/** A cursor from one place to the next; what it reads stands above the plot. */
export function StopCursor({ box: { top, width, height }, stops }: StopCursorProps) {
  const [at, setAt] = useState<number>();
  const stop = at === undefined ? undefined : stops[at];
  const last = stops.length - 1;
  const nearest = (x: number): number =>
    stops.reduce((best, one, i) => (Math.abs(one.x - x) < Math.abs(stops[best]!.x - x) ? i : best), 0);
  return (
    <>
      {stop && (
        <g data-export="skip">
          <line className="chart-cross" x1={stop.x} x2={stop.x} y2={height} />
          <text x={width} y={14 - top} textAnchor="end">
            {stop.text}
          </text>
        </g>
      )}
      <Cursor
        {...{ width, height }}
        label="Crosshair"
        least={0}
        most={Math.max(0, last)}
        now={at ?? 0}
        text={(stop ?? stops[0])?.text ?? ''}
        moves="follow"
        onMove={(place) => setAt(place && nearest(place.x))}
        onStep={(step) => setAt(steppedTo(step, at ?? 0, 0, last))}
      />
    </>
  );
}
