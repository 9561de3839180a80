/** The tables of a file that are read as a whole: stated means, histograms and tasks. */

import type { MeasuredQuantity } from '../../../core/measurement/measurement.ts';
import { isFcfsAs } from '../../../core/rules/discipline.ts';
import type { Bins, MeasuredStage, QueueFrames, TaskTable } from '../contract.ts';
import { readFrames } from '../frames.ts';
import { type HistogramContext, type LevelHistogram, readLevelHistograms } from '../histogram-table.ts';
import { allZero, levelDistributions } from '../level-distributions.ts';
import type { Table } from '../qtm-table.ts';
import { type FrameScalars, meanScalars, readFrameScalars } from '../scalar-table.ts';
import { listIds, type QueueFinder } from '../stage-names.ts';
import { stageFinder, stageOfQueue } from '../stage-of-queue.ts';
import { readTasks } from '../task-table.ts';
import { readTimeHistograms } from '../time-histograms.ts';
import type { DirectQueue } from './direct-reduction.ts';
import type { FrameGrid } from './frame-grid.ts';
import { FrameHistogram } from './frame-histogram.ts';
import type { Intake } from './intake.ts';
import { LEVEL_BITS } from './log-bins.ts';
import { mappedFacts, type QueueFacts, type QueueMap } from './queue-facts.ts';

export interface SmallTables {
  readonly intake: Intake;
  readonly facts: ReadonlyMap<string, QueueFacts>;
  readonly grid: FrameGrid;
  /** Names of the declared frames, in order; empty when frames grew with the run. */
  readonly frameIds: readonly string[];
  readonly stages: readonly MeasuredStage[];
  readonly queueMap: QueueMap | undefined;
  readonly visit: (queue: string, arrival: number, departure: number) => void;
}

export interface ReadTables {
  readonly tasks: TaskTable | undefined;
  /** Where nothing says when anything was, the length of the one frame over everything, s; if that is known. */
  readonly wholeLength: number | undefined;
}

/** Puts everything into `intake.direct` and gives the tasks. Rows that are wrong are reported and left out. */
export function readSmallTables(tables: readonly Table[], context: SmallTables): ReadTables {
  const { faults, direct, time } = context.intake;
  const frames = readFrames(tables, faults);
  const findQueue = queueByItself(tables, context);
  const scalars = readFrameScalars(tables, { findQueue, frames, faults });
  for (const [id, stated] of meanScalars(scalars, frames)) direct.of(id).stated = stated;
  readLevels(tables, context, { findQueue, frames, faults });
  readTimeHistograms(tables, { ...context, frames, findQueue });
  const hasTimes = context.grid.bounds().start.length > 0 || tables.some(({ name }) => name === 'tasks');
  const wholeLength = hasTimes ? undefined : lengthOfAll(direct.queues);
  if (wholeLength !== undefined) keepWhole(direct.queues, wholeLength);
  else keepFrames(context, scalars);
  const isSingleServer = (queue: string): boolean => {
    const { servers, discipline = '' } = context.facts.get(queue) ?? {};
    return servers === 1 && isFcfsAs(discipline);
  };
  const tasks = readTasks(tables, { faults, time, isSingleServer, visit: context.visit });
  return { tasks, wholeLength };
}

type DirectQueues = Intake['direct']['queues'];

/** The longest time that levels were counted in, else that gaps add up to, s. */
function lengthOfAll(queues: DirectQueues): number | undefined {
  let [levels, gaps] = [0, 0];
  for (const { occupancy, isShares, interInsertion, interDeparture } of queues.values()) {
    if (occupancy && !isShares) levels = Math.max(levels, occupancy.total);
    const bins = interInsertion.all ?? interDeparture.all;
    if (bins) gaps = Math.max(gaps, bins.total * bins.mean);
  }
  const length = levels || gaps;
  return length > 0 ? length : undefined;
}

