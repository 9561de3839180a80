/** Shares the replications of one simulation among workers, and puts the records together in replication order. */
import { proxy } from 'comlink';
import type { NoAnswer } from '../../workers/contract/measures.ts';
import type { ReplicationRecord } from '../../workers/contract/records.ts';
import type {
  SimulationPlan,
  SimulationProgress,
  SimulationRequest,
  SimulationResult,
  SimulatorService,
} from '../../workers/contract/simulating.ts';
import type { Scenario } from '../model/scenario.ts';
import { type BridgedWorker, type CallOptions, isAbort, WorkerBridge, WorkerDied } from './worker-bridge.ts';

export interface SimulationEvents {
  /** The run as it will be made. */
  onPlan(plan: SimulationPlan): void;
  /** A replication that is under way, at most ten times a second each; before the plan, the short runs that it is made by. */
  onProgress(progress: SimulationProgress): void;
  /** The answer from the replications that are done; from two on. */
  onPartial(result: SimulationResult): void;
  /** A worker died and its replication is made again. */
  onRestart(reason: string): void;
}

interface Job {
  readonly scenario: Scenario;
  readonly plan: SimulationPlan;
  readonly started: number;
  readonly signal: AbortSignal;
  readonly events: SimulationEvents;
}

export class SimulatorPool {
  private readonly bridges: readonly WorkerBridge<SimulatorService>[];

  /** `create` starts a worker that offers a SimulatorService. */
  constructor(size: number, create: () => BridgedWorker) {
    this.bridges = Array.from({ length: size }, () => new WorkerBridge<SimulatorService>({ create }));
  }

  /** Starts the workers before they are asked. */
  warm(): void {
    // Whether it succeeds shows when something is asked.
    for (const bridge of this.bridges) bridge.call((worker) => worker.warm()).catch(() => undefined);
  }

  /** Ends the workers. */
  dispose(): void {
    for (const bridge of this.bridges) bridge.dispose();
  }

  /** Runs the whole simulation. Rejects with the abort reason, or with WorkerDied when a worker dies twice on one replication. */
  async simulate(
    scenario: Scenario,
    request: SimulationRequest,
    signal: AbortSignal,
    events: SimulationEvents,
  ): Promise<SimulationResult | NoAnswer> {
    const plan = await this.bridges[0]!.call((worker) => worker.plan(scenario, request, tellsOf(events)), {
      signal,
    });
    if ('kind' in plan) return plan;
    events.onPlan(plan);
    const job: Job = { scenario, plan, started: performance.now(), signal, events };
    const records: ReplicationRecord[] = [];
    for (let wanted = await this.wanted(job); ; ) {
      const refusal = await this.replicateAll(job, records, wanted);
      if (refusal) return refusal;
      const result = await this.summarize(job, records);
      wanted = await this.wanted(job, result);
      if (wanted <= records.length) return result;
    }
  }

  /** Fills `records` up to `wanted`; every worker takes the next number until none is left. */
  private async replicateAll(
    job: Job,
    records: ReplicationRecord[],
    wanted: number,
  ): Promise<NoAnswer | undefined> {
    let next = records.length;
    let refusal: NoAnswer | undefined;
    let summarizing = false;
    /** One at a time: short replications end faster than they are summarized. */
    const tellPartial = (): void => {
      if (summarizing) return;
      summarizing = true;
      const done = (): void => {
        summarizing = false;
      };
      this.summarize(job, records).then(job.events.onPartial).then(done, done);
    };
    const work = async (bridge: WorkerBridge<SimulatorService>): Promise<void> => {
      while (next < wanted && !refusal) {
        const replication = next++;
        const record = await this.replicateOnce(bridge, job, replication);
        if (record.kind === 'noAnswer') {
          refusal = record;
          return;
        }
        records.push(record);
        if (records.length >= 2 && records.length < wanted) tellPartial();
      }
    };
    await Promise.all(this.bridges.slice(0, wanted - records.length).map(work));
    return refusal;
  }

  private async replicateOnce(
    bridge: WorkerBridge<SimulatorService>,
    job: Job,
    replication: number,
  ): Promise<ReplicationRecord | NoAnswer> {
    return again(job, () =>
      bridge.call(
        (worker) => worker.replicate(job.scenario, job.plan, replication, tellsOf(job.events)),
        stoppable(job),
      ),
    );
  }

  private wanted(job: Job, result?: SimulationResult): Promise<number> {
    const so = result && { replications: result.replications, stages: result.stages };
    return again(job, () =>
      this.bridges[0]!.call((worker) => worker.replicationsWanted(job.plan, so), stoppable(job)),
    );
  }

  private summarize(job: Job, records: readonly ReplicationRecord[]): Promise<SimulationResult> {
    const inOrder = [...records].sort((a, b) => a.replication - b.replication);
    const elapsed = (performance.now() - job.started) / 1000;
    return again(job, () =>
      this.bridges[0]!.call(
        (worker) => worker.summarize(job.scenario, job.plan, inOrder, elapsed),
        stoppable(job),
      ),
    );
  }
}

/** What a worker calls here. */
const tellsOf = (events: SimulationEvents) =>
  proxy((progress: SimulationProgress) => events.onProgress(progress));

/** Once more when the worker dies: every question is a function of what is asked, so it gets the same answer. */
async function again<Answer>({ signal, events }: Job, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (reason) {
    if (isAbort(reason) || !(reason instanceof WorkerDied) || signal.aborted) throw reason;
    events.onRestart(reason.message);
    return ask();
  }
}

/** A call that is given up at once when the run is cancelled; the worker stops at its next pause. */
function stoppable({ signal }: Job): CallOptions<SimulatorService> {
  return { signal, cancel: (worker) => worker.cancel() };
}
