/** For the checks of posteriors: all chains of a problem, until they agree, and what is known of the queues besides. */

import type { ChainEnd, ChainRecord, PosteriorProblem } from '../workers/posterior/contract.ts';
import { intervalOf, PooledDraws } from '../workers/posterior/pooled-draws.ts';
import { runChain } from '../workers/posterior/run-chain.ts';
import { summarizePosterior } from '../workers/posterior/summarize-posterior.ts';
import type { KnownTasks } from '../workers/posterior/task-network.test-support.ts';

export interface AgreedDraws {
  readonly agree: boolean;
  readonly sweeps: number;
  readonly draws: PooledDraws;
  /** Where each chain stands. */
  readonly ends: readonly ChainEnd[];
}

/** Rounds of all chains until they agree, so many at most. */
export function drawUntilAgreed(problem: PosteriorProblem, seed: number, mostRounds: number): AgreedDraws {
  const records: ChainRecord[] = [];
  let agree = false;
  for (let round = 0; round < mostRounds && !agree; round += 1) {
    const ends = records.slice(-problem.chains).map(({ end }) => end);
    for (let chain = 0; chain < problem.chains; chain += 1) {
      const from = ends[chain];
      const made = runChain(problem, chain, seed, from ? { from } : {});
      if ('refused' in made) throw new Error(made.refused);
      records.push(made);
    }
    agree = summarizePosterior(problem, records).kind === 'answer';
  }
  const ends = records.slice(-problem.chains).map(({ end }) => end);
  return { agree, sweeps: ends[0]!.sweeps, draws: new PooledDraws(problem, records), ends };
}

/** A number that is known, and what was drawn for it. */
export interface KnownNumber {
  readonly truth: number;
  readonly values: Float64Array;
}

/** Mean service and mean wait of queue `i`. */
export function knownTimes(
  { queues }: PosteriorProblem,
  i: number,
  draws: PooledDraws,
  { visits }: KnownTasks,
): { readonly service: KnownNumber; readonly wait: KnownNumber } {
  const mine = visits.flat().filter(({ queue }) => queue === queues[i]!.id);
  const mean = (of: (visit: (typeof mine)[number]) => number): number =>
    mine.reduce((sum, visit) => sum + of(visit), 0) / mine.length;
  return {
    service: {
      truth: mean(({ start, departure }) => departure - start),
      values: draws.valuesOf(draws.queueColumn(i, 2)),
    },
    wait: {
      truth: mean(({ start, arrival }) => start - arrival),
      values: draws.valuesOf(draws.queueColumn(i, 3)),
    },
  };
}

/** Does the 95 % interval hold the truth, up to rounding? */
export function holds({ truth, values }: KnownNumber): boolean {
  const { low, high } = intervalOf(values);
  const rounding = 1e-9 * Math.abs(truth);
  return truth >= low - rounding && truth <= high + rounding;
}
