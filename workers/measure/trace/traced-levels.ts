/** How much of the time a traced queue held how many elements, overall and by frame. */
import type { Bins } from '../contract.ts';

/** Times in s, in growing order, one for each element: no departure before its arrival, none of either after `duration`. */
export interface ElementTimes {
  readonly arrivals: Float64Array;
  readonly departures: Float64Array;
  /** The queue is looked at from 0 to here. */
  readonly duration: number;
}

/** s, in growing order and apart. */
export interface LevelFrames {
  readonly start: Float64Array;
  readonly end: Float64Array;
}

export interface TracedLevels {
  readonly occupancy: Bins;
  /** Share of time at level n = 0, 1, ... */
  readonly shares: Float64Array;
  /** NaN in a frame in which the queue is not looked at. */
  readonly meanByFrame: Float64Array;
}

/** Higher levels than this are not told apart: as in the record of a simulated stage. */
const MOST_LEVELS = 65_536;
/** With more levels by frames they are not kept frame by frame. */
const MOST_CELLS = 2 ** 20;

/** `count` >= 1 frames of equal length over the whole. */
export function equalFrames(duration: number, count: number): LevelFrames {
  const border = (frame: number): number => (frame === count ? duration : (frame * duration) / count);
  return {
    start: Float64Array.from({ length: count }, (_, frame) => border(frame)),
    end: Float64Array.from({ length: count }, (_, frame) => border(frame + 1)),
  };
}

/** The first `duration` s, as far as they are in a frame. Domain: at least one frame, duration > 0. */
export function tracedLevels(times: ElementTimes, { start, end }: LevelFrames): TracedLevels {
  const frameCount = start.length;
  const levels = Math.min(MOST_LEVELS, highestLevel(times) + 1);
  const isFramed = levels * frameCount <= MOST_CELLS;
  const timeAt = new Float64Array(levels);
  const byFrame = new Float64Array(isFramed ? frameCount * levels : 0);
  const area = new Float64Array(frameCount);
  const seen = new Float64Array(frameCount);
  const add = (level: number, time: number, frame: number): void => {
    const place = Math.min(level, levels - 1);
    timeAt[place]! += time;
    if (isFramed) byFrame[frame * levels + place]! += time;
    area[frame]! += level * time;
    seen[frame]! += time;
  };
  let frame = 0;
  walk(times, (level, from, to) => {
    for (; frame < frameCount; frame += 1) {
      const time = Math.min(to, end[frame]!) - Math.max(from, start[frame]!);
      if (time > 0) add(level, time, frame);
      if (end[frame]! > to) break;
    }
  });
  return {
    occupancy: binsOf(timeAt, isFramed ? byFrame : undefined),
    ...sharesOf(timeAt),
    meanByFrame: area.map((value, f) => value / seen[f]!),
  };
}

/** Tells each stretch of time at one level, in order. */
function walk(
  { arrivals, departures, duration }: ElementTimes,
  tell: (level: number, from: number, to: number) => void,
): void {
  let [arrived, left, now] = [0, 0, 0];
  while (now < duration) {
    const arrival = arrived < arrivals.length ? arrivals[arrived]! : Number.POSITIVE_INFINITY;
    const departure = left < departures.length ? departures[left]! : Number.POSITIVE_INFINITY;
    const next = Math.min(arrival, departure, duration);
    if (next > now) tell(arrived - left, now, next);
    now = next;
    if (arrival <= departure && arrival <= duration) arrived += 1;
    else if (departure <= duration) left += 1;
  }
}

function highestLevel(trace: ElementTimes): number {
  let highest = 0;
  walk(trace, (level) => {
    highest = Math.max(highest, level);
  });
  return highest;
}

function sharesOf(times: Float64Array): { readonly shares: Float64Array } {
  const total = times.reduce((sum, time) => sum + time, 0);
  return { shares: times.map((time) => time / total) };
}

function binsOf(times: Float64Array, byFrame: Float64Array | undefined): Bins {
  const total = times.reduce((sum, time) => sum + time, 0);
  const mean = times.reduce((sum, time, level) => sum + level * time, 0) / total;
  const square = times.reduce((sum, time, level) => sum + level * level * time, 0) / total;
  return {
    low: times.map((_, level) => level),
    high: times.map((_, level) => level + 1),
    weight: times,
    ...(byFrame && { byFrame }),
    ...{ total, mean, variance: Math.max(0, square - mean * mean), min: 0, max: times.length - 1 },
  };
}
