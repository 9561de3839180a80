/**
 * Micro-benchmarks of which the truth is known (TimeTrial, section II-B): a source, a bus that moves bulks, a server; what each end
 * would see, element by element. By the recursions of Lindley's kind, not by events, so that a replay can be held against them:
 * transfer j starts at max(its last insertion, end of transfer j - 1), and element i leaves at max(it can be read, departure i - 1) +
 * service i.
 */
import type { ArrivalDistribution } from '../../core/distributions/distribution.ts';
import { openStream } from '../random/random-stream.ts';
import { samplerOf } from '../random/sampler.ts';

export interface BenchmarkPlan {
  /** Gaps between insertions; a `map` or `onOff` distribution is autocorrelated. */
  readonly insertions: ArrivalDistribution;
  readonly services: ArrivalDistribution;
  /** Absent: both ends are on one platform. */
  readonly bus?: { readonly bulkSize: number; readonly transferTime: number; readonly latency?: number };
  readonly elements: number;
  readonly seed: number;
  /** The source ends here, and what is left is sent; else the rest stays in the tail. */
  readonly flush?: boolean;
  /** Share of a service that follows the gap before its insertion: 0 is independent. */
  readonly coupling?: number;
}

/** In order of time, s. Transfers end at `transferEnd[j]` with `transferCount[j]` elements, which can be read at `readable[j]`. */
export interface BenchmarkTrace {
  readonly insertion: Float64Array;
  readonly departure: Float64Array;
  readonly transferEnd: Float64Array;
  readonly readable: Float64Array;
  readonly transferCount: Int32Array;
}

export function generateTrace(plan: BenchmarkPlan): BenchmarkTrace {
  const { elements, seed, bus, coupling = 0 } = plan;
  const open = (node: string, purpose: 'interarrival' | 'service') =>
    openStream({ seed, replication: 0, node: `benchmark-${node}`, purpose });
  const gaps = samplerOf(plan.insertions, open('source', 'interarrival'));
  const services = samplerOf(plan.services, open('server', 'service'));
  const insertion = new Float64Array(elements);
  let time = 0;
  for (let i = 0; i < elements; i += 1) {
    time += gaps.next();
    insertion[i] = time;
  }
  const transfers = transfersOf(insertion, bus ?? { bulkSize: 1, transferTime: 0 }, plan.flush ?? false);
  const moved = transfers.transferCount.reduce((sum, count) => sum + count, 0);
  const departure = new Float64Array(moved);
  const meanGap = time / elements;
  let free = 0;
  let i = 0;
  transfers.readable.forEach((readable, j) => {
    for (const end = i + transfers.transferCount[j]!; i < end; i += 1) {
      const gap = insertion[i]! - (insertion[i - 1] ?? 0);
      const drawn = services.next();
      // Keeps the mean: the coupled part is the gap in units of its mean.
      const service = drawn * (1 - coupling + (coupling * gap) / meanGap);
      free = Math.max(free, readable) + service;
      departure[i] = free;
    }
  });
  return { insertion, departure, ...transfers };
}

function transfersOf(
  insertion: Float64Array,
  { bulkSize, transferTime, latency = 0 }: NonNullable<BenchmarkPlan['bus']>,
  flush: boolean,
): Pick<BenchmarkTrace, 'transferEnd' | 'readable' | 'transferCount'> {
  const full = Math.floor(insertion.length / bulkSize);
  const rest = flush ? insertion.length - full * bulkSize : 0;
  const count = full + (rest > 0 ? 1 : 0);
  const transferCount = Int32Array.from({ length: count }, (_, j) => (j < full ? bulkSize : rest));
  const transferEnd = new Float64Array(count);
  let last = -1;
  let free = 0;
  for (let j = 0; j < count; j += 1) {
    last += transferCount[j]!;
    free = Math.max(free, insertion[last]!) + transferTime;
    transferEnd[j] = free;
  }
  return { transferEnd, readable: transferEnd.map((end) => end + latency), transferCount };
}
