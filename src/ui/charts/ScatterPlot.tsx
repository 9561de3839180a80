import { BottomAxis } from './BottomAxis.tsx';
import './surface.css';
import { extent, quadtree, scaleLinear, scaleLog } from 'd3';
import { type KeyboardEvent, type PointerEvent, useCallback, useMemo } from 'react';
import type { KeyLayout } from './key-layout.ts';
import { type AxisSpec, axisText, valueText } from './line-series.ts';
import { isTick, type Tick } from './line-ticks.ts';
import { PaintedImage } from './PaintedImage.tsx';
import { PictureKey } from './PictureKey.tsx';
import { usePaintColours } from './paint-colours.ts';

interface ScatterPlotProps {
  readonly title: string;
  /** One entry for each point; NaN: not drawn. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly x: AxisSpec;
  readonly y: AxisSpec;
  /** Axes that go by ratios; what is not positive has no place on them. */
  readonly logX: boolean;
  readonly logY: boolean;
  /** Numbers of the points on the front, in its order; marked. */
  readonly front: readonly number[];
  /** The front is a line: not of three measures, of which this plot shows two. */
  readonly joined: boolean;
  /** Colour of a point after a third measure; all alike when absent. */
  readonly colourOf?: ((point: number) => string) | undefined;
  readonly width: number;
  readonly plotHeight: number;
  /** What marks and shades mean. */
  readonly keys: KeyLayout;
  /** The one that is looked at. */
  readonly point: number | undefined;
  readonly pointText: string;
  readonly onPoint: (point: number | undefined) => void;
  readonly onPick: (point: number) => void;
}

/** Pixels that a pointer may be away from its point. */
const REACH = 24;
/** With more points each mark is smaller. */
const MANY = 4000;
/** Marks of a front that are elements; of a larger one they are painted. */
const MOST_MARKS = 1000;

