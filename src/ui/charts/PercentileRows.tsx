import { useState } from 'react';
import { type AxisSpec, axisText, valueText } from './axis.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { ChartToggles } from './ChartToggles.tsx';
import { type KeyEntry, keyLayout } from './key-layout.ts';
import type { PercentileAxis, PercentilePoint } from './percentile-layout.ts';
import { type PercentileRow, percentileAxis, spreadOf } from './percentile-layout.ts';
import { RowsPlot } from './RowsPlot.tsx';

interface PercentileRowsProps {
  readonly title: string;
  readonly fileName: string;
  readonly axis: AxisSpec;
  readonly rows: readonly PercentileRow[];
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
}

const HEAD = 10;
const ROW = 42;
/** Times that differ so much are crowded at 0 on a linear axis. */
const WIDE_SPREAD = 50;
const NONE: readonly never[] = [];
const TOO_FEW = 'too few to tell';
const SCALES = [
  { value: 'linear', text: 'Linear', label: 'Linear axis from 0' },
  { value: 'log', text: 'Log', label: 'Logarithmic times' },
] as const;

const KEYS: readonly KeyEntry[] = [
  {
    sign: 'swatch',
    text: 'mean',
    swatch: (
      <g className="chart-simulation">
        <path className="chart-mean" d="M8,-4l-4,7h8Z" />
      </g>
    ),
  },
  {
    sign: 'swatch',
    text: '95 % interval',
    swatch: (
      <g className="chart-simulation">
        <rect className="chart-band" y={-5} width={16} height={10} />
      </g>
    ),
  },
];

/**
 * One row for each kind of trip: the times that 50, 90, 99 and 99.9 % do not exceed, and the mean, with their
 * intervals.
 */
export function PercentileRows({ title, fileName, axis, rows, selected, onSelect }: PercentileRowsProps) {
  const [wanted, setView] = useState<'linear' | 'log'>();
  const view = wanted ?? (spreadOf(rows) > WIDE_SPREAD ? 'log' : 'linear');
  return (
    <ChartFrame
      {...{ title, fileName }}
      table={percentileTable(rows, axis)}
      toolbar={<ChartToggles legend="Axis" options={SCALES} value={view} onChange={setView} toggles={NONE} />}
    >
      {({ width }) => {
        const nameWidth = Math.min(180, Math.round(width * 0.26));
        const plotWidth = Math.max(60, width - nameWidth - 34);
        const scale = percentileAxis(rows, axis, { log: view === 'log', width: plotWidth });
        return (
          <RowsPlot
            {...{ title, rows, width, nameWidth, plotWidth, onSelect }}
            keys={keyLayout(KEYS, width)}
            head={HEAD}
            rowHeight={ROW}
            left={nameWidth + 16}
            axis={{ title: axisText(axis), ticks: scale.ticks }}
            isSelected={({ id }) => id === selected}
            wordsOf={({ name, mean, points, absent = TOO_FEW }) => {
              const known = [...points, ...(mean ? [mean] : [])];
              const texts = known.map((point) => `${point.name} ${valueText(point.value, axis)}`);
              return `${name}: ${texts.join(', ') || absent}`;
            }}
            marksOf={(row) => (
              <g transform={`translate(0 ${ROW / 2 + 5})`} className="chart-simulation">
                <PercentileStrip row={row} scale={scale} axis={axis} />
              </g>
            )}
          />
        );
      }}
    </ChartFrame>
  );
}

function percentileTable(rows: readonly PercentileRow[], { unit, base = unit }: AxisSpec) {
  const columns = ['quantity', 'value', '95 % from', '95 % to'];
  return {
    columns: [
      { label: 'trips' },
      ...columns.map((label, i) => (i === 0 ? { label } : { label, unit: base })),
    ],
    rows: rows.flatMap(({ name, mean, points }) =>
      [...(mean ? [mean] : []), ...points].map((point) => [
        name,
        point.name,
        point.value,
        point.low,
        point.high,
      ]),
    ),
  };
}

interface PercentileStripProps {
  readonly row: PercentileRow;
  readonly scale: PercentileAxis;
  readonly axis: AxisSpec;
}

/** Dots for percentiles on one thin line, a triangle for the mean; names over them where they do not touch. */
function PercentileStrip({ row, scale, axis }: PercentileStripProps) {
  const { mean, points, absent = TOO_FEW } = row;
  const first = points[0];
  const last = points.at(-1);
  if (!mean && !first) return <text className="chart-muted">{absent}</text>;
  let free = Number.NEGATIVE_INFINITY;
  return (
    <>
      {first && last && (
        <line className="chart-line" x1={scale.xOf(first.value)} x2={scale.xOf(last.value)} />
      )}
      {[...points, ...(mean ? [mean] : [])].map((point) => (
        <rect
          key={point.name}
          className="chart-band"
          x={scale.xOf(point.low)}
          width={Math.max(0, scale.xOf(point.high) - scale.xOf(point.low))}
          y={-5}
          height={10}
        />
      ))}
      {points.map((point) => {
        const x = scale.xOf(point.value);
        const named = x - free > 24;
        if (named) free = x;
        return (
          <g key={point.name} transform={`translate(${x} 0)`}>
            <circle className="chart-dot" r={3.5}>
              <title>{pointText(point, axis)}</title>
            </circle>
            {named && (
              <text y={-9} textAnchor="middle" className="chart-muted">
                {point.name}
              </text>
            )}
          </g>
        );
      })}
      {mean && (
        <path className="chart-mean" d={`M${scale.xOf(mean.value)},5l-4,7h8Z`}>
          <title>{pointText(mean, axis)}</title>
        </path>
      )}
    </>
  );
}

const pointText = ({ name, value, low, high }: PercentilePoint, axis: AxisSpec): string =>
  `${name} ${valueText(value, axis, 4)}, 95 %: ${valueText(low, axis)} to ${valueText(high, axis)}`;
