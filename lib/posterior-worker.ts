/** Chains of a posterior in a thread: one round for each message. */
import type {
  ChainEnd,
  ChainProgress,
  ChainRecord,
  ChainRefusal,
  PosteriorProblem,
} from '../workers/posterior/contract.ts';
import { runChain } from '../workers/posterior/run-chain.ts';
import { port } from './port.ts';

export interface RoundAsked {
  readonly problem: PosteriorProblem;
  readonly chain: number;
  readonly seed: number;
  readonly from?: ChainEnd;
}

export type RoundTold =
  | { readonly progress: ChainProgress }
  | { readonly record: ChainRecord | ChainRefusal };

const tell = (told: RoundTold): void => port.postMessage(told);

port.addEventListener('message', (event) => {
  const { problem, chain, seed, from } = (event as MessageEvent<RoundAsked>).data;
  const record = runChain(problem, chain, seed, {
    onProgress: (progress) => tell({ progress }),
    ...(from && { from }),
  });
  tell({ record });
});