/** Points over two measures, painted; those on the front are marked. Hover reads the nearest, arrows walk along the front. */
export function ScatterPlot(props: ScatterPlotProps) {
  const { title, xs, ys, x, y, logX, logY, front, joined, colourOf } = props;
  const { width, plotHeight, keys, point, onPoint, onPick } = props;
  const colours = usePaintColours();
  const layout = useMemo(
    () => scatterLayout({ xs, ys, x, y, logX, logY, width, plotHeight }),
    [xs, ys, x, y, logX, logY, width, plotHeight],
  );
  const { left, top, plotWidth, height, xOf, yOf } = layout;
  const isDrawn = useCallback(
    (i: number) => Number.isFinite(xs[i]! + ys[i]!) && (!logX || xs[i]! > 0) && (!logY || ys[i]! > 0),
    [xs, ys, logX, logY],
  );
  const tree = useMemo(
    () =>
      lazily(() =>
        treeOf(
          xs,
          isDrawn,
          (i) => xOf(xs[i]!),
          (i) => yOf(ys[i]!),
        ),
      ),
    [xs, ys, isDrawn, xOf, yOf],
  );
  const drawnFront = useMemo(() => front.filter(isDrawn), [front, isDrawn]);
  const isMarked = drawnFront.length <= MOST_MARKS;
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      context.fillStyle = colours.accent;
      context.globalAlpha = colourOf ? 0.9 : xs.length > MANY ? 0.35 : 0.6;
      const size = xs.length > MANY ? 2 : 4;
      for (let i = 0; i < xs.length; i++) {
        if (!isDrawn(i)) continue;
        if (colourOf) context.fillStyle = colourOf(i);
        context.fillRect(xOf(xs[i]!) - size / 2, yOf(ys[i]!) - size / 2, size, size);
      }
      context.strokeStyle = colours.other;
      for (const i of isMarked ? [] : drawnFront) context.strokeRect(xOf(xs[i]!) - 2, yOf(ys[i]!) - 2, 4, 4);
    },
    [xs, ys, isDrawn, xOf, yOf, colours, colourOf, isMarked, drawnFront],
  );
  const nearest = (event: PointerEvent<SVGRectElement>): number | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    return tree().find(event.clientX - box.left, event.clientY - box.top, REACH);
  };
  const handleKey = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && point !== undefined) {
      event.preventDefault();
      onPick(point);
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || front.length === 0) return;
    event.preventDefault();
    const at = point === undefined ? -1 : front.indexOf(point);
    onPoint(front[Math.max(0, Math.min(front.length - 1, at + step))]);
  };
  const place = (i: number) => ({ cx: xOf(xs[i]!), cy: yOf(ys[i]!) });
  return (
    <svg
      className="chart-svg"
      width={width}
      height={height + keys.height}
      viewBox={`0 0 ${width} ${height + keys.height}`}
      aria-label={title}
    >
      <text y={14} className="chart-axis-title">
        {axisText(y)}
      </text>
      <g transform={`translate(${left} ${top})`}>
        {layout.yTicks.map(({ at, text }) => (
          <g key={at} transform={`translate(0 ${at})`}>
            <line className="chart-grid" x2={plotWidth} />
            <text x={-8} dy="0.32em" textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        <line className="chart-axis" x2={plotWidth} y1={plotHeight} y2={plotHeight} />
        <BottomAxis ticks={layout.xTicks} title={axisText(x)} width={plotWidth} height={plotHeight} />
        <PaintedImage width={plotWidth} height={plotHeight} paint={paint} />
        {joined && (
          <polyline
            className="chart-front"
            points={drawnFront.map((i) => `${xOf(xs[i]!)},${yOf(ys[i]!)}`).join(' ')}
          />
        )}
        {(isMarked ? drawnFront : []).map((i) => (
          <circle
            key={i}
            className="chart-front-mark"
            {...place(i)}
            r={4}
            {...(colourOf && { style: { fill: colourOf(i) } })}
          />
        ))}
        {point !== undefined && isDrawn(point) && (
          <circle className="chart-heat-cursor" data-export="skip" {...place(point)} r={7} />
        )}
        <rect
          className="chart-pointer"
          data-export="skip"
          width={plotWidth}
          height={plotHeight}
          role="slider"
          tabIndex={0}
          aria-label={`${title}, points on the front`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, xs.length - 1)}
          aria-valuenow={point ?? front[0] ?? 0}
          aria-valuetext={props.pointText}
          onPointerMove={(event) => onPoint(nearest(event))}
          onPointerLeave={() => onPoint(undefined)}
          onClick={() => point !== undefined && onPick(point)}
          onKeyDown={handleKey}
        />
      </g>
      <PictureKey layout={keys} y={height} />
    </svg>
  );
}

/** Made when a pointer first asks. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function treeOf(
  xs: Float64Array,
  isDrawn: (i: number) => boolean,
  xOf: (i: number) => number,
  yOf: (i: number) => number,
) {
  const numbers: number[] = [];
  for (let i = 0; i < xs.length; i++) if (isDrawn(i)) numbers.push(i);
  return quadtree(numbers, xOf, yOf);
}

/** Points over two measures: scales and ticks. */

interface ScatterLayout {
  readonly left: number;
  readonly top: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly height: number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly xOf: (value: number) => number;
  readonly yOf: (value: number) => number;
}

interface ScatterInput {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly x: AxisSpec;
  readonly y: AxisSpec;
  readonly logX: boolean;
  readonly logY: boolean;
  readonly width: number;
  readonly plotHeight: number;
}

const MARGIN = { left: 60, right: 16, top: 24, bottom: 40 };

export function scatterLayout({ xs, ys, x, y, logX, logY, width, plotHeight }: ScatterInput): ScatterLayout {
  const plotWidth = Math.max(60, width - MARGIN.left - MARGIN.right);
  const xScale = (logX ? scaleLog : scaleLinear)(rangeOf(xs, logX), [6, plotWidth - 6]).nice();
  const yScale = (logY ? scaleLog : scaleLinear)(rangeOf(ys, logY), [plotHeight - 6, 6]).nice();
  const ticksOf = (values: readonly number[], axis: AxisSpec, at: (value: number) => number) =>
    values
      .filter((value) => isTick(value, axis))
      .map((value) => ({ at: at(value), text: valueText(value, { ...axis, unit: '' }) }));
  const divided = ({ divisor = 1 }: AxisSpec, scale: { domain(): number[] }, count: number): number[] =>
    scaleLinear(
      scale.domain().map((end) => end / divisor),
      [0, 1],
    )
      .ticks(count)
      .map((tick) => tick * divisor);
  return {
    ...{ left: MARGIN.left, top: MARGIN.top, plotWidth, plotHeight },
    height: MARGIN.top + plotHeight + MARGIN.bottom,
    xTicks: ticksOf(
      logX ? decadesOf(xScale.domain()) : divided(x, xScale, Math.max(2, plotWidth / 90)),
      x,
      xScale,
    ),
    yTicks: ticksOf(logY ? decadesOf(yScale.domain()) : divided(y, yScale, plotHeight / 40), y, yScale),
    xOf: xScale,
    yOf: yScale,
  };
}

function rangeOf(values: ArrayLike<number>, positive: boolean): [number, number] {
  const known = Array.from(values).filter((value) => Number.isFinite(value) && (!positive || value > 0));
  const [least, most] = extent(known);
  if (least === undefined || most === undefined) return positive ? [1, 10] : [0, 1];
  if (least < most) return [least, most];
  return positive ? [least / 2, least * 2] : [least - 1, least + 1];
}

function decadesOf([least = 1, most = 10]: readonly number[]): readonly number[] {
  const [first, last] = [Math.ceil(Math.log10(least)), Math.floor(Math.log10(most))];
  const step = Math.max(1, Math.ceil((last - first + 1) / 8));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += step) ticks.push(10 ** power);
  return ticks.length > 0 ? ticks : [least, most];
}
