/** A measurement file of any size and format to what is drawn, compared and fitted, in memory that does not grow with it. */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { MeasuredQuantity, StageMeasurement } from '../../core/measurement/measurement.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import { estimate } from '../numeric/estimates.ts';
import { student975 } from '../numeric/student-t.ts';
import { addedUp } from './added-queues.ts';
import {
  type Bins,
  type ByteSource,
  byDesignWords,
  type MeasuredStage,
  type MeasurementFault,
  type ReadMeasurement,
  type ReadReduced,
  type ReducedMeasurement,
  type ReducedQueue,
  withoutStage,
} from './contract.ts';
import { meanLevel } from './distances.ts';
import { arrivalsAlone, levelDoubt, offDoubt } from './ledger-doubts.ts';
import { FaultList } from './measurement-fault.ts';
import { type ReadContext, readRows } from './read-rows.ts';
import { levelShares } from './reduce/level-bins.ts';
import { checkQueueMap, FedStages } from './reduce/queue-facts.ts';
import { Reduction } from './reduce/reduction.ts';
import { listIds, listStages } from './stage-names.ts';

/**
 * Rows that are wrong are left out, counted and reported; the rest is reduced. Refused is only a file of which nothing can
 * be read. Rejects with the reason of `signal` when it is aborted. Times are exact within 104 days of the first.
 */
export async function reduceMeasurement(
  source: ByteSource,
  context: ReadContext,
): Promise<Result<ReducedMeasurement, readonly MeasurementFault[]>> {
  const reduction = new Reduction(new FaultList(context.fileName), context.options ?? {});
  const read = await readRows(source, context, reduction);
  if (!read.ok) return read;
  const reduced = reduction.finish({ name: context.fileName, ...read.value });
  const { queueMap, stages } = context.options ?? {};
  if (!queueMap) return ok(reduced);
  // A name that means nothing would leave a queue out unseen.
  const unknown = new FaultList(context.fileName);
  checkQueueMap(queueMap, reduced.queues, stages, unknown);
  return unknown.hasErrors ? err(unknown.allFaults()) : ok(reduced);
}

/** A reduced measurement together with what a comparison takes from it, which may be nothing. */
export async function readReduced(
  source: ByteSource,
  context: ReadContext,
  stages: readonly MeasuredStage[] | undefined,
): Promise<Result<ReadReduced, readonly MeasurementFault[]>> {
  const reduced = await reduceMeasurement(source, context);
  if (!reduced.ok) return reduced;
  return ok({ ...measurementOfReduced(reduced.value, stages), reduced: reduced.value });
}

/**
 * One entry per stage that queues of the file feed; without stages every queue is its own. A number that the file states
 * goes before one that was computed. Where there is none the faults say why (E21, W26).
 */
export function measurementOfReduced(
  reduced: ReducedMeasurement,
  stages?: readonly MeasuredStage[],
): ReadMeasurement {
  const faults = new FaultList(reduced.name);
  const byStage = new Map<string, Feeder[]>();
  const fed = stages && new FedStages(reduced.queues, stages);
  for (const queue of reduced.queues) {
    const stage = fed ? fedBy(queue, { fed, stages }, faults) : queueItself(queue);
    if (stage === undefined || !hasNumbers(queue)) continue;
    const feeding = byStage.get(stage) ?? [];
    byStage.set(stage, feeding);
    const off = offDoubt(queue);
    if (off !== undefined) faults.add('W29', off, { value: queue.id });
    const whole = measurementOf(stage, queue);
    const words = byDesignWords(queue);
    const measured = words === undefined ? whole : withoutLevels(whole);
    const isCut = Object.keys(measured).length < Object.keys(whole).length;
    feeding.push({ id: queue.id, words, isCut, measured });
  }
  const found = [...byStage].flatMap(([stage, feeding]) => {
    // What moves through a pool is no flow of its own beside that of the stage.
    const own = feeding.filter(({ words }) => words === undefined);
    // Beside a queue of the stage it is no news.
    for (const { id, words, isCut } of own.length > 0 ? [] : feeding)
      if (isCut) faults.add('W02', `${words}; only its rates are compared`, { value: id });
    const told = (own.length > 0 ? own : feeding).filter(({ measured }) => Object.keys(measured).length > 1);
    return told.length > 0 ? [addedUp(stage, told, faults)] : [];
  });
  if (found.length === 0 && stages) {
    const queues = listIds(reduced.queues.map(({ id }) => id)) || 'none';
    const message = `The file holds no value for any stage of the scenario; its queues are ${queues}; ${listStages(stages)}`;
    faults.add('E21', message);
  } else if (found.length === 0)
    faults.add(
      'W26',
      'The file holds no rate, level or time in a stage, which a model could be compared with',
    );
  const warnings = [...faults.allFaults(), ...reduced.faults.shown, ...hiddenCounts(reduced)];
  return { measurement: { name: reduced.name, stages: found }, warnings };
}

