/** The plot of one assumption: what was measured, in the band of what the model allows. */
import type { AssumptionCheck, VirtualQueueJudgement } from '../../../workers/contract/virtual-queue.ts';
import type { AxisSpec, LinePoint, LineRow } from '../../charts/line-series.ts';
import type { TimeUnit } from '../../model/scenario.ts';
import { timeAxis } from '../drawer/time-axis.ts';

interface CheckPlot {
  readonly title: string;
  readonly x: AxisSpec;
  readonly rows: readonly LineRow[];
}

const TITLES: Readonly<Record<AssumptionCheck['assumption'], string>> = {
  insertions: 'Autocorrelation of the gaps between insertions',
  departures: 'Autocorrelation of the gaps between departures',
  cross: 'Correlation of departures with insertions',
  latency: 'Elements on their way between the ends',
  drift: 'Mean gap between insertions, frame by frame',
};

/** Undefined where the data give no plot. */
export function checkPlot(
  check: AssumptionCheck,
  { frames }: Pick<VirtualQueueJudgement, 'frames'>,
  timeUnit?: TimeUnit,
): CheckPlot | undefined {
  const { assumption, correlogram, byFrame } = check;
  const title = TITLES[assumption];
  if (correlogram) {
    const { lag, value, low, high } = correlogram;
    const steps = Array.from(lag, (k) => ({ x: k - 0.5, to: k + 0.5 }));
    return {
      title,
      x: { title: assumption === 'cross' ? 'gaps by which departures come later' : 'lag (gaps)', unit: '' },
      rows: [rowOf({ title: 'correlation', unit: '' }, steps, { value, low, high })],
    };
  }
  if (!byFrame || frames.start.length < 2) return undefined;
  const steps = Array.from(frames.start, (start, frame) => ({ x: start, to: frames.end[frame]! }));
  const isTime = assumption === 'drift';
  const axis = isTime
    ? timeAxis('mean gap', largest(byFrame.value), timeUnit)
    : { title: 'between the ends', unit: 'elements' };
  return { title, x: timeAxis('time', frames.end.at(-1)!, timeUnit), rows: [rowOf(axis, steps, byFrame)] };
}

interface Banded {
  readonly value: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

function rowOf(value: AxisSpec, steps: readonly { x: number; to: number }[], band: Banded): LineRow {
  const points = (heights: Float64Array): LinePoint[] =>
    steps.map((step, i) => ({ ...step, y: Number.isNaN(heights[i]!) ? undefined : heights[i]! }));
  const allowed = steps.map((step, i) => {
    const [low, high] = [band.low[i]!, band.high[i]!];
    return { ...step, y: (low + high) / 2, low, high };
  });
  return {
    ...{ id: value.title, name: '', value },
    series: [
      { kind: 'simulation', name: '95 % of the model', points: allowed },
      { kind: 'measured', name: 'measured', points: points(band.value) },
    ],
  };
}

const largest = (values: Float64Array): number =>
  values.reduce((most, value) => (value > most ? value : most), 0);
