import type { NodeId } from '../../../core/scenario/scenario.ts';
import { shareFill } from './FractionPatterns.tsx';
import { formatNumber, formatPercent } from './number-label.ts';
import { pressable } from './pressable.ts';
import { fitText } from './text-size.ts';
import { type BarColumns, SHARES, segmentsOf, type UtilizationRow } from './utilization-layout.ts';

interface UtilizationRowMarksProps {
  readonly row: UtilizationRow;
  readonly columns: BarColumns;
  /** Prefix of the patterns' ids. */
  readonly patternId: string;
  readonly width: number;
  readonly height: number;
  readonly selected: boolean;
  readonly onSelect?: ((stageId: NodeId) => void) | undefined;
}

/** One stage: name, stacked bar with its load mark, numbers. A click, Enter or Space selects it. */
export function UtilizationRowMarks(props: UtilizationRowMarksProps) {
  const { row, columns, patternId, width, height, selected, onSelect } = props;
  const segments = segmentsOf(row);
  const barY = 7;
  const barHeight = height - 14;
  return (
    <g
      className="chart-row"
      data-selected={selected || undefined}
      {...pressable(onSelect && (() => onSelect(row.stageId)), selected)}
      aria-label={sentenceOf(row)}
    >
      <rect className="chart-row-ground" x={1} y={1} width={width - 2} height={height - 2} rx={4} />
      <text className="chart-row-name" x={8} y={height / 2} dy="0.34em">
        {fitText(row.name, columns.nameWidth - 8)}
        <title>{row.name}</title>
      </text>
      <g transform={`translate(${columns.barX} ${barY})`}>
        <rect className="chart-track" width={columns.barWidth} height={barHeight} />
        {segments.map(({ share, start, length }) => (
          <g key={share} className={`chart-${share}`}>
            <rect
              className="chart-share"
              x={start * columns.barWidth}
              width={length * columns.barWidth}
              height={barHeight}
              fill={shareFill(patternId, share)}
            />
          </g>
        ))}
        {segments.length === 0 && (
          <text className="chart-muted" x={6} y={barHeight / 2} dy="0.34em">
            not determined
          </text>
        )}
        {row.load !== undefined && <LoadMark load={row.load} width={columns.barWidth} height={barHeight} />}
      </g>
      {columns.numberEnds.map((end, i) => (
        <text key={end} x={end} y={height / 2} dy="0.34em" textAnchor="end">
          {formatPercent(row[SHARES[i]!])}
        </text>
      ))}
    </g>
  );
}

/** A tick at the load; above 1 an arrow that leaves the bar. */
function LoadMark({
  load,
  width,
  height,
}: {
  readonly load: number;
  readonly width: number;
  readonly height: number;
}) {
  const over = load > 1;
  const x = Math.min(load, 1) * width;
  return (
    <g className={over ? 'chart-load chart-over' : 'chart-load'}>
      <title>{`Load per server ${formatNumber(load)}`}</title>
      {over ? (
        <path d={`M${x + 2},${height / 2}h11m-4,-4l4,4l-4,4`} />
      ) : (
        <>
          <path className="chart-load-halo" d={`M${x},-3V${height + 3}`} />
          <path d={`M${x},-3V${height + 3}m-3,0h6M${x - 3},-3h6`} />
        </>
      )}
    </g>
  );
}

function sentenceOf({ name, serving, blocked, starved, load }: UtilizationRow): string {
  const shares = Object.entries({ serving, blocked, starved })
    .filter(([, value]) => value !== undefined)
    .map(([share, value]) => `${share} ${formatPercent(value)}`);
  const loadText = load === undefined ? [] : [`load per server ${formatNumber(load)}`];
  return `${name}: ${[...shares, ...loadText].join(', ') || 'not determined'}`;
}