/** A queue and what it tells of the stage that it feeds. `words`: why no more, where its levels are by design. */
interface Feeder {
  readonly id: string;
  readonly words: string | undefined;
  readonly isCut: boolean;
  readonly measured: StageMeasurement;
}

/** Without stages every queue is its own, but for the ends of a virtual one. */
function queueItself(queue: ReducedQueue): string | undefined {
  const isPart = queue.kind === 'tail' || queue.kind === 'head' || queue.dest === withoutStage;
  return isPart ? undefined : (queue.dest ?? nameOf(queue));
}

interface Feeding {
  readonly fed: FedStages;
  readonly stages: readonly MeasuredStage[];
}

function fedBy(queue: ReducedQueue, { fed, stages }: Feeding, faults: FaultList): string | undefined {
  if (queue.dest === withoutStage) return undefined;
  const stage = fed.stageOf(queue);
  const isEnd = queue.kind === 'tail' || queue.kind === 'head';
  if (!stage && !isEnd && !fed.isWholeOfTwo(queue)) {
    const message = `queue "${nameOf(queue)}" is left out: no stage has that id or name; ${listStages(stages)}. Map it to the stage that it feeds (page: Validate, Queues; terminal: --queue-map)`;
    faults.add('W02', message, { value: queue.id });
  }
  return stage?.id;
}

/** The level of a pool, of a two-way queue or of a latest value is no number of elements in a stage, and no work of it. */
function withoutLevels({ stage, halfWidths, ...numbers }: StageMeasurement): StageMeasurement {
  const rates = (all: object) => Object.fromEntries(Object.entries(all).filter(([key]) => !LEVELS.has(key)));
  return { stage, ...rates(numbers), ...(halfWidths && { halfWidths: rates(halfWidths) }) };
}

const LEVELS: ReadonlySet<string> = new Set<keyof StageMeasurement>([
  ...(['meanOccupancy', 'occupancyDistribution', 'meanQueueLength', 'samples'] as const),
  ...(['queueLengthDistribution', 'meanSojournTime', 'meanWaitingTime'] as const),
  ...(['utilization', 'backPressureProbability'] as const),
]);

const hasNumbers = (queue: ReducedQueue): boolean => Object.keys(measurementOf('', queue)).length > 1;

function measurementOf(stage: string, queue: ReducedQueue): StageMeasurement {
  const { frames, stated, statedQueueLength, basis } = queue;
  const { occupancy, latency } = toldLevels(queue);
  const shares = occupancy && levelShares(occupancy);
  const waiting = statedQueueLength && {
    meanQueueLength: meanLevel(statedQueueLength),
    queueLengthDistribution: statedQueueLength,
  };
  const numbers = {
    ...(occupancy && { meanOccupancy: occupancy.mean }),
    ...(shares && { occupancyDistribution: shares }),
    ...(latency && { meanSojournTime: latency.mean }),
    ...(frames && isCounted(queue) && ratesOf(queue, frames)),
    ...((!frames || queue.basis === 'table') && gapRates(queue)),
    ...(shares && queue.samples !== undefined && { samples: queue.samples }),
    ...waiting,
    ...stated,
  };
  const halfWidths =
    frames && basis !== 'table'
      ? spreadOf(numbers, queue, frames)
      : occupancy && numbers.meanOccupancy === occupancy.mean
        ? sampledSpread(occupancy, queue.samples)
        : {};
  const whole = { stage, ...numbers, ...(Object.keys(halfWidths).length > 0 && { halfWidths }) };
  return queue.counts === 'waiting' ? ofWaiting(whole) : whole;
}

/** Levels that count who waits are those of the queue; how long elements stay and how busy servers are does not follow from them. */
function ofWaiting({
  meanOccupancy,
  occupancyDistribution,
  meanSojournTime: _,
  utilization: __,
  halfWidths,
  ...rest
}: StageMeasurement): StageMeasurement {
  const half = halfWidths?.meanOccupancy;
  return {
    ...rest,
    ...(meanOccupancy !== undefined && { meanQueueLength: meanOccupancy }),
    ...(occupancyDistribution && { queueLengthDistribution: occupancyDistribution }),
    ...(half !== undefined && { halfWidths: { meanQueueLength: half } }),
  };
}

const toldLevels = (queue: ReducedQueue): Pick<ReducedQueue, 'occupancy' | 'latency'> =>
  levelDoubt(queue) === undefined ? queue : {};

