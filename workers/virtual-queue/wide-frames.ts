/**
 * Frames long enough to shuffle within. A replay deals the measured times of a frame out in another order; where a frame holds a few
 * of them only, that leaves the order nearly as it was, and a service longer than its frame is replayed at another time than the
 * elements that it held up. Neighbouring frames are taken together until each holds enough.
 */
import type { Bins, GapBins, QueueFrames, ReducedMeasurement, ReducedQueue } from '../measure/contract.ts';

/** With fewer, right models of runs of a few hundred elements were refused in 15 % of the cases instead of under 5 %. */
export const LEAST_IN_FRAME = 50;

/** So few of the times may lie in frames with fewer, as in the first or last one of a run. */
const MOST_IN_NARROW = 0.1;

/** First frame of each group. */
type FrameGroups = readonly number[];

/** Neighbours until each group holds enough times; what is left at the end joins the last. Services go by what is inserted. */
export function wideFrames(frameCount: number, insertions: Bins): FrameGroups {
  const counts = isCounted(insertions) ? countsByFrame(insertions) : undefined;
  if (!counts || shareInNarrow(counts) <= MOST_IN_NARROW)
    return Array.from({ length: frameCount }, (_, frame) => frame);
  const firsts = [0];
  let held = 0;
  for (let frame = 0; frame < frameCount; frame += 1) {
    if (held >= LEAST_IN_FRAME) {
      firsts.push(frame);
      held = 0;
    }
    held += counts[frame]!;
  }
  if (firsts.length > 1 && held < LEAST_IN_FRAME) firsts.pop();
  return firsts;
}

function shareInNarrow(counts: Float64Array): number {
  const narrow = counts.filter((count) => count < LEAST_IN_FRAME);
  const sum = (values: Float64Array): number => values.reduce((total, count) => total + count, 0);
  return sum(narrow) / Math.max(1, sum(counts));
}

/** The measurement over groups of its frames. */
export function inGroups(measurement: ReducedMeasurement, firsts: FrameGroups): ReducedMeasurement {
  const { start, end } = measurement.frames;
  const lasts = firsts.map((_, group) => (firsts[group + 1] ?? start.length) - 1);
  return {
    ...measurement,
    frames: {
      start: Float64Array.from(firsts, (frame) => start[frame]!),
      end: Float64Array.from(lasts, (frame) => end[frame]!),
    },
    queues: measurement.queues.map((queue) => queueInGroups(queue, firsts)),
  };
}

function queueInGroups(queue: ReducedQueue, firsts: FrameGroups): ReducedQueue {
  const { frames, occupancy, interInsertion, interDeparture, service } = queue;
  return {
    ...queue,
    ...(frames && { frames: columnsInGroups(frames, firsts) }),
    ...(occupancy && { occupancy: binsInGroups(occupancy, firsts) }),
    ...(interInsertion && { interInsertion: gapsInGroups(interInsertion, firsts) }),
    ...(interDeparture && { interDeparture: gapsInGroups(interDeparture, firsts) }),
    ...(service && { service: binsInGroups(service, firsts) }),
  };
}

const gapsInGroups = (gaps: GapBins, firsts: FrameGroups): GapBins =>
  Object.fromEntries(Object.entries(gaps).map(([kind, bins]) => [kind, binsInGroups(bins, firsts)]));

function binsInGroups(bins: Bins, firsts: FrameGroups): Bins {
  const { byFrame, low } = bins;
  if (!byFrame) return bins;
  const grouped = new Float64Array(firsts.length * low.length);
  eachFrame(byFrame.length / low.length, firsts, (frame, group) => {
    for (let bin = 0; bin < low.length; bin += 1)
      grouped[group * low.length + bin]! += byFrame[frame * low.length + bin]!;
  });
  return { ...bins, byFrame: grouped };
}

const HIGHEST = new Set(['maxOccupancy', 'maxPerMillisecond']);

function columnsInGroups(frames: QueueFrames, firsts: FrameGroups): QueueFrames {
  const { observed, meanOccupancy } = frames;
  const entries = Object.entries(frames).map(([name, column]: [string, Float64Array]) => {
    const grouped = new Float64Array(firsts.length);
    eachFrame(column.length, firsts, (frame, group) => {
      if (HIGHEST.has(name)) grouped[group] = Math.max(grouped[group]!, column[frame]!);
      // Elements by the time that each level of them was seen; a mean again below.
      else if (name === 'meanOccupancy')
        grouped[group]! += observed[frame]! > 0 ? meanOccupancy[frame]! * observed[frame]! : 0;
      else grouped[group]! += column[frame]!;
    });
    return [name, grouped] as const;
  });
  const grouped = Object.fromEntries(entries) as unknown as QueueFrames;
  return {
    ...grouped,
    meanOccupancy: grouped.meanOccupancy.map((area, group) => {
      const seconds = grouped.observed[group]!;
      return seconds > 0 ? area / seconds : 0;
    }),
  };
}

function eachFrame(count: number, firsts: FrameGroups, act: (frame: number, group: number) => void): void {
  for (let frame = 0, group = 0; frame < count; frame += 1) {
    if (frame === firsts[group + 1]) group += 1;
    act(frame, group);
  }
}

const isCounted = ({ byFrame }: Bins): boolean => byFrame?.every(Number.isInteger) === true;

function countsByFrame({ byFrame, low }: Bins): Float64Array {
  const counts = new Float64Array(byFrame!.length / low.length);
  byFrame!.forEach((weight, index) => {
    counts[Math.floor(index / low.length)]! += weight;
  });
  return counts;
}
