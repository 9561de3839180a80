/** What panels show of the runs: the last answers, and whether they are older than the drawing. */

import { useDeferredValue, useMemo } from 'react';
import { isAutomatic } from '../../../core/measures/methods.ts';
import { type NoAnswer, waitFaults } from '../../../core/measures/refusals.ts';
import type { Fault } from '../../../core/scenario/fault.ts';
import { findFaults } from '../../../core/scenario/faults.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { liveRun } from '../simulate/live.ts';
import { type SimulationRun, selectSimulatedOccupancy, simulationRun } from '../simulate/simulating.ts';
import { chainRun } from '../solve/chain-later.ts';
import { solveKey, solveRun } from '../solve/solving.ts';
import { bestAnswer } from './best-answer.ts';

export interface ShownAnswer {
  readonly answer?: SolveAnswer;
  /** The answer belongs to an earlier drawing. */
  readonly stale: boolean;
  /** Why the present drawing has no answer. */
  readonly refusal?: NoAnswer;
}

/** The best that is known of each number: by the method, or by a simulation that knows it better. */
export function useAnswer(): ShownAnswer {
  const scenario = useScenario();
  const method = useSession((session) => session.method);
  const { answer, stale, refusal } = useSolved();
  const result = useBestSimulation();
  const locked = useSimulatedDeadlock();
  const isOfThis = solveRun.use(({ answerKey }) => answerKey === solveKey({ scenario, method }));
  if (isAutomatic(method) && refusal && locked) return { stale, refusal: locked };
  // A method that was asked for is shown as it is, and so is an answer of an earlier drawing while the new one is made.
  if (!isAutomatic(method) || !result || !(isOfThis || refusal))
    return { ...(answer && { answer }), stale, ...(refusal && { refusal }) };
  const best = bestOf(scenario, refusal ? undefined : answer, result);
  return { ...(best && { answer: best }), stale: false, ...(refusal && { refusal }) };
}

const NO_ANSWER = {};
const knownBest = new WeakMap<
  SimulationResult,
  { readonly from: object; readonly best: SolveAnswer | undefined }
>();

/** Put together once for all who show it. */
function bestOf(scenario: Scenario, answer: SolveAnswer | undefined, result: SimulationResult) {
  const from = answer ?? NO_ANSWER;
  const before = knownBest.get(result);
  if (before?.from === from) return before.best;
  const best = bestAnswer(scenario, answer, result);
  knownBest.set(result, { from, best });
  return best;
}

/** A simulation of the drawing as it is: the run that was asked for, else the one that goes by itself. */
export function useBestSimulation(): SimulationResult | undefined {
  const key = modelKey(useScenario());
  const asked = simulationRun.use((run) => (run.answerKey === key ? run.answer : undefined));
  const live = liveRun.use((run) => (run.answerKey === key ? run.answer : undefined));
  const isOn = useSession((session) => session.live);
  const known = asked ?? (isOn ? live : undefined);
  // Painted in pieces, so that refinements are not felt while editing; what is known no more goes at once.
  const painted = useDeferredValue(known);
  return known && painted;
}

/** The simulation that goes by itself is on its way to better numbers of the drawing as it is. */
export function useIsRefined(): boolean {
  const key = modelKey(useScenario());
  const isOn = useSession((session) => session.live);
  const isUnderWay = liveRun.use((run) => run.status === 'running' && run.key === key);
  return isOn && isUnderWay;
}

/** The deadlock that the simulation of the drawing as it is, which goes by itself, came to. */
function useSimulatedDeadlock(): NoAnswer | undefined {
  const key = modelKey(useScenario());
  const isOn = useSession((session) => session.live);
  const failure = liveRun.use((run) =>
    run.status === 'failed' && run.key === key ? run.failure : undefined,
  );
  return isOn && failure?.reason === 'deadlock' ? failure : undefined;
}

/** The answer to the last edit is a moment away. */
const isExpected = (run: ReturnType<typeof solveRun.get>): boolean => run.status === 'running' && !run.late;
export const useIsExpected = (): boolean => solveRun.use(isExpected);

/** By the method that is chosen alone. */
export function useSolved(): ShownAnswer {
  const scenario = useScenario();
  const method = useSession((session) => session.method);
  const run = solveRun.use();
  const key = solveKey({ scenario, method });
  const chain = chainRun.use(({ answer, answerKey }) =>
    isAutomatic(method) && answerKey === key && answer?.exact ? answer : undefined,
  );
  if (chain && run.answerKey === key) return { answer: chain, stale: false };
  return {
    ...(run.answer && { answer: run.answer }),
    stale: (run.answerKey !== key && !isExpected(run)) || run.failure !== undefined,
    ...(run.status === 'failed' && run.key === key && { refusal: run.failure }),
  };
}

/** What the method says of the drawing as it is, or said of the one before while the new one is solved; never beside its refusal. */
export function useAnalytic(): SolveAnswer | undefined {
  const { answer, stale } = useSolved();
  return stale ? undefined : answer;
}

export interface ShownSimulation {
  readonly run: SimulationRun;
  /** The scenario changed since. */
  readonly stale: boolean;
  /** What is shown: of the drawing as it is where there is one, by whichever run; else what the last run gave. */
  readonly result?: SimulationResult;
  readonly resultIsOlder: boolean;
  /** P[n] per stage from what was simulated so far. */
  readonly occupancy?: Readonly<Record<string, readonly number[]>>;
}

export function useSimulation(): ShownSimulation {
  const scenario = useScenario();
  const run = simulationRun.use();
  const occupancy = simulatedOccupancy(run);
  const stale = run.key !== undefined && run.key !== modelKey(scenario);
  const best = useBestSimulation();
  const result = best ?? run.answer;
  return {
    ...{ run, stale, resultIsOlder: stale && best === undefined },
    ...(result && { result }),
    ...(occupancy && { occupancy }),
  };
}

const knownOccupancy = new WeakMap<SimulationRun, ShownSimulation['occupancy']>();

/** Put together once for all who show it. */
function simulatedOccupancy(run: SimulationRun): ShownSimulation['occupancy'] {
  if (!knownOccupancy.has(run)) knownOccupancy.set(run, selectSimulatedOccupancy(run));
  return knownOccupancy.get(run);
}

const knownFaults = new WeakMap<Scenario, readonly Fault[]>();

/** The faults of a scenario, found once. */
export function useFaults(): readonly Fault[] {
  const scenario = useScenario();
  const before = knownFaults.get(scenario);
  if (before) return before;
  // A blank drawing is not wrong yet.
  const faults = scenario.nodes.length === 0 ? [] : findFaults(scenario);
  knownFaults.set(scenario, faults);
  return faults;
}

/** The faults, and who waits for whom in a deadlock that the solver or the simulation met. */
export function useFaultsAndWaits(): readonly Fault[] {
  const faults = useFaults();
  const { refusal: solved } = useSolved();
  const refusal = useSimulatedDeadlock() ?? solved;
  return useMemo(() => (refusal ? [...faults, ...waitFaults(refusal)] : faults), [faults, refusal]);
}

/** The stage that charts show: the selected one, else the bottleneck, else the first. */
export function useFocusStage(): StageNode | undefined {
  const scenario = useScenario();
  const selected = useSession((session) => session.selection.nodes);
  const bottleneck = useAnalytic()?.network.bottleneck;
  const stages = scenario.nodes.filter(isStage);
  return (
    stages.find((stage) => selected.includes(stage.id)) ??
    stages.find((stage) => stage.id === bottleneck) ??
    stages[0]
  );
}
