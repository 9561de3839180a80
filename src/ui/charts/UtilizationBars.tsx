import { scaleLinear } from 'd3';
import { useId } from 'react';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import { linearTicks, tickCount } from './axis.ts';
import { ChartFrame } from './ChartFrame.tsx';

import { formatNumber, formatPercent } from './number-label.ts';
import { RowsPlot } from './RowsPlot.tsx';

interface UtilizationBarsProps {
  readonly rows: readonly UtilizationRow[];
  readonly selected?: NodeId | undefined;
  readonly onSelect?: (stageId: NodeId) => void;
  readonly title?: string;
}

const HEAD = 28;
const ROW = 30;

/** Per stage, how its servers spend their time: serving, blocked, starved; and the load that is asked of them. */
export function UtilizationBars({ rows, selected, onSelect, title = 'Servers’ time' }: UtilizationBarsProps) {
  const id = useId();
  if (rows.length === 0) return <p className="chart-empty">No stage has an answer yet.</p>;
  return (
    <ChartFrame title={title} fileName="utilization" table={utilizationTable(rows)}>
      {({ width }) => {
        const columns = barColumns(width);
        const { barX: left, barWidth: plotWidth, nameWidth } = columns;
        const ticks = linearTicks(
          scaleLinear([0, 1], [0, plotWidth]),
          { divisor: 0.01 },
          tickCount(plotWidth),
        );
        return (
          <RowsPlot
            {...{ title, width, nameWidth, left, plotWidth, onSelect }}
            rows={rows.map((row) => ({ ...row, id: row.stageId }))}
            head={HEAD}
            rowHeight={ROW}
            axis={{ title: 'share of server time (%)', ticks }}
            isSelected={({ stageId }) => stageId === selected}
            wordsOf={sentenceOf}
            marksOf={(row) => <UtilizationMarks row={row} columns={columns} patternId={id} />}
          >
            <g transform={`translate(${-left} 0)`}>
              <FractionPatterns id={id} />
              <ShareKey id={id} columns={columns} />
            </g>
          </RowsPlot>
        );
      }}
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
              {SHARE_WORDS[share]}
            </text>
          </g>
        );
      })}
      <g transform={`translate(${wide ? columns.barX + 4 : 242} 0)`}>
        <path className="chart-load" d="M0,6v12m-3,0h6m-6,-12h6" />
        <text x={10} y={16} className="chart-muted">
          {wide ? 'offered utilization' : 'offered'}
        </text>
      </g>
    </>
  );
}

function utilizationTable(rows: readonly UtilizationRow[]) {
  return {
    columns: [
      { label: 'stage' },
      ...[...SHARES.map((share) => SHARE_WORDS[share]), 'offered utilization'].map((label) => ({
        label,
        unit: 'share',
      })),
    ],
    rows: rows.map(({ name, serving, blocked, starved, load }) => [name, serving, blocked, starved, load]),
  };
}

interface UtilizationMarksProps {
  readonly row: UtilizationRow;
  readonly columns: BarColumns;
  /** Prefix of the patterns' ids. */
  readonly patternId: string;
}

