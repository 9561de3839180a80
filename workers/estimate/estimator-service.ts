/** What the worker of rates answers. It keeps the samples of one file or example; pictures of them go to the page. */
import { ok } from '../../core/base/result.ts';
import type { MeasuredStage } from '../measure/contract.ts';
import { type StageFinder, stageFinder, stageOfQueue } from '../measure/stage-of-queue.ts';
import { sum } from './columns.ts';
import type {
  EstimatorService,
  KnownRate,
  MicroBenchmark,
  PeriodQuestion,
  PeriodShares,
  RateColumns,
  RateCourse,
  RatePicture,
  RateSettings,
  SampledEnd,
} from './contract.ts';
import { estimateRate } from './estimate-rate.ts';
import { runTwoThreads, saturatedCounts, type Thread } from './micro-benchmark.ts';
import {
  isAffordable,
  probabilityOfUnblockedRead,
  probabilityOfUnblockedWrite,
  sharesOfUnblockedReads,
} from './observable-period.ts';
import { estimatePublished } from './published.ts';
import { TOLERANCE } from './rate-heuristic.ts';
import { type RateRows, type SampledQueueEnd, sampleOf } from './rate-rows.ts';
import { readSampledEnds } from './sampled-file.ts';
import { serviceAtRate } from './service-at-rate.ts';
import { samplesInOrder } from './time-order.ts';

/** An end, and how its samples are got. */
interface KeptEnd {
  readonly end: SampledEnd;
  readonly sample: SampledQueueEnd['sample'];
}

/** Largest share of the reading time that goes into pictures. */
const PICTURE_SHARE = 0.2;

export function estimatorService(): EstimatorService {
  let kept: readonly KeptEnd[] = [];
  let reading = new AbortController();
  return {
    async read(file, fileName, options, onProgress) {
      reading.abort();
      reading = new AbortController();
      const { signal } = reading;
      const pictures = new PicturesOnTheWay(options.stages);
      const read = await readSampledEnds(file, {
        ...{ fileName, options, signal },
        onRows: (rows) => pictures.look(rows),
        onProgress: (progress) => onProgress({ ...progress, ...pictures.take() }),
      });
      if (!read.ok) return read;
      const find = stageFinder(options.stages ?? []);
      kept = read.value.ends.map((end) => ({ end: described(end, find), sample: end.sample }));
      return ok({ name: fileName, ends: kept.map(({ end }) => end), warnings: read.value.warnings });
    },
    take(name, queues, stages) {
      const find = stageFinder(stages);
      kept = queues.flatMap(({ rates = [], ...facts }) =>
        rates.map(({ end, ...columns }): KeptEnd => {
          const sampled = {
            queue: facts.id,
            end,
            from: 'tc',
            facts,
            sample: sampleOf(() => samplesInOrder(columns), facts),
          } as const;
          return { end: described(sampled, find), sample: sampled.sample };
        }),
      );
      return { name, ends: kept.map(({ end }) => end), warnings: [] };
    },
    cancel: () => reading.abort(),
    generate(benchmark) {
      const columns = benchmarkSamples(benchmark);
      const end: SampledEnd = {
        ...{ key: 'example head', queue: 'example', end: 'head', from: 'tc', name: 'Micro-benchmark' },
        truth: benchmarkTruth(benchmark),
        ...(benchmark.utilization < 1 && { capacity: BENCHMARK_CAPACITY }),
      };
      kept = [{ end, sample: () => columns }];
      return { name: 'Micro-benchmark', ends: [end], warnings: [] };
    },
    estimate(key, settings) {
      const found = kept.find(({ end }) => end.key === key);
      return found && pictureOf(found, settings);
    },
    serviceAtRate,
    periodShares,
  };
}

function pictureOf(
  { end, sample }: KeptEnd,
  { method, period, departure }: RateSettings,
): RatePicture | undefined {
  const columns = sample(period, departure);
  return columns && { end, report: estimateRate(columns, method), course: rateCourse(columns) };
}

function described({ queue, end, from, facts, itemBytes }: SampledQueueEnd, find: StageFinder): SampledEnd {
  const stage = end === 'head' ? stageOfQueue(facts ?? { id: queue }, find) : undefined;
  return {
    ...{ key: `${queue} ${end}`, queue, end, from },
    ...(facts?.name !== undefined && { name: facts.name }),
    ...(facts?.capacity !== undefined && { capacity: facts.capacity }),
    ...(itemBytes !== undefined && { itemBytes }),
    ...(stage && { stage: stage.id }),
  };
}

/** Pictures while a file is read, of its first end: not so often that they slow down the reading. */
class PicturesOnTheWay {
  private next = 0;
  private picture: RatePicture | undefined;

  constructor(private readonly stages: readonly MeasuredStage[] | undefined) {}

  look(rows: RateRows): void {
    const start = performance.now();
    if (start < this.next) return;
    const first = rows.firstEnd();
    this.picture =
      first && pictureOf({ end: described(first, stageFinder(this.stages ?? [])), sample: first.sample }, {});
    const end = performance.now();
    this.next = end + (end - start) / PICTURE_SHARE;
  }

  /** The new one, once. */
  take(): { picture?: RatePicture } {
    const { picture } = this;
    this.picture = undefined;
    return picture ? { picture } : {};
  }
}

function periodShares({ rate, utilization, capacity, periods }: PeriodQuestion): readonly PeriodShares[] {
  const affordable = periods.filter((period) => isAffordable(period, utilization, rate));
  const exact = sharesOfUnblockedReads(affordable, utilization, rate);
  const exactly = new Map(affordable.map((period, i) => [period, exact[i]!]));
  return periods.map((period) => ({
    period,
    read: probabilityOfUnblockedRead(period, utilization, rate),
    ...(capacity !== undefined && {
      write: probabilityOfUnblockedWrite(period, capacity, utilization, rate),
    }),
    ...(exactly.has(period) && { exact: exactly.get(period)! }),
  }));
}

