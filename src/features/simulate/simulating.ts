/** Starts, follows and stops simulations of the open scenario. */

import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type {
  SimulationPlan,
  SimulationProgress,
  SimulationRequest,
  SimulationResult,
} from '../../../workers/simulate/contract.ts';
import { answered, createRun, type RunState } from '../../run/create-run.ts';
import { pageSimulators } from '../../run/page-simulators.ts';
import type { SimulatorPool } from '../../run/simulator-pool.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';

export interface SimulationSoFar {
  /** Absent while short runs choose the length. */
  readonly plan?: SimulationPlan;
  /** Replications under way, by number. */
  readonly replications: Readonly<Record<number, SimulationProgress>>;
  readonly finished: number;
  /** Stages that are asked of the chain of an exact part at the moment. */
  readonly asked: readonly NodeId[];
}

export type SimulationRun = RunState<SimulationResult, SimulationSoFar, NoAnswer>;

interface Question {
  readonly scenario: Scenario;
  readonly request: SimulationRequest;
}

let pool: SimulatorPool | undefined;

/** Starts the workers when a simulation may be asked for next, so that it begins at once; most drawings are never run. */
export function warmSimulators(): void {
  if (pool) return;
  pool = pageSimulators();
  pool.warm();
}

export const simulationRun = createRun<Question, SimulationResult, SimulationSoFar, NoAnswer>({
  name: 'simulate',
  key: ({ scenario }) => modelKey(scenario),
  ask: async ({ scenario, request }, { signal, progress, partial, workerLost }) => {
    let soFar: SimulationSoFar = { replications: {}, finished: 0, asked: [] };
    const tell = (change: Partial<SimulationSoFar>): void => {
      soFar = { ...soFar, ...change };
      progress(soFar);
    };
    pool ??= pageSimulators();
    const outcome = await pool.simulate(scenario, request, signal, {
      onPlan: (plan) => tell({ plan }),
      onProgress: (one) => tell({ replications: { ...soFar.replications, [one.replication]: one } }),
      onPartial: (result) => {
        const { replications: finished } = result;
        partial(result);
        tell({ finished, replications: without(soFar.replications, finished) });
      },
      onExactPart: (asked) => tell({ asked }),
      onRestart: (reason) => workerLost(`${reason}. A new worker took over.`),
    });
    return answered(outcome);
  },
  lost: (message) => noAnswer('stopped', { program: 'simulation', message }),
  startsEmpty: true,
});
askWhenSilent(simulationRun, { what: 'The simulation' });

/** Those that count among the finished ones leave, with all that they hold. */
const without = (
  replications: SimulationSoFar['replications'],
  finished: number,
): SimulationSoFar['replications'] =>
  Object.fromEntries(Object.entries(replications).filter(([replication]) => Number(replication) >= finished));

export async function startSimulation(): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (scenario) await simulationRun.ask({ scenario, request: useSession.getState().simulation });
}

export function toggleSimulation(): void {
  if (simulationRun.isBusy()) simulationRun.stop();
  else void startSimulation();
}

/** Occupancy distributions of the simulation so far, per stage: from finished replications, else as they form. */
export function selectSimulatedOccupancy(
  run: SimulationRun,
): Readonly<Record<NodeId, readonly number[]>> | undefined {
  if (run.answer) return occupancyOf(run.answer);
  const running = run.status === 'running' ? Object.values(run.progress?.replications ?? {}) : [];
  if (running.length === 0) return undefined;
  const ids = Object.keys(running[0]!.occupancy);
  return Object.fromEntries(
    ids.map((id) => [id, toFractions(running.map(({ occupancy }) => occupancy[id] ?? []))]),
  );
}

/** P[n] per stage. */
export const occupancyOf = ({ stages }: SimulationResult): Readonly<Record<NodeId, readonly number[]>> =>
  Object.fromEntries(
    Object.entries(stages).flatMap(([id, stage]) =>
      stage.occupancyDistribution ? [[id, stage.occupancyDistribution.map((level) => level.mean)]] : [],
    ),
  );

/** Shares of the time of all replications together. */
function toFractions(times: readonly ArrayLike<number>[]): number[] {
  const levels = times.reduce((most, { length }) => Math.max(most, length), 0);
  const sums = Array.from({ length: levels }, (_, n) => times.reduce((sum, time) => sum + (time[n] ?? 0), 0));
  const total = sums.reduce((sum, part) => sum + part, 0);
  return sums.map((part) => (total > 0 ? part / total : 0));
}
