import { extent, quadtree, scaleLinear, scaleLog } from 'd3';
import { useCallback, useMemo } from 'react';
import { type AxisSpec, axisText, linearTicks, logTicks, tickCount } from './axis.ts';
import type { KeyLayout } from './key-layout.ts';
import { PaintedImage } from './PaintedImage.tsx';
import { Cursor, Plot, plotBox, steppedTo } from './Plot.tsx';
import { usePaintColours } from './paint-colours.ts';
import './surface.css';

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
  const { box, xOf, yOf } = layout;
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
  const place = (i: number) => ({ cx: xOf(xs[i]!), cy: yOf(ys[i]!) });
  const at = point === undefined ? -1 : front.indexOf(point);
  return (
    <Plot
      {...{ title, width, box, keys }}
      x={{ title: axisText(x), ticks: layout.xTicks }}
      y={{ title: axisText(y), ticks: layout.yTicks }}
    >
      <PaintedImage width={box.width} height={plotHeight} paint={paint} />
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
      <Cursor
        width={box.width}
        height={plotHeight}
        label={`${title}, points on the front`}
        least={0}
        most={Math.max(0, xs.length - 1)}
        now={point ?? front[0] ?? 0}
        text={props.pointText}
        moves="follow"
        onMove={(place) => onPoint(place && tree().find(place.x, place.y, REACH))}
        onStep={(step) => {
          if (typeof step !== 'string' && step.right + step.up === 0) return;
          onPoint(front[steppedTo(step, at, 0, front.length - 1)]);
        }}
        onPick={() => point !== undefined && onPick(point)}
      />
    </Plot>
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

interface ScatterInput extends Pick<ScatterPlotProps, 'x' | 'y' | 'logX' | 'logY' | 'width' | 'plotHeight'> {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}

/** Marks stay whole at the ends of the axes, pixels. */
const INSET = 6;

/** Scales and ticks over two measures. */
export function scatterLayout({ xs, ys, x, y, logX, logY, width, plotHeight }: ScatterInput) {
  const box = plotBox(width, plotHeight, { left: 60, top: 24, right: 16 });
  const xOf = (logX ? scaleLog : scaleLinear)(rangeOf(xs, logX), [INSET, box.width - INSET]).nice();
  const yOf = (logY ? scaleLog : scaleLinear)(rangeOf(ys, logY), [plotHeight - INSET, INSET]).nice();
  return {
    ...{ box, xOf, yOf },
    xTicks: (logX ? logTicks : linearTicks)(xOf, x, tickCount(box.width)),
    yTicks: (logY ? logTicks : linearTicks)(yOf, y, tickCount(plotHeight, 40)),
  };
}

function rangeOf(values: ArrayLike<number>, positive: boolean): [number, number] {
  const known = Array.from(values).filter((value) => Number.isFinite(value) && (!positive || value > 0));
  const [least, most] = extent(known);
  if (least === undefined || most === undefined) return positive ? [1, 10] : [0, 1];
  if (least < most) return [least, most];
  return positive ? [least / 2, least * 2] : [least - 1, least + 1];
}
