/** Table `hist`: histograms of times between events, of service and latency, and of the size of a bulk. */

import { own } from '../../core/base/own.ts';
import { formatNumber, formatPercent } from '../../core/quantities/quantity.ts';
import { readNumber } from './cell-number.ts';
import type { Bins, GapBins } from './contract.ts';
import { type Frames, frameOf } from './frames.ts';
import { OVERFLOW_TOLERANCE, TIME_METRICS } from './histogram-table.ts';
import type { FaultList } from './measurement-fault.ts';
import { type Row, rowsOf, type Table } from './qtm-table.ts';
import type { DirectQueue } from './reduce/direct-reduction.ts';
import type { Intake } from './reduce/intake.ts';
import type { QueueFinder } from './stage-names.ts';

export interface TimeHistogramContext {
  readonly intake: Intake;
  readonly frames: Frames;
  readonly frameIds: readonly string[];
  readonly findQueue: QueueFinder;
}

type Metric = 'interInsertion' | 'interDeparture' | 'service' | 'latency' | 'bulk';
type Conditioning = keyof GapBins;

interface Bin {
  readonly low: number;
  readonly high: number;
  readonly weight: number;
  readonly frame: string;
  readonly row: Row;
}

/** The bins of one queue, metric and conditioning. */
interface Histogram {
  readonly queue: string;
  readonly metric: Metric;
  readonly conditioning: Conditioning;
  readonly bins: Bin[];
}

const CONDITIONINGS: Readonly<Record<string, readonly string[]>> = {
  interInsertion: ['', 'all', 'nonBlocked'],
  interDeparture: ['', 'all', 'nonBlocked', 'availTime'],
};
/** Most frames times bins that are kept frame by frame. Bins that differ between frames cut each other: a file of a few MB could ask for GB. */
const MOST_BY_FRAME = 2 ** 22;
/** Counted insertions against the stated throughput: one item and this share. */
const COUNT_TOLERANCE = 0.005;

/** Fills `intake.direct`. A histogram with bins that overlap is left out as a whole. */
export function readTimeHistograms(tables: readonly Table[], context: TimeHistogramContext): void {
  const { faults, direct } = context.intake;
  const histograms = new Map<string, Histogram>();
  for (const row of rowsOf(tables, 'hist')) {
    if (!TIME_METRICS.includes(row.text('metric'))) continue;
    const queue = context.findQueue(row, faults)?.stage?.id;
    const frame = frameOf(row, context.frames, faults);
    const head = headOf(row, faults);
    const bin = head && binOf(row, head.metric, frame, faults);
    if (queue === undefined || !bin) continue;
    const key = JSON.stringify([queue, head]);
    const histogram = histograms.get(key) ?? { queue, ...head, bins: [] };
    histogram.bins.push(bin);
    histograms.set(key, histogram);
  }
  for (const histogram of histograms.values()) {
    const bins = checkedBins(histogram, context);
    if (bins) keep(direct.of(histogram.queue), histogram, bins);
    checkCount(histogram, context);
  }
}

const at = (row: Row, column: string) => ({ place: row.place, column, value: row.text(column) });

function headOf(row: Row, faults: FaultList): Pick<Histogram, 'metric' | 'conditioning'> | undefined {
  const metric = row.text('metric') as Metric;
  const conditioning = row.text('conditioning');
  const allowed = own(CONDITIONINGS, metric) ?? [''];
  if (!['', 'count'].includes(row.text('weightUnit'))) {
    const message = `${metric} is weighted by count, got weightUnit ${row.text('weightUnit')}`;
    faults.add('E01', message, at(row, 'weightUnit'));
  } else if (allowed.includes(conditioning)) {
    return { metric, conditioning: conditioning === '' ? 'all' : (conditioning as Conditioning) };
  } else {
    const words = allowed.filter((word) => word !== '').join(', ') || 'an empty cell';
    faults.add('E01', `expected ${words}, got ${conditioning}`, at(row, 'conditioning'));
  }
  return undefined;
}