/** One frame over everything, for each queue of which anything is known. */
function keepWhole(queues: DirectQueues, length: number): void {
  for (const queue of queues.values()) {
    const { occupancy, interInsertion, interDeparture, bulk, stated } = queue;
    const observed = occupancy && !queue.isShares ? occupancy.total : length;
    const count = (bins: Bins | undefined, rate: number | undefined): number => {
      if (rate !== undefined) return rate * observed;
      return bins ? bins.total * (bulk?.mean ?? 1) : Number.NaN;
    };
    const isKnown = occupancy ?? interInsertion.all ?? interDeparture.all;
    if (!isKnown) continue;
    const share = (value: number | undefined): number =>
      value === undefined ? Number.NaN : value * observed;
    const empty = occupancy && (occupancy.low[0] === 0 ? occupancy.weight[0]! / occupancy.total : 0);
    const one = (value: number): Float64Array => Float64Array.of(value);
    queue.frames = {
      observed: one(observed),
      busy: one(share(empty === undefined ? stated.utilization : 1 - empty)),
      insertions: one(count(interInsertion.all, stated.arrivalRate)),
      departures: one(count(interDeparture.all, stated.throughput)),
      meanOccupancy: one(occupancy?.mean ?? stated.meanOccupancy ?? Number.NaN),
      maxOccupancy: one(occupancy?.max ?? Number.NaN),
      maxPerMillisecond: one(Number.NaN),
      writerBlocked: one(share(stated.backPressureProbability ?? 0)),
      readerBlocked: one(0),
      ...{ samples: one(0), nonZeroSamples: one(0), negativeSamples: one(0), levelSum: one(0) },
    };
  }
}

function readLevels(
  tables: readonly Table[],
  { intake: { direct, faults }, frameIds }: SmallTables,
  context: HistogramContext,
): void {
  const histograms = readLevelHistograms(tables, context, 'elsewhere');
  const waiting = histograms.filter(({ metric }) => metric === 'queueLength');
  for (const [id, { queueLength }] of levelDistributions(waiting, faults))
    if (queueLength) direct.of(id).statedQueueLength = queueLength;
  const levels = histograms.filter(({ metric }) => metric === 'occupancy');
  for (const id of new Set(levels.map(({ stage }) => stage))) {
    const ofQueue = levels.filter(({ stage }) => stage === id);
    const occupancy = tableLevels(ofQueue, frameIds);
    if (occupancy) direct.of(id).occupancy = occupancy;
    else if (ofQueue.some(({ weights }) => weights.size > 0)) allZero('occupancy', id, faults);
  }
}

/** Keeps declared frames only: a file tells no times of others. */
function keepFrames({ intake: { direct }, frameIds, grid }: SmallTables, scalars: FrameScalars): void {
  if (frameIds.length === 0) return;
  const { start, end } = grid.bounds();
  const lengths = end.map((time, frame) => (time - start[frame]!) / 1e9);
  for (const [id, queue] of direct.queues) {
    const stated = scalars.get(id) ?? new Map();
    const found = tableFrames({ frameIds, lengths, queue, stated });
    if (found) queue.frames = found;
  }
}

/** Every queue stands for itself, with the unit and capacity of the stage that it feeds. */
function queueByItself(tables: readonly Table[], { facts, stages, queueMap }: SmallTables): QueueFinder {
  const declared = tables.some(({ name }) => name === 'queues');
  const find = stageFinder(stages);
  const found = new Map<string, ReturnType<QueueFinder>>();
  return (row, faults) => {
    const id = row.text('queueId');
    const known = facts.get(id);
    if (id === '' || (declared && !known)) {
      const message = `unknown queueId "${id}"; table queues has ${listIds([...facts.keys()])}`;
      faults.add('E02', message, { place: row.place, column: 'queueId', value: id });
      return undefined;
    }
    if (!found.has(id)) {
      const stage = stageOfQueue(mappedFacts(known ?? { id }, queueMap), find);
      const capacity = known?.capacity;
      found.set(id, { stage: { ...stage, id }, ...(capacity !== undefined && { capacity }) });
    }
    return found.get(id);
  };
}

/** Histograms of levels that a file gives, as the levels of a trace would be kept: time at each, frame by frame. */

/**
 * Levels of one queue and metric: by frame, or of the whole run where no frame has a histogram. Undefined where all
 * weights are 0.
 */
function tableLevels(histograms: readonly LevelHistogram[], frameIds: readonly string[]): Bins | undefined {
  const slotOf = new Map(frameIds.map((id, slot) => [id, slot]));
  const framed = histograms.filter(({ frame }) => slotOf.has(frame));
  const levels = new FrameHistogram(framed.length > 0 ? frameIds.length : 1, LEVEL_BITS);
  for (const { frame, weights } of framed.length > 0 ? framed : histograms) {
    const slot = slotOf.get(frame) ?? 0;
    for (const [level, weight] of weights) if (weight > 0) levels.add(slot, level, weight);
  }
  return levels.result(frameIds.length);
}

