/** Points over two measures: scales and ticks. */
import { extent, scaleLinear, scaleLog } from 'd3';
import { type AxisSpec, valueText } from './line-series.ts';
import { isTick, type Tick } from './line-ticks.ts';

export interface ScatterLayout {
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
