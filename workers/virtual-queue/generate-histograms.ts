/**
 * A reduced run as the histograms per frame that a monitor of little memory would keep: text of the measurement format QTM 1, as
 * JSON. Of a virtual queue the ends, and the whole as the truth that only a generator knows.
 */
import type { Bins, ReducedMeasurement, ReducedQueue } from '../measure/contract.ts';

const NS = 1e9;
/** Bins of times are joined up to this width, as a share of their lower end. */
const WIDTH = 0.125;

interface HistogramRow {
  readonly queueId: string;
  readonly frameId?: number;
  readonly metric: string;
  readonly conditioning?: string;
  readonly weightUnit: 'time' | 'count';
  readonly binLow: readonly number[];
  readonly binHigh: readonly number[];
  readonly weight: readonly number[];
}

/** `notes` is a remark for people. */
export function writeHistograms({ frames, queues }: ReducedMeasurement, notes: string): string {
  const lengths = frames.end.map((end, frame) => end - frames.start[frame]!);
  const container = {
    qtm: 1,
    notes,
    time: { unit: 'ns' },
    queues: queues.map(({ id, kind, source, dest, parentId, bulkSize }) => ({
      ...{ queueId: id, source, dest, kind, parentId, bulkSize },
    })),
    frames: Array.from(lengths, (_, frame) => ({
      ...{ frameId: frame, start: ticks(frames.start[frame]!), end: ticks(frames.end[frame]!) },
    })),
    hist: queues.flatMap((queue) => rowsOf(queue, lengths)),
  };
  return `${JSON.stringify(container)}\n`;
}

/** Gaps of a virtual queue are those of its ends, so they are given there only. */
function rowsOf(queue: ReducedQueue, lengths: Float64Array): HistogramRow[] {
  const { id, kind, occupancy, interInsertion, interDeparture, service } = queue;
  const gaps = [
    ...(kind === 'head' || kind === 'virtual'
      ? []
      : gapRows(id, 'interInsertion', { all: interInsertion?.all })),
    ...(kind === 'tail' || kind === 'virtual'
      ? []
      : gapRows(id, 'interDeparture', { all: interDeparture?.all, nonBlocked: interDeparture?.nonBlocked })),
    ...(service
      ? [timesOf(service, service.weight, { queueId: id, metric: 'service', weightUnit: 'count' })]
      : []),
  ];
  return [...(occupancy ? levelRows(id, occupancy, lengths) : []), ...gaps];
}

function gapRows(
  queueId: string,
  metric: string,
  gaps: Readonly<Record<string, Bins | undefined>>,
): HistogramRow[] {
  return Object.entries(gaps).flatMap(([conditioning, bins]) =>
    bins
      ? framesOf(bins).map((weight, frameId) =>
          timesOf(bins, weight, { queueId, frameId, metric, conditioning, weightUnit: 'count' }),
        )
      : [],
  );
}

type RowHead = Omit<HistogramRow, 'binLow' | 'binHigh' | 'weight'>;

/** Neighbouring bins are joined in the same way in every frame; bins that stay empty in a frame are left out of it. */
function timesOf(bins: Bins, weights: Float64Array, head: RowHead): HistogramRow {
  const joined = joinedBins(bins);
  const sums = joined.map(({ first, last }) => sumOf(weights.subarray(first, last + 1)));
  const used = joined.filter((_, index) => sums[index]! > 0);
  return {
    ...head,
    binLow: used.map(({ low }) => low),
    binHigh: used.map(({ high }) => high),
    weight: sums.filter((sum) => sum > 0),
  };
}

interface JoinedBin {
  /** ns. */
  readonly low: number;
  readonly high: number;
  readonly first: number;
  readonly last: number;
}

/** No time is below the smallest or above the largest, so bins of times that hardly vary stay narrow. */
function joinedBins({ low, high, min, max }: Bins): readonly JoinedBin[] {
  const joined: JoinedBin[] = [];
  low.forEach((start, bin) => {
    const from = ticks(Math.max(start, min));
    const to = Math.max(from + 1, ticks(high[bin]!) > ticks(max) ? ticks(max) + 1 : ticks(high[bin]!));
    const before = joined.at(-1);
    if (before && before.high === from && to - before.low <= WIDTH * before.low)
      joined.splice(-1, 1, { ...before, high: to, last: bin });
    else joined.push({ low: from, high: to, first: bin, last: bin });
  });
  return joined;
}

/** Until something arrived for the first time the level is 0. */
function levelRows(queueId: string, occupancy: Bins, lengths: Float64Array): HistogramRow[] {
  let isKnown = false;
  return framesOf(occupancy).map((times, frameId) => {
    const levels = new Map<number, number>();
    const seen = times.reduce((sum, time) => sum + time, 0);
    if (!isKnown) levels.set(0, lengths[frameId]! - seen);
    isKnown ||= seen > 0;
    times.forEach((time, bin) => {
      const level = occupancy.low[bin]!;
      if (time > 0) levels.set(level, (levels.get(level) ?? 0) + time);
    });
    const sorted = [...levels].sort(([a], [b]) => a - b);
    const low = sorted.map(([level]) => level);
    return {
      ...{ queueId, frameId, metric: 'occupancy', weightUnit: 'time', binLow: low, binHigh: low },
      weight: sorted.map(([, time]) => ticks(time)),
    };
  });
}

function framesOf({ byFrame, weight }: Bins): Float64Array[] {
  if (!byFrame) return [weight];
  return Array.from({ length: byFrame.length / weight.length }, (_, frame) =>
    byFrame.subarray(frame * weight.length, (frame + 1) * weight.length),
  );
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

const ticks = (time: number): number => Math.round(time * NS);
