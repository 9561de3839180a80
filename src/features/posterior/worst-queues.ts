/** Queues by how far their chains are apart, the worst first. */
import type { PosteriorReport } from '../../../workers/posterior/contract.ts';

export function worstQueues({ convergence, queueIds }: PosteriorReport): readonly string[] {
  const named = convergence.flatMap(({ what }) => queueIds.find((id) => what.endsWith(` of ${id}`)) ?? []);
  return [...new Set([...named, ...queueIds])];
}
