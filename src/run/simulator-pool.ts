/** Shares the replications of one simulation among workers, and puts the records together in replication order. */

import { proxy, type Remote } from 'comlink';
import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import {
  goesOnWithout,
  type NextStep,
  type SimulationPlan,
  type SimulationProgress,
  type SimulationRequest,
  type SimulationResult,
  type SimulatorFault,
  type SimulatorService,
} from '../../workers/simulate/contract.ts';
import type { ReplicationRecord } from '../../workers/simulate/records.ts';
import type {
  ExactPart,
  ExactPartQuestion,
  ExactPartService,
} from '../../workers/solve/exact-part/contract.ts';
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
  /** Stages that the replications will not get to know are asked of the chain of an exact part; again with none when it answered. */
  onExactPart(stages: readonly NodeId[]): void;
  /** Waited for before each replication, where others come first. */
  readonly turn?: () => Promise<void>;
}

/** What a run tells when nobody listens. */
export const UNTOLD: SimulationEvents = {
  onPlan: () => undefined,
  onProgress: () => undefined,
  onPartial: () => undefined,
  onRestart: () => undefined,
  onExactPart: () => undefined,
};

type Service = SimulatorService & ExactPartService;

/** Runs that were begun in this page or process: the next has the next number. */
let runsBegun = 0;

interface Job {
  readonly run: number;
  readonly scenario: Scenario;
  readonly plan: SimulationPlan;
  readonly started: number;
  readonly signal: AbortSignal;
  readonly events: SimulationEvents;
  readonly records: ReplicationRecord[];
  readonly failed: SimulatorFault[];
  /** How many of the records the worker that summarizes was sent. */
  sent: number;
  /** The answer to the question that was asked last. */
  part?: ExactPart | undefined;
}

export class SimulatorPool {
  private readonly bridges: readonly WorkerBridge<Service>[];
  /** For chains, which do not look up from their work; started when there is one to solve. */
  private readonly beside: WorkerBridge<Service>;

  /** `create` starts a worker that simulates and solves exact parts. */
  constructor(size: number, create: () => BridgedWorker) {
    this.bridges = Array.from({ length: size }, () => new WorkerBridge<Service>({ create }));
    this.beside = new WorkerBridge<Service>({ create });
  }

  /** Starts the workers before they are asked. */
  warm(): void {
    // Whether it succeeds shows when something is asked.
    for (const bridge of this.bridges) bridge.call((worker) => worker.warm()).catch(() => undefined);
  }

  /** Ends the workers. */
  dispose(): void {
    for (const bridge of [...this.bridges, this.beside]) bridge.dispose();
  }

  /** Runs the whole simulation. Rejects with the abort reason, or with WorkerDied when a worker dies twice on one replication. */
  async simulate(
    scenario: Scenario,
    request: SimulationRequest,
    signal: AbortSignal,
    events: SimulationEvents,
  ): Promise<SimulationResult | NoAnswer> {
    const plan = await this.bridges[0]!.call(
      (worker) => worker.plan(scenario, request, tellsOf(events)),
      stoppable({ signal }),
    );
    if ('kind' in plan) return plan;
    events.onPlan(plan);
    const job: Job = {
      ...{ run: ++runsBegun, scenario, plan, signal, events },
      ...{ started: performance.now(), records: [], failed: [], sent: 0 },
    };
    try {
      return await this.carryOut(job);
    } finally {
      // A worker forgets what was cancelled by itself, and would be started anew to be told of it.
      if (!signal.aborted) this.bridges[0]!.call((worker) => worker.end(job.run)).catch(() => undefined);
    }
  }

  private async carryOut(job: Job): Promise<SimulationResult | NoAnswer> {
    let asked: ExactPartQuestion | undefined;
    for (let step = await this.nextStep(job); ; ) {
      const { question } = step;
      const solved = question && this.solvePart(job, question);
      const refusal = await this.replicateAll(job, step.replications);
      if (refusal) return refusal;
      if (question) {
        asked = question;
        job.part = await solved;
      }
      const result = await this.summarize(job);
      step = await this.nextStep(job, result, asked);
      if (!step.question && step.replications <= job.records.length) return result;
    }
  }

