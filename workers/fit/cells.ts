/**
 * Data of either kind as weighted cells, lowest first: points (low = high) or intervals [low, high). Every distribution is fitted
 * to the same cells, so that likelihoods can be compared. Refusals are sentences without a stop.
 */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { Bins } from '../measure/contract.ts';
import type { FitData } from './contract.ts';

export interface Cells {
  readonly kind: 'points' | 'bins';
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly weight: Float64Array;
  readonly total: number;
  /** Different values of points, before those that hardly differ are taken together; of bins how many there are. */
  readonly different: number;
  /** Mean of the values themselves where they are known, else of the middles of the cells. */
  readonly mean: number;
  readonly scv: number;
  readonly min: number;
  /** Infinity where the last bin is open and nothing is known of the largest value. */
  readonly max: number;
}

const FEWEST = 5;
/** More different values than this are taken together where they differ by less than 0.5 %, at their mean. */
const MOST_POINTS = 5000;
const SAME = 0.005;

export function cellsOf(data: FitData): Result<Cells, string> {
  return data.kind === 'samples' ? pointsOf(data.values) : binsOf(data.bins);
}

function pointsOf(values: Float64Array): Result<Cells, string> {
  const wrong = values.findIndex((value) => !(value >= 0 && value < Number.POSITIVE_INFINITY));
  if (wrong >= 0) return err(`Expected times >= 0 s; value ${wrong + 1} is ${values[wrong]}`);
  if (values.length < FEWEST) return err(tooFew(values.length));
  const sorted = values.slice().sort();
  if (sorted[sorted.length - 1] === 0)
    return err(`All ${values.length} values are 0: there is no time to fit`);
  const all = counted(sorted);
  const { value, weight } = all.value.length > MOST_POINTS ? thinned(all, SAME) : all;
  const mean = sorted.reduce((sum, x) => sum + x, 0) / sorted.length;
  const variance = sorted.reduce((sum, x) => sum + (x - mean) ** 2, 0) / sorted.length;
  return ok({
    kind: 'points',
    low: value,
    high: value,
    weight,
    total: sorted.length,
    different: all.value.length,
    mean,
    scv: sorted[0] === sorted[sorted.length - 1] ? 0 : variance / mean ** 2,
    min: sorted[0]!,
    max: sorted[sorted.length - 1]!,
  });
}

interface Counted {
  readonly value: Float64Array;
  readonly weight: Float64Array;
}

function counted(sorted: Float64Array): Counted {
  const value: number[] = [];
  const weight: number[] = [];
  for (const x of sorted) {
    if (x === value[value.length - 1]) weight[weight.length - 1]! += 1;
    else {
      value.push(x);
      weight.push(1);
    }
  }
  return { value: Float64Array.from(value), weight: Float64Array.from(weight) };
}

function thinned(all: Counted, same: number): Counted {
  const value: number[] = [];
  const weight: number[] = [];
  let least = Number.NaN;
  all.value.forEach((x, i) => {
    const count = all.weight[i]!;
    const last = value.length - 1;
    if (x <= least * (1 + same)) {
      weight[last]! += count;
      value[last]! += ((x - value[last]!) * count) / weight[last]!;
    } else {
      least = x;
      value.push(x);
      weight.push(count);
    }
  });
  return { value: Float64Array.from(value), weight: Float64Array.from(weight) };
}

/**
 * Joins cells (points that differ by less than 3 %, or neighbouring bins) for searches that only have to find the
 * region.
 */
export function coarse(cells: Cells): Cells {
  if (cells.kind === 'bins') return fewerBins(cells);
  if (cells.low.length < 500) return cells;
  const { value, weight } = thinned({ value: cells.low, weight: cells.weight }, 0.03);
  return { ...cells, low: value, high: value, weight };
}

const COARSE_BINS = 60;

function fewerBins(cells: Cells): Cells {
  const together = Math.ceil(cells.low.length / COARSE_BINS);
  const firsts = Array.from(cells.low.keys()).filter((i) => i % together === 0);
  const lastOf = (i: number): number => Math.min(i + together, cells.low.length) - 1;
  return {
    ...cells,
    low: Float64Array.from(firsts, (i) => cells.low[i]!),
    high: Float64Array.from(firsts, (i) => cells.high[lastOf(i)]!),
    weight: Float64Array.from(firsts, (i) =>
      cells.weight.subarray(i, lastOf(i) + 1).reduce((sum, x) => sum + x, 0),
    ),
  };
}

function binsOf(bins: Bins): Result<Cells, string> {
  const used = Array.from(bins.low.keys()).filter((i) => bins.weight[i] !== 0);
  const low = Float64Array.from(used, (i) => bins.low[i]!);
  const high = Float64Array.from(used, (i) => bins.high[i]!);
  const weight = Float64Array.from(used, (i) => bins.weight[i]!);
  const total = weight.reduce((sum, count) => sum + count, 0);
  if (low[0]! < 0) return err(`Expected times >= 0 s; the lowest bin begins at ${low[0]}`);
  const broken = used.findIndex(
    (_, i) => !(high[i]! > low[i]!) || (i > 0 && low[i]! < high[i - 1]!) || !(weight[i]! > 0),
  );
  if (broken >= 0)
    return err(
      `Expected bins [low, high) in order, with counts >= 0; bin ${broken + 1} is [${low[broken]}, ${high[broken]}) with ${weight[broken]}`,
    );
  if (total < FEWEST) return err(tooFew(total));
  if (high[high.length - 1] === Number.POSITIVE_INFINITY && low.length === 1) {
    return err('All values are in one open bin: nothing tells how long they are');
  }
  const known = bins.mean > 0 && bins.variance >= 0 && Number.isFinite(bins.mean + bins.variance);
  const rough = middleMoments(low, high, weight, total);
  const moments = known ? { mean: bins.mean, scv: bins.variance / bins.mean ** 2 } : rough;
  const last = low.length - 1;
  // A largest value at the begin of its bin is that of a whole number, which stands for the bin.
  const max = bins.max > low[last]! && Number.isFinite(bins.max) ? bins.max : high[last]!;
  return ok({
    kind: 'bins',
    low,
    high,
    weight,
    total,
    different: low.length,
    ...moments,
    min: Math.max(low[0]!, bins.min || 0),
    max,
  });
}

function middleMoments(low: Float64Array, high: Float64Array, weight: Float64Array, total: number) {
  const middle = low.map((x, i) => middleOf(x, high[i]!));
  const mean = middle.reduce((sum, x, i) => sum + x * weight[i]!, 0) / total;
  const variance = middle.reduce((sum, x, i) => sum + (x - mean) ** 2 * weight[i]!, 0) / total;
  return { mean, scv: variance / mean ** 2 };
}

/** Middle of a bin; an open bin counts as ending at twice its start. */
export const middleOf = (low: number, high: number): number =>
  high === Number.POSITIVE_INFINITY ? 1.5 * low : (low + high) / 2;

const tooFew = (count: number): string => `Expected at least ${FEWEST} values, got ${count}`;
