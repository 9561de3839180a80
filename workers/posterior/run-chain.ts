/**
 * One chain of the sampler from its start, or from where it stood: a plain function of problem, number and seed. What it gives
 * can be sent between threads, and gone on from.
 */

import { openStream } from '../random/random-stream.ts';
import { ChainRun } from './chain-run.ts';
import { ChainState, ENTRY, RANDOM } from './chain-state.ts';
import type { ChainEnd, ChainProgress, ChainRecord, ChainRefusal, PosteriorProblem } from './contract.ts';
import { startDistribution } from './draw-distributions.ts';
import { kindsOf, layOut } from './lay-out.ts';
import { ServiceDistributions } from './service-distributions.ts';
import { fillTimes } from './start.ts';

/** Guesses of a service to start from, in mean responses: far apart, so that chains that agree mean something. */
const GUESSES = [0.6, 0.4, 0.2, 0.1];
/** With random selection the first times are made with longer ones: servers that are hardly ever busy leave too much to repair. */
const BUSY_GUESSES = [0.4, 0.5, 0.6, 0.8];
/** A service counts as no shorter than this, in mean responses. */
const SHORTEST = 1e-9;

export interface RunChainOptions {
  readonly onProgress?: (progress: ChainProgress) => void;
  /** Goes on from there: one round more. */
  readonly from?: ChainEnd;
}

/** A round of `problem.sweeps` sweeps. */
export function runChain(
  problem: PosteriorProblem,
  chain: number,
  seed: number,
  { onProgress, from }: RunChainOptions = {},
): ChainRecord | ChainRefusal {
  const run = startChain(problem, chain, seed, from);
  if ('refused' in run) return run;
  let told = performance.now();
  while (!run.isDone) {
    run.sweep();
    if (onProgress && performance.now() - told >= TELL_EVERY) {
      told = performance.now();
      onProgress(run.progress());
    }
  }
  return run.record();
}

/** ms. */
export const TELL_EVERY = 100;

export function startChain(
  problem: PosteriorProblem,
  chain: number,
  seed: number,
  from?: ChainEnd,
): ChainRun | ChainRefusal {
  const stream = openStream({
    ...{ seed, replication: chain, node: 'posterior', purpose: 'service' },
    part: String(from?.sweeps ?? 0),
  });
  const kinds = kindsOf(problem);
  const guesses = kinds.kind.includes(RANDOM) ? BUSY_GUESSES : GUESSES;
  let guess = guesses[chain % guesses.length]! * problem.meanResponse;
  const distributions = new ServiceDistributions(
    problem.queues.length + 1,
    problem.components,
    SHORTEST * problem.meanResponse,
  );
  let stuck = -1;
  let repairs = 0;
  for (let attempt = 0; attempt < (from ? 1 : ATTEMPTS); attempt += 1) {
    startDistributions(distributions, problem, guess);
    const { events, pathOf } = layOut(problem, stream, from);
    if (!from) stuck = fillTimes(events, { ...problem, kinds, guess, stream });
    if (stuck >= 0) continue;
    const state = new ChainState(events, kinds, distributions);
    const run = new ChainRun({ problem, state, pathOf, chain, stream }, from);
    if (run.isFeasible()) {
      if (!from)
        startDistributions(distributions, problem, GUESSES[chain % GUESSES.length]! * problem.meanResponse);
      return run;
    }
    guess *= 1.5;
    repairs += 1;
    if (repairs === MOST_REPAIRS) break;
  }
  return { refused: refusal(problem, stuck >= 0) };
}

function startDistributions(
  distributions: ServiceDistributions,
  problem: PosteriorProblem,
  mean: number,
): void {
  for (let q = 0; q <= problem.queues.length; q += 1)
    startDistribution(distributions, q, 0, q === ENTRY ? problem.gap.mean : mean);
}

const ATTEMPTS = 20;
/** Of them with a repair, which takes long. */
const MOST_REPAIRS = 6;

function refusal({ queues }: PosteriorProblem, isOrder: boolean): string {
  const random = queues.find(({ discipline }) => discipline === 'RSS');
  return isOrder || !random
    ? 'no times of the hidden steps were found that fit the observed ones; expected departures that the order of service of each queue allows: try RSS or more servers'
    : `no times of the hidden steps were found for which the server of queue ${random.id} never waits while tasks are there; expected a queue with one server and random selection: try FCFS with several servers`;
}
