import type { KeyboardEvent, PointerEvent } from 'react';
import { BottomAxis } from './BottomAxis.tsx';
import { columnByKey } from './column-keys.ts';
import { type HeatGrid, type HeatScale, heatLayout, heatShade } from './heat-layout.ts';
import { type AxisSpec, axisText, valueText } from './line-series.ts';

interface HeatMapProps {
  readonly grid: HeatGrid;
  readonly title: string;
  readonly x: AxisSpec;
  /** What the rows are: `occupancy (seeds)`. */
  readonly rowsAre: string;
  readonly width: number;
  readonly scale: HeatScale;
  /** Column that is looked at. */
  readonly column: number;
  readonly onColumn: (column: number) => void;
}

/** Cells over x and rows, darker where more; a press, a drag or the arrow keys move the column that is looked at. */
export function HeatMap(props: HeatMapProps) {
  const { grid, title, x, rowsAre, width, scale, column, onColumn } = props;
  const layout = heatLayout(grid, width, x);
  const { left, top, plotWidth, plotHeight, height, columns } = layout;
  const last = columns.length - 1;
  const cursor = columns[Math.min(column, last)];
  const columnAt = (event: PointerEvent<SVGRectElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * plotWidth;
    return Math.max(
      0,
      columns.findLastIndex((candidate) => candidate.x <= at),
    );
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = columnByKey(event, column, last);
    if (next === undefined) return;
    event.preventDefault();
    onColumn(next);
  };
  return (
    <svg
      className="chart-svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={title}
    >
      <text x={0} y={14} className="chart-axis-title">
        {rowsAre}
      </text>
      <g transform={`translate(${left} ${top})`}>
        <rect className="chart-heat-ground" width={plotWidth} height={plotHeight} />
        {columns.flatMap((place, i) =>
          grid.cells[i]!.map((value, row) => {
            const shade = heatShade(value, layout.largest, scale);
            return shade === 0 ? null : (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are their places
                key={`${i} ${row}`}
                className="chart-heat-cell"
                fillOpacity={shade.toFixed(3)}
                x={place.x}
                y={plotHeight - (row + 1) * layout.rowHeight}
                width={place.width}
                height={layout.rowHeight}
              />
            );
          }),
        )}
        {layout.rowTicks.map(({ at, text }) => (
          <text key={text} x={-8} y={at} dy="0.32em" textAnchor="end">
            {text}
          </text>
        ))}
        <line className="chart-axis" x2={plotWidth} y1={plotHeight} y2={plotHeight} />
        <BottomAxis ticks={layout.xTicks} title={axisText(x)} width={plotWidth} height={plotHeight} />
        {cursor && (
          <rect
            className="chart-heat-cursor"
            data-export="skip"
            x={cursor.x}
            width={Math.max(2, cursor.width)}
            height={plotHeight}
          />
        )}
        <rect
          className="chart-pointer"
          data-export="skip"
          width={plotWidth}
          height={plotHeight}
          role="slider"
          tabIndex={0}
          aria-label={`${x.title} looked at`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={Math.min(column, last)}
          aria-valuetext={valueText(grid.starts[Math.min(column, last)]!, x, 4)}
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
