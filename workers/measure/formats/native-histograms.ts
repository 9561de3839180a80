/**
 * Native histograms of Prometheus: counts in buckets that the histogram itself brings along. As the HTTP API writes them:
 * `{"count": "40", "sum": "3.5", "buckets": [[rule, "low", "high", "count"], …]}`; the rule says which ends belong to the bucket, which
 * makes no difference here. Counts grow from sample to sample; a count that falls was restarted.
 */
import { isMeasurable } from '../cell-number.ts';
import { cellText } from '../json-tables.ts';
import { type CountedBin, gapsOf } from './count-bins.ts';

interface Native {
  readonly count: number;
  readonly sum: number;
  /** Count by bounds, in s. */
  readonly buckets: ReadonlyMap<string, CountedBin>;
}

/** What several histograms of one queue grew by. */
export class NativeGrowth {
  count = 0;
  sum = 0;
  /** Intervals in which bounds changed, so that counts cannot be told apart. */
  lost = 0;
  private readonly grown = new Map<string, CountedBin>();

  /** In the order of time. Without `isSinceStart` the first one is where counting begins. */
  add(samples: readonly Native[], isSinceStart: boolean): void {
    let before: Native | undefined = isSinceStart ? EMPTY : undefined;
    for (const sample of samples) {
      if (before) this.step(sample.count < before.count ? EMPTY : before, sample);
      before = sample;
    }
  }

  get bins() {
    return gapsOf([...this.grown.values()].sort((a, b) => a.low - b.low || a.high - b.high));
  }

  private step(before: Native, after: Native): void {
    this.count += after.count - before.count;
    this.sum += after.sum - before.sum;
    // Wider buckets take the place of narrow ones when a histogram has too many: then none of the old bounds says what grew.
    const isKept = [...before.buckets].every(
      ([key, { weight }]) => weight <= (after.buckets.get(key)?.weight ?? 0),
    );
    if (!isKept) {
      this.lost += 1;
      return;
    }
    for (const [key, bin] of after.buckets) {
      const weight = bin.weight - (before.buckets.get(key)?.weight ?? 0);
      this.grown.set(key, { ...bin, weight: weight + (this.grown.get(key)?.weight ?? 0) });
    }
  }
}

const EMPTY: Native = { count: 0, sum: 0, buckets: new Map() };

/** Most buckets that Prometheus keeps of one histogram by default are 160; more than this are none of times. */
const MOST_BUCKETS = 10_000;

/** `unit`: seconds of one unit of its values. Undefined for what is no such histogram, or one of values below 0. */
export function nativeOf(value: unknown, unit: number): Native | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { count, sum, buckets = [] } = value as { count?: unknown; sum?: unknown; buckets?: unknown };
  const [counted, summed] = [numberIn(count), numberIn(sum)];
  if (!isMeasurable(counted) || !Number.isFinite(summed)) return undefined;
  if (!Array.isArray(buckets) || buckets.length > MOST_BUCKETS) return undefined;
  const bins = new Map<string, CountedBin>();
  for (const bucket of buckets as readonly unknown[]) {
    const [low, high, weight] = (Array.isArray(bucket) ? bucket : []).slice(1).map(numberIn);
    if (low === undefined || high === undefined || weight === undefined) return undefined;
    // Only the bucket around 0 reaches below it.
    if (!(isMeasurable(weight) && high > 0 && low < high && low >= -high)) return undefined;
    bins.set(`${low} ${high}`, { low: Math.max(0, low) * unit, high: high * unit, weight });
  }
  return { count: counted, sum: summed * unit, buckets: bins };
}

function numberIn(value: unknown): number {
  const text = cellText(value) ?? '';
  if (/^\+?inf$/i.test(text)) return Number.POSITIVE_INFINITY;
  return text.trim() === '' ? Number.NaN : Number(text);
}
