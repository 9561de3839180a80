/** Metrics that are one number a frame: throughput, utilization, stalls. */
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { Bins, QueueFrames, ReducedQueue } from '../contract.ts';
import { arrivalsAlone, levelDoubt } from '../ledger-doubts.ts';

export type FrameMetric = 'throughput' | 'utilization' | 'stalls';

export interface FrameRates {
  /** By frame; NaN where nothing was observed. */
  readonly values: Float64Array;
  /** s, by frame. */
  readonly observed: Float64Array;
  /** Over all frames together. */
  readonly mean: number;
}

const NOT_TOLD: Readonly<Record<FrameMetric, string>> = {
  throughput: 'the measurement counts no departures of it',
  utilization: 'the measurement does not tell how long it was busy',
  stalls: 'the measurement records no waits for room (events F, or a column blockedFor)',
};

/** What the file states itself is the mean where it has no frames. */
export function frameRates(queue: ReducedQueue, metric: FrameMetric): Result<FrameRates, string> {
  const { frames } = queue;
  const doubt = doubtOf(queue, metric);
  const amount = frames && doubt === undefined ? amountOf(queue, frames, metric) : undefined;
  if (frames && amount) return ok(ratesOf(frames, amount));
  const stated = statedMean(doubt === undefined ? queue : withoutLevels(queue), metric);
  if (stated === undefined) return err(doubt ?? NOT_TOLD[metric]);
  return ok({ values: new Float64Array(0), observed: new Float64Array(0), mean: stated });
}

function doubtOf(queue: ReducedQueue, metric: FrameMetric): string | undefined {
  if (metric === 'utilization') return levelDoubt(queue);
  return metric === 'throughput' ? arrivalsAlone(queue) : undefined;
}

const withoutLevels = ({ occupancy: _, ...queue }: ReducedQueue): ReducedQueue => queue;

/** Departures, or s, by frame. */
function amountOf(queue: ReducedQueue, frames: QueueFrames, metric: FrameMetric): Float64Array | undefined {
  switch (metric) {
    case 'throughput':
      return queue.basis === 'levels' ? undefined : toldOf(frames, frames.departures);
    case 'utilization':
      return serversBusy(queue, frames) ?? toldOf(frames, frames.busy);
    case 'stalls':
      // A trace that never says so may not record it.
      return frames.writerBlocked.some((time) => time > 0)
        ? frames.writerBlocked.map((time, frame) => Math.min(time, frames.observed[frame]!))
        : undefined;
  }
}

/** Undefined where a table tells it of no frame that was observed. */
const toldOf = ({ observed }: QueueFrames, amount: Float64Array): Float64Array | undefined =>
  amount.some((value, frame) => observed[frame]! > 0 && !Number.isNaN(value)) ? amount : undefined;

/** With c servers of which none is free while elements are there: sum of min(n, c) / c over the time in the frame. */
function serversBusy(
  { servers = 1, occupancy }: ReducedQueue,
  { observed }: QueueFrames,
): Float64Array | undefined {
  if (servers <= 1 || !occupancy?.byFrame) return undefined;
  const { low, byFrame } = occupancy;
  return observed.map((_, frame) =>
    busyTime({ low, weight: byFrame.subarray(frame * low.length, (frame + 1) * low.length) }, servers),
  );
}

function busyTime({ low, weight }: Pick<Bins, 'low' | 'weight'>, servers: number): number {
  let busy = 0;
  low.forEach((level, bin) => {
    busy += (Math.min(level, servers) / servers) * weight[bin]!;
  });
  return busy;
}

function ratesOf({ observed }: QueueFrames, amount: Float64Array): FrameRates {
  let [all, time] = [0, 0];
  const values = observed.map((seconds, frame) => {
    if (!(seconds > 0) || Number.isNaN(amount[frame]!)) return Number.NaN;
    all += amount[frame]!;
    time += seconds;
    return amount[frame]! / seconds;
  });
  return { values, observed, mean: time > 0 ? all / time : Number.NaN };
}

function statedMean(queue: ReducedQueue, metric: FrameMetric): number | undefined {
  const { stated = {}, occupancy, servers = 1, interDeparture, bulk } = queue;
  switch (metric) {
    case 'throughput': {
      const gap = interDeparture?.all;
      const isClosed = gap && Number.isFinite(gap.high.at(-1)) && gap.mean > 0;
      return stated.throughput ?? (isClosed ? (bulk?.mean ?? 1) / gap.mean : undefined);
    }
    case 'utilization':
      return stated.utilization ?? (occupancy && busyTime(occupancy, servers) / occupancy.total);
    case 'stalls':
      return stated.backPressureProbability;
  }
}
