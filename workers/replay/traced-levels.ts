/** How much of the time the traced queue held how many elements, overall and in frames of equal length. */
import type { Bins } from '../contract/measuring.ts';
import type { StageTrace } from './read-trace.ts';

export interface TracedLevels {
  readonly occupancy: Bins;
  /** Share of time at level n = 0, 1, ... */
  readonly shares: Float64Array;
  readonly meanByFrame: Float64Array;
}

/** Higher levels than this are not told apart: as in the record of a simulated stage. */
const MOST_LEVELS = 65_536;
/** With more levels they are not kept frame by frame. */
const MOST_FRAMED_LEVELS = 4096;

/** `frameCount` >= 1 frames over the whole trace; its duration is > 0. */
export function tracedLevels(trace: StageTrace, frameCount: number): TracedLevels {
  const levels = Math.min(MOST_LEVELS, highestLevel(trace) + 1);
  const isFramed = levels <= MOST_FRAMED_LEVELS;
  const times = new Float64Array(levels);
  const byFrame = new Float64Array(isFramed ? frameCount * levels : 0);
  const meanByFrame = new Float64Array(frameCount);
  const length = trace.duration / frameCount;
  const add = (level: number, from: number, to: number, frame: number): void => {
    const place = Math.min(level, levels - 1);
    times[place]! += to - from;
    if (isFramed) byFrame[frame * levels + place]! += to - from;
    meanByFrame[frame]! += (level * (to - from)) / length;
  };
  let frame = 0;
  walk(trace, (level, from, to) => {
    let start = from;
    while (frame < frameCount - 1 && (frame + 1) * length <= to) {
      const border = (frame + 1) * length;
      add(level, start, Math.max(start, border), frame);
      start = Math.max(start, border);
      frame += 1;
    }
    add(level, start, to, frame);
  });
  return { occupancy: binsOf(times, isFramed ? byFrame : undefined), ...sharesOf(times), meanByFrame };
}

/** Tells each stretch of time at one level, in order. */
function walk(
  { arrivals, departures, duration }: StageTrace,
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

function highestLevel(trace: StageTrace): number {
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
