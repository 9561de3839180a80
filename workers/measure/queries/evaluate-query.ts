/**
 * The answer of a measurement to a query (TimeTrial's performance queries: metric, aggregation, place, frame).
 *
 * Throughput, utilization and stalls are one number a frame: their minimum, maximum, percentiles and histogram are over
 * the frames, by observed time; in one frame all of them are that number. Occupancy is over time, inter-event times and
 * latencies are over events, from the histograms. A latency along several queues has the sum of their means; of their
 * minima and maxima the sum is only a bound, and percentiles do not add up. Cost: one pass over the histogram a frame.
 */
import { assert } from '../../../core/base/assert.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { Query, QueryAggregation } from '../../../core/measurement/query.ts';
import type { Bins, QueueFrames, ReducedMeasurement, ReducedQueue } from '../contract.ts';
import { arrivalsAlone, levelDoubt } from '../ledger-doubts.ts';
import type { AnsweredHistogram, QueryAnswer } from './contract.ts';
import type { MeasuredPlaces } from './measured-places.ts';

export function evaluateQuery(
  reduced: ReducedMeasurement,
  places: MeasuredPlaces,
  query: Query,
): QueryAnswer {
  const queues = queuesOf(places, query);
  if (!queues.ok) return unknown(queues.error);
  const source = sourceOf(queues.value, query);
  if (!source.ok) return unknown(source.error);
  const { frame = 'all' } = query;
  const frameCount = reduced.frames.start.length;
  if (typeof frame === 'number' && frame >= frameCount)
    return unknown(frameCount > 0 ? `the measurement has the frames 0 to ${frameCount - 1}` : NO_FRAMES);
  if (frame === 'each' && frameCount === 0) return unknown(NO_FRAMES);
  const frames =
    frame === 'each'
      ? Array.from({ length: frameCount }, (_, at) => at)
      : [frame === 'all' ? undefined : frame];
  return query.aggregation === 'histogram'
    ? histogramsIn(source.value, frames)
    : numbersIn(source.value, query, frames);
}

const NO_FRAMES = 'the measurement has no frames';
const unknown = (why: string): QueryAnswer => ({ kind: 'unknown', why });

/** What answers for one frame, or for all where it is undefined. */
interface Source {
  number(frame: number | undefined): Result<number, string>;
  histogram(frame: number | undefined): Result<AnsweredHistogram, string>;
  readonly bound?: 'atMost' | 'atLeast';
}

function queuesOf(
  places: MeasuredPlaces,
  { at, to, metric }: Query,
): Result<readonly ReducedQueue[], string> {
  if (to === undefined || to === at) {
    const queue = places.queue(at);
    return queue.ok ? ok([queue.value]) : queue;
  }
  if (metric === 'latency') return places.way(at, to);
  if (metric !== 'throughput') return err('only latency and throughput go from one stage to another');
  const between = places.between(at, to);
  return between.ok ? ok([between.value]) : between;
}

function sourceOf(queues: readonly ReducedQueue[], query: Query): Result<Source, string> {
  const { metric } = query;
  if (metric === 'throughput' || metric === 'utilization' || metric === 'stalls')
    return rateSource(queues[0]!, metric, query);
  const sources: Source[] = [];
  for (const queue of queues) {
    const source = binSource(queue, metric, query);
    if (!source.ok) return source;
    sources.push(source.value);
  }
  return sources.length === 1 ? ok(sources[0]!) : sumSource(sources, query);
}

function rateSource(
  queue: ReducedQueue,
  metric: 'throughput' | 'utilization' | 'stalls',
  query: Query,
): Result<Source, string> {
  const rates = frameRates(queue, metric);
  if (!rates.ok) return rates;
  const { values, observed, mean } = rates.value;
  const inFrame = (frame: number): Result<number, string> =>
    Number.isFinite(values[frame] ?? Number.NaN)
      ? ok(values[frame]!)
      : err(`nothing was observed in frame ${frame}`);
  return ok({
    number: (frame) => {
      if (frame !== undefined) return inFrame(frame);
      if (query.aggregation === 'mean') return ok(mean);
      const bins = binsOfFrames(values, observed);
      return bins ? binStatistic(bins, questionOf(query, 'times')) : err(NO_FRAMES);
    },
    histogram: (frame) => {
      const bins = frame === undefined ? binsOfFrames(values, observed) : undefined;
      return bins ? binShares(bins) : err(frame === undefined ? NO_FRAMES : 'in one frame it is one number');
    },
  });
}

