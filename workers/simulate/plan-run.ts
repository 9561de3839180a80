/** Makes every choice of a run that was not made: seed, replications, horizon, warm-up. */

import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { PRECISION_MEASURES } from '../solve/exact-part/contract.ts';
import type { FrameGrid, SimulationPlan, SimulationRequest } from './contract.ts';
import { type Course, courseOf } from './course.ts';
import { WANTED_OBSERVED, WANTED_WARMUP } from './judge-length.ts';
import { lookTime, type Pilot, runPilot, usualRounds } from './pilot.ts';
import { refuse } from './refuse.ts';
import type { TellProgress } from './run-in-slices.ts';

const DEFAULT_SEED = 1;
const DEFAULT_REPLICATIONS = 10;
const WARMUP_SHARE = 0.1;
/** Where the time is too short for the warm-up wanted, it still takes no more than this share. */
const MOST_WARMUP_SHARE = 1 / 3;

/**
 * The plan, or why the scenario or the request cannot be run. Short runs before the run are told of as replication 0, of
 * which nothing is done yet.
 */
export function planRun(
  scenario: Scenario,
  request: SimulationRequest,
  onProgress?: TellProgress,
): SimulationPlan | NoAnswer {
  const invalid = refuse(scenario) ?? refuseRequest(request);
  if (invalid) return invalid;
  const { replications = DEFAULT_REPLICATIONS, seed = DEFAULT_SEED, precision, precisionMeasures } = request;
  const times = chooseTimes(scenario, seed, request, onProgress);
  if ('kind' in times) return times;
  const frames = planFrames(scenario, times, request.frameLength);
  if ('kind' in frames) return frames;
  return {
    seed,
    replications,
    ...times,
    ...(precision !== undefined && { precision }),
    ...(precisionMeasures && { precisionMeasures }),
    frames,
  };
}

type Times = Pick<SimulationPlan, 'horizon' | 'warmup' | 'course'>;

function chooseTimes(
  scenario: Scenario,
  seed: number,
  request: SimulationRequest,
  onProgress: TellProgress | undefined,
): Times | NoAnswer {
  const course = courseOf(scenario);
  const period = course?.period;
  if (period !== undefined)
    return periodicTimes(request, period, () => usualRounds(scenario, seed, period, onProgress));
  if (course) return transientTimes(course, request);
  const { horizon, warmup } = request;
  if (horizon !== undefined) return { horizon, warmup: warmup ?? tidy(WARMUP_SHARE * horizon, 12) };
  if (request.look) {
    const time = lookTime(scenario, seed);
    return typeof time === 'number' ? { horizon: time, warmup: MOST_WARMUP_SHARE * time } : time;
  }
  const pilot = runPilot(scenario, seed, onProgress);
  if ('kind' in pilot) return pilot;
  const chosen = defaultTimes(pilot);
  // A warm-up asked for alone comes before the usual observed time.
  return warmup === undefined ? chosen : { warmup, horizon: warmup + chosen.horizon - chosen.warmup };
}

/** From the empty start until the last frame of the schedules has lasted as long as the longest before it. */
function transientTimes({ starts }: Course, { horizon, warmup = 0 }: SimulationRequest): Times {
  const last = starts.at(-1)!;
  const lengths = starts.map((start, i) => start - (starts[i - 1] ?? 0));
  return { horizon: horizon ?? Math.max(last, warmup) + Math.max(...lengths), warmup, course: 'transient' };
}

/** Whole periods, an even number of them observed so that the halves of the run can be compared; `usual`: in which enough happens. */
function periodicTimes(
  request: SimulationRequest,
  period: number,
  usual: () => number | NoAnswer,
): Times | NoAnswer {
  const course = { period };
  const { horizon, warmup } = request;
  if (horizon !== undefined) {
    const wanted = warmup ?? period * Math.ceil((WARMUP_SHARE * horizon) / period - 1e-9);
    const times = { horizon, warmup: wanted < horizon ? wanted : 0 };
    // Less than one round is no round.
    return { ...times, course: horizon - times.warmup < period * (1 - 1e-9) ? 'transient' : course };
  }
  const rounds = usual();
  if (typeof rounds !== 'number') return rounds;
  const observed = 2 * Math.max(1, Math.round(((1 - WARMUP_SHARE) * rounds) / 2));
  const before = warmup ?? period * Math.ceil(WARMUP_SHARE * observed);
  return { warmup: before, horizon: before + observed * period, course };
}

