/** The plot of one assumption: what was measured, in the band of what the model allows. */

import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import type { AssumptionCheck, VirtualQueueJudgement } from '../../../workers/virtual-queue/contract.ts';
import type { AxisSpec, LinePoint, LineRow } from '../../ui/charts/line-series.ts';
import { timeAxis } from '../results/time-axis.ts';

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

/** Services are told from departures where the file knows when elements were there. */
const titleOf = ({ assumption, of }: AssumptionCheck): string =>
  of === 'services' && (assumption === 'departures' || assumption === 'cross')
    ? SERVICE_TITLES[assumption]
    : TITLES[assumption];

const SERVICE_TITLES = {
  departures: 'Autocorrelation of the services, without idle time',
  cross: 'Correlation of services with insertions',
};

/** Undefined where the data give no plot. */
export function checkPlot(
  check: AssumptionCheck,
  { frames }: Pick<VirtualQueueJudgement, 'frames'>,
  timeUnit?: TimeUnit,
): CheckPlot | undefined {
  const { assumption, correlogram, byFrame } = check;
  const title = titleOf(check);
  if (correlogram) {
    const { lag, value, low, high } = correlogram;
    const steps = Array.from(lag, (k) => ({ x: k - 0.5, to: k + 0.5 }));
    return {
      title,
      x: { title: lagTitle(check), unit: '' },
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

const lagTitle = ({ assumption, of }: AssumptionCheck): string => {
  if (assumption !== 'cross') return of === 'services' ? 'lag (services)' : 'lag (gaps)';
  return of === 'services'
    ? 'elements by which the insertion was earlier'
    : 'gaps by which departures come later';
};

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