/** One stage: stacked bar with its load mark, and numbers. */
function UtilizationMarks({
  row,
  columns: { barX, barWidth, numberEnds },
  patternId,
}: UtilizationMarksProps) {
  const segments = segmentsOf(row);
  const height = ROW - 14;
  return (
    <>
      <g transform="translate(0 7)">
        <rect className="chart-track" width={barWidth} height={height} />
        {segments.map(({ share, start, length }) => (
          <g key={share} className={`chart-${share}`}>
            <rect
              className="chart-share"
              x={start * barWidth}
              width={length * barWidth}
              height={height}
              fill={shareFill(patternId, share)}
            />
          </g>
        ))}
        {segments.length === 0 && (
          <text className="chart-muted" x={6} y={height / 2} dy="0.34em">
            not known
          </text>
        )}
        {row.load !== undefined && <LoadMark load={row.load} width={barWidth} height={height} />}
      </g>
      {numberEnds.map((end, i) => (
        <text key={end} x={end - barX} y={ROW / 2} dy="0.34em" textAnchor="end">
          {formatPercent(row[SHARES[i]!])}
        </text>
      ))}
    </>
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
  const known = { serving, blocked, starved };
  const shares = SHARES.filter((share) => known[share] !== undefined).map(
    (share) => `${SHARE_WORDS[share]} ${formatPercent(known[share])}`,
  );
  const loadText = load === undefined ? [] : [`offered utilization ${formatNumber(load)}`];
  return `${name}: ${[...shares, ...loadText].join(', ') || 'not known'}`;
}

/** Numbers of the utilization chart. */

interface UtilizationRow {
  readonly stageId: NodeId;
  readonly name: string;
  /** Shares of the servers' time, 0..1; absent where a method cannot give them. */
  readonly serving?: number | undefined;
  readonly blocked?: number | undefined;
  readonly starved?: number | undefined;
  /** Offered load per server; may exceed 1. */
  readonly load?: number | undefined;
}

const SHARES: readonly TimeShare[] = ['serving', 'blocked', 'starved'];
const SHARE_WORDS: Readonly<Record<TimeShare, string>> = {
  serving: 'busy',
  blocked: 'blocked',
  starved: 'idle',
};

interface Segment {
  readonly share: TimeShare;
  /** 0..1 from the left of the bar. */
  readonly start: number;
  readonly length: number;
}

/** The bar of one stage: its shares one after the other. What is not known is not drawn. */
export function segmentsOf(row: UtilizationRow): readonly Segment[] {
  let start = 0;
  const segments: Segment[] = [];
  for (const share of SHARES) {
    // Simulated shares add to 1 only within rounding: the bar never leaves its track.
    const length = Math.min(Math.max(row[share] ?? 0, 0), 1 - start);
    if (length > 0) segments.push({ share, start, length });
    start += length;
  }
  return segments;
}

interface BarColumns {
  readonly nameWidth: number;
  readonly barX: number;
  readonly barWidth: number;
  /** Right ends of the columns of numbers, as many as there is room for. */
  readonly numberEnds: readonly number[];
}

const NUMBER_WIDTH = 72;

/** Name, bar, numbers: a narrow chart keeps the number of the serving share only. */
export function barColumns(width: number): BarColumns {
  const count = width >= 560 ? 3 : 1;
  const nameWidth = Math.min(180, Math.round(width * 0.24));
  const barX = nameWidth + 12;
  // The last 18 pixels of the bar's column are for the arrow of an overloaded stage.
  const barWidth = Math.max(40, width - barX - 18 - 8 - count * NUMBER_WIDTH);
  const numbersX = barX + barWidth + 18;
  return {
    nameWidth,
    barX,
    barWidth,
    numberEnds: SHARES.slice(0, count).map((_, i) => numbersX + (i + 1) * NUMBER_WIDTH),
  };
}

/** Hatching for blocked and dots for starved: the three shares of server time differ without their colours. */
function FractionPatterns({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-blocked`}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className="chart-blocked-ground" width={6} height={6} />
        <rect className="chart-blocked-ink" width={3} height={6} />
      </pattern>
      <pattern id={`${id}-starved`} width={5} height={5} patternUnits="userSpaceOnUse">
        <rect className="chart-starved-ground" width={5} height={5} />
        <circle className="chart-starved-ink" cx={2.5} cy={2.5} r={0.9} />
      </pattern>
    </defs>
  );
}

type TimeShare = 'serving' | 'blocked' | 'starved';

/** The `fill` of a share: the patterns of `id`, or the class's own colour for serving. */
function shareFill(id: string, share: TimeShare): string | undefined {
  return share === 'serving' ? undefined : `url(#${id}-${share})`;
}
