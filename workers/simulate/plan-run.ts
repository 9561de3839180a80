/** Makes every choice of a run that was not made: seed, replications, horizon, warm-up. */
import type { Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import type { SimulationPlan, SimulationRequest } from '../contract/simulating.ts';
import { WANTED_OBSERVED, WANTED_WARMUP } from './judge-length.ts';
import { type Pilot, runPilot } from './pilot.ts';
import { refuse } from './refuse.ts';

const DEFAULT_SEED = 1;
const DEFAULT_REPLICATIONS = 10;
const WARMUP_SHARE = 0.1;
/** Where the time is too short for the warm-up wanted, it still takes no more than this share. */
const MOST_WARMUP_SHARE = 1 / 3;

/** The plan, or why the scenario or the request cannot be run. */
export function planRun(scenario: Scenario, request: SimulationRequest): SimulationPlan | NoAnswer {
  const invalid = refuse(scenario) ?? refuseRequest(request);
  if (invalid) return invalid;
  const seed = request.seed ?? DEFAULT_SEED;
  const times = chooseTimes(scenario, seed, request);
  if ('kind' in times) return times;
  const replications = request.replications ?? DEFAULT_REPLICATIONS;
  return { seed, replications, ...times, ...(request.precision && { precision: request.precision }) };
}

type Times = Pick<SimulationPlan, 'horizon' | 'warmup'>;

function chooseTimes(scenario: Scenario, seed: number, request: SimulationRequest): Times | NoAnswer {
  const { horizon, warmup } = request;
  if (horizon !== undefined) return { horizon, warmup: warmup ?? tidy(WARMUP_SHARE * horizon, 12) };
  const pilot = runPilot(scenario, seed);
  if ('kind' in pilot) return pilot;
  const chosen = defaultTimes(pilot);
  // A warm-up asked for alone comes before the usual observed time.
  return warmup === undefined ? chosen : { warmup, horizon: warmup + chosen.horizon - chosen.warmup };
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