function questionOf({ aggregation, percentile }: Query, of: BinQuestion['of']): BinQuestion {
  assert(aggregation !== 'histogram', 'a histogram is no number');
  return { aggregation, of, ...(percentile !== undefined && { percentile }) };
}

/** Each different number of a frame as a bin without width, weighted by the time observed. */
function binsOfFrames(values: Float64Array, observed: Float64Array): Bins | undefined {
  const order = [...values.keys()]
    .filter((frame) => observed[frame]! > 0 && !Number.isNaN(values[frame]!))
    .sort((a, b) => values[a]! - values[b]!);
  if (order.length === 0) return undefined;
  const low = Float64Array.from(order, (frame) => values[frame]!);
  const weight = Float64Array.from(order, (frame) => observed[frame]!);
  const total = weight.reduce((sum, part) => sum + part, 0);
  const mean = low.reduce((sum, value, at) => sum + value * weight[at]!, 0) / total;
  return { low, high: low, weight, total, mean, variance: 0, min: low[0]!, max: low.at(-1)! };
}

function binSource(
  queue: ReducedQueue,
  metric: 'occupancy' | 'latency' | 'interEventTime',
  query: Query,
): Result<Source, string> {
  const doubt = metric === 'interEventTime' ? undefined : levelDoubt(queue);
  const bins = doubt === undefined ? binsOf(queue, metric) : undefined;
  const stated = statedMean(queue, metric);
  if (!bins && stated === undefined)
    return err(
      doubt ??
        (queue.kind === 'virtual'
          ? `no monitor sees queue ${queue.id} as a whole; its two ends tell it: Virtual queue on the page, stagegraph verdict`
          : `the measurement does not hold it for queue ${queue.id}`),
    );
  const of = metric === 'occupancy' ? 'levels' : 'times';
  return ok({
    number: (frame) => {
      const whole = query.aggregation === 'mean' ? stated : undefined;
      const known =
        frame === undefined
          ? whole
          : metric === 'occupancy' && doubt === undefined
            ? levelIn(queue, query, frame)
            : undefined;
      if (known !== undefined) return ok(known);
      if (!bins) return err('the measurement only states its mean');
      return binStatistic(bins, questionOf(query, of), frame);
    },
    histogram: (frame) => (bins ? binShares(bins, frame) : err('the measurement only states its mean')),
  });
}

function binsOf(queue: ReducedQueue, metric: 'occupancy' | 'latency' | 'interEventTime'): Bins | undefined {
  if (metric === 'occupancy') return queue.occupancy;
  return metric === 'latency' ? queue.latency : queue.interInsertion?.all;
}

function statedMean({ stated = {} }: ReducedQueue, metric: string): number | undefined {
  return metric === 'occupancy'
    ? stated.meanOccupancy
    : metric === 'latency'
      ? stated.meanSojournTime
      : undefined;
}

/** Kept exactly by frame. */
function levelIn({ frames }: ReducedQueue, { aggregation }: Query, frame: number): number | undefined {
  if (!frames || !(frames.observed[frame]! > 0)) return undefined;
  const levels = aggregation === 'mean' ? frames.meanOccupancy : frames.maxOccupancy;
  const isKept = aggregation === 'mean' || aggregation === 'max';
  // A table may not tell it.
  return isKept && !Number.isNaN(levels[frame]) ? levels[frame] : undefined;
}

function sumSource(sources: readonly Source[], { aggregation }: Query): Result<Source, string> {
  if (aggregation === 'percentile' || aggregation === 'histogram')
    return err('the percentiles of several queues do not add up; ask for the mean or the max');
  return ok({
    number: (frame) => {
      let sum = 0;
      for (const source of sources) {
        const part = source.number(frame);
        if (!part.ok) return part;
        sum += part.value;
      }
      return ok(sum);
    },
    histogram: () => err('the histograms of several queues do not add up'),
    ...(aggregation === 'max' && { bound: 'atMost' as const }),
    ...(aggregation === 'min' && { bound: 'atLeast' as const }),
  });
}

function numbersIn(source: Source, query: Query, frames: readonly (number | undefined)[]): QueryAnswer {
  const answers = frames.map((frame) => source.number(frame));
  const bound = source.bound && { bound: source.bound };
  if (query.frame === 'each' && answers.some(({ ok }) => ok)) {
    const values = Float64Array.from(answers, (answer) => (answer.ok ? answer.value : Number.NaN));
    return { kind: 'frames', values, ...bound };
  }
  const first = answers[0]!;
  return first.ok ? { kind: 'value', value: first.value, ...bound } : unknown(first.error);
}

