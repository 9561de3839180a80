/** Runs the chains of a posterior side by side, a worker for each core, in rounds that go on from where the last one ended. */
import { proxy } from 'comlink';
import type { Result } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type {
  AppliedPosterior,
  ChainProgress,
  ChainRecord,
  ChainRefusal,
  PosteriorAnswer,
  PosteriorProblem,
  PosteriorReport,
  PosteriorRequest,
  PosteriorService,
} from '../../../workers/posterior/contract.ts';
import {
  type BridgedWorker,
  type CallOptions,
  isAbort,
  WorkerBridge,
  WorkerDied,
} from '../../run/worker-bridge.ts';

const MOST_WORKERS = 8;

/** One round of all chains. */
export interface RoundOfChains {
  readonly problem: PosteriorProblem;
  readonly seed: number;
  /** Of the rounds before; empty at the start. */
  readonly records: readonly ChainRecord[];
  readonly signal: AbortSignal;
  /** Each chain tells at most ten times a second. */
  readonly onProgress: (progress: ChainProgress) => void;
}

export class PosteriorClient {
  private readonly bridges: readonly WorkerBridge<PosteriorService>[];

  constructor(size = workersWanted(), create: () => BridgedWorker = startWorker) {
    this.bridges = Array.from({ length: size }, () => new WorkerBridge<PosteriorService>({ create }));
  }

  /** The faults in words, when there are some. */
  compile(
    request: PosteriorRequest,
    signal: AbortSignal,
  ): Promise<Result<PosteriorProblem, readonly string[]>> {
    return this.bridges[0]!.call((worker) => worker.compile(request), { signal });
  }

  /** Every worker takes the next chain until none is left. Rejects with the abort reason, or with WorkerDied when a worker dies twice on one chain. */
  async round(asked: RoundOfChains): Promise<readonly ChainRecord[] | ChainRefusal> {
    const { problem, records } = asked;
    const ends = records.slice(-problem.chains);
    const made: ChainRecord[] = [];
    let next = 0;
    let refusal: ChainRefusal | undefined;
    const work = async (bridge: WorkerBridge<PosteriorService>): Promise<void> => {
      while (next < problem.chains && !refusal) {
        const chain = next++;
        const record = await runChain(bridge, asked, chain, ends[chain]);
        if ('refused' in record) refusal = record;
        else made.push(record);
      }
    };
    await Promise.all(this.bridges.slice(0, problem.chains).map(work));
    return refusal ?? made.sort((one, other) => one.chain - other.chain);
  }

  summarize(
    problem: PosteriorProblem,
    records: readonly ChainRecord[],
    signal: AbortSignal,
  ): Promise<PosteriorReport> {
    return this.bridges[0]!.call((worker) => worker.summarize(problem, records), { signal });
  }

  /** The scenario with the estimated distributions; by one of the draws where `draw` is given. */
  apply(scenario: Scenario, answer: AppliedAnswer, draw?: number): Promise<AppliedPosterior> {
    return this.bridges[0]!.call((worker) => worker.apply(scenario, answer, draw));
  }
}

/** As much of an answer as its distributions need. */
type AppliedAnswer = Pick<PosteriorAnswer, 'queues'>;

/** Once more when the worker dies: a round is a function of what is asked, so it gives the same record. */
async function runChain(
  bridge: WorkerBridge<PosteriorService>,
  { problem, seed, signal, onProgress }: RoundOfChains,
  chain: number,
  before: ChainRecord | undefined,
): Promise<ChainRecord | ChainRefusal> {
  const tell = proxy((progress: ChainProgress) => {
    if (!signal.aborted) onProgress(progress);
  });
  const stoppable: CallOptions<PosteriorService> = { signal, cancel: (worker) => worker.cancel() };
  const run = () => bridge.call((worker) => worker.run(problem, chain, seed, tell, before?.end), stoppable);
  try {
    return await run();
  } catch (reason) {
    if (isAbort(reason) || !(reason instanceof WorkerDied) || signal.aborted) throw reason;
    return run();
  }
}

const startWorker = (): Worker =>
  new Worker(new URL('../../../workers/entry/posterior.worker.ts', import.meta.url), { type: 'module' });

function workersWanted(): number {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
  return Math.max(1, Math.min(MOST_WORKERS, cores));
}
