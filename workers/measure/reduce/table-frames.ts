/** What tables say of one queue frame by frame, as the columns that a trace would give. */
import type { MeasuredQuantity } from '../../../core/measurement/measurement.ts';
import type { Bins, QueueFrames } from '../contract.ts';
import type { DirectQueue } from './direct-reduction.ts';

export interface TableFrames {
  readonly frameIds: readonly string[];
  /** s. */
  readonly lengths: Float64Array;
  readonly queue: Pick<DirectQueue, 'occupancy' | 'interInsertion' | 'interDeparture' | 'bulk'>;
  /** What is stated, by quantity and frame id. */
  readonly stated: ReadonlyMap<MeasuredQuantity, ReadonlyMap<string, number>>;
}

/**
 * Levels from their histogram, else as they are stated. Insertions and departures as they are stated, else one for each gap. A frame
 * was observed as long as its levels say, else whole if anything is said of it. Undefined where nothing is said of any frame.
 */
export function tableFrames({ frameIds, lengths, queue, stated }: TableFrames): QueueFrames | undefined {
  const { occupancy, interInsertion, interDeparture, bulk } = queue;
  const levels = frameIds.map((_, frame) => levelsIn(occupancy, frame));
  const gaps = (bins: Bins | undefined) => frameIds.map((_, frame) => gapsIn(bins, frame));
  const [inserted, departed] = [gaps(interInsertion.all), gaps(interDeparture.all)];
  const statedIn = (quantity: MeasuredQuantity, frame: number): number | undefined =>
    stated.get(quantity)?.get(frameIds[frame]!);
  const isSaid = (frame: number): boolean =>
    inserted[frame] !== undefined ||
    departed[frame] !== undefined ||
    [...stated.keys()].some((quantity) => statedIn(quantity, frame) !== undefined);
  const observed = lengths.map((length, frame) => levels[frame]?.time ?? (isSaid(frame) ? length : 0));
  if (observed.every((time) => time === 0)) return undefined;
  // 0 where the queue was not observed, as in a trace.
  const column = (value: (frame: number) => number | undefined): Float64Array =>
    observed.map((time, frame) => (time > 0 ? (value(frame) ?? Number.NaN) : 0));
  const timesObserved = (quantity: MeasuredQuantity, frame: number): number | undefined => {
    const value = statedIn(quantity, frame);
    return value === undefined ? undefined : value * observed[frame]!;
  };
  const counted = (quantity: MeasuredQuantity, count: readonly (number | undefined)[]): Float64Array =>
    column((frame) => {
      const gapCount = count[frame];
      return (
        timesObserved(quantity, frame) ?? (gapCount === undefined ? undefined : gapCount * (bulk?.mean ?? 1))
      );
    });
  const none = (): Float64Array => new Float64Array(frameIds.length);
  return {
    observed,
    busy: column((frame) => levels[frame]?.busy ?? timesObserved('utilization', frame)),
    insertions: counted('arrivalRate', inserted),
    departures: counted('throughput', departed),
    meanOccupancy: column((frame) => levels[frame]?.mean ?? statedIn('meanOccupancy', frame)),
    maxOccupancy: column((frame) => levels[frame]?.max),
    maxPerMillisecond: column(() => undefined),
    writerBlocked: column((frame) => timesObserved('backPressureProbability', frame) ?? 0),
    readerBlocked: none(),
    ...{ samples: none(), nonZeroSamples: none(), negativeSamples: none(), levelSum: none() },
  };
}

interface FrameLevels {
  /** s, in all and with at least one element. */
  readonly time: number;
  readonly busy: number;
  readonly mean: number;
  readonly max: number;
}

/** A bin of several levels counts at its middle. */
function levelsIn(bins: Bins | undefined, frame: number): FrameLevels | undefined {
  const row = rowOf(bins, frame);
  if (!bins || !row) return undefined;
  let [time, busy, area, max] = [0, 0, 0, 0];
  row.forEach((weight, bin) => {
    if (weight === 0) return;
    const [first, last] = [bins.low[bin]!, bins.high[bin]! - 1];
    time += weight;
    if (first > 0) busy += weight;
    area += (weight * (first + last)) / 2;
    max = last;
  });
  return time > 0 ? { time, busy, mean: area / time, max } : undefined;
}

const gapsIn = (bins: Bins | undefined, frame: number): number | undefined =>
  rowOf(bins, frame)?.reduce((sum, weight) => sum + weight, 0) || undefined;

const rowOf = (bins: Bins | undefined, frame: number): Float64Array | undefined =>
  bins?.byFrame?.subarray(frame * bins.low.length, (frame + 1) * bins.low.length);