/** Enough happens, and the slowest stage forgets its start, as far as the budget of events allows. Two digits. */
function defaultTimes({ usual, most, relaxationTime }: Pilot): Times {
  const warmup = Math.max(WARMUP_SHARE * usual, WANTED_WARMUP * relaxationTime);
  const observed = Math.max((1 - WARMUP_SHARE) * usual, WANTED_OBSERVED * relaxationTime);
  const horizon = tidy(Math.min(most, warmup + observed), 2);
  // A tenth of the horizon has as few digits as the horizon.
  const wanted = Math.max(WARMUP_SHARE * horizon, WANTED_WARMUP * relaxationTime);
  return { horizon, warmup: tidy(Math.min(wanted, MOST_WARMUP_SHARE * horizon), 2) };
}

const tidy = (value: number, digits: number): number => Number(value.toPrecision(digits));

function refuseRequest(request: SimulationRequest): NoAnswer | undefined {
  const { seed, replications, horizon, warmup, precision, precisionMeasures, frameLength } = request;
  const isTime = (x: number): boolean => x > 0 && x < Number.POSITIVE_INFINITY;
  const end = horizon ?? Number.POSITIVE_INFINITY;
  const refusals = [
    check('seed', seed, (x) => Number.isInteger(x) && x >= 0 && x < 2 ** 32),
    check('replications', replications, (x) => Number.isInteger(x) && x >= 2),
    check('horizon', horizon, isTime),
    check('warmup', warmup, (x) => x >= 0 && x < end),
    check('precision', precision, (x) => x > 0 && x < 1),
    check('frameLength', frameLength, isTime),
    unknownMeasures(precisionMeasures),
  ];
  return refusals.find((refusal) => refusal !== undefined);
}

function unknownMeasures(measures: SimulationRequest['precisionMeasures']): NoAnswer | undefined {
  if (measures === undefined) return undefined;
  const isKnown = measures.every((measure) => PRECISION_MEASURES.includes(measure));
  if (isKnown && measures.length > 0) return undefined;
  const got = measures.join(', ') || 'none';
  return noAnswer('invalidRequest', { field: 'precisionMeasures', got, among: PRECISION_MEASURES });
}

function check(
  field: 'seed' | 'replications' | 'horizon' | 'warmup' | 'precision' | 'frameLength',
  value: number | undefined,
  holds: (value: number) => boolean,
): NoAnswer | undefined {
  return value === undefined || holds(value)
    ? undefined
    : noAnswer('invalidRequest', { field, got: String(value) });
}

/** The frames of time that means are given for. */

const DEFAULT_FRAMES = 50;
const MOST_FRAMES = 2000;
/** Frames x (stages, delays and joins) that are kept of each replication: 4 MB. */
const MOST_KEPT = 100_000;

/** Refused when that would be too many. */
function planFrames(
  scenario: Scenario,
  { horizon, course }: Pick<SimulationPlan, 'horizon' | 'course'>,
  frameLength: number | undefined,
): FrameGrid | NoAnswer {
  const repeats = typeof course === 'object';
  const end = repeats ? course.period : horizon;
  const most = mostFrames(scenario);
  if (frameLength !== undefined) {
    const count = Math.ceil(end / frameLength - 1e-9);
    if (count > most) return noAnswer('tooManyFrames', { frameLength, count, most, until: end });
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

/** All of one length, but for the last one where that does not fit. */
function equalBounds(count: number, length: number, end: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => (i === count ? end : i * length));
}

function scheduledBounds(course: Course | undefined, end: number): number[] | undefined {
  if (!course) return undefined;
  return [0, ...course.starts.filter((start) => start > 0 && start < end), end];
}
