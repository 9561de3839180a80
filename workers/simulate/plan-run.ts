/** Makes every choice of a run that was not made: seed, replications, horizon, warm-up. */
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { isStage, type Scenario } from '../../core/scenario/scenario.ts';
import { PRECISION_MEASURES } from '../solve/exact-part/contract.ts';
import type { FrameGrid, SimulationPlan, SimulationProgress, SimulationRequest } from './contract.ts';
import { type Course, courseOf } from './course.ts';
import { WANTED_OBSERVED, WANTED_WARMUP } from './judge-length.ts';
import type { ReplicationRecord } from './records.ts';
import { refuse } from './refuse.ts';
import { openReplication } from './replicate.ts';
import { progressTeller, type RunningReplication, runAtOnce, type TellProgress } from './run-in-slices.ts';
import { relaxationTimes } from './stage-pace.ts';

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

/** Short runs before the run: how much happens per second, and how long the stages remember their start. */

interface Pilot {
  /** Time in which enough happens, s. */
  readonly usual: number;
  /** Time that the budget of events allows, s. */
  readonly most: number;
  /** Relaxation time of the slowest stage, s; 0 when nothing is known. */
  readonly relaxationTime: number;
}

/** Events of the first run, which only tells how much happens per second, and of the second. */
const PACE_EVENTS = 40_000;
/** So many are made before the short runs are first told of. */
const STEP = 5_000;
/** A horizon that no run of so few events comes to, s; in every unit of time its fractions keep all digits. */
const ENDLESS = 1e200;
const PILOT_EVENTS = 300_000;
/** Events of the third pilot run, made where the second found a stage near saturation: who blocks whom shows late. */
const LATE_PILOT_EVENTS = 1_500_000;
/** Events wanted in a replication, and the most that are made for the sake of a slow stage. */
const USUAL_EVENTS = 300_000;
const MOST_EVENTS = 5_000_000;
/** Events of a replication of a first look. */
const LOOK_EVENTS = 60_000;
/** Services wanted at the slowest stage, and the services in a pilot that make a rate known. */
const WANTED_SERVICES = 2_000;
const KNOWN_SERVICES = 10;

/** A scenario whose short runs are wanted: all are of replication 0. */
interface Asked {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly look: (run: RunningReplication) => void;
}

/** What short runs tell; or that the scenario cannot be run, when that shows so early. */
export function runPilot(scenario: Scenario, seed: number, onProgress?: TellProgress): Pilot | NoAnswer {
  const asked: Asked = { scenario, seed, look: lookOf(onProgress) };
  return unlessHalted(() => {
    const pace = paceOf(asked);
    const pilot = lookAt(asked, PILOT_EVENTS / pace);
    // Nothing completed so early is no reason to refuse the run.
    if (pilot === undefined)
      return { usual: USUAL_EVENTS / pace, most: MOST_EVENTS / pace, relaxationTime: 0 };
    if ((WANTED_WARMUP + WANTED_OBSERVED) * pilot.relaxationTime <= 2 * pilot.usual) return pilot;
    const late = lookAt(asked, LATE_PILOT_EVENTS / pace);
    return late !== undefined && late.relaxationTime > pilot.relaxationTime ? late : pilot;
  });
}

/** Time in which enough happens for a first look, s. */
function lookTime(scenario: Scenario, seed: number): number | NoAnswer {
  return unlessHalted(() => LOOK_EVENTS / paceOf({ scenario, seed, look: lookOf(undefined) }));
}

/** Rounds of a period in which enough happens; less than 1 when one is more than enough. */
function usualRounds(
  scenario: Scenario,
  seed: number,
  period: number,
  onProgress?: TellProgress,
): number | NoAnswer {
  const asked: Asked = { scenario, seed, look: lookOf(onProgress) };
  return unlessHalted(() => {
    const { events } = goOn(asked, period, LATE_PILOT_EVENTS);
    return USUAL_EVENTS / Math.max(1, events);
  });
}

/** Tells of the short runs as they go; of the run itself nothing is done. */
function lookOf(onProgress: TellProgress | undefined): Asked['look'] {
  return progressTeller(onProgress && ((progress) => onProgress({ ...progress, fraction: 0 })));
}

function lookAt(asked: Asked, horizon: number): Pilot | undefined {
  const { scenario } = asked;
  const plan = planOf(asked, horizon);
  const record = runAtOnce(begin(asked, horizon), asked.look);
  if (record.kind === 'noAnswer') {
    // Nothing completed so early is no reason to refuse the run; a deadlock is.
    if (record.reason === 'stuck') return undefined;
    throw new Halt(record);
  }
  const pace = record.events / horizon;
  return {
    usual: Math.min(MOST_EVENTS, Math.max(USUAL_EVENTS, eventsForSlowest(scenario, record))) / pace,
    most: MOST_EVENTS / pace,
    relaxationTime: Math.max(0, ...relaxationTimes(scenario, plan, [record]).values()),
  };
}

/** Events per second from an empty start. */
function paceOf(asked: Asked): number {
  const { events, fraction } = goOn(asked, ENDLESS, PACE_EVENTS);
  return events / (fraction * ENDLESS);
}

/** To the horizon, or until so much has happened. */
function goOn(asked: Asked, horizon: number, mostEvents: number): SimulationProgress {
  const run = begin(asked, horizon);
  for (;;) {
    const outcome = run.advance(STEP);
    if (typeof outcome !== 'boolean') throw new Halt(outcome);
    const progress = run.progress();
    if (outcome || progress.events >= mostEvents) return progress;
    if (progress.events > 0) asked.look(run);
  }
}

const planOf = ({ seed }: Asked, horizon: number): SimulationPlan => ({
  seed,
  replications: 1,
  horizon,
  warmup: 0,
});

const begin = (asked: Asked, horizon: number): RunningReplication =>
  openReplication(asked.scenario, planOf(asked, horizon), 0);

/** A short run that shows why the scenario cannot be run. */
class Halt extends Error {
  readonly answer: NoAnswer;

  constructor(answer: NoAnswer) {
    super(answer.code);
    this.answer = answer;
  }
}

function unlessHalted<T>(work: () => T): T | NoAnswer {
  try {
    return work();
  } catch (reason) {
    if (reason instanceof Halt) return reason.answer;
    throw reason;
  }
}

/** Events until the slowest stage has served enough. */
function eventsForSlowest(scenario: Scenario, { stages, events }: ReplicationRecord): number {
  const counts = scenario.nodes
    .filter(isStage)
    .map(({ id }) => stages[id]!.served)
    .filter((count) => count >= KNOWN_SERVICES);
  return counts.length > 0 ? (WANTED_SERVICES * events) / Math.min(...counts) : 0;
}
