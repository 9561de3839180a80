/** The samples of a micro-benchmark, and the rates that they should give. */
import type { KnownRate, MicroBenchmark, RateColumns } from './contract.ts';
import { runTwoThreads, saturatedCounts, type Thread } from './micro-benchmark.ts';

/** Places of the queue between the two threads. */
export const BENCHMARK_CAPACITY = 64;

export function benchmarkSamples(benchmark: MicroBenchmark): RateColumns {
  const { times, rate, laterRate, utilization, period, periods, seed } = benchmark;
  const at = halfTime(benchmark);
  const thread = (scale: number, distribution: Thread['times']): Thread => ({
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

export function benchmarkTruth(benchmark: MicroBenchmark): readonly KnownRate[] {
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
