/** Runs the chains of a posterior side by side, a worker for each core, in rounds that go on from where the last one ended. */
import type {
  ChainProgress,
  ChainRecord,
  ChainRefusal,
  PosteriorProblem,
  PosteriorService,
} from '../../../workers/posterior/contract.ts';
import { againWhenLost, type Client, createClient, workersWanted } from '../../run/create-client.ts';
import type { BridgedWorker } from '../../run/worker-bridge.ts';

/** One round of all chains. */
export interface RoundOfChains {
  readonly problem: PosteriorProblem;
  readonly seed: number;
  /** Records of the earlier rounds; empty at the start. */
  readonly records: readonly ChainRecord[];
  readonly signal: AbortSignal;
  /** Each chain tells at most ten times a second. */
  readonly onProgress: (progress: ChainProgress) => void;
}

export class PosteriorClient {
  private readonly workers: readonly Client<PosteriorService>[];
  /** For questions with one answer. */
  readonly one: Client<PosteriorService>;

  constructor(size = workersWanted(), create: () => BridgedWorker = startWorker) {
    this.workers = Array.from({ length: size }, () =>
      createClient<PosteriorService>(create, { stoppable: ['run'] }),
    );
    this.one = this.workers[0]!;
  }

  /** Every worker takes the next chain until none is left. Rejects with the abort reason, or with WorkerDied when a worker dies twice on one chain. */
  async round(asked: RoundOfChains): Promise<readonly ChainRecord[] | ChainRefusal> {
    const { problem, records } = asked;
    const ends = records.slice(-problem.chains);
    const made: ChainRecord[] = [];
    let next = 0;
    let refusal: ChainRefusal | undefined;
    const work = async (worker: Client<PosteriorService>): Promise<void> => {
      while (next < problem.chains && !refusal) {
        const chain = next++;
        const record = await runChain(worker, asked, chain, ends[chain]);
        if ('refused' in record) refusal = record;
        else made.push(record);
      }
    };
    await Promise.all(this.workers.slice(0, problem.chains).map(work));
    return refusal ?? made.sort((one, other) => one.chain - other.chain);
  }
}

/** Once more when the worker dies: a round is a function of what is asked, so it gives the same record. */
const runChain = (
  worker: Client<PosteriorService>,
  { problem, seed, signal, onProgress }: RoundOfChains,
  chain: number,
  before: ChainRecord | undefined,
): Promise<ChainRecord | ChainRefusal> =>
  againWhenLost(
    signal,
    () => undefined,
    () => worker.run(signal, problem, chain, seed, onProgress, before?.end),
  );

const startWorker = (): Worker =>
  new Worker(new URL('../../../workers/entry/posterior.worker.ts', import.meta.url), { type: 'module' });