/** What tables say of one queue frame by frame, as the columns that a trace would give. */

interface TableFrames {
  readonly frameIds: readonly string[];
  /** s. */
  readonly lengths: Float64Array;
  readonly queue: Pick<DirectQueue, 'occupancy' | 'interInsertion' | 'interDeparture' | 'bulk'>;
  /** What is stated, by quantity and frame id. */
  readonly stated: ReadonlyMap<MeasuredQuantity, ReadonlyMap<string, number>>;
}

/**
 * Levels from their histogram, else as they are stated. Insertions and departures as they are stated, else one for each gap. A frame
 * was observed as long as its levels say, else whole if anything is said of it. Undefined where nothing is said of any frame.
 */
function tableFrames({ frameIds, lengths, queue, stated }: TableFrames): QueueFrames | undefined {
  const { occupancy, interInsertion, interDeparture, bulk } = queue;
  const levels = frameIds.map((_, frame) => levelsIn(occupancy, frame));
  const gaps = (bins: Bins | undefined) => frameIds.map((_, frame) => gapsIn(bins, frame));
  const [inserted, departed] = [gaps(interInsertion.all), gaps(interDeparture.all)];
  const statedIn = (quantity: MeasuredQuantity, frame: number): number | undefined =>
    stated.get(quantity)?.get(frameIds[frame]!);
  const isSaid = (frame: number): boolean =>
    inserted[frame] !== undefined ||
    departed[frame] !== undefined ||
    [...stated.keys()].some((quantity) => statedIn(quantity, frame) !== undefined);
  const observed = lengths.map((length, frame) => levels[frame]?.time ?? (isSaid(frame) ? length : 0));
  if (observed.every((time) => time === 0)) return undefined;
  // 0 where the queue was not observed, as in a trace.
  const column = (value: (frame: number) => number | undefined): Float64Array =>
    observed.map((time, frame) => (time > 0 ? (value(frame) ?? Number.NaN) : 0));
  const timesObserved = (quantity: MeasuredQuantity, frame: number): number | undefined => {
    const value = statedIn(quantity, frame);
    return value === undefined ? undefined : value * observed[frame]!;
  };
  const counted = (quantity: MeasuredQuantity, count: readonly (number | undefined)[]): Float64Array =>
    column((frame) => {
      const gapCount = count[frame];
      return (
        timesObserved(quantity, frame) ?? (gapCount === undefined ? undefined : gapCount * (bulk?.mean ?? 1))
      );
    });
  const none = (): Float64Array => new Float64Array(frameIds.length);
  return {
    observed,
    busy: column((frame) => levels[frame]?.busy ?? timesObserved('utilization', frame)),
    insertions: counted('arrivalRate', inserted),
    departures: counted('throughput', departed),
    meanOccupancy: column((frame) => levels[frame]?.mean ?? statedIn('meanOccupancy', frame)),
    maxOccupancy: column((frame) => levels[frame]?.max),
    maxPerMillisecond: column(() => undefined),
    writerBlocked: column((frame) => timesObserved('backPressureProbability', frame) ?? 0),
    readerBlocked: none(),
    ...{ samples: none(), nonZeroSamples: none(), negativeSamples: none(), levelSum: none() },
  };
}

interface FrameLevels {
  /** s, in all and with at least one element. */
  readonly time: number;
  readonly busy: number;
  readonly mean: number;
  readonly max: number;
}

/** A bin of several levels counts at its middle. */
function levelsIn(bins: Bins | undefined, frame: number): FrameLevels | undefined {
  const row = rowOf(bins, frame);
  if (!bins || !row) return undefined;
  let [time, busy, area, max] = [0, 0, 0, 0];
  row.forEach((weight, bin) => {
    if (weight === 0) return;
    const [first, last] = [bins.low[bin]!, bins.high[bin]! - 1];
    time += weight;
    if (first > 0) busy += weight;
    area += (weight * (first + last)) / 2;
    max = last;
  });
  return time > 0 ? { time, busy, mean: area / time, max } : undefined;
}

const gapsIn = (bins: Bins | undefined, frame: number): number | undefined =>
  rowOf(bins, frame)?.reduce((sum, weight) => sum + weight, 0) || undefined;

const rowOf = (bins: Bins | undefined, frame: number): Float64Array | undefined =>
  bins?.byFrame?.subarray(frame * bins.low.length, (frame + 1) * bins.low.length);