/** The samples of a micro-benchmark, and the rates that they should give. */

/** Places of the queue between the two threads. */
const BENCHMARK_CAPACITY = 64;

function benchmarkSamples(benchmark: MicroBenchmark): RateColumns {
  const { times, rate, laterRate, utilization, period, periods, seed } = benchmark;
  const at = halfTime(benchmark);
  const thread = <T extends Thread['times']>(scale: number, distribution: T): Thread & { times: T } => ({
    times: distribution,
    rate: scale * rate,
    ...(laterRate !== undefined && { later: { at, rate: scale * laterRate } }),
  });
  const server = thread(1, times);
  if (utilization >= 1) return saturatedCounts({ server, period, periods, seed });
  const producer = thread(utilization, 'exponential');
  return runTwoThreads({ producer, consumer: server, capacity: BENCHMARK_CAPACITY, period, periods, seed })
    .head;
}

function benchmarkTruth(benchmark: MicroBenchmark): readonly KnownRate[] {
  const { rate, laterRate, period, periods } = benchmark;
  const end = period * periods;
  if (laterRate === undefined) return [{ from: 0, to: end, rate }];
  const middle = halfTime(benchmark);
  return [
    { from: 0, to: middle, rate },
    { from: middle, to: end, rate: laterRate },
  ];
}

const halfTime = ({ period, periods }: MicroBenchmark): number => period * Math.floor(periods / 2);

/** What is drawn of the samples of one end and of the published method over them (figures 1 and 3 to 6 of its paper). */

/** More points than this do not get to the page. */
const MOST_DRAWN = 100_000;

export function rateCourse(columns: RateColumns, most = MOST_DRAWN): RateCourse {
  return {
    samples: drawnSamples(columns, most),
    blocked: blockedShares(columns),
    heuristic: drawnSteps(columns, most),
    tolerance: TOLERANCE,
  };
}

const STRETCHES = 120;

function blockedShares({ time, period, blocked }: RateColumns): RateCourse['blocked'] {
  const stretches = Math.min(STRETCHES, time.length);
  const edge = (s: number): number => Math.floor((s * time.length) / stretches);
  const stretch = (of: (from: number, to: number) => number): Float64Array =>
    Float64Array.from({ length: stretches }, (_, s) => of(edge(s), edge(s + 1)));
  return {
    from: stretch((from) => time[from]! - period[from]!),
    to: stretch((_, to) => time[to - 1]!),
    share: stretch((from, to) => sum(blocked.subarray(from, to)) / (to - from)),
  };
}

/** Those with and without blocking are thinned apart, so that the few do not vanish among the many. */
function drawnSamples({ time, period, count, blocked }: RateColumns, most: number): RateCourse['samples'] {
  const rate = count.map((items, i) => items / period[i]!);
  const indexes = Int32Array.from(time.keys());
  const half = time.length > most ? most / 2 : most;
  const kept = [0, 1]
    .flatMap((kind) => [
      ...extremes(
        rate,
        indexes.filter((i) => blocked[i] === kind),
        half,
      ),
    ])
    .sort((a, b) => a - b);
  return {
    time: Float64Array.from(kept, (i) => time[i]!),
    rate: Float64Array.from(kept, (i) => rate[i]!),
    blocked: Uint8Array.from(kept, (i) => blocked[i]!),
  };
}

function drawnSteps(columns: RateColumns, most: number): RateCourse['heuristic'] {
  const room = columns.time.length;
  const [time, q, meanQ, change] = [0, 1, 2, 3].map(() => new Float64Array(room)) as [
    Steps,
    Steps,
    Steps,
    Steps,
  ];
  let steps = 0;
  estimatePublished(columns, {
    onStep(at, heuristic, period) {
      time[steps] = at;
      q[steps] = heuristic.q / period;
      meanQ[steps] = heuristic.meanQ / period;
      change[steps] = heuristic.change;
      steps += 1;
    },
  });
  const kept = extremes(
    q,
    Int32Array.from({ length: steps }, (_, i) => i),
    most,
  );
  const drawn = (column: Steps): Steps => Float64Array.from(kept, (i) => column[i]!);
  return { time: drawn(time), q: drawn(q), meanQ: drawn(meanQ), change: drawn(change) };
}

type Steps = Float64Array<ArrayBuffer>;

/** Fewer points of a long series for a picture: what stands out stays. */

/**
 * Indexes, rising, of at most about `most` of the values at `among`: the smallest and the largest of each of `most / 2`
 * stretches of equally many. All of them when there are no more. NaN is kept only where a stretch has nothing else.
 */
export function extremes(values: ArrayLike<number>, among: Int32Array, most: number): Int32Array {
  if (among.length <= most) return among;
  const stretches = Math.max(1, Math.floor(most / 2));
  const kept = new Int32Array(2 * stretches);
  let length = 0;
  for (let s = 0; s < stretches; s += 1) {
    const from = Math.floor((s * among.length) / stretches);
    const to = Math.floor(((s + 1) * among.length) / stretches);
    let [low, high] = [from, from];
    for (let i = from + 1; i < to; i += 1) {
      const value = values[among[i]!]!;
      if (!(value >= values[among[low]!]!) && !Number.isNaN(value)) low = i;
      if (!(value <= values[among[high]!]!) && !Number.isNaN(value)) high = i;
    }
    kept[length++] = among[Math.min(low, high)]!;
    if (low !== high) kept[length++] = among[Math.max(low, high)]!;
  }
  return kept.subarray(0, length);
}
