/** The chains that are under way, as a picture of them grows. */
import type { ChainProgress, PosteriorProblem } from '../../../workers/posterior/contract.ts';
import type { LiveChain, LiveRun } from './posterior-store.ts';

/** Kept of a chain; beyond that every second point goes. */
const MOST_POINTS = 600;

export const emptyLive = ({ queues, chains }: Pick<PosteriorProblem, 'queues' | 'chains'>): LiveRun => ({
  queueIds: queues.map(({ id }) => id),
  chains: Array.from({ length: chains }, () => ({ sweeps: [], means: [] })),
  sweep: 0,
  sweeps: 0,
  started: performance.now(),
  history: [],
});

/** `before`: sweeps of the rounds that are done. */
export function addProgress(
  live: LiveRun,
  news: readonly ChainProgress[],
  before: number,
  target: number,
): LiveRun {
  const chains = live.chains.map((chain, number) =>
    news
      .filter((progress) => progress.chain === number)
      .reduce((one, progress) => longer(one, progress, before), chain),
  );
  const made = chains.map(({ sweeps }) => Math.max(before, sweeps.at(-1) ?? 0));
  // Some chains may wait for a worker: how far all are together is what is left to wait for.
  const sweep = Math.round(made.reduce((sum, sweeps) => sum + sweeps, 0) / made.length);
  return { ...live, chains, sweep, sweeps: target };
}

function longer({ sweeps, means }: LiveChain, progress: ChainProgress, before: number): LiveChain {
  const keeps = sweeps.length < MOST_POINTS ? () => true : (_: unknown, i: number) => i % 2 === 1;
  return {
    sweeps: [...sweeps.filter(keeps), before + progress.sweep],
    means: [...means.filter(keeps), progress.means],
  };
}