  /** Fills the records up to `wanted`; every worker takes the next number until none is left. */
  private async replicateAll(job: Job, wanted: number): Promise<NoAnswer | undefined> {
    const { records, failed } = job;
    let next = records.length + failed.length;
    let refusal: NoAnswer | undefined;
    let summarizing = false;
    /** One at a time: short replications end faster than they are summarized. */
    const tellPartial = (): void => {
      if (summarizing) return;
      summarizing = true;
      const done = (): void => {
        summarizing = false;
      };
      this.summarize(job).then(job.events.onPartial).then(done, done);
    };
    const work = async (bridge: WorkerBridge<Service>): Promise<void> => {
      for (;;) {
        await job.events.turn?.();
        if (next >= wanted + failed.length || refusal) return;
        const replication = next++;
        const record = await this.replicateOnce(bridge, job, replication);
        if (record.kind === 'noAnswer') {
          if (goesOnWithout(record, failed)) continue;
          refusal = record;
          return;
        }
        records.push(record);
        if (records.length >= 2 && records.length < wanted) tellPartial();
      }
    };
    // Who ends early does not see that a later one fails: then some go on once more.
    while (records.length < wanted && !refusal)
      await Promise.all(this.bridges.slice(0, wanted - records.length).map(work));
    return refusal;
  }

  private async replicateOnce(
    bridge: WorkerBridge<Service>,
    job: Job,
    replication: number,
  ): Promise<ReplicationRecord | NoAnswer> {
    return this.ofRun<ReplicationRecord | NoAnswer>(
      job,
      bridge,
      async (worker) => await worker.replicate(job.run, replication, tellsOf(job.events)),
    );
  }

  /** Asks a worker about the run; one that does not hold it is told of it first. */
  private async ofRun<Answer>(
    job: Job,
    bridge: WorkerBridge<Service>,
    ask: (worker: Remote<Service>) => Promise<Answer | undefined>,
  ): Promise<Answer> {
    return again(job, async () => {
      for (;;) {
        const answer = await bridge.call(ask, stoppable(job));
        if (answer !== undefined) return answer;
        if (bridge === this.bridges[0]) job.sent = 0;
        await bridge.call((worker) => worker.begin(job.run, job.scenario, job.plan), stoppable(job));
      }
    });
  }

  /** Nothing when it refuses, or when its worker dies: the run goes on with what it knows itself. */
  private async solvePart(job: Job, question: ExactPartQuestion): Promise<ExactPart | undefined> {
    const { scenario, signal, events } = job;
    events.onExactPart(question.stages);
    const answer = this.beside.call((worker) => worker.exactPart(scenario, question), { signal });
    const part = await answer.catch(() => undefined);
    events.onExactPart([]);
    return part?.kind === 'exactPart' ? part : undefined;
  }

  private nextStep(job: Job, result?: SimulationResult, asked?: ExactPartQuestion): Promise<NextStep> {
    const so = result && { replications: result.replications, stages: result.stages };
    return again(job, () =>
      this.bridges[0]!.call((worker) => worker.nextStep(job.plan, so, asked), stoppable(job)),
    );
  }

  /** Each record is sent once, unless the worker that has them dies. */
  private summarize(job: Job): Promise<SimulationResult> {
    const { run, records, part, failed } = job;
    const elapsed = (performance.now() - job.started) / 1000;
    return this.ofRun(job, this.bridges[0]!, async (worker) => {
      const { length } = records;
      const result = await worker.summarize(run, records.slice(job.sent), elapsed, { part, failed });
      if (result) job.sent = length;
      return result;
    });
  }
}

/** What a worker calls here. */
const tellsOf = (events: SimulationEvents) =>
  proxy((progress: SimulationProgress) => events.onProgress(progress));

/** Once more when the worker dies: every question is a function of what is asked, so it gets the same answer. */
async function again<Answer>(
  { signal, events }: Pick<Job, 'signal' | 'events'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (reason) {
    if (isAbort(reason) || !(reason instanceof WorkerDied) || signal.aborted) throw reason;
    events.onRestart(reason.message);
    return ask();
  }
}

/** A call that is given up at once when the run is cancelled; the worker stops at its next pause. */
function stoppable({ signal }: Pick<Job, 'signal'>): CallOptions<Service> {
  return { signal, cancel: (worker) => worker.cancel() };
}
