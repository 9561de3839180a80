/**
 * The simulation that runs by itself: where the answer on the drawing is not exact, a look after each edit, then replications
 * until the means are known to 1 % or some seconds are over, and longer on a slow machine, where these seconds do not yet
 * tell more than an approximation does. One worker, so that editing and what is asked for come first;
 * the next edit ends it, and so does a tab that nobody sees; it waits while something on the drawing is moved. A refusal is not told: the answer of the method stands.
 */

import { err, ok, type Result } from '../../../core/base/result.ts';
import { isPrecise } from '../../../core/measures/best-known.ts';
import { isAutomatic } from '../../../core/measures/methods.ts';
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import { noAnswer } from '../../../core/measures/refusals.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationRequest, SimulationResult } from '../../../workers/simulate/contract.ts';
import { createRun, type Telling, whenLetGo } from '../../run/create-run.ts';
import { pageSimulators } from '../../run/page-simulators.ts';
import { type SimulatorPool, UNTOLD } from '../../run/simulator-pool.ts';
import { LATE, unlessLate } from '../../run/unless-late.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { chainRun, followWithChain } from '../solve/chain-later.ts';
import { solveKey, solveRun } from '../solve/solving.ts';
import { simulationRun } from './simulating.ts';

const LOOK: SimulationRequest = { look: true, replications: 4 };
const REFINE: SimulationRequest = { precision: 0.01 };
/** From so many replications on the longer ones tell more than the look. */
const ENOUGH = 4;
/** s: it ends when the first are over and its means are precise, or at the latest. */
const TIME = { usual: 6, most: 30 };
/** ms without an edit before it begins. */
const REST = 60;

/** ms after the workbench has come. */
const WARM_AFTER = 100;

let pool: SimulatorPool | undefined;

/** One worker of its own: what is asked for does not wait for it. */
const simulators = (): SimulatorPool => {
  pool ??= pageSimulators(1);
  return pool;
};

/** A look, then what is known after the usual time, or later. */
export async function simulateLive(
  pool: Pick<SimulatorPool, 'simulate'>,
  scenario: Scenario,
  { signal, partial }: Pick<Telling<SimulationResult, never>, 'signal' | 'partial'>,
): Promise<Result<SimulationResult, NoAnswer>> {
  let best: SimulationResult | undefined;
  const take = (result: SimulationResult): void => {
    best = result;
    partial(result);
  };
  const run = (
    request: SimulationRequest,
    stop: AbortSignal,
    onPartial: (result: SimulationResult) => void,
  ) => pool.simulate(scenario, request, stop, { ...UNTOLD, onPartial, turn: whenLetGo });
  const look = await run(LOOK, signal, take);
  if (look.kind === 'noAnswer') return err(look);
  take(look);
  const over = new AbortController();
  let isUsual = true;
  const endIfEnough = (): void => {
    if (!isUsual && isEnough(best ?? look)) over.abort();
  };
  const timer = setTimeout(() => {
    isUsual = false;
    endIfEnough();
  }, 1000 * TIME.usual);
  const refine = (stop: AbortSignal) =>
    run(REFINE, stop, (result) => {
      if (isShort(look) || result.replications >= ENOUGH) take(result);
      endIfEnough();
    });
  const refined = await unlessLate(TIME.most, signal, refine, over.signal).finally(() => clearTimeout(timer));
  return ok(refined !== LATE && refined.kind === 'answer' ? refined : (best ?? look));
}

export const liveRun = createRun<Scenario, SimulationResult, never, NoAnswer>({
  name: 'live',
  key: modelKey,
  ask: (scenario, telling) => simulateLive(simulators(), scenario, telling),
  lost: (message) => noAnswer('stopped', { program: 'simulation', message }),
  rest: REST,
});

/** It says itself that it was too short for its slowest stage. */
const isShort = ({ verdicts }: SimulationResult): boolean =>
  verdicts.some(({ code }) => code === 'short-run');

/** The occupancies tell more than an approximation does; one without an interval has none later either. */
const isEnough = ({ stages }: SimulationResult): boolean =>
  Object.values(stages).every(
    ({ meanOccupancy }) =>
      !meanOccupancy ||
      !Number.isFinite(meanOccupancy.halfWidth) ||
      isPrecise('meanOccupancy', meanOccupancy),
  );

/** The scenario to simulate now, if any. */
function wanted(): Scenario | undefined {
  const scenario = selectScenario(useDocument.getState());
  const { live, method } = useSession.getState();
  // A method that was asked for is shown as it is.
  if (!scenario || !live || !isAutomatic(method) || document.visibilityState === 'hidden') return undefined;
  const asked = simulationRun.get();
  const solved = solveRun.get();
  if (
    asked.status === 'running' ||
    solved.status === 'running' ||
    solved.key !== solveKey({ scenario, method })
  )
    return undefined;
  if (asked.answer && asked.answerKey === modelKey(scenario)) return undefined;
  const chain = chainRun.get();
  if (chain.answer?.exact && chain.answerKey === solveKey({ scenario, method })) return undefined;
  if (solved.status === 'failed') return solved.failure.reason === 'invalid' ? undefined : scenario;
  return solved.answer && !solved.answer.exact ? scenario : undefined;
}

function follow(): void {
  const scenario = wanted();
  if (!scenario) liveRun.stop();
  else if (liveRun.get().status === 'stopped') void liveRun.ask(scenario);
  else void liveRun.follow(scenario);
}

let isFollowing = false;

/** Simulates what is drawn from now on; called with the workbench. */
export function followWithSimulation(): void {
  if (isFollowing) return;
  isFollowing = true;
  setTimeout(() => {
    if (useSession.getState().live) simulators().warm();
  }, WARM_AFTER);
  followWithChain();
  solveRun.use.subscribe(follow);
  chainRun.use.subscribe(follow);
  simulationRun.use.subscribe(follow);
  useDocument.subscribe(follow);
  useSession.subscribe((session, before) => {
    if (session.live !== before.live || session.method !== before.method) follow();
  });
  document.addEventListener('visibilitychange', follow);
  follow();
}
