import { type ScaleLinear, scaleLinear } from 'd3';
import { formatInterval, formatSignedPercent } from '../../../core/quantities/quantity.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { RowsPlot } from './RowsPlot.tsx';

interface ComparisonBarsProps {
  readonly rows: readonly ComparisonRow[];
  readonly title?: string;
}

const HEAD = 26;
const ROW = 30;
const DIFFERENCE_WIDTH = 92;

/** Predicted against measured, one quantity a row: the measurement is 0, the prediction lies as far off as it is wrong. */
export function ComparisonBars({ rows, title = 'Predicted against measured' }: ComparisonBarsProps) {
  if (rows.length === 0) return <p className="chart-empty">Nothing to compare yet. Load a measurement.</p>;
  const compared = rows.map((row) => ({
    ...row,
    id: row.label,
    name: row.label,
    difference: differenceOf(row),
  }));
  const reach = axisReach(compared.map(({ difference }) => difference));
  return (
    <ChartFrame title={title} fileName="comparison" table={comparisonTable(rows)}>
      {({ width }) => {
        const nameWidth = Math.min(220, Math.round(width * 0.34));
        const left = nameWidth + 24;
        const plotWidth = Math.max(60, width - left - DIFFERENCE_WIDTH);
        const scale = scaleLinear([-reach, reach], [0, plotWidth]);
        const marked = plotWidth >= 240 ? [-reach, -reach / 2, 0, reach / 2, reach] : [-reach, 0, reach];
        return (
          <RowsPlot
            {...{ title, width, nameWidth, left, plotWidth }}
            rows={compared}
            head={HEAD}
            rowHeight={ROW}
            axis={{
              title: 'difference from measured (%)',
              ticks: marked.map((tick) => ({ at: scale(tick), text: formatSignedPercent(tick) })),
            }}
            wordsOf={(row) => sentenceOf(row, row.difference)}
            marksOf={(row) => (
              <ComparisonMarks
                {...{ row, reach, scale }}
                difference={row.difference}
                end={width - left - 4}
              />
            )}
          >
            <text className="chart-muted" x={plotWidth / 2} y={16} textAnchor="middle">
              measured
            </text>
          </RowsPlot>
        );
      }}
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
      const difference = row.open ? undefined : differenceOf(row);
      return [
        row.label,
        row.open ? undefined : row.predicted,
        row.low,
        row.high,
        row.measured,
        difference && difference.value * 100,
      ];
    }),
  };
}

interface ComparisonMarksProps extends Omit<PredictionProps, 'difference'> {
  readonly row: ComparisonRow;
  readonly difference: Difference | undefined;
  /** Right end of the column of differences. */
  readonly end: number;
}

/** The prediction's dot on a bar from 0, an arrow when it is off the axis; its interval alone where that is left open. */
function ComparisonMarks({ row, difference, reach, scale, end }: ComparisonMarksProps) {
  return (
    <g transform={`translate(0 ${ROW / 2})`}>
      <line className="chart-zero" x1={scale(0)} x2={scale(0)} y1={-ROW / 2} y2={ROW / 2} />
      {row.measured !== undefined && (
        <rect className="chart-zero-mark" x={scale(0) - 4} y={-4} width={8} height={8} />
      )}
      {difference ? (
        <>
          <Interval difference={difference} reach={reach} scale={scale} />
          {!row.open && <Prediction difference={difference} reach={reach} scale={scale} />}
          <text x={end} dy="0.34em" textAnchor="end">
            {row.open?.difference ?? formatSignedPercent(difference.value)}
          </text>
        </>
      ) : (
        <text className="chart-muted" x={scale(0) + 12} dy="0.34em">
          {missingReason(row)}
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

const onAxis = (share: number, { reach, scale }: PredictionProps): number =>
  scale(Math.min(Math.max(share, -reach), reach));

/** An end that is off the axis has no cap. */
function Interval(props: PredictionProps) {
  const { low, high } = props.difference;
  if (low === undefined || high === undefined) return null;
  const [from, to] = [onAxis(low, props), onAxis(high, props)];
  const caps = [low, high].filter((end) => sideOf(end, props.reach) === 0);
  return (
    <path
      className="chart-whisker"
      d={`M${from},0H${to}${caps.map((end) => `M${onAxis(end, props)},-5v10`).join('')}`}
    />
  );
}

function Prediction(props: PredictionProps) {
  const { value } = props.difference;
  const { reach, scale } = props;
  const x = onAxis(value, props);
  const side = sideOf(value, reach);
  return (
    <>
      <line className="chart-dumbbell" x1={scale(0)} x2={x} />
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
  const { open, low, high } = row;
  if (open && low !== undefined && high !== undefined)
    return `${row.label}: predicted ${formatInterval([low, high], row.format)}, measured ${text(row.measured)}, ${open.verdict}`;
  const off = difference ? `, ${formatSignedPercent(difference.value)}` : '';
  return `${row.label}: predicted ${text(row.predicted)}, measured ${text(row.measured)}${off}`;
}

/** Numbers of the comparison chart: how far predictions lie from measurements, relative to the measurements. */

export interface ComparisonRow {
  /** Quantity and where: "Mean occupancy, 1b". */
  readonly label: string;
  readonly predicted?: number | undefined;
  readonly measured?: number | undefined;
  /** Ends of the prediction's interval. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  /** The inputs leave the prediction open: its interval is drawn and no point, and this said of it. */
  readonly open?: { readonly difference: string; readonly verdict: string } | undefined;
  /** Writes a value with its unit. */
  readonly format: (value: number) => string;
}

interface Difference {
  /** (predicted - measured) / measured; unlimited. */
  readonly value: number;
  /** Ends of the prediction's interval. */
  readonly low?: number;
  readonly high?: number;
}

/** Undefined where one side is missing, or where a prediction is compared with a measured 0. */
export function differenceOf({ predicted, measured, low, high }: ComparisonRow): Difference | undefined {
  if (predicted === undefined || measured === undefined) return undefined;
  if (measured === 0) return predicted === 0 ? { value: 0 } : undefined;
  const relative = (value: number) => (value - measured) / Math.abs(measured);
  const value = relative(predicted);
  return low === undefined || high === undefined
    ? { value }
    : { value, low: relative(low), high: relative(high) };
}

/** Why a row has no difference, in words. */
export function missingReason({ predicted, measured }: ComparisonRow): string {
  if (predicted === undefined) return measured === undefined ? 'no values' : 'not predicted';
  return measured === undefined ? 'not measured' : 'measured 0';
}

const REACHES = [0.05, 0.1, 0.25, 0.5, 1];

/** Half the axis: the smallest round share that holds every difference and interval; never beyond 100 %. */
export function axisReach(differences: readonly (Difference | undefined)[]): number {
  let largest = 0;
  for (const one of differences) {
    if (!one) continue;
    largest = Math.max(largest, Math.abs(one.value), Math.abs(one.low ?? 0), Math.abs(one.high ?? 0));
  }
  return REACHES.find((reach) => largest <= reach) ?? 1;
}

/** Beyond the axis on the left, on it, or beyond on the right. */
export function sideOf(value: number, reach: number): -1 | 0 | 1 {
  if (Math.abs(value) <= reach) return 0;
  return value < 0 ? -1 : 1;
}
