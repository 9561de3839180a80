/** Starts, follows and cancels simulations of the open scenario. */

import { modelKey } from '../../../core/scenario/model-key.ts';
import type { SimulationProgress } from '../../../workers/simulate/contract.ts';
import { pageSimulators } from '../../run/page-simulators.ts';
import type { SimulationEvents, SimulatorPool } from '../../run/simulator-pool.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { IDLE_RUNS, type SimulationRun, useRuns } from '../../state/runs-store.ts';
import { useSession } from '../../state/session-store.ts';

/** Pictures of a run come no faster, ms: every worker tells of its replication ten times a second. */
const SHOW_EVERY = 100;

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
  const update: Update = (change) => {
    if (abort === mine) useRuns.setState(({ simulation }) => ({ simulation: { ...simulation, ...change } }));
  };
  const pictures = new Gathered(update);
  const end = (change: Partial<SimulationRun>): void =>
    update({ ...pictures.end(), progress: undefined, asked: [], ...change });
  try {
    const request = useSession.getState().simulation;
    const outcome = await pool.simulate(scenario, request, mine.signal, eventsOf(pictures, update));
    if (outcome.kind === 'noAnswer') end({ status: 'failed', refusal: outcome });
    else end({ status: 'done', result: outcome, finished: outcome.replications });
  } catch (reason) {
    const message = `The simulation stopped: ${reason instanceof Error ? reason.message : String(reason)}`;
    if (isAbort(reason)) pictures.end();
    else end({ status: 'failed', refusal: { kind: 'noAnswer', reason: 'stuck', message } });
  }
}

type Update = (change: Partial<SimulationRun>) => void;

/** What is heard of a run goes to its pictures, what went wrong is said at once. */
function eventsOf(pictures: Gathered, update: Update): SimulationEvents {
  let progress: Readonly<Record<number, SimulationProgress>> = {};
  const incidents = new Set<string>();
  return {
    onPlan: (plan) => pictures.add({ plan }),
    onProgress(one) {
      progress = { ...progress, [one.replication]: one };
      pictures.add({ progress });
    },
    onPartial(result) {
      progress = without(progress, result.replications);
      pictures.add({ result, finished: result.replications, progress });
    },
    onExactPart: (asked) => pictures.add({ asked }),
    // A worker that dies leaves every question open that it was asked; one sentence is enough.
    onRestart: (reason) => update({ incidents: [...incidents.add(`${reason}. A new worker took over.`)] }),
  };
}

/** Those that count among the finished ones leave, with all that they hold. */
function without(
  progress: Readonly<Record<number, SimulationProgress>>,
  finished: number,
): Readonly<Record<number, SimulationProgress>> {
  return Object.fromEntries(
    Object.entries(progress).filter(([replication]) => Number(replication) >= finished),
  );
}

/** Changes of a run, the first shown at once and others put together. */
class Gathered {
  private readonly show: Update;
  private changes: Partial<SimulationRun> = {};
  private shownAt = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;

  constructor(show: Update) {
    this.show = show;
  }

  add(change: Partial<SimulationRun>): void {
    this.changes = { ...this.changes, ...change };
    if (this.isOver || this.timer !== undefined) return;
    const wait = this.shownAt + SHOW_EVERY - performance.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), wait);
  }

  /** What was not shown yet; what comes later is out of date. */
  end(): Partial<SimulationRun> {
    this.isOver = true;
    clearTimeout(this.timer);
    return this.changes;
  }

  private flush(): void {
    this.timer = undefined;
    this.shownAt = performance.now();
    this.show(this.changes);
    this.changes = {};
  }
}

/** What was finished stays and is shown as what it is: fewer replications than asked for. */
export function cancelSimulation(): void {
  if (useRuns.getState().simulation.status !== 'running') return;
  abort?.abort();
  abort = undefined;
  useRuns.setState(({ simulation }) => ({
    simulation: { ...simulation, status: 'cancelled', progress: undefined, asked: [] },
  }));
}

/** Forgets all answers: another scenario is about to be opened. */
export function resetRuns(): void {
  cancelSimulation();
  useRuns.setState(IDLE_RUNS);
}
