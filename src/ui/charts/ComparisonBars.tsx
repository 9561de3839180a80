import { scaleLinear } from 'd3';
import { ChartFrame } from './ChartFrame.tsx';
import { ComparisonRowMarks } from './ComparisonRowMarks.tsx';
import { axisReach, type ComparisonRow, differenceOf } from './comparison-layout.ts';
import { formatSignedPercent } from './number-label.ts';
import { useChartSize } from './use-chart-size.ts';

interface ComparisonBarsProps {
  readonly rows: readonly ComparisonRow[];
  readonly title?: string;
}

const HEAD = 26;
const ROW = 30;
const FOOT = 44;
const DIFFERENCE_WIDTH = 92;

/** Predicted against measured, one quantity a row: the measurement is 0, the prediction lies as far off as it is wrong. */
export function ComparisonBars({ rows, title = 'Predicted against measured' }: ComparisonBarsProps) {
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  if (rows.length === 0) return <p className="chart-empty">Nothing to compare yet. Load a measurement.</p>;
  const differences = rows.map(differenceOf);
  const reach = axisReach(differences);
  const labelWidth = Math.min(220, Math.round(width * 0.34));
  const plotX = labelWidth + 24;
  const plotWidth = Math.max(60, width - plotX - DIFFERENCE_WIDTH);
  const scale = scaleLinear([-reach, reach], [0, plotWidth]);
  const bottom = HEAD + rows.length * ROW;
  const ticks = plotWidth >= 240 ? [-reach, -reach / 2, 0, reach / 2, reach] : [-reach, 0, reach];
  return (
    <ChartFrame title={title} fileName="comparison" table={comparisonTable(rows)}>
      <div ref={ref} className="chart-stage">
        <svg
          className="chart-svg"
          width={width}
          height={bottom + FOOT}
          viewBox={`0 0 ${width} ${bottom + FOOT}`}
          role="img"
          aria-label={`${title}. The table holds the numbers.`}
        >
          <g transform={`translate(${plotX} 0)`}>
            <text className="chart-muted" x={plotWidth / 2} y={16} textAnchor="middle">
              measured
            </text>
            {ticks.map((tick) => (
              <g key={tick} transform={`translate(${scale(tick)} 0)`}>
                <line className={tick === 0 ? 'chart-zero' : 'chart-grid'} y1={HEAD - 4} y2={bottom} />
                <text y={bottom + 16} textAnchor="middle">
                  {formatSignedPercent(tick)}
                </text>
              </g>
            ))}
            <text className="chart-axis-title" x={plotWidth / 2} y={bottom + 36} textAnchor="middle">
              difference from measured (%)
            </text>
          </g>
          {rows.map((row, i) => (
            <g key={row.label} transform={`translate(0 ${HEAD + i * ROW})`}>
              <ComparisonRowMarks
                row={row}
                difference={differences[i]}
                reach={reach}
                scale={scale}
                frame={{ labelWidth, plotX, differenceEnd: width - 4, height: ROW }}
              />
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}

function comparisonTable(rows: readonly ComparisonRow[]) {
  const columns = ['quantity', 'predicted', 'interval from', 'interval to', 'measured'].map((label) => ({
    label,
  }));
  return {
    columns: [...columns, { label: 'difference from measured', unit: '%' }],
    rows: rows.map((row) => {
      const difference = differenceOf(row);
      return [
        row.label,
        row.predicted,
        row.low,
        row.high,
        row.measured,
        difference && difference.value * 100,
      ];
    }),
  };
}
