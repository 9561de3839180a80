/** Runs the chains of a posterior side by side, a thread for each core. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type {
  ChainProgress,
  ChainRecord,
  ChainRefusal,
  PosteriorProblem,
} from '../workers/posterior/contract.ts';
import type { RunRound } from '../workers/posterior/estimate-posterior.ts';
import { runChain } from '../workers/posterior/run-chain.ts';
import type { RoundAsked } from './posterior-worker.ts';

type Told = { readonly progress: ChainProgress } | { readonly record: ChainRecord | ChainRefusal };

export interface ChainRunner {
  readonly runRound: RunRound;
  close(): void;
}

/** Beside the bundled command line; where it runs from its sources, the chains run one after the other instead. */
const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'posterior-worker.mjs');

export function chainRunner(
  problem: PosteriorProblem,
  seed: number,
  onProgress: (progress: ChainProgress) => void,
): ChainRunner {
  if (!existsSync(SCRIPT))
    return {
      runRound: async (chain, from) => runChain(problem, chain, seed, { onProgress, ...(from && { from }) }),
      close: () => undefined,
    };
  const threads = Array.from({ length: Math.min(problem.chains, availableParallelism()) }, () => ({
    worker: new Worker(SCRIPT),
    last: Promise.resolve() as Promise<unknown>,
  }));
  return {
    runRound: (chain, from) => {
      const thread = threads[chain % threads.length]!;
      const asked: RoundAsked = { problem, chain, seed, ...(from && { from }) };
      const record = thread.last.then(() => askThread(thread.worker, asked, onProgress));
      thread.last = record.catch(() => undefined);
      return record;
    },
    close: () => {
      for (const { worker } of threads) void worker.terminate();
    },
  };
}

function askThread(
  worker: Worker,
  asked: RoundAsked,
  onProgress: (progress: ChainProgress) => void,
): Promise<ChainRecord | ChainRefusal> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off('message', hear);
      worker.off('error', fail);
    };
    const fail = (reason: Error): void => {
      done();
      reject(reason);
    };
    const hear = (told: Told): void => {
      if ('progress' in told) onProgress(told.progress);
      else {
        done();
        resolve(told.record);
      }
    };
    worker.on('message', hear);
    worker.on('error', fail);
    worker.postMessage(asked);
  });
}
