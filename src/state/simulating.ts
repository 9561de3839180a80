/** Starts, follows and cancels simulations of the open scenario. */
import { pageSimulators } from '../engine/page-simulators.ts';
import type { SimulatorPool } from '../engine/simulator-pool.ts';
import { isAbort } from '../engine/worker-bridge.ts';
import { modelKey } from '../model/model-key.ts';
import { selectScenario, useDocument } from './document-store.ts';
import { IDLE_RUNS, type SimulationRun, useRuns } from './runs-store.ts';
import { useSession } from './session-store.ts';

let pool: SimulatorPool | undefined;
let abort: AbortController | undefined;

/** Starts the workers while the page rests, so that a simulation begins at once. */
export function warmSimulators(): void {
  pool ??= pageSimulators();
  pool.warm();
}

export async function startSimulation(): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  cancelSimulation();
  pool ??= pageSimulators();
  const mine = new AbortController();
  abort = mine;
  useRuns.setState({
    simulation: {
      status: 'running',
      key: modelKey(scenario),
      startedAt: performance.now(),
      finished: 0,
      incidents: [],
    },
  });
  const update = (
    change: Partial<SimulationRun> | ((run: SimulationRun) => Partial<SimulationRun>),
  ): void => {
    if (abort !== mine) return;
    useRuns.setState(({ simulation }) => ({
      simulation: { ...simulation, ...(typeof change === 'function' ? change(simulation) : change) },
    }));
  };
  try {
    const outcome = await pool.simulate(scenario, useSession.getState().simulation, mine.signal, {
      onPlan: (plan) => update({ plan }),
      onProgress: (progress) =>
        update((run) => ({ progress: { ...run.progress, [progress.replication]: progress } })),
      onPartial: (result) => update({ result, finished: result.replications }),
      // A worker that dies leaves every question open that it was asked; one sentence is enough.
      onRestart: (reason) =>
        update(({ incidents }) => ({
          incidents: [...new Set([...incidents, `${reason}. A new worker took over.`])],
        })),
    });
    if (outcome.kind === 'noAnswer') update({ status: 'failed', refusal: outcome, progress: undefined });
    else update({ status: 'done', result: outcome, finished: outcome.replications, progress: undefined });
  } catch (reason) {
    if (isAbort(reason)) return;
    const message = reason instanceof Error ? reason.message : String(reason);
    update({
      status: 'failed',
      progress: undefined,
      refusal: { kind: 'noAnswer', reason: 'stuck', message: `The simulation stopped: ${message}` },
    });
  }
}

/** What was finished stays and is shown as what it is: fewer replications than asked for. */
export function cancelSimulation(): void {
  if (useRuns.getState().simulation.status !== 'running') return;
  abort?.abort();
  abort = undefined;
  useRuns.setState(({ simulation }) => ({
    simulation: { ...simulation, status: 'cancelled', progress: undefined },
  }));
}

/** Forgets all answers: another scenario is about to be opened. */
export function resetRuns(): void {
  cancelSimulation();
  useRuns.setState(IDLE_RUNS);
}
