/**
 * Percentiles of times without keeping the times: a histogram whose buckets grow with the value, 64 to each power of
 * two. A value is known to half a bucket, 1/128 of itself, so every percentile is right to 0.8 % of its value.
 *
 * In: counts per bucket, which the kernel makes of times, s, from 0 to a horizon. Out: their sums, which merge by addition, and
 * percentiles. Memory: 4096 buckets, 64 powers of two below the horizon; what is smaller still counts as 0. Cost: the bucket is the exponent
 * and the first 6 bits of the mantissa, read from the bits of the number: no logarithm, no branch.
 * Source: Masson, Rim and Lee, DDSketch, PVLDB 12 (2019), 2195-2205, for buckets by relative error that merge and whose
 * lowest collapse; equal buckets inside each power of two are those of Tene's HdrHistogram.
 */
import type { TimeSketch } from './records.ts';

/** Bits of the high half of a double below its exponent and the first 6 bits of its mantissa. */
const DROPPED_BITS = 14;

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

/** Index over all positive doubles; the kernel counts by the same (`kernel/measures.as`). */
export function bucketOf(value: number): number {
  double[0] = value;
  return halves[HIGH]! >>> DROPPED_BITS;
}

/** Smallest value of a bucket. */
function startOf(bucket: number): number {
  halves[HIGH] = bucket << DROPPED_BITS;
  halves[1 - HIGH] = 0;
  return double[0]!;
}

export function sketchCount({ zeros, counts }: TimeSketch): number {
  let sum = zeros;
  for (let i = 0; i < counts.length; i++) sum += counts[i]!;
  return sum;
}

/** All times together: exact, and the same whatever the order. */
export function mergeSketches(sketches: readonly TimeSketch[]): TimeSketch {
  const used = sketches.filter(({ counts }) => counts.length > 0);
  const zeros = sketches.reduce((sum, sketch) => sum + sketch.zeros, 0);
  if (used.length === 0) return { zeros, first: 0, counts: new Uint32Array(0) };
  const first = Math.min(...used.map((sketch) => sketch.first));
  const end = Math.max(...used.map((sketch) => sketch.first + sketch.counts.length));
  const merged = new Uint32Array(end - first);
  for (const { first: from, counts } of used)
    for (let i = 0; i < counts.length; i++) merged[from - first + i]! += counts[i]!;
  return { zeros, first, counts: merged };
}

/** A value in the middle of a bucket stands for times so much smaller and larger, s. */
export function resolutionAt(value: number): number {
  if (value === 0) return 0;
  const bucket = bucketOf(value);
  return (startOf(bucket + 1) - startOf(bucket)) / 2;
}

/** The value that a share `q` of the times does not exceed, 0 < q < 1: the middle of its bucket; NaN without times. */
export function sketchQuantile(sketch: TimeSketch, q: number): number {
  const rank = Math.ceil(q * sketchCount(sketch));
  if (rank === 0) return Number.NaN;
  let passed = sketch.zeros;
  if (rank <= passed) return 0;
  for (let i = 0; i < sketch.counts.length; i++) {
    passed += sketch.counts[i]!;
    const bucket = sketch.first + i;
    if (rank <= passed) return (startOf(bucket) + startOf(bucket + 1)) / 2;
  }
  return Number.NaN;
}
