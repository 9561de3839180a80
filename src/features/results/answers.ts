/** What panels show of the runs: the last answers, and whether they are older than the drawing. */

import type { NoAnswer } from '../../../core/measures/refusals.ts';
import type { Fault } from '../../../core/scenario/fault.ts';
import { findFaults } from '../../../core/scenario/faults.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { type SimulationRun, selectSimulatedOccupancy, simulationRun } from '../simulate/simulating.ts';
import { solveKey, solveRun } from '../solve/solving.ts';

export interface ShownAnswer {
  readonly answer?: SolveAnswer;
  /** The answer belongs to an earlier drawing. */
  readonly stale: boolean;
  /** Why the present drawing has no answer. */
  readonly refusal?: NoAnswer;
}

export function useAnswer(): ShownAnswer {
  const scenario = useScenario();
  const method = useSession((session) => session.method);
  const run = solveRun.use();
  const key = solveKey({ scenario, method });
  const expected = run.status === 'running' && !run.late;
  return {
    answer: run.answer,
    stale: (run.answerKey !== key && !expected) || run.failure !== undefined,
    ...(run.status === 'failed' && run.key === key && { refusal: run.failure }),
  };
}

export interface ShownSimulation {
  readonly run: SimulationRun;
  /** The scenario changed since. */
  readonly stale: boolean;
  /** P[n] per stage from what was simulated so far. */
  readonly occupancy?: Readonly<Record<string, readonly number[]>>;
}

export function useSimulation(): ShownSimulation {
  const scenario = useScenario();
  const run = simulationRun.use();
  const occupancy = simulatedOccupancy(run);
  const stale = run.key !== undefined && run.key !== modelKey(scenario);
  return { run, stale, ...(occupancy ? { occupancy } : {}) };
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
  const faults = findFaults(scenario);
  knownFaults.set(scenario, faults);
  return faults;
}

/** The stage that charts show: the selected one, else the bottleneck, else the first. */
export function useFocusStage(): StageNode | undefined {
  const scenario = useScenario();
  const selected = useSession((session) => session.selection.nodes);
  const bottleneck = solveRun.use(({ answer }) => answer?.network.bottleneck);
  const stages = scenario.nodes.filter(isStage);
  return (
    stages.find((stage) => selected.includes(stage.id)) ??
    stages.find((stage) => stage.id === bottleneck) ??
    stages[0]
  );
}
