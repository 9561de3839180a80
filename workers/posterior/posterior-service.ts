/** The sampler as a worker offers it: one round of a chain a call, stopped on demand. */

import { applyPosterior } from './apply-posterior.ts';
import { checkModel } from './check-model.ts';
import { compileProblem } from './compile-problem.ts';
import type { PosteriorService } from './contract.ts';
import { startChain, TELL_EVERY } from './run-chain.ts';
import { summarizePosterior } from './summarize-posterior.ts';

export function posteriorService(): PosteriorService {
  /** Rounds begun, and how many of the first of them are to stop. */
  let begun = 0;
  let stopped = 0;
  return {
    compile: compileProblem,
    async run(problem, chain, seed, onProgress, from) {
      const mine = ++begun;
      const run = startChain(problem, chain, seed, from);
      if ('refused' in run) return run;
      let told = performance.now();
      while (!run.isDone) {
        run.sweep();
        if (performance.now() - told < TELL_EVERY) continue;
        onProgress(run.progress());
        // A pause in which messages arrive.
        await new Promise((resolve) => setTimeout(resolve));
        if (mine <= stopped) throw new DOMException('Cancelled', 'AbortError');
        told = performance.now();
      }
      return run.record();
    },
    check: checkModel,
    summarize: summarizePosterior,
    apply: applyPosterior,
    cancel() {
      stopped = begun;
    },
  };
}
