/** From what the kernel has counted to the records of a replication. */

import type { Kernel } from './kernel.ts';
import type { ClassRecord, GroupRecord, StageRecord, TimeSketch, TripsRecord } from './records.ts';
import { UNBOUNDED } from './simulation-model.ts';
import { type Spans, type Sum, WindowSums, type Windows } from './windows.ts';

/** Levels of which a record tells the times; of higher ones there are only sums. */
export const MOST_LEVELS = 65_536;

/** Places of `Measures` in `kernel/measures.as`, in words of 4 bytes. */
const WINDOWS = 0;
const TIMES = 2;
const SOJOURNS = 3;
const WAITS = 4;
const SIZE = 5;

/** What a stage or a join has counted. */
export interface MeasuredPlace {
  /** Address of its measures. */
  readonly measures: number;
  /** Address of the times with w elements waiting; 0 where whoever can be served is, and they follow from the levels. */
  readonly waiting: number;
  /** Address of the sums of frames that repeat; 0 where none do. */
  readonly frames: number;
  readonly serverCount: number;
  /** Elements that a server takes at once. */
  readonly batchSize: number;
  readonly capacity: number;
}

/** A join: nobody serves there, and all that are there wait. */
export const joinPlace = (measures: number): MeasuredPlace => ({
  measures,
  waiting: 0,
  frames: 0,
  serverCount: 0,
  batchSize: 1,
  capacity: UNBOUNDED,
});

/** The record of a place after the run. */
export function readPlace(kernel: Kernel, place: MeasuredPlace, windows: Windows): StageRecord {
  const { measures, capacity } = place;
  const { begin, middle, end, intervals, frames } = windows;
  const places = kernel.words(measures, 6);
  const sums = new WindowSums(kernel, places[WINDOWS]!, windows);
  const total = (sum: Sum): number => sums.between(sum, begin, end);
  const times = readLevels(kernel, measures);
  const waiting = place.waiting === 0 ? waitingTimes(times, place) : readLevels(kernel, place.waiting);
  return {
    offered: total('offered'),
    entered: total('entered'),
    served: total('served'),
    output: total('output'),
    lost: total('lost'),
    servingTime: total('serving'),
    blockedTime: total('blocked'),
    occupancyTime: total('area'),
    firstHalfOccupancyTime: sums.between('area', begin, middle),
    waitingTime: areaOf(waiting),
    sojournTotal: total('sojournTotal'),
    sojournCount: total('sojournCount'),
    waitTotal: total('waitTotal'),
    waitCount: total('waitCount'),
    fullTime: capacity === UNBOUNDED ? 0 : (times[capacity] ?? 0),
    occupancy: times.slice(0, MOST_LEVELS),
    waiting: waiting.slice(0, MOST_LEVELS),
    occupancySeries: sums.over('area', intervals).map((area, i) => area / intervals.lengths[i]!),
    offeredSeries: sums.over('offered', intervals),
    sojournSketch: readSketch(kernel, places[SOJOURNS]!),
    waitSketch: readSketch(kernel, places[WAITS]!),
    ...(frames && { frames: readFrames(sums, frames) }),
    ...(place.frames !== 0 && { frames: readRepeated(kernel, place.frames, windows.repeatedFrames) }),
  };
}

/** Sum of level x time at that level. */
export const areaOf = (times: Float64Array): number =>
  times.reduce((sum, time, level) => sum + level * time, 0);

/** Time at each level so far, to the highest one seen. */
export function readLevels(kernel: Kernel, measures: number): Float64Array {
  const places = kernel.words(measures, 6);
  const times = kernel.doubles(places[TIMES]!, places[SIZE]!);
  return times.slice(0, Math.max(1, times.findLastIndex((time) => time > 0) + 1));
}

/** Virtual queues, by the addresses of their levels. */
export const readGroups = (
  kernel: Kernel,
  levels: ReadonlyMap<string, number>,
): Readonly<Record<string, GroupRecord>> =>
  Object.fromEntries(
    [...levels].map(([id, measures]) => {
      const times = readLevels(kernel, measures);
      return [id, { occupancyTime: areaOf(times), occupancy: times.slice(0, MOST_LEVELS) }];
    }),
  );

