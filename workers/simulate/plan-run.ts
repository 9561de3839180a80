/** Makes every choice of a run that was not made: seed, replications, horizon, warm-up. */
import type { Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { SimulationPlan, SimulationRequest } from '../contract/simulating.ts';
import { SimulationHalt } from './halt.ts';
import { refuse } from './refuse.ts';
import { Replication } from './replicate.ts';

const DEFAULT_SEED = 1;
const DEFAULT_REPLICATIONS = 10;
const WARMUP_SHARE = 0.1;
/** Events wanted in a replication, and the most that are made for the sake of a slow stage. */
const USUAL_EVENTS = 300_000;
const MOST_EVENTS = 5_000_000;
/** Services wanted at the slowest stage. */
const WANTED_SERVICES = 2_000;
/** The pilot, from which the rates of events are read, and the services in it that make a rate known. */
const PILOT_EVENTS = 40_000;
const KNOWN_SERVICES = 10;

/** The plan, or why the scenario or the request cannot be run. */
export function planRun(scenario: Scenario, request: SimulationRequest): SimulationPlan | NoAnswer {
  const invalid = refuse(scenario) ?? refuseRequest(request);
  if (invalid) return invalid;
  const seed = request.seed ?? DEFAULT_SEED;
  const observed = request.horizon === undefined ? defaultHorizon(scenario, seed) : request.horizon;
  if (typeof observed !== 'number') return observed;
  const warmup = request.warmup ?? WARMUP_SHARE * observed;
  // A warm-up asked for alone comes before the usual observed time.
  const horizon = request.horizon ?? (request.warmup === undefined ? observed : warmup + observed);
  const replications = request.replications ?? DEFAULT_REPLICATIONS;
  return { seed, replications, horizon, warmup, ...(request.precision && { precision: request.precision }) };
}

/** Time in which enough happens, to two digits; read off a short run. */
function defaultHorizon(scenario: Scenario, seed: number): number | NoAnswer {
  const endless = { seed, replications: 1, horizon: Number.POSITIVE_INFINITY, warmup: 0 };
  const pilot = new Replication(scenario, endless, 0);
  try {
    pilot.advance(1); // ends the warm-up of length 0
    pilot.advance(PILOT_EVENTS);
  } catch (reason) {
    if (reason instanceof SimulationHalt) return reason.answer;
    throw reason;
  }
  const { events, state } = pilot.engine;
  const services = state.stages
    .map((stage) => stage.collector.served)
    .filter((count) => count >= KNOWN_SERVICES);
  const forSlowest = services.length > 0 ? (WANTED_SERVICES * events) / Math.min(...services) : 0;
  const wanted = Math.min(MOST_EVENTS, Math.max(USUAL_EVENTS, forSlowest));
  return Number(((wanted * state.now) / events).toPrecision(2));
}

function refuseRequest({
  seed,
  replications,
  horizon,
  warmup,
  precision,
}: SimulationRequest): NoAnswer | undefined {
  const faults = [
    check(
      'seed',
      seed,
      'an integer from 0 to 4294967295',
      (x) => Number.isInteger(x) && x >= 0 && x < 2 ** 32,
    ),
    check('replications', replications, 'an integer >= 2', (x) => Number.isInteger(x) && x >= 2),
    check('horizon', horizon, 'a time > 0 in seconds', (x) => x > 0 && x < Number.POSITIVE_INFINITY),
    check(
      'warmup',
      warmup,
      'a time >= 0 and below the horizon',
      (x) => x >= 0 && x < (horizon ?? Number.POSITIVE_INFINITY),
    ),
    check('precision', precision, 'a number above 0 and below 1', (x) => x > 0 && x < 1),
  ];
  const message = faults.find((fault) => fault !== undefined);
  return message === undefined ? undefined : { kind: 'noAnswer', reason: 'invalid', message };
}

function check(
  name: string,
  value: number | undefined,
  expected: string,
  holds: (value: number) => boolean,
): string | undefined {
  return value === undefined || holds(value) ? undefined : `${name}: expected ${expected}, got ${value}`;
}
