/** Chains of a posterior in a thread: one round, the check of a model, or what would be, for each message. */

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
import { runChain } from '../workers/posterior/run-chain.ts';
import { runWhatIf } from '../workers/posterior/what-if.ts';
import { port } from './port.ts';

export interface RoundAsked {
  readonly problem: PosteriorProblem;
  readonly chain: number;
  readonly seed: number;
  readonly from?: ChainEnd;
}

/** What the chain, gone on from where it stands, says of what would be. */
export interface WhatIfAsked extends RoundAsked {
  readonly from: ChainEnd;
  readonly cases: readonly WhatIfCase[];
}

/** What held-out tasks say of the model; with `choose`, of the families that explain them best. */
export interface CheckAsked {
  readonly problem: PosteriorProblem;
  readonly seed: number;
  readonly choose: boolean;
}

/** How many chains of a check have ended. */
export interface CheckProgress {
  readonly done: number;
  readonly of: number;
}

/** What a thread says of a question, and in the end. */
export type Told<Progress, Answer> = { readonly progress: Progress } | { readonly answer: Answer };
export type RoundTold = Told<ChainProgress, ChainRecord | ChainRefusal>;
export type WhatIfTold = Told<ChainProgress, WhatIfDraws | ChainRefusal>;
export type CheckTold = Told<CheckProgress, PosteriorProblem | ChainRefusal>;

const tell = (told: RoundTold | WhatIfTold | CheckTold): void => port.postMessage(told);

port.addEventListener('message', (event) => {
  const asked = (event as MessageEvent<RoundAsked | WhatIfAsked | CheckAsked>).data;
  if ('choose' in asked) {
    const { problem, seed, choose } = asked;
    tell({ answer: checkModel(problem, seed, choose, (done, of) => tell({ progress: { done, of } })) });
    return;
  }
  if ('cases' in asked) {
    const { problem, chain, seed, from, cases } = asked;
    tell({ answer: runWhatIf(problem, chain, seed, from, cases, (progress) => tell({ progress })) });
    return;
  }
  const { problem, chain, seed, from } = asked;
  const answer = runChain(problem, chain, seed, {
    onProgress: (progress) => tell({ progress }),
    ...(from && { from }),
  });
  tell({ answer });
});
