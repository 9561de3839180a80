/** Runs the chains of a posterior side by side, a thread for each core. */
import type { WhatIfCase } from '../core/study/what-if.ts';
import { checkModel } from '../workers/posterior/check-model.ts';
import type {
  ChainEnd,
  ChainProgress,
  ChainRecord,
  ChainRefusal,
  PosteriorProblem,
  WhatIfDraws,
} from '../workers/posterior/contract.ts';
import type { RunRound } from '../workers/posterior/estimate-posterior.ts';
import { runChain } from '../workers/posterior/run-chain.ts';
import { runWhatIf } from '../workers/posterior/what-if.ts';
import type { CheckAsked, CheckProgress, RoundAsked, Told, WhatIfAsked } from './posterior-worker.ts';
import { coreCount, hasThreads, startThread, type Thread } from './threads.ts';

export interface ChainRunner {
  readonly runRound: RunRound;
  /** What would be, by a chain that goes on from where it stands. */
  readonly whatIf: (
    chain: number,
    from: ChainEnd,
    cases: readonly WhatIfCase[],
  ) => Promise<WhatIfDraws | ChainRefusal>;
  close(): void;
}

/** `signal` ends it with its reason. */
export function chainRunner(
  problem: PosteriorProblem,
  seed: number,
  onProgress: (progress: ChainProgress) => void,
  { threads: most = coreCount(), signal }: { readonly threads?: number; readonly signal?: AbortSignal } = {},
): ChainRunner {
  // Then the chains run one after the other.
  if (!hasThreads())
    return {
      runRound: async (chain, from) => runChain(problem, chain, seed, { onProgress, ...(from && { from }) }),
      whatIf: async (chain, from, cases) => runWhatIf(problem, chain, seed, from, cases, onProgress),
      close: () => undefined,
    };
  const threads = Array.from({ length: Math.min(problem.chains, most) }, () => ({
    worker: startThread('posterior-worker'),
    last: Promise.resolve() as Promise<unknown>,
  }));
  const ask = <Answer>(asked: RoundAsked | WhatIfAsked): Promise<Answer> => {
    const thread = threads[asked.chain % threads.length]!;
    const answer = thread.last.then(() =>
      askThread<ChainProgress, Answer>(thread.worker, asked, onProgress, signal),
    );
    thread.last = answer.catch(() => undefined);
    return answer;
  };
  return {
    runRound: (chain, from) =>
      ask<ChainRecord | ChainRefusal>({ problem, chain, seed, ...(from && { from }) }),
    whatIf: (chain, from, cases) => ask<WhatIfDraws | ChainRefusal>({ problem, chain, seed, from, cases }),
    close: () => {
      for (const { worker } of threads) worker.terminate();
    },
  };
}

/** The model against tasks that the chains do not see; with `choose`, with the families that explain them best. */
export async function checkedModel(
  asked: CheckAsked,
  onProgress: (progress: CheckProgress) => void,
  signal?: AbortSignal,
): Promise<PosteriorProblem | ChainRefusal> {
  if (!hasThreads())
    return checkModel(asked.problem, asked.seed, asked.choose, (done, of) => onProgress({ done, of }));
  const worker = startThread('posterior-worker');
  try {
    return await askThread<CheckProgress, PosteriorProblem | ChainRefusal>(worker, asked, onProgress, signal);
  } finally {
    worker.terminate();
  }
}

function askThread<Progress, Answer>(
  worker: Thread,
  asked: RoundAsked | WhatIfAsked | CheckAsked,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const done = (): void => {
      worker.removeEventListener('message', hear);
      worker.removeEventListener('error', fallen);
      signal?.removeEventListener('abort', stop);
    };
    const fail = (reason: unknown): void => {
      done();
      reject(reason);
    };
    const stop = (): void => fail(signal?.reason);
    const fallen = (event: Event): void =>
      fail(new Error(`The thread of a chain failed: ${(event as ErrorEvent).message}`));
    const hear = (event: Event): void => {
      const told = (event as MessageEvent<Told<Progress, Answer>>).data;
      if ('progress' in told) onProgress(told.progress);
      else {
        done();
        resolve(told.answer);
      }
    };
    signal?.addEventListener('abort', stop);
    worker.addEventListener('message', hear);
    worker.addEventListener('error', fallen);
    worker.postMessage(asked);
  });
}