/** Fewer batches have no spread to speak of. */
const BATCHES = 20;

/** Half widths of 95 % by the means of consecutive batches of frames; of a number that the file states itself nothing is known. */
function spreadOf(
  numbers: Omit<StageMeasurement, 'stage'>,
  { servers = 1, stated = {} }: ReducedQueue,
  frames: NonNullable<ReducedQueue['frames']>,
): NonNullable<StageMeasurement['halfWidths']> {
  const { observed, insertions, departures, busy, writerBlocked } = frames;
  const area = frames.meanOccupancy.map((mean, i) => (observed[i]! > 0 ? mean * observed[i]! : 0));
  const ratios: Partial<Record<MeasuredQuantity, readonly [Float64Array, Float64Array]>> = {
    arrivalRate: [insertions, observed],
    throughput: [departures, observed],
    meanOccupancy: [area, observed],
    backPressureProbability: [writerBlocked, observed],
    // Little's law, batch by batch.
    meanSojournTime: [area, departures],
    ...(servers === 1 && { utilization: [busy, observed] as const }),
  };
  return Object.fromEntries(
    Object.entries(ratios).flatMap(([quantity, [above, below]]) => {
      const key = quantity as MeasuredQuantity;
      const half = numbers[key] === undefined || key in stated ? undefined : halfWidthOf(above, below);
      return half === undefined ? [] : [[key, half]];
    }),
  );
}

/** As if the samples were independent: of samples that follow each other faster than the queue changes it is less known. */
function sampledSpread({ variance }: Bins, samples = 0): NonNullable<StageMeasurement['halfWidths']> {
  if (samples < 2) return {};
  return { meanOccupancy: student975(samples - 1) * Math.sqrt(variance / (samples - 1)) };
}

function halfWidthOf(above: Float64Array, below: Float64Array): number | undefined {
  const { length } = above;
  if (length < BATCHES) return undefined;
  const means = Array.from({ length: BATCHES }, (_, batch) => {
    const [from, to] = [batch, batch + 1].map((edge) => Math.floor((edge * length) / BATCHES));
    return sumOf(above.subarray(from, to)) / sumOf(below.subarray(from, to));
  });
  if (means.some((mean) => !Number.isFinite(mean))) return undefined;
  return estimate(means)!.halfWidth;
}

const isCounted = ({ basis }: ReducedQueue): boolean => basis === 'events' || basis === 'counters';

function ratesOf(
  queue: ReducedQueue,
  frames: NonNullable<ReducedQueue['frames']>,
): Omit<StageMeasurement, 'stage'> {
  const { servers } = queue;
  const { occupancy } = toldLevels(queue);
  const observed = sumOf(frames.observed);
  if (!(observed > 0)) return {};
  const blocked = sumOf(frames.writerBlocked) / observed;
  return {
    arrivalRate: sumOf(frames.insertions) / observed,
    ...(arrivalsAlone(queue) === undefined && { throughput: sumOf(frames.departures) / observed }),
    ...(blocked > 0 && { backPressureProbability: Math.min(1, blocked) }),
    ...(servers !== undefined &&
      servers > 0 &&
      occupancy && { utilization: utilizationOf(servers, occupancy) }),
  };
}

/** From histograms of gaps alone; an open bin hides their mean. */
function gapRates({ interInsertion, interDeparture, bulk }: ReducedQueue): Omit<StageMeasurement, 'stage'> {
  const rateOf = (gaps: Bins | undefined): number | undefined =>
    gaps && Number.isFinite(gaps.high.at(-1)) && gaps.mean > 0 ? (bulk?.mean ?? 1) / gaps.mean : undefined;
  const arrivalRate = rateOf(interInsertion?.all);
  const throughput = rateOf(interDeparture?.all);
  return {
    ...(arrivalRate !== undefined && { arrivalRate }),
    ...(throughput !== undefined && { throughput }),
  };
}

/** c servers of which none is free while elements are there: sum of min(n, c) P[n] / c. */
function utilizationOf(c: number, { low, weight, total }: NonNullable<ReducedQueue['occupancy']>): number {
  let busy = 0;
  low.forEach((level, bin) => {
    busy += Math.min(level, c) * weight[bin]!;
  });
  return Math.min(1, busy / (c * total));
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Codes of which not all are among the first. */
function hiddenCounts({ faults, name }: ReducedMeasurement): MeasurementFault[] {
  return faults.counts.flatMap(({ code, severity, count }) => {
    const hidden = count - faults.shown.filter((fault) => fault.code === code).length;
    return hidden > 0 ? [{ code, severity, file: name, message: `and ${hidden} more of this kind` }] : [];
  });
}
