/** Answers: derived from the scenario, never saved. What is shown may be older than the scenario, and then says so. */
import { create } from 'zustand';
import type { NoAnswer } from '../../core/measures/measures.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type {
  SimulationPlan,
  SimulationProgress,
  SimulationResult,
} from '../../workers/simulate/contract.ts';
import type { MethodName, SolveAnswer } from '../../workers/solve/contract.ts';

export interface SolveRun {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  /** The answer takes so long that the one shown must be greyed; a quick one comes without a flicker. */
  readonly late?: boolean;
  /** Model key and method of the last answer; it is stale when they differ from what is wanted. */
  readonly key?: string;
  /** The last good answer, kept when a later edit has none. */
  readonly answer?: SolveAnswer;
  /** Why the present scenario has no answer. */
  readonly refusal?: NoAnswer;
}

export interface SimulationRun {
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Model key of the scenario that is or was simulated. */
  readonly key?: string;
  readonly plan?: SimulationPlan;
  readonly startedAt?: number;
  /** Replications under way, by number. */
  readonly progress?: Readonly<Record<number, SimulationProgress>>;
  readonly finished?: number;
  /** Stages that are asked of the chain of an exact part at the moment. */
  readonly asked?: readonly NodeId[];
  /** From the replications that are done, also while others run. */
  readonly result?: SimulationResult;
  readonly refusal?: NoAnswer;
  /** Said beside the result: workers that died and were replaced. */
  readonly incidents: readonly string[];
}

interface RunsState {
  readonly solve: SolveRun;
  readonly simulation: SimulationRun;
}

export const IDLE_RUNS: RunsState = {
  solve: { status: 'idle' },
  simulation: { status: 'idle', incidents: [] },
};

export const useRuns = create<RunsState>()(() => IDLE_RUNS);

export const solveKey = (model: string, method: MethodName): string => `${method} ${model}`;

/** Occupancy distributions of the simulation so far, per stage: from finished replications, else as they form. */
export function selectSimulatedOccupancy(
  run: SimulationRun,
): Readonly<Record<NodeId, readonly number[]>> | undefined {
  if (run.result) {
    return Object.fromEntries(
      Object.entries(run.result.stages).flatMap(([id, stage]) =>
        stage.occupancyDistribution ? [[id, stage.occupancyDistribution.map((level) => level.mean)]] : [],
      ),
    );
  }
  const running = Object.values(run.progress ?? {});
  if (running.length === 0) return undefined;
  const ids = Object.keys(running[0]!.occupancy);
  return Object.fromEntries(
    ids.map((id) => [id, toFractions(running.map(({ occupancy }) => occupancy[id] ?? []))]),
  );
}

/** Of the time of all replications together. */
function toFractions(times: readonly ArrayLike<number>[]): number[] {
  const levels = times.reduce((most, { length }) => Math.max(most, length), 0);
  const sums = Array.from({ length: levels }, (_, n) => times.reduce((sum, time) => sum + (time[n] ?? 0), 0));
  const total = sums.reduce((sum, part) => sum + part, 0);
  return sums.map((part) => (total > 0 ? part / total : 0));
}
