import { scaleLinear } from 'd3';
import { useMemo } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import { formatNumber } from './number-label.ts';
import { useChartSize } from './use-chart-size.ts';

interface QuantileChartProps {
  readonly title: string;
  readonly fileName: string;
  /** What the quantiles are of, and their unit: "occupancy", "seeds". */
  readonly quantity: string;
  readonly unit: string;
  readonly points: QuantilePoints;
}

const HEIGHT = 280;
const NAMED = [0.5, 0.9, 0.99];
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** Q-Q view: where the dots leave the dotted line, the measured levels are higher (above) or lower than the predicted ones. */
export function QuantileChart({ title, fileName, quantity, unit, points }: QuantileChartProps) {
  const [ref, { width }] = useChartSize<HTMLDivElement>(HEIGHT);
  const layout = useMemo(() => quantileLayout(points, { width, height: HEIGHT }), [points, width]);
  const { left, top, ticks, dots, diagonal } = layout;
  const table = useMemo(() => quantileTable(points, unit), [points, unit]);
  const [x1, y1, x2, y2] = diagonal;
  return (
    <ChartFrame title={title} fileName={fileName} table={table}>
      <div ref={ref} className="chart-stage">
        <svg
          className="chart-svg"
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={`${title}. The table holds the numbers.`}
        >
          <text className="chart-axis-title" y={12}>
            measured {quantity} ({unit})
          </text>
          <g transform={`translate(${left} ${top})`}>
            {ticks.y.map(({ at, text }) => (
              <g key={text} transform={`translate(0 ${at})`}>
                <line className="chart-grid" x2={layout.width} />
                <text x={-8} dy="0.32em" textAnchor="end">
                  {text}
                </text>
              </g>
            ))}
            {ticks.x.map(({ at, text }) => (
              <g key={text} transform={`translate(${at} ${layout.height})`}>
                <line className="chart-axis" y2={4} />
                <text y={17} textAnchor="middle">
                  {text}
                </text>
              </g>
            ))}
            <line className="chart-axis" x2={layout.width} y1={layout.height} y2={layout.height} />
            <text
              className="chart-axis-title"
              x={layout.width / 2}
              y={layout.height + 36}
              textAnchor="middle"
            >
              predicted {quantity} ({unit})
            </text>
            <g className="chart-series chart-baseline">
              <line className="chart-line" {...{ x1, y1, x2, y2 }} />
            </g>
            <g className="chart-series chart-model">
              {dots.map((dot) => (
                <circle key={dot.from} className="chart-dot" cx={dot.x} cy={dot.y} r={3.5}>
                  <title>{sentenceOf(dot, unit)}</title>
                </circle>
              ))}
            </g>
            {namedDots(dots).map(({ share, dot }) => (
              <text key={share} className="chart-muted" x={dot.x + 6} y={dot.y + 14}>
                {percent(share)}
              </text>
            ))}
          </g>
        </svg>
      </div>
    </ChartFrame>
  );
}

/** Some quantiles by name; of those in one place only the highest. */
function namedDots(dots: readonly QuantileDot[]) {
  const named = NAMED.flatMap((share) => {
    const dot = dots.find(({ to }) => to >= share);
    return dot ? [{ share, dot }] : [];
  });
  return named.filter(({ dot }, i) => named[i + 1]?.dot !== dot);
}

function sentenceOf({ from, to, predicted, measured }: QuantileDot, unit: string): string {
  const shares = from === to ? percent(to) : `${percent(from)} to ${percent(to)}`;
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

interface QuantileDot {
  readonly x: number;
  readonly y: number;
  /** Shares of the time whose quantiles lie here: the first and the last. */
  readonly from: number;
  readonly to: number;
  readonly predicted: number;
  readonly measured: number;
}

interface QuantileLayout {
  /** Pixels; the plot is a square where there is room. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly ticks: {
    readonly x: readonly { readonly at: number; readonly text: string }[];
    readonly y: readonly { readonly at: number; readonly text: string }[];
  };
  /** Quantiles of whole levels often fall together; one dot for all in a place. */
  readonly dots: readonly QuantileDot[];
  /** Ends of the line of equal quantiles. */
  readonly diagonal: readonly [x1: number, y1: number, x2: number, y2: number];
}

const MARGIN = { left: 54, right: 14, top: 22, bottom: 44 };

export function quantileLayout(
  points: QuantilePoints,
  size: { width: number; height: number },
): QuantileLayout {
  const height = Math.max(40, size.height - MARGIN.top - MARGIN.bottom);
  const width = Math.min(Math.max(40, size.width - MARGIN.left - MARGIN.right), 1.6 * height);
  const { share, predicted, measured } = points;
  const last = share.length - 1;
  const top = Math.max(1, predicted[last] ?? 0, measured[last] ?? 0);
  const xOf = scaleLinear([0, top], [0, width]).nice();
  const yOf = scaleLinear(xOf.domain(), [height, 0]);
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
  const ticksOf = (scale: typeof xOf, room: number) =>
    scale.ticks(Math.max(2, Math.floor(room / 60))).map((tick) => ({
      at: scale(tick),
      text: formatNumber(tick, 4),
    }));
  return {
    ...{ left: MARGIN.left, top: MARGIN.top, width, height, dots },
    ticks: { x: ticksOf(xOf, width), y: ticksOf(yOf, height) },
    diagonal: [0, height, width, 0],
  };
}
