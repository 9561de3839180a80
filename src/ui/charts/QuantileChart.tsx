import { scaleLinear } from 'd3';
import { useMemo } from 'react';
import { formatPercent } from '../../../core/quantities/quantity.ts';
import { axisText, linearTicks, tickCount } from './axis.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { FOOT, Plot, type PlotBox, plotBox, StopCursor } from './Plot.tsx';

interface QuantileChartProps {
  readonly title: string;
  readonly fileName: string;
  /** What the quantiles are of, and their unit: "occupancy", "seeds". */
  readonly quantity: string;
  readonly unit: string;
  readonly points: QuantilePoints;
}

const HEIGHT = 280;
/** What a share takes beside its dot, pixels. */
const LABEL_ROOM = 36;
const TOP = 22;
const NAMED = [0.5, 0.9, 0.99];

/** Q-Q view: where the dots leave the dotted line, the measured levels are higher (above) or lower than the predicted ones. */
export function QuantileChart({ title, fileName, quantity, unit, points }: QuantileChartProps) {
  const table = useMemo(() => quantileTable(points, unit), [points, unit]);
  const titleOf = (what: string): string => axisText({ title: `${what} ${quantity}`, unit });
  return (
    <ChartFrame title={title} fileName={fileName} table={table}>
      {({ width }) => {
        const { box, xTicks, yTicks, dots } = quantileLayout(points, width);
        return (
          <Plot
            {...{ title, width, box }}
            x={{ title: titleOf('predicted'), ticks: xTicks }}
            y={{ title: titleOf('measured'), ticks: yTicks }}
          >
            <g className="chart-series chart-baseline">
              <line className="chart-line" x1={0} y1={box.height} x2={box.width} y2={0} />
            </g>
            <g className="chart-series chart-model">
              {dots.map((dot) => (
                <circle key={dot.from} className="chart-dot" cx={dot.x} cy={dot.y} r={3.5} />
              ))}
            </g>
            {namedDots(dots).map(({ share, dot }) => (
              <text key={share} className="chart-muted" {...labelPlace(dot, box)}>
                {formatPercent(share)}
              </text>
            ))}
            <StopCursor box={box} stops={dots.map((dot) => ({ x: dot.x, text: sentenceOf(dot, unit) }))} />
          </Plot>
        );
      }}
    </ChartFrame>
  );
}

/** On the side of its dot that is away from the dotted line, and inside the chart. */
export function labelPlace(
  { x, y }: Pick<QuantileDot, 'x' | 'y'>,
  box: Pick<PlotBox, 'width' | 'height'>,
): { readonly x: number; readonly y: number; readonly textAnchor: 'start' | 'end' } {
  const isBelow = y > box.height - (x * box.height) / box.width;
  if (isBelow) return x + LABEL_ROOM > box.width ? end(x + 6, y + 16) : start(x + 6, y + 14);
  // Left of it stand the numbers of the axis or its title.
  const isInCorner = y < TOP && x < box.width / 2;
  return x < LABEL_ROOM || isInCorner ? start(x + 8, y + 4) : end(x - 6, y - 5);
}

const start = (x: number, y: number) => ({ x, y, textAnchor: 'start' }) as const;
const end = (x: number, y: number) => ({ x, y, textAnchor: 'end' }) as const;

/** Some quantiles by name; of those in one place only the highest. */
function namedDots(dots: readonly QuantileDot[]) {
  const named = NAMED.flatMap((share) => {
    const dot = dots.find(({ to }) => to >= share);
    return dot ? [{ share, dot }] : [];
  });
  return named.filter(({ dot }, i) => named[i + 1]?.dot !== dot);
}

function sentenceOf({ from, to, predicted, measured }: QuantileDot, unit: string): string {
  const shares = from === to ? formatPercent(to) : `${formatPercent(from)} to ${formatPercent(to)}`;
  return `${shares} of the time: up to ${predicted} ${unit} predicted, ${measured} measured`;
}

function quantileTable({ share, predicted, measured }: QuantilePoints, unit: string) {
  const columns = [{ label: 'share of the time' }, { label: 'predicted', unit }, { label: 'measured', unit }];
  return {
    columns,
    rows: Array.from(share, (one, i) => [one, predicted[i]!, measured[i]!]),
  };
}

/** Numbers of the Q-Q chart: predicted quantiles to the right, measured ones up, on one scale. */

interface QuantilePoints {
  /** Growing, inside (0, 1). */
  readonly share: ArrayLike<number>;
  readonly predicted: ArrayLike<number>;
  readonly measured: ArrayLike<number>;
}

/** Quantiles of whole levels often fall together; one dot for all in a place. */
interface QuantileDot {
  readonly x: number;
  readonly y: number;
  /** Shares of the time whose quantiles lie here: the first and the last. */
  readonly from: number;
  readonly to: number;
  readonly predicted: number;
  readonly measured: number;
}

/** The plot is a square where there is room; its dots go from 0 to the largest quantile on both axes. */
export function quantileLayout(points: QuantilePoints, width: number) {
  const plotHeight = HEIGHT - TOP - FOOT;
  const whole = plotBox(width, plotHeight, { left: 54, top: TOP });
  const box = { ...whole, width: Math.min(whole.width, 1.6 * plotHeight) };
  const { share, predicted, measured } = points;
  const last = share.length - 1;
  const top = Math.max(1, predicted[last] ?? 0, measured[last] ?? 0);
  const xOf = scaleLinear([0, top], [0, box.width]).nice();
  const yOf = scaleLinear(xOf.domain(), [box.height, 0]);
  const dots: QuantileDot[] = [];
  for (let i = 0; i < share.length; i += 1) {
    const before = dots.at(-1);
    if (before && before.predicted === predicted[i] && before.measured === measured[i])
      dots[dots.length - 1] = { ...before, to: share[i]! };
    else
      dots.push({
        ...{ x: xOf(predicted[i]!), y: yOf(measured[i]!), from: share[i]!, to: share[i]! },
        ...{ predicted: predicted[i]!, measured: measured[i]! },
      });
  }
  return {
    ...{ box, dots },
    xTicks: linearTicks(xOf, {}, tickCount(box.width, 60)),
    yTicks: linearTicks(yOf, {}, tickCount(box.height, 60)),
  };
}
