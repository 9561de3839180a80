/**
 * Minimum, maximum, mean and percentiles of a histogram, whole or of one frame. Levels are whole numbers: a bin [n, n + 1)
 * is the level n, so that the answers are exact there; above 1023, where bins hold several levels, and for times the
 * answer lies within its bin (at most 0.2 % and 6.25 % wide).
 */
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { QueryAggregation } from '../../../core/measurement/query.ts';
import type { Bins } from '../contract.ts';
import type { AnsweredHistogram } from './contract.ts';

export interface BinQuestion {
  readonly aggregation: Exclude<QueryAggregation, 'histogram'>;
  /** 0..100. */
  readonly percentile?: number;
  readonly of: 'levels' | 'times';
}

/** Of all frames without `frame`. Refuses where there is no histogram by frame, or nothing in it. */
export function binStatistic(bins: Bins, question: BinQuestion, frame?: number): Result<number, string> {
  const weight = weightsIn(bins, frame);
  if (!weight.ok) return weight;
  if (frame === undefined && question.aggregation !== 'percentile') return ok(bins[question.aggregation]);
  const value = statisticOf(bins, weight.value, question);
  return Number.isFinite(value) ? ok(value) : err('it lies in the last bin of the histogram, which is open');
}

export function binShares(bins: Bins, frame?: number): Result<AnsweredHistogram, string> {
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
