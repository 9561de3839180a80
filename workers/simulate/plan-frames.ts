/** The frames of time that means are given for. */
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { FrameGrid, SimulationPlan } from './contract.ts';
import { type Course, courseOf } from './course.ts';

const DEFAULT_FRAMES = 50;
const MOST_FRAMES = 2000;
/** Frames x (stages, delays and joins) that are kept of each replication: 4 MB. */
const MOST_KEPT = 100_000;

/** Refused, with a sentence, when that would be too many. */
export function planFrames(
  scenario: Scenario,
  { horizon, course }: Pick<SimulationPlan, 'horizon' | 'course'>,
  frameLength: number | undefined,
): FrameGrid | string {
  const repeats = typeof course === 'object';
  const end = repeats ? course.period : horizon;
  const most = mostFrames(scenario);
  if (frameLength !== undefined) {
    const count = Math.ceil(end / frameLength - 1e-9);
    if (count > most) return tooMany(frameLength, count, most, end);
    return { bounds: equalBounds(count, frameLength, end), repeats };
  }
  const scheduled = scheduledBounds(courseOf(scenario), end);
  if (scheduled && scheduled.length <= most + 1) return { bounds: scheduled, repeats };
  return { bounds: equalBounds(DEFAULT_FRAMES, end / DEFAULT_FRAMES, end), repeats };
}

function mostFrames({ nodes }: Scenario): number {
  const watched = nodes.filter(({ kind }) => kind === 'stage' || kind === 'delay' || kind === 'join').length;
  return Math.min(MOST_FRAMES, Math.floor(MOST_KEPT / Math.max(1, watched)));
}

function tooMany(frameLength: number, count: number, most: number, end: number): string {
  const shortest = Number((end / most).toPrecision(6));
  return `frameLength: expected at most ${most} frames in ${end} s, that is ${shortest} s or more, got ${frameLength}, which makes ${count}`;
}

/** All of one length, but for the last one where that does not fit. */
function equalBounds(count: number, length: number, end: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => (i === count ? end : i * length));
}

function scheduledBounds(course: Course | undefined, end: number): number[] | undefined {
  if (!course) return undefined;
  return [0, ...course.starts.filter((start) => start > 0 && start < end), end];
}