function histogramsIn(source: Source, frames: readonly (number | undefined)[]): QueryAnswer {
  const answers = frames.map((frame) => source.histogram(frame));
  const histograms = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  if (histograms.length > 0) return { kind: 'histogram', histograms };
  const [first] = answers;
  return unknown(first && !first.ok ? first.error : NO_FRAMES);
}

/**
 * Minimum, maximum, mean and percentiles of a histogram, whole or of one frame. Levels are whole numbers: a bin [n, n + 1)
 * is the level n, so that the answers are exact there; above 1023, where bins hold several levels, and for times the
 * answer lies within its bin (at most 0.2 % and 6.25 % wide).
 */

interface BinQuestion {
  readonly aggregation: Exclude<QueryAggregation, 'histogram'>;
  /** 0..100. */
  readonly percentile?: number;
  readonly of: 'levels' | 'times';
}

/**
 * Statistic of one frame, or of all frames without `frame`. Refuses where there is no histogram by frame, or an
 * empty one.
 */
function binStatistic(bins: Bins, question: BinQuestion, frame?: number): Result<number, string> {
  const weight = weightsIn(bins, frame);
  if (!weight.ok) return weight;
  if (frame === undefined && question.aggregation !== 'percentile') return ok(bins[question.aggregation]);
  const value = statisticOf(bins, weight.value, question);
  return Number.isFinite(value) ? ok(value) : err('it lies in the last bin of the histogram, which is open');
}

function binShares(bins: Bins, frame?: number): Result<AnsweredHistogram, string> {
  const weight = weightsIn(bins, frame);
  if (!weight.ok) return weight;
  const total = sumOf(weight.value);
  const { low, high } = bins;
  return ok({
    ...(frame !== undefined && { frame }),
    low,
    high,
    share: weight.value.map((part) => part / total),
  });
}

function weightsIn(bins: Bins, frame: number | undefined): Result<Float64Array, string> {
  const { weight, byFrame, low } = bins;
  if (frame === undefined) return bins.total > 0 ? ok(weight) : err('nothing was observed');
  if (!byFrame) return err('the measurement has no histogram by frame of it');
  const row = byFrame.subarray(frame * low.length, (frame + 1) * low.length);
  return sumOf(row) > 0 ? ok(row) : err(`nothing was observed in frame ${frame}`);
}

function statisticOf(
  bins: Bins,
  weight: Float64Array,
  { aggregation, percentile = 0, of }: BinQuestion,
): number {
  const { low, high } = bins;
  const first = weight.findIndex((part) => part > 0);
  const last = weight.findLastIndex((part) => part > 0);
  const top = (bin: number): number => (of === 'levels' ? high[bin]! - 1 : high[bin]!);
  if (aggregation === 'min') return low[first]!;
  if (aggregation === 'max') return top(last);
  if (aggregation === 'mean') {
    let sum = 0;
    weight.forEach((part, bin) => {
      if (part > 0) sum += (part * (low[bin]! + top(bin))) / 2;
    });
    return sum / sumOf(weight);
  }
  const wanted = (percentile / 100) * sumOf(weight);
  let below = 0;
  for (let bin = first; bin <= last; bin += 1) {
    const part = weight[bin]!;
    if (part === 0) continue;
    // Rounding must not lift an exact percentile into the next bin.
    if (below + part >= wanted * (1 - 1e-12)) {
      const inside = Math.min(1, Math.max(0, (wanted - below) / part));
      return low[bin]! + inside * (top(bin) - low[bin]!);
    }
    below += part;
  }
  return top(last);
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Metrics that are one number a frame: throughput, utilization, stalls. */

type FrameMetric = 'throughput' | 'utilization' | 'stalls';

interface FrameRates {
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
function frameRates(queue: ReducedQueue, metric: FrameMetric): Result<FrameRates, string> {
  const { frames } = queue;
  const doubt = doubtOf(queue, metric);
  const amount = frames && doubt === undefined ? amountOf(queue, frames, metric) : undefined;
  if (frames && amount) return ok(ratesOf(frames, amount));
  const stated = statedRate(doubt === undefined ? queue : withoutLevels(queue), metric);
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

function statedRate(queue: ReducedQueue, metric: FrameMetric): number | undefined {
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
