/** Table `hist`: time spent at each occupancy level, by queue and frame. */
import { formatPercent, formatQuantity } from '../../core/quantities/quantity.ts';
import { readNumber } from './cell-number.ts';
import { type Frames, frameOf } from './frames.ts';
import type { FaultList } from './measurement-fault.ts';
import { type Row, rowsOf, type Table } from './qtm-table.ts';
import type { MeasuredQueue, QueueFinder } from './stage-names.ts';

const LEVEL_METRICS = ['occupancy', 'queueLength'] as const;
export type LevelMetric = (typeof LEVEL_METRICS)[number];

/** Metrics of the format that are not levels. */
export const TIME_METRICS = ['interInsertion', 'interDeparture', 'service', 'latency', 'bulk'];
/** A histogram of more levels is refused: it would not fit into a scenario. */
const MAX_LEVEL = 100_000;
/** Sum of the weights against the length of the frame, relative. */
const LENGTH_TOLERANCE = 0.01;
/** Share of the open last bin from which the tail counts as unknown. */
export const OVERFLOW_TOLERANCE = 0.01;

export interface HistogramContext {
  readonly findQueue: QueueFinder;
  readonly frames: Frames;
  readonly faults: FaultList;
}

/** The bins of one queue, frame and metric. */
export interface LevelHistogram {
  readonly first: Row;
  readonly stage: string;
  readonly metric: LevelMetric;
  /** Id of the frame; empty for the whole run. */
  readonly frame: string;
  /** Seconds at each level. */
  readonly weights: Map<number, number>;
  /** Level at which the last, open bin starts. */
  overflow?: number;
}

/** `others`: histograms of times are reported as unused, or are read elsewhere. */
export function readLevelHistograms(
  tables: readonly Table[],
  context: HistogramContext,
  others: 'reported' | 'elsewhere',
): readonly LevelHistogram[] {
  const histograms = new Map<string, LevelHistogram>();
  let unused = 0;
  for (const row of rowsOf(tables, 'hist')) {
    if (others === 'elsewhere' && TIME_METRICS.includes(row.text('metric'))) continue;
    const queue = context.findQueue(row, context.faults);
    const frame = frameOf(row, context.frames, context.faults);
    const metric = metricOf(row, context.faults);
    if (metric === 'unused') unused += 1;
    if (!queue?.stage || metric === undefined || metric === 'unused') continue;
    const key = `${queue.stage.id}\n${metric}\n${frame}`;
    const histogram = histograms.get(key) ?? {
      first: row,
      stage: queue.stage.id,
      metric,
      frame,
      weights: new Map(),
    };
    histograms.set(key, histogram);
    addBin(histogram, { row, queue }, context.faults);
  }
  if (unused > 0) {
    const read = LEVEL_METRICS.join(' and ');
    context.faults.add('W22', `${unused} rows of table hist are left out: only ${read} are read here`);
  }
  for (const histogram of histograms.values()) checkHistogram(histogram, context);
  return [...histograms.values()];
}

const at = (row: Row, column: string) => ({ place: row.place, column, value: row.text(column) });

function metricOf(row: Row, faults: FaultList): LevelMetric | 'unused' | undefined {
  const name = row.text('metric');
  if (TIME_METRICS.includes(name)) return 'unused';
  const metric = LEVEL_METRICS.find((known) => known === name);
  if (!metric) {
    const known = [...LEVEL_METRICS, ...TIME_METRICS].join(', ');
    faults.add('E01', `expected one of ${known}, got "${name}"`, at(row, 'metric'));
    return undefined;
  }
  if (['', 'time'].includes(row.text('weightUnit'))) return metric;
  const message = `expected time or an empty cell, got ${row.text('weightUnit')}: ${metric} is weighted by time, not by arrivals`;
  faults.add('E01', message, at(row, 'weightUnit'));
  return undefined;
}

function addBin(
  histogram: LevelHistogram,
  { row, queue }: { row: Row; queue: MeasuredQueue },
  faults: FaultList,
): void {
  const level = readNumber(row, 'binLow', { integer: true, max: MAX_LEVEL, faults });
  const weight = readNumber(row, 'weight', { faults });
  const open = row.text('binHigh').toLowerCase() === 'inf';
  const high =
    open || row.text('binHigh') === '' ? level : readNumber(row, 'binHigh', { integer: true, faults });
  if (row.text('binLow') === '')
    faults.add('E01', 'expected an integer >= 0, got an empty cell', at(row, 'binLow'));
  if (level === undefined || high === undefined || weight === undefined) return;
  if (high !== level) {
    faults.add(
      'E05',
      `a bin holds one level, so binHigh is ${level} or inf, got ${high}`,
      at(row, 'binHigh'),
    );
  }
  if (histogram.weights.has(level)) {
    faults.add('E05', `level ${level} of stage ${histogram.stage} is given twice`, at(row, 'binLow'));
  }
  checkCapacity({ level, weight, row, queue }, faults);
  if (open && histogram.overflow !== undefined) {
    faults.add('E05', 'only the last bin can have binHigh inf', at(row, 'binHigh'));
  }
  if (open) histogram.overflow = level;
  histogram.weights.set(level, weight / row.unitsPerSecond);
}

interface Bin {
  readonly level: number;
  readonly weight: number;
  readonly row: Row;
  readonly queue: MeasuredQueue;
}

function checkCapacity({ level, weight, row, queue }: Bin, faults: FaultList): void {
  if (queue.capacity !== undefined && level > queue.capacity) {
    faults.add(
      'E06',
      `level ${level} is above the capacity ${queue.capacity} in table queues`,
      at(row, 'binLow'),
    );
  } else if (weight > 0 && queue.stage?.capacity !== undefined && level > queue.stage.capacity) {
    const message = `level ${level} is above the capacity ${queue.stage.capacity} of stage ${queue.stage.id} in the scenario`;
    faults.add('W06', message, at(row, 'binLow'));
  }
}

/** Place of the open bin (E05) and its share (W10), and the sum of the weights against the frame (W07, E07). */
function checkHistogram(histogram: LevelHistogram, { frames, faults }: HistogramContext): void {
  const { first, stage, metric, weights, overflow } = histogram;
  const total = sumOf(weights.values());
  const what = `${metric} of stage ${stage}${histogram.frame === '' ? '' : ` in frame ${histogram.frame}`}`;
  if (overflow !== undefined) {
    if ([...weights.keys()].some((level) => level > overflow)) {
      faults.add('E05', `${what}: a bin lies above the one with binHigh inf`, {
        place: first.place,
        column: 'binHigh',
      });
    }
    const share = weights.get(overflow)! / total;
    if (share > OVERFLOW_TOLERANCE) {
      const message = `${what}: ${formatPercent(share)} of the time is in the open bin; it counts as level ${overflow}`;
      faults.add('W10', message, { place: first.place, column: 'weight' });
    }
  }
  const length = frames.lengths.get(histogram.frame);
  if (length === undefined || Math.abs(total - length) <= LENGTH_TOLERANCE * length) return;
  const message = `${what}: the weights sum to ${formatQuantity(total, 'time', { digits: 4 })}, the frame lasts ${formatQuantity(length, 'time', { digits: 4 })}`;
  faults.add(total > length ? 'E07' : 'W07', message, { place: first.place, column: 'weight' });
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
