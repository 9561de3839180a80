import { useId } from 'react';
import { type AxisSpec, axisText, valueText } from './axis.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { percentileAxis } from './percentile-layout.ts';
import { RowsPlot } from './RowsPlot.tsx';

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

/** Where the time is spent: for each stage on the way the mean wait (hatched) and the mean service (filled). */
export function TimeBars({ title, fileName, axis, rows, selected, onSelect, empty }: TimeBarsProps) {
  const id = useId();
  const whole = rows.map(({ id: key, name, waiting, serving, halfWidth }) => {
    const value = waiting + serving;
    return {
      id: key,
      name,
      points: [{ name, value, low: value - halfWidth, high: value + halfWidth }],
    };
  });
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
    <ChartFrame {...{ title, fileName, table }} empty={rows.length === 0 && empty}>
      {({ width }) => {
        const nameWidth = Math.min(180, Math.round(width * 0.26));
        const left = nameWidth + 16;
        const plotWidth = Math.max(60, width - left - 84);
        const { xOf, ticks } = percentileAxis(whole, axis, { log: false, width: plotWidth });
        return (
          <RowsPlot
            {...{ title, rows, width, nameWidth, left, plotWidth, onSelect }}
            head={HEAD}
            rowHeight={ROW}
            axis={{ title: axisText(axis), ticks }}
            isSelected={(row) => selected.includes(row.id)}
            wordsOf={({ name, waiting, serving, halfWidth }) =>
              `${name}: waiting ${valueText(waiting, axis)}, in service or blocked ${valueText(serving, axis)}, together ${valueText(waiting + serving, axis)} ± ${valueText(halfWidth, axis)}`
            }
            marksOf={({ waiting, serving }) => (
              <>
                <g className="chart-simulation" transform="translate(0 5)">
                  <rect
                    className="chart-time"
                    width={xOf(waiting)}
                    height={ROW - 12}
                    fill={`url(#${id}-wait)`}
                  />
                  <rect
                    className="chart-time chart-time-serving"
                    x={xOf(waiting)}
                    width={xOf(serving)}
                    height={ROW - 12}
                  />
                </g>
                <text x={xOf(waiting + serving) + 6} y={ROW / 2} dy="0.3em">
                  {valueText(waiting + serving, axis)}
                </text>
              </>
            )}
          >
            <WaitPattern id={id} />
            <Key id={id} />
          </RowsPlot>
        );
      }}
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

function Key({ id }: { readonly id: string }) {
  return (
    <g className="chart-simulation">
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