function binOf(row: Row, metric: Metric, frame: string, faults: FaultList): Bin | undefined {
  const unit = metric === 'bulk' ? 1 : row.unitsPerSecond;
  const low = readNumber(row, 'binLow', { faults });
  const open = row.text('binHigh').toLowerCase() === 'inf';
  const high = open ? Number.POSITIVE_INFINITY : readNumber(row, 'binHigh', { faults });
  const weight = readNumber(row, 'weight', { faults });
  if (low === undefined || high === undefined || weight === undefined) return undefined;
  const end = metric === 'bulk' && high === low ? low + 1 : high;
  if (end > low) return { low: low / unit, high: end / unit, weight, frame, row };
  faults.add('E05', `a bin of times ends after it begins: expected more than ${low}`, at(row, 'binHigh'));
  return undefined;
}

/** Checks E05 (overlap) and W10 (share of the open bin), W08 (no condition). Sums the frames. */
function checkedBins(histogram: Histogram, context: TimeHistogramContext): Bins | undefined {
  const { faults } = context.intake;
  const { queue, metric, conditioning } = histogram;
  const what = `${metric} of queue ${queue}`;
  const first = histogram.bins[0]!.row;
  const byLow = [...histogram.bins].sort((a, b) => a.low - b.low || a.high - b.high);
  const clash = clashOf(byLow);
  if (clash) {
    faults.add(
      'E05',
      `${what}: this bin overlaps another one; the histogram is left out`,
      at(clash.row, 'binLow'),
    );
    return undefined;
  }
  const bins = summed(byLow, context.frameIds);
  if (context.frameIds.length > 0 && !bins.byFrame)
    faults.add(
      'W22',
      `${what}: ${bins.low.length} bins, as the edges of all frames cut them, are too many to be kept for each of ${context.frameIds.length} frames; it is kept for all together. Give all frames the same bins, or fewer`,
      at(first, 'binLow'),
    );
  const openShare = bins.high.at(-1) === Number.POSITIVE_INFINITY ? bins.weight.at(-1)! / bins.total : 0;
  if (openShare > OVERFLOW_TOLERANCE) {
    const message = `${what}: ${formatPercent(openShare)} are in the open bin; how they spread is not known`;
    faults.add('W10', message, at(first, 'binHigh'));
  }
  if (metric === 'interDeparture' && conditioning === 'all') {
    const message = `${what} includes the time that nothing was there; it is no distribution of the service. Give conditioning nonBlocked or availTime for that`;
    faults.add('W08', message, at(first, 'conditioning'));
  }
  return bins;
}

/** The first bin that overlaps another one of its frame; each frame may have bins of its own. `bins` by growing `low`. */
function clashOf(bins: readonly Bin[]): Bin | undefined {
  const ends = new Map<string, number>();
  return bins.find(({ low, high, frame }) => {
    const isInside = low < (ends.get(frame) ?? Number.NEGATIVE_INFINITY);
    ends.set(frame, high);
    return isInside;
  });
}

/**
 * All frames together and, where that is not too much, each by itself, in the bins that all of them have or, where they differ, in the pieces that their edges cut.
 * Moments are those of values spread evenly in their bins; an open bin counts at its lower end.
 */
