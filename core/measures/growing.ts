/**
 * Queues that went on growing while they were watched. A time through one is as long as the run: it has no percentile, and the spread of
 * its mean over replications of one length says nothing of it.
 */
import type { NodeId } from '../scenario/scenario.ts';
import type { Verdict } from './verdicts.ts';

export const growingStages = (verdicts: readonly Verdict[]): ReadonlySet<NodeId> =>
  new Set(verdicts.flatMap(({ code, stage }) => (code === 'growing' && stage !== undefined ? [stage] : [])));

/** Ways that are not told apart may lead through any of them. */
export const leadsThrough = (growing: ReadonlySet<NodeId>, way: readonly NodeId[] | undefined): boolean =>
  growing.size > 0 && (way === undefined || way.some((id) => growing.has(id)));