/** Whoever can be served is: of n elements c servers have a batch of b each, as long as there are so many. */
function waitingTimes(times: Float64Array, { serverCount, batchSize }: MeasuredPlace): Float64Array {
  const waitingOf = (level: number): number =>
    level - batchSize * Math.min(serverCount, Math.floor(level / batchSize));
  const most = Math.max(batchSize - 1, waitingOf(times.length - 1));
  const waiting = new Float64Array(most + 1);
  for (let level = 0; level < times.length; level++) waiting[waitingOf(level)]! += times[level]!;
  return waiting.slice(0, Math.max(1, waiting.findLastIndex((time) => time > 0) + 1));
}

function readFrames(sums: WindowSums, frames: Spans): NonNullable<StageRecord['frames']> {
  return {
    times: frames.lengths.slice(),
    occupancyTime: sums.over('area', frames),
    offered: sums.over('offered', frames),
    served: sums.over('served', frames),
    servingTime: sums.over('serving', frames),
    blockedTime: sums.over('blocked', frames),
  };
}

/** Sums of a frame in the order of `kernel/frames.as`. */
const FRAME_SUMS = 5;

function readRepeated(kernel: Kernel, address: number, count: number): NonNullable<StageRecord['frames']> {
  const sums = kernel.doubles(address, count * FRAME_SUMS);
  const series = (which: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => sums[i * FRAME_SUMS + which]!);
  return {
    times: kernel.doubles(kernel.call.frameTimes.value, count).slice(),
    occupancyTime: series(0),
    offered: series(1),
    served: series(2),
    servingTime: series(3),
    blockedTime: series(4),
  };
}

/** Buckets cut to those in use. */
export function readSketch(kernel: Kernel, address: number): TimeSketch {
  if (address === 0) return { zeros: 0, first: 0, counts: new Uint32Array(0) };
  const { call } = kernel;
  const [start, end] = [call.startOfCounts(address), call.endOfCounts(address)];
  const buckets = kernel.words(address, end);
  const zeros = buckets[0]!;
  if (start >= end) return { zeros, first: 0, counts: new Uint32Array(0) };
  return { zeros, first: call.firstBucket() + start, counts: buckets.slice(start, end) };
}

/** `Trips` of the kernel. */
export function readTrips(kernel: Kernel, address: number): TripsRecord {
  const [count = 0, total = 0] = kernel.doubles(address, 2);
  return { count, total, times: readSketch(kernel, kernel.words(address, 5)[4]!) };
}

/** Elements that came to a sink, by path in the order of the first arrivals. */
export const readTripsByPath = (kernel: Kernel): readonly (TripsRecord & { readonly path: number })[] =>
  Array.from({ length: kernel.call.pathsSeen.value }, (_, place) => {
    const address = kernel.call.tripsSeen(place);
    return { ...readTrips(kernel, address), path: kernel.words(address, 6)[5]! };
  });

/** Elements that came to each of so many sinks. */
export const readSinks = (kernel: Kernel, count: number): readonly number[] => [
  ...kernel.doubles(kernel.call.sinks.value, count),
];

/** `ClassTotals` of the kernel. */
export function readClass(kernel: Kernel, address: number): ClassRecord {
  const [offered, entered, served, output, lost, occupancyTime, sojournTotal, waitTotal] = kernel.doubles(
    address,
    8,
  ) as unknown as readonly [number, number, number, number, number, number, number, number];
  const [sojourns, waits] = kernel.words(address + 8 * 8, 2) as unknown as readonly [number, number];
  return {
    offered,
    entered,
    served,
    output,
    lost,
    occupancyTime,
    sojournTotal,
    waitTotal,
    sojournSketch: readSketch(kernel, sojourns),
    waitSketch: readSketch(kernel, waits),
  };
}
