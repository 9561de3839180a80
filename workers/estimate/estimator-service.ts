/** What the worker of rates answers. It keeps the samples of one file or example; pictures of them go to the page. */
import { ok } from '../../core/base/result.ts';
import type { MeasuredStage } from '../measure/contract.ts';
import { stageOfQueue } from '../measure/reduce/queue-facts.ts';
import { BENCHMARK_CAPACITY, benchmarkSamples, benchmarkTruth } from './benchmark-samples.ts';
import type {
  EstimatorService,
  PeriodQuestion,
  PeriodShares,
  RatePicture,
  RateSettings,
  SampledEnd,
} from './contract.ts';
import { estimateRate } from './estimate-rate.ts';
import {
  isAffordable,
  probabilityOfUnblockedRead,
  probabilityOfUnblockedWrite,
  sharesOfUnblockedReads,
} from './observable-period.ts';
import { rateCourse } from './rate-course.ts';
import type { RateRows, SampledQueueEnd } from './rate-rows.ts';
import { readSampledEnds } from './sampled-file.ts';
import { serviceAtRate } from './service-at-rate.ts';
import { samplesInOrder } from './time-order.ts';

/** An end, and how its samples are got. */
interface KeptEnd {
  readonly end: SampledEnd;
  readonly sample: SampledQueueEnd['sample'];
}

/** Of what is read so far no more than this share of the time goes into pictures. */
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
      kept = read.value.ends.map((end) => ({ end: described(end, options.stages), sample: end.sample }));
      return ok({ name: fileName, ends: kept.map(({ end }) => end), warnings: read.value.warnings });
    },
    take(name, queues, stages) {
      kept = queues.flatMap(({ rates = [], ...facts }) =>
        rates.map(({ end, ...columns }): KeptEnd => {
          const sampled = {
            queue: facts.id,
            end,
            from: 'tc',
            facts,
            sample: () => samplesInOrder(columns),
          } as const;
          return { end: described(sampled, stages), sample: sampled.sample };
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

function pictureOf({ end, sample }: KeptEnd, { method, period }: RateSettings): RatePicture | undefined {
  const columns = sample(period);
  return columns && { end, report: estimateRate(columns, method), course: rateCourse(columns) };
}

function described(
  { queue, end, from, facts, itemBytes }: SampledQueueEnd,
  stages: readonly MeasuredStage[] = [],
): SampledEnd {
  const stage = end === 'head' ? stageOfQueue(facts ?? { id: queue }, stages) : undefined;
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
    this.picture = first && pictureOf({ end: described(first, this.stages), sample: first.sample }, {});
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
