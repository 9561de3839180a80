/**
 * What samples of the counters of queues say by themselves (Weh 2012): how often and how far a queue was not empty (tables 3, 5 and 6), and how
 * regularly and at what cost the sampler worked, from its own time stamps (section 3.4). Cost: one pass.
 */
import type { SampledQueue } from './sampled-against-traced.ts';

export interface FilledQueue {
  readonly id: string;
  readonly samples: number;
  /** Samples with a level >= 1, and the sum of these. */
  readonly filled: number;
  readonly sum: number;
  /** Mean and standard deviation of the levels >= 1; NaN where there are too few. */
  readonly mean: number;
  readonly deviation: number;
  /** filled / samples, with the standard error by 20 batches one after the other: neighbouring samples are alike. NaN below 40 samples. */
  readonly share: number;
  readonly shareError: number;
  /** Samples in which more had left than entered, and the least level. */
  readonly negative: number;
  readonly least: number;
  readonly most: number;
  /** Elements that entered from the first sample to the last, and those that had entered before it. */
  readonly entered: number;
  readonly enteredBefore: number;
}

const BATCHES = 20;

export function filledQueues(queues: readonly SampledQueue[]): readonly FilledQueue[] {
  return queues.map(({ id, inCount, outCount }) => {
    const levels = inCount.map((entered, k) => entered - outCount[k]!);
    const filled = levels.filter((level) => level >= 1);
    const { mean, deviation } = spreadOf(filled);
    const size = Math.floor(levels.length / BATCHES);
    const batches = Float64Array.from({ length: size >= 2 ? BATCHES : 0 }, (_, batch) => {
      const part = levels.subarray(batch * size, (batch + 1) * size);
      return part.filter((level) => level >= 1).length / size;
    });
    return {
      ...{ id, samples: levels.length, filled: filled.length, mean, deviation },
      sum: filled.reduce((sum, level) => sum + level, 0),
      share: filled.length / levels.length,
      shareError: spreadOf(batches).deviation / Math.sqrt(BATCHES),
      negative: levels.filter((level) => level < 0).length,
      least: levels.reduce((least, level) => Math.min(least, level), Number.POSITIVE_INFINITY),
      most: levels.reduce((most, level) => Math.max(most, level), 0),
      ...{ entered: inCount.at(-1)! - inCount[0]!, enteredBefore: inCount[0]! },
    };
  });
}

/** Mean, and standard deviation of a sample. NaN of too few. */
function spreadOf(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1)) };
}

/** Times in ns. */
export interface SamplerTiming {
  readonly rounds: number;
  /** From the first sample of a round to that of the next. */
  readonly period: Timing;
  /** Periods longer than one and a half of the median: rounds were left out or came late. */
  readonly late: number;
  /** From the first sample of a round to its last: what a round costs, but for its last queue. Absent with one queue. */
  readonly round?: Timing;
  /** From the sample of a queue to the next one in its round. */
  readonly costs: readonly (Timing & { readonly id: string })[];
  /** The last queue of the rounds, whose cost no time stamp ends; it may be the dearest. */
  readonly costUnseen: string;
}

export interface Timing {
  readonly mean: number;
  readonly deviation: number;
  readonly median: number;
  readonly p99: number;
  readonly most: number;
}

/** Undefined for fewer than two rounds, or where queues have different numbers of samples: then nothing says what belongs to one round. */
export function samplerTiming(queues: readonly SampledQueue[]): SamplerTiming | undefined {
  const rounds = queues[0]?.time.length ?? 0;
  if (rounds < 2 || queues.some(({ time }) => time.length !== rounds)) return undefined;
  // Queues are sampled one after the other, in an order that stays.
  const order = queues.toSorted((a, b) => a.time[0]! - b.time[0]!);
  const [first, last] = [order[0]!, order.at(-1)!];
  const gaps = (from: Float64Array, to: (k: number) => number, count: number): Float64Array =>
    Float64Array.from({ length: count }, (_, k) => to(k) - from[k]!);
  const periods = gaps(first.time, (k) => first.time[k + 1]!, rounds - 1);
  const period = timingOf(periods);
  return {
    ...{ rounds, period },
    late: periods.filter((time) => time > 1.5 * period.median).length,
    ...(order.length > 1 && { round: timingOf(gaps(first.time, (k) => last.time[k]!, rounds)) }),
    costs: order.slice(0, -1).map(({ id, time }, at) => ({
      id,
      ...timingOf(gaps(time, (k) => order[at + 1]!.time[k]!, rounds)),
    })),
    costUnseen: last.id,
  };
}

function timingOf(times: Float64Array): Timing {
  const sorted = times.toSorted();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { ...spreadOf(times), median: at(0.5), p99: at(0.99), most: sorted.at(-1)! };
}
