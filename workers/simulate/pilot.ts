/** Short runs before the run: how much happens per second, and how long the stages remember their start. */
import { isStage, type Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { ReplicationRecord } from '../contract/records.ts';
import { SimulationHalt } from './halt.ts';
import { WANTED_OBSERVED, WANTED_WARMUP } from './judge-length.ts';
import { type ReplicateNow, Replication, replicateNow } from './replicate.ts';
import { relaxationTimes } from './stage-pace.ts';

export interface Pilot {
  /** Time in which enough happens, s. */
  readonly usual: number;
  /** Time that the budget of events allows, s. */
  readonly most: number;
  /** Of the slowest stage, s; 0 when nothing is known. */
  readonly relaxationTime: number;
}

/** Events of the first run, which only tells how much happens per second, and of the second. */
const PACE_EVENTS = 40_000;
const PILOT_EVENTS = 300_000;
/** Of the third, made where the second has found a stage near saturation: who blocks whom shows late. */
const LATE_PILOT_EVENTS = 1_500_000;
/** Events wanted in a replication, and the most that are made for the sake of a slow stage. */
const USUAL_EVENTS = 300_000;
const MOST_EVENTS = 5_000_000;
/** Services wanted at the slowest stage, and the services in a pilot that make a rate known. */
const WANTED_SERVICES = 2_000;
const KNOWN_SERVICES = 10;

/** What short runs tell; or that the scenario cannot be run, when that shows so early. */
export function runPilot(
  scenario: Scenario,
  seed: number,
  engine: ReplicateNow = replicateNow,
): Pilot | NoAnswer {
  try {
    const pace = paceOf(scenario, seed);
    const pilot = lookAt(scenario, engine, seed, PILOT_EVENTS / pace);
    // Nothing completed so early is no reason to refuse the run.
    if (pilot === undefined)
      return { usual: USUAL_EVENTS / pace, most: MOST_EVENTS / pace, relaxationTime: 0 };
    if ((WANTED_WARMUP + WANTED_OBSERVED) * pilot.relaxationTime <= 2 * pilot.usual) return pilot;
    const late = lookAt(scenario, engine, seed, LATE_PILOT_EVENTS / pace);
    return late !== undefined && late.relaxationTime > pilot.relaxationTime ? late : pilot;
  } catch (reason) {
    if (reason instanceof SimulationHalt) return reason.answer;
    throw reason;
  }
}

/** Rounds of a period in which enough happens; less than 1 when one is more than enough. */
export function usualRounds(scenario: Scenario, seed: number, period: number): number | NoAnswer {
  const run = new Replication(scenario, { seed, replications: 1, horizon: period, warmup: 0 }, 0);
  try {
    while (!run.advance(PILOT_EVENTS)) if (run.engine.events > LATE_PILOT_EVENTS) break;
  } catch (reason) {
    if (reason instanceof SimulationHalt) return reason.answer;
    throw reason;
  }
  return USUAL_EVENTS / Math.max(1, run.engine.events);
}

function lookAt(scenario: Scenario, engine: ReplicateNow, seed: number, horizon: number): Pilot | undefined {
  const plan = { seed, replications: 1, horizon, warmup: 0 };
  const record = engine(scenario, plan, 0);
  if (record.kind === 'noAnswer') {
    // Nothing completed so early is no reason to refuse the run; a deadlock is.
    if (record.reason === 'stuck') return undefined;
    throw new SimulationHalt(record);
  }
  const pace = record.events / horizon;
  return {
    usual: Math.min(MOST_EVENTS, Math.max(USUAL_EVENTS, eventsForSlowest(scenario, record))) / pace,
    most: MOST_EVENTS / pace,
    relaxationTime: Math.max(0, ...relaxationTimes(scenario, plan, [record]).values()),
  };
}

/** Events per second from an empty start. */
function paceOf(scenario: Scenario, seed: number): number {
  const endless = { seed, replications: 1, horizon: Number.POSITIVE_INFINITY, warmup: 0 };
  const run = new Replication(scenario, endless, 0);
  run.advance(1); // ends the warm-up of length 0
  run.advance(PACE_EVENTS);
  return run.engine.events / run.engine.state.now;
}

/** Events until the slowest stage has served enough. */
function eventsForSlowest(scenario: Scenario, { stages, events }: ReplicationRecord): number {
  const counts = scenario.nodes
    .filter(isStage)
    .map(({ id }) => stages[id]!.served)
    .filter((count) => count >= KNOWN_SERVICES);
  return counts.length > 0 ? (WANTED_SERVICES * events) / Math.min(...counts) : 0;
}