function summed(all: readonly Bin[], frameIds: readonly string[]): Bins {
  const pieces = piecesOf(all);
  const column = new Map(pieces.map(({ low }, index) => [low, index]));
  const frame = new Map(frameIds.map((id, index) => [id, index]));
  const weight = new Float64Array(pieces.length);
  const isByFrame =
    frameIds.length > 0 && pieces.length * frameIds.length <= Math.max(MOST_BY_FRAME, all.length);
  const byFrame = new Float64Array(isByFrame ? pieces.length * frameIds.length : 0);
  let [total, sum, squares] = [0, 0, 0];
  for (const bin of all) {
    const slot = frame.get(bin.frame);
    for (const { index, part } of partsOf(bin, pieces, column.get(bin.low)!)) {
      weight[index]! += part;
      if (isByFrame && slot !== undefined) byFrame[slot * pieces.length + index]! += part;
    }
    const width = Number.isFinite(bin.high) ? bin.high - bin.low : 0;
    const middle = bin.low + width / 2;
    total += bin.weight;
    sum += bin.weight * middle;
    squares += bin.weight * (middle * middle + (width * width) / 12);
  }
  const mean = total > 0 ? sum / total : 0;
  const used = pieces.filter((_, index) => weight[index]! > 0);
  return {
    low: Float64Array.from(pieces, ({ low }) => low),
    high: Float64Array.from(pieces, ({ high }) => high),
    weight,
    ...(isByFrame && { byFrame }),
    total,
    mean,
    variance: total > 0 ? Math.max(0, squares / total - mean * mean) : 0,
    min: used[0]?.low ?? 0,
    max: used.at(-1)?.high ?? 0,
  };
}

type Piece = Pick<Bin, 'low' | 'high'>;

/** What all edges cut the bins into, without the gaps between them. */
function piecesOf(all: readonly Bin[]): readonly Piece[] {
  const edges = [...new Set(all.flatMap(({ low, high }) => [low, high]))].sort((a, b) => a - b);
  const begins = all.map(({ low }) => low).sort((a, b) => a - b);
  const ends = all.map(({ high }) => high).sort((a, b) => a - b);
  let [begun, ended] = [0, 0];
  return edges.slice(0, -1).flatMap((low, index): Piece[] => {
    while (begun < begins.length && begins[begun]! <= low) begun += 1;
    while (ended < ends.length && ends[ended]! <= low) ended += 1;
    return begun > ended ? [{ low, high: edges[index + 1]! }] : [];
  });
}

/** Spread evenly over its pieces; counts stay whole. All of an open bin is in the first: how it spreads is not known. */
function partsOf(
  { low, high, weight }: Bin,
  pieces: readonly Piece[],
  first: number,
): readonly { readonly index: number; readonly part: number }[] {
  if (pieces[first]!.high === high || high === Number.POSITIVE_INFINITY)
    return [{ index: first, part: weight }];
  const isWhole = Number.isInteger(weight);
  const parts: { index: number; part: number }[] = [];
  let before = 0;
  for (let index = first; index < pieces.length && pieces[index]!.low < high; index += 1) {
    const share = (weight * (pieces[index]!.high - low)) / (high - low);
    const upTo = isWhole ? Math.round(share) : share;
    parts.push({ index, part: upTo - before });
    before = upTo;
  }
  return parts;
}

function keep(queue: DirectQueue, { metric, conditioning }: Histogram, bins: Bins): void {
  if (bins.total === 0) return;
  if (metric === 'interInsertion' || metric === 'interDeparture')
    queue[metric] = { ...queue[metric], [conditioning]: bins };
  else queue[metric] = bins;
}

/** W09: n gaps are n + 1 insertions per frame, which the stated throughput must give too. */
function checkCount({ queue, metric, conditioning, bins }: Histogram, context: TimeHistogramContext): void {
  const stated = context.intake.direct.of(queue).stated.arrivalRate;
  if (metric !== 'interInsertion' || conditioning !== 'all' || stated === undefined) return;
  const frames = new Set(bins.map(({ frame }) => frame));
  const lengths = [...frames].map((frame) => context.frames.lengths.get(frame));
  if (lengths.some((length) => length === undefined)) return;
  const expected = stated * lengths.reduce<number>((sum, length) => sum + length!, 0);
  const counted = bins.reduce((sum, { weight }) => sum + weight, frames.size);
  if (Math.abs(counted - expected) <= frames.size + COUNT_TOLERANCE * expected) return;
  context.intake.faults.add(
    'W09',
    `interInsertion of queue ${queue} counts ${counted} insertions, the stated throughput gives ${formatNumber(expected, 6)}`,
    { place: bins[0]!.row.place, column: 'weight' },
  );
}
