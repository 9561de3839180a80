/** Levels over time, darker where more likely; click or arrow keys move the time that is looked at. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { columnByKey } from '../../ui/charts/column-keys.ts';
import type { AxisSpec } from '../../ui/charts/line-series.ts';
import { formatNumber } from '../../ui/charts/number-label.ts';
import { type LevelGrid, shadeOf } from './transient-levels.ts';

interface TransientHeatMapProps {
  readonly grid: LevelGrid;
  readonly title: string;
  readonly unit: string;
  readonly axis: AxisSpec;
  readonly width: number;
  readonly capacity: number | undefined;
  /** Column that is looked at. */
  readonly column: number;
  readonly onColumn: (column: number) => void;
}

const MARGIN = { left: 58, right: 14, top: 22, bottom: 40 };
const HEIGHT = 190;
const TICKS = 5;

export function TransientHeatMap(props: TransientHeatMapProps) {
  const { grid, title, unit, axis, width, column, onColumn } = props;
  const { times, cells, rowCount, step } = grid;
  const plotWidth = Math.max(40, width - MARGIN.left - MARGIN.right);
  const cellWidth = plotWidth / times.length;
  const cellHeight = HEIGHT / rowCount;
  // The start is certain: it would make all else pale.
  const largest = Math.max(...cells.slice(1).flat());
  const timeText = (at: number): string => `${formatNumber(times[at]! / (axis.divisor ?? 1))} ${axis.unit}`;
  const last = times.length - 1;
  const columnAt = (event: PointerEvent<SVGRectElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * times.length);
    return Math.min(last, Math.max(0, at));
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = columnByKey(event, column, last);
    if (next === undefined) return;
    event.preventDefault();
    onColumn(next);
  };
  const levelTicks = ticksUpTo(rowCount * step - 1);
  return (
    <svg
      className="chart-svg"
      width={width}
      height={MARGIN.top + HEIGHT + MARGIN.bottom}
      viewBox={`0 0 ${width} ${MARGIN.top + HEIGHT + MARGIN.bottom}`}
      aria-label={title}
    >
      <text x={0} y={14} className="chart-axis-title">
        occupancy ({unit})
      </text>
      <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
        <rect className="transient__ground" width={plotWidth} height={HEIGHT} />
        {cells.flatMap((rows, i) =>
          rows.map((probability, row) => {
            const shade = shadeOf(Math.min(probability, largest), largest);
            return shade < 0.02 ? null : (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are their places
                key={`${i} ${row}`}
                className="transient__cell"
                fillOpacity={shade.toFixed(3)}
                x={i * cellWidth}
                y={HEIGHT - (row + 1) * cellHeight}
                width={cellWidth}
                height={cellHeight}
              />
            );
          }),
        )}
        {levelTicks.map((level) => (
          <text
            key={level}
            x={-8}
            y={HEIGHT - ((level + 0.5) / step) * cellHeight}
            dy="0.32em"
            textAnchor="end"
          >
            {formatNumber(level, 4)}
          </text>
        ))}
        <line className="chart-axis" x2={plotWidth} y1={HEIGHT} y2={HEIGHT} />
        {Array.from({ length: TICKS }, (_, i) => Math.round((i * last) / (TICKS - 1))).map((at) => (
          <text key={at} x={(at + 0.5) * cellWidth} y={HEIGHT + 17} textAnchor="middle">
            {formatNumber(times[at]! / (axis.divisor ?? 1))}
          </text>
        ))}
        <text x={plotWidth / 2} y={HEIGHT + 34} textAnchor="middle" className="chart-axis-title">
          {axis.title} ({axis.unit})
        </text>
        <rect
          className="transient__cursor"
          data-export="skip"
          x={column * cellWidth}
          width={cellWidth}
          height={HEIGHT}
        />
        <rect
          className="chart-pointer"
          data-export="skip"
          width={plotWidth}
          height={HEIGHT}
          role="slider"
          tabIndex={0}
          aria-label="Time looked at"
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={column}
          aria-valuetext={timeText(column)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            onColumn(columnAt(event));
          }}
          onPointerMove={(event) => event.buttons === 1 && onColumn(columnAt(event))}
          onKeyDown={handleKey}
        />
      </g>
    </svg>
  );
}

/** Up to about five round levels. */
function ticksUpTo(top: number): readonly number[] {
  const rough = Math.max(1, top / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10);
  const ticks: number[] = [];
  for (let level = 0; level <= top; level += Math.max(1, Math.round(step))) ticks.push(level);
  return ticks;
}
