/** Table `scalars`: one number per queue, frame and metric, averaged over the frames. */
import { own } from '../../core/base/own.ts';
import type { MeasuredQuantity } from '../../core/measurement/measurement.ts';
import { readNumber } from './cell-number.ts';
import type { MeasuredStage } from './contract.ts';
import { type Frames, frameMean, frameOf } from './frames.ts';
import type { FaultList } from './measurement-fault.ts';
import { TIME_UNITS } from './qtm-format.ts';
import { type Row, rowsOf, type Table } from './qtm-table.ts';
import type { QueueFinder } from './stage-names.ts';

export type StageScalars = Partial<Record<MeasuredQuantity, number>>;

/** How a metric is read; `units` tells how many of each unit that may be written make one of the model's. */
interface Metric {
  readonly quantity: (row: Row) => MeasuredQuantity;
  readonly units: (row: Row, stage: MeasuredStage) => Readonly<Record<string, number>>;
  readonly max?: number;
}

const fraction = (quantity: MeasuredQuantity): Metric => ({
  quantity: () => quantity,
  units: () => ({ '': 1, '1': 1, fraction: 1 }),
  max: 1,
});

const elements = (quantity: MeasuredQuantity): Metric => ({
  quantity: () => quantity,
  units: (_, stage) => ({ '': 1, ...elementNames(stage) }),
});

const time = (quantity: MeasuredQuantity): Metric => ({
  quantity: () => quantity,
  units: (row) => ({ '': row.unitsPerSecond, ...TIME_UNITS }),
});

const METRICS: Readonly<Record<string, Metric>> = {
  throughput: {
    quantity: (row) => (row.text('end') === 'head' ? 'throughput' : 'arrivalRate'),
    units: (_, stage) => ({
      '': 1,
      ...Object.fromEntries(Object.keys(elementNames(stage)).map((name) => [`${name}/s`, 1])),
    }),
  },
  occupancy: elements('meanOccupancy'),
  queueLength: elements('meanQueueLength'),
  latency: time('meanSojournTime'),
  waitingTime: time('meanWaitingTime'),
  utilization: fraction('utilization'),
  backpressure: fraction('backPressureProbability'),
};

/** Metrics and statistics of the format with which nothing is compared. */
const UNUSED_METRICS = ['starvation'];
const UNUSED_STATS = ['min', 'max', 'sum', 'count'];

function elementNames({ unit }: MeasuredStage): Record<string, number> {
  return { '1': 1, items: 1, elements: 1, ...(unit && { [unit]: 1, [`${unit}s`]: 1 }) };
}

interface ScalarContext {
  readonly findQueue: QueueFinder;
  readonly frames: Frames;
  readonly faults: FaultList;
}

/** Values by frame id, by stage and quantity. */
export type FrameScalars = Map<string, Map<MeasuredQuantity, Map<string, number>>>;

/** Mean values per stage id. */
export const readScalars = (tables: readonly Table[], context: ScalarContext): Map<string, StageScalars> =>
  meanScalars(readFrameScalars(tables, context), context.frames);

/** Everything that cannot be used is reported. */
export function readFrameScalars(tables: readonly Table[], context: ScalarContext): FrameScalars {
  const collected: FrameScalars = new Map();
  let unused = 0;
  for (const row of rowsOf(tables, 'scalars')) {
    const queue = context.findQueue(row, context.faults);
    const frame = frameOf(row, context.frames, context.faults);
    const metric = metricOf(row, context.faults);
    if (metric === 'unused') unused += 1;
    if (!queue?.stage || metric === undefined || metric === 'unused') continue;
    const value = readValue(row, metric, { stage: queue.stage, faults: context.faults });
    if (value === undefined) continue;
    collect(
      collected,
      { row, frame, value, stage: queue.stage.id, quantity: metric.quantity(row) },
      context.faults,
    );
  }
  if (unused > 0) {
    context.faults.add(
      'W22',
      `${unused} rows of table scalars are left out: only the mean of a compared metric is read`,
    );
  }
  return collected;
}

function metricOf(row: Row, faults: FaultList): Metric | 'unused' | undefined {
  const stat = row.text('stat');
  const name = row.text('metric');
  if (UNUSED_STATS.includes(stat) || UNUSED_METRICS.includes(name)) return 'unused';
  if (stat !== '' && stat !== 'mean') {
    faults.add('E01', `expected mean, min, max, sum or count, got ${stat}`, at(row, 'stat'));
    return undefined;
  }
  if (!['', 'head', 'tail'].includes(row.text('end'))) {
    faults.add('E01', `expected head or tail, got ${row.text('end')}`, at(row, 'end'));
    return undefined;
  }
  const metric = own(METRICS, name);
  if (metric !== undefined) return metric;
  faults.add('E01', `expected one of ${Object.keys(METRICS).join(', ')}, got "${name}"`, at(row, 'metric'));
  return undefined;
}

const at = (row: Row, column: string) => ({ place: row.place, column, value: row.text(column) });

function readValue(
  row: Row,
  metric: Metric,
  { stage, faults }: { stage: MeasuredStage; faults: FaultList },
): number | undefined {
  const units = metric.units(row, stage);
  const unit = row.text('unit');
  if (!Object.hasOwn(units, unit)) {
    const known = Object.keys(units).filter((name) => name !== '');
    faults.add('E01', `expected ${known.join(', ')} or nothing, got ${unit}`, at(row, 'unit'));
    return undefined;
  }
  const value = readNumber(row, 'value', { faults, ...(metric.max !== undefined && { max: metric.max }) });
  return value === undefined ? undefined : value / units[unit]!;
}

interface Reading {
  readonly row: Row;
  readonly stage: string;
  readonly quantity: MeasuredQuantity;
  readonly frame: string;
  readonly value: number;
}

function collect(collected: FrameScalars, reading: Reading, faults: FaultList): void {
  const { row, stage, quantity, frame, value } = reading;
  const ofStage = collected.get(stage) ?? new Map<MeasuredQuantity, Map<string, number>>();
  const perFrame = ofStage.get(quantity) ?? new Map<string, number>();
  if (perFrame.has(frame)) {
    const where = frame === '' ? '' : ` in frame ${frame}`;
    faults.add('E01', `${row.text('metric')} of stage ${stage}${where} is given twice`, at(row, 'metric'));
  }
  collected.set(stage, ofStage.set(quantity, perFrame.set(frame, value)));
}

export function meanScalars(collected: FrameScalars, frames: Frames): Map<string, StageScalars> {
  const means = new Map<string, StageScalars>();
  for (const [stage, quantities] of collected) {
    const scalars: StageScalars = {};
    for (const [quantity, perFrame] of quantities) scalars[quantity] = frameMean(perFrame, frames);
    means.set(stage, scalars);
  }
  return means;
}
