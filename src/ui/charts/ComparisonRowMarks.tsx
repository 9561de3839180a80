import type { ScaleLinear } from 'd3';
import { type ComparisonRow, type Difference, missingReason, sideOf } from './comparison-layout.ts';
import { formatSignedPercent } from './number-label.ts';
import { fitText } from './text-size.ts';

interface ComparisonRowMarksProps {
  readonly row: ComparisonRow;
  readonly difference: Difference | undefined;
  /** Half the axis. */
  readonly reach: number;
  readonly scale: ScaleLinear<number, number>;
  readonly frame: {
    readonly labelWidth: number;
    readonly plotX: number;
    /** Right end of the column of differences. */
    readonly differenceEnd: number;
    readonly height: number;
  };
}

/** One quantity: its name, and the prediction's dot on a bar from 0; an arrow when it is off the axis. */
export function ComparisonRowMarks({ row, difference, reach, scale, frame }: ComparisonRowMarksProps) {
  const middle = frame.height / 2;
  return (
    <g className="chart-comparison">
      <title>{sentenceOf(row, difference)}</title>
      <text className="chart-row-name" y={middle} dy="0.34em">
        {fitText(row.label, frame.labelWidth)}
      </text>
      <g transform={`translate(${frame.plotX} ${middle})`}>
        {row.measured !== undefined && (
          <rect className="chart-zero-mark" x={scale(0) - 4} y={-4} width={8} height={8} />
        )}
        {difference ? (
          <Prediction difference={difference} reach={reach} scale={scale} />
        ) : (
          <text className="chart-muted" x={scale(0) + 12} dy="0.34em">
            {missingReason(row)}
          </text>
        )}
      </g>
      {difference && (
        <text x={frame.differenceEnd} y={middle} dy="0.34em" textAnchor="end">
          {formatSignedPercent(difference.value)}
        </text>
      )}
    </g>
  );
}

interface PredictionProps {
  readonly difference: Difference;
  readonly reach: number;
  readonly scale: ScaleLinear<number, number>;
}

function Prediction({ difference, reach, scale }: PredictionProps) {
  const { value, low, high } = difference;
  const at = (share: number) => scale(Math.min(Math.max(share, -reach), reach));
  const x = at(value);
  const side = sideOf(value, reach);
  return (
    <>
      <line className="chart-dumbbell" x1={scale(0)} x2={x} />
      {low !== undefined && high !== undefined && (
        <path className="chart-whisker" d={`M${at(low)},-5v10m0,-5H${at(high)}m0,-5v10`} />
      )}
      {side === 0 ? (
        <circle className="chart-predicted" cx={x} r={5} />
      ) : (
        <path className="chart-predicted" d={`M${x},-6l${10 * side},6l${-10 * side},6Z`} />
      )}
    </>
  );
}

function sentenceOf(row: ComparisonRow, difference: Difference | undefined): string {
  const text = (value: number | undefined) => (value === undefined ? 'nothing' : row.format(value));
  const off = difference ? `, ${formatSignedPercent(difference.value)}` : '';
  return `${row.label}: predicted ${text(row.predicted)}, measured ${text(row.measured)}${off}`;
}
