/** Short runs before the run: how much happens per second, and how long the stages remember their start. */

import type { NoAnswer } from '../../core/measures/refusals.ts';
import { isStage, type Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationPlan, SimulationProgress } from './contract.ts';
import { WANTED_OBSERVED, WANTED_WARMUP } from './judge-length.ts';
import type { ReplicationRecord } from './records.ts';
import { openReplication } from './replicate.ts';
import { progressTeller, type RunningReplication, runAtOnce, type TellProgress } from './run-in-slices.ts';
import { relaxationTimes } from './stage-pace.ts';

export interface Pilot {
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
export function lookTime(scenario: Scenario, seed: number): number | NoAnswer {
  return unlessHalted(() => LOOK_EVENTS / paceOf({ scenario, seed, look: lookOf(undefined) }));
}

/** Rounds of a period in which enough happens; less than 1 when one is more than enough. */
export function usualRounds(
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
