import { useId } from 'react';
import { type AxisSpec, axisText, valueText } from './axis.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { percentileAxis } from './percentile-layout.ts';
import { pressable } from './pressable.ts';
import { fitText } from './text-size.ts';
import { useChartSize } from './use-chart-size.ts';

export interface TimeBarRow {
  readonly id: string;
  readonly name: string;
  /** Mean time before service, s. */
  readonly waiting: number;
  /** The rest of the mean time in the stage: in service, and held by a full successor. */
  readonly serving: number;
  /** Half width of the interval of the whole. */
  readonly halfWidth: number;
}

interface TimeBarsProps {
  readonly title: string;
  readonly fileName: string;
  readonly axis: AxisSpec;
  readonly rows: readonly TimeBarRow[];
  readonly selected: readonly string[];
  readonly onSelect: (id: string) => void;
  readonly empty: string;
}

const HEAD = 26;
const ROW = 26;
const FOOT = 42;

/** Where the time is spent: for each stage on the way the mean wait (hatched) and the mean service (filled). */
export function TimeBars({ title, fileName, axis, rows, selected, onSelect, empty }: TimeBarsProps) {
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const id = useId();
  const nameWidth = Math.min(180, Math.round(width * 0.26));
  const plotX = nameWidth + 16;
  const plotWidth = Math.max(60, width - plotX - 84);
  const bottom = HEAD + rows.length * ROW;
  const whole = rows.map(({ id: key, name, waiting, serving, halfWidth }) => {
    const value = waiting + serving;
    return {
      id: key,
      name,
      points: [{ name, value, low: value - halfWidth, high: value + halfWidth }],
    };
  });
  const scale = percentileAxis(whole, axis, { log: false, width: plotWidth });
  const { unit, base = unit } = axis;
  const table = {
    columns: [
      { label: 'stage' },
      { label: 'mean wait', unit: base },
      { label: 'mean rest: service, blocked', unit: base },
      { label: 'half width of their sum, 95 %', unit: base },
    ],
    rows: rows.map((row) => [row.name, row.waiting, row.serving, row.halfWidth]),
  };
  return (
    <ChartFrame title={title} fileName={fileName} table={table}>
      <div ref={ref} className="chart-stage">
        {rows.length === 0 ? (
          <p className="chart-empty">{empty}</p>
        ) : (
          <svg
            className="chart-svg"
            width={width}
            height={bottom + FOOT}
            viewBox={`0 0 ${width} ${bottom + FOOT}`}
            aria-label={title}
          >
            <WaitPattern id={id} />
            <Key id={id} x={plotX} />
            {scale.ticks.map(({ at, text }) => (
              <g key={text} transform={`translate(${plotX + at} 0)`}>
                <line className="chart-grid" y1={HEAD} y2={bottom} />
                <text y={bottom + 15} textAnchor="middle">
                  {text}
                </text>
              </g>
            ))}
            <text className="chart-axis-title" x={plotX + plotWidth / 2} y={bottom + 34} textAnchor="middle">
              {axisText(axis)}
            </text>
            {rows.map((row, i) => (
              <g
                key={row.id}
                className="chart-row chart-simulation"
                data-selected={selected.includes(row.id) || undefined}
                transform={`translate(0 ${HEAD + i * ROW})`}
                aria-label={row.name}
                {...pressable(() => onSelect(row.id), selected.includes(row.id))}
              >
                <rect className="chart-row-ground" width={width} height={ROW - 2} rx={4} />
                <text className="chart-row-name" x={8} y={ROW / 2} dy="0.3em">
                  {fitText(row.name, nameWidth - 4)}
                  <title>{row.name}</title>
                </text>
                <g transform={`translate(${plotX} 5)`}>
                  <rect
                    className="chart-time"
                    width={scale.xOf(row.waiting)}
                    height={ROW - 12}
                    fill={`url(#${id}-wait)`}
                  />
                  <rect
                    className="chart-time chart-time-serving"
                    x={scale.xOf(row.waiting)}
                    width={scale.xOf(row.serving)}
                    height={ROW - 12}
                  />
                </g>
                <text x={plotX + scale.xOf(row.waiting + row.serving) + 6} y={ROW / 2} dy="0.3em">
                  {valueText(row.waiting + row.serving, axis)}
                </text>
              </g>
            ))}
          </svg>
        )}
      </div>
    </ChartFrame>
  );
}

function WaitPattern({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-wait`}
        className="chart-simulation"
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className="chart-time-ground" width={6} height={6} />
        <rect className="chart-time-ink" width={2} height={6} />
      </pattern>
    </defs>
  );
}

function Key({ id, x }: { readonly id: string; readonly x: number }) {
  return (
    <g className="chart-simulation" transform={`translate(${x} 0)`}>
      <rect className="chart-time" y={5} width={12} height={10} fill={`url(#${id}-wait)`} />
      <text x={18} y={14} className="chart-muted">
        waiting
      </text>
      <rect className="chart-time chart-time-serving" x={80} y={5} width={12} height={10} />
      <text x={98} y={14} className="chart-muted">
        in service or blocked
      </text>
    </g>
  );
}
