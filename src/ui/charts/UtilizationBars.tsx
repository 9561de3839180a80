import { useId } from 'react';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { FractionPatterns, shareFill } from './FractionPatterns.tsx';
import { UtilizationRowMarks } from './UtilizationRowMarks.tsx';
import { useChartSize } from './use-chart-size.ts';
import {
  type BarColumns,
  barColumns,
  inFlowOrder,
  SHARES,
  type UtilizationRow,
} from './utilization-layout.ts';

interface UtilizationBarsProps {
  readonly rows: readonly UtilizationRow[];
  /** All nodes as elements pass them; rows are sorted by it. */
  readonly flowOrder: readonly NodeId[];
  readonly selected?: NodeId | undefined;
  readonly onSelect?: (stageId: NodeId) => void;
  readonly title?: string;
}

const HEAD = 28;
const ROW = 30;
const FOOT = 24;

/** Per stage, how its servers spend their time: serving, blocked, starved; and the load that is asked of them. */
export function UtilizationBars({
  rows,
  flowOrder,
  selected,
  onSelect,
  title = 'Servers’ time',
}: UtilizationBarsProps) {
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const id = useId();
  if (rows.length === 0) return <p className="chart-empty">No stage has an answer yet.</p>;
  const sorted = inFlowOrder(rows, flowOrder);
  const columns = barColumns(width);
  const height = HEAD + sorted.length * ROW + FOOT;
  return (
    <ChartFrame title={title} fileName="utilization" table={utilizationTable(sorted)}>
      <div ref={ref} className="chart-stage">
        <svg
          className="chart-svg"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          aria-label={title}
        >
          <FractionPatterns id={id} />
          <ShareKey id={id} columns={columns} />
          {sorted.map((row, i) => (
            <g key={row.stageId} transform={`translate(0 ${HEAD + i * ROW})`}>
              <UtilizationRowMarks
                row={row}
                columns={columns}
                patternId={id}
                width={width}
                height={ROW}
                selected={row.stageId === selected}
                onSelect={onSelect}
              />
            </g>
          ))}
          <ShareAxis x={columns.barX} width={columns.barWidth} y={HEAD + sorted.length * ROW} />
        </svg>
      </div>
    </ChartFrame>
  );
}

/** What each filling means: over the columns of numbers, or in one line where they have no room. */
function ShareKey({ id, columns }: { readonly id: string; readonly columns: BarColumns }) {
  const wide = columns.numberEnds.length === SHARES.length;
  return (
    <>
      {SHARES.map((share, i) => {
        const start = wide ? columns.numberEnds[i]! - 62 : 8 + 76 * i;
        return (
          <g key={share} className={`chart-${share}`}>
            <rect
              className="chart-share"
              x={start}
              y={7}
              width={10}
              height={10}
              fill={shareFill(id, share)}
            />
            <text x={start + 16} y={16} className="chart-muted">
              {share}
            </text>
          </g>
        );
      })}
      <g transform={`translate(${wide ? columns.barX + 4 : 242} 0)`}>
        <path className="chart-load" d="M0,6v12m-3,0h6m-6,-12h6" />
        <text x={10} y={16} className="chart-muted">
          {wide ? 'load per server' : 'load'}
        </text>
      </g>
    </>
  );
}

function ShareAxis({ x, y, width }: { readonly x: number; readonly y: number; readonly width: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <text y={15} className="chart-muted">
        0
      </text>
      <text x={width / 2} y={15} textAnchor="middle" className="chart-muted">
        {width >= 190 ? 'share of server time' : ''}
      </text>
      <text x={width} y={15} textAnchor="end" className="chart-muted">
        100 %
      </text>
    </g>
  );
}

function utilizationTable(rows: readonly UtilizationRow[]) {
  return {
    columns: [
      { label: 'stage' },
      ...[...SHARES, 'load per server'].map((label) => ({ label, unit: 'share' })),
    ],
    rows: rows.map(({ name, serving, blocked, starved, load }) => [name, serving, blocked, starved, load]),
  };
}
