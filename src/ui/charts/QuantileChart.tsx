import { useMemo } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import { type QuantileDot, type QuantilePoints, quantileLayout } from './quantile-layout.ts';
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
