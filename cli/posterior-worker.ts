/** Chains of a posterior in a thread of Node: one round for each message. */
import { parentPort } from 'node:worker_threads';
import type { ChainEnd, PosteriorProblem } from '../workers/posterior/contract.ts';
import { runChain } from '../workers/posterior/run-chain.ts';

export interface RoundAsked {
  readonly problem: PosteriorProblem;
  readonly chain: number;
  readonly seed: number;
  readonly from?: ChainEnd;
}

parentPort!.on('message', ({ problem, chain, seed, from }: RoundAsked) => {
  const record = runChain(problem, chain, seed, {
    onProgress: (progress) => parentPort!.postMessage({ progress }),
    ...(from && { from }),
  });
  parentPort!.postMessage({ record });
});
