/** The sampler as a worker offers it: one round of a chain a call, stopped on demand. */

import { applyPosterior } from './apply-posterior.ts';
import { applyWhatIf, placedNetwork } from './apply-what-if.ts';
import type { ChainRun } from './chain-run.ts';
import { checkModel } from './check-model.ts';
import { compileProblem } from './compile-problem.ts';
import type { ChainProgress, PosteriorService } from './contract.ts';
import { startChain, TELL_EVERY } from './run-chain.ts';
import { summarizePosterior } from './summarize-posterior.ts';
import { startWhatIf } from './what-if.ts';
import { summarizeWhatIf } from './what-if-words.ts';

export function posteriorService(): PosteriorService {
  /** Rounds begun, and how many of the first of them are to stop. */
  let begun = 0;
  let stopped = 0;
  /** Sweeps until it is done, or cancelled, with pauses in which messages arrive. */
  const follow = async (
    run: Pick<ChainRun, 'isDone' | 'sweep' | 'progress'>,
    onProgress: (progress: ChainProgress) => void,
  ): Promise<void> => {
    const mine = ++begun;
    let told = performance.now();
    while (!run.isDone) {
      run.sweep();
      if (performance.now() - told < TELL_EVERY) continue;
      onProgress(run.progress());
      await new Promise((resolve) => setTimeout(resolve));
      if (mine <= stopped) throw new DOMException('Cancelled', 'AbortError');
      told = performance.now();
    }
  };
  return {
    compile: compileProblem,
    async run(problem, chain, seed, onProgress, from) {
      const run = startChain(problem, chain, seed, from);
      if ('refused' in run) return run;
      await follow(run, onProgress);
      return run.record();
    },
    check: checkModel,
    summarize: summarizePosterior,
    async whatIf(problem, chain, seed, from, cases, onProgress) {
      const run = startWhatIf(problem, chain, seed, from, cases);
      if ('refused' in run) return run;
      await follow(run, onProgress);
      return run.record();
    },
    summarizeWhatIf,
    apply: applyPosterior,
    applyWhatIf: (scenario, network, queues, changes) =>
      applyWhatIf(scenario, placedNetwork(network, queues), changes),
    cancel() {
      stopped = begun;
    },
  };
}
