/** The edit that gives stages the distributions that were estimated, each known as well as its interval says. */

import { asMeasured } from '../../../core/scenario/measured-model.ts';
import { setPrecision } from '../../../core/scenario/precision-edits.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { PosteriorAnswer, QueuePosterior } from '../../../workers/posterior/contract.ts';
import { statesMean } from '../../../workers/posterior/posterior-words.ts';
import { editDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { posteriorClient } from './posterior-run.ts';
import { knownQueues } from './posterior-run-queues.ts';
import type { QueueChoice, TaskSource } from './posterior-store.ts';

export interface PutDistributions {
  readonly applied: readonly NodeId[];
  /** Why other queues' distributions were put nowhere. */
  readonly left: readonly string[];
}

/** As one undoable step. */
export async function putDistributionsOnStages(queues: readonly QueuePosterior[]): Promise<PutDistributions> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return { applied: [], left: [] };
  const {
    applied,
    left,
    scenario: changed,
  } = await posteriorClient.one.apply(undefined, scenario, { queues });
  const distributions = new Map(
    changed.nodes.flatMap((node) =>
      node.kind === 'stage' && applied.includes(node.id) ? [[node.id, node.service] as const] : [],
    ),
  );
  if (applied.length > 0)
    editDocument(
      'Use the estimated distributions',
      asMeasured((present) => ({
        ...withPrecisions(present, queues, applied),
        nodes: present.nodes.map((node) => {
          const service = distributions.get(node.id);
          return node.kind === 'stage' && service ? { ...node, service } : node;
        }),
      })),
    );
  return { applied, left };
}

/** The queues with the stages that they feed as it is chosen now, which may be after the chains ran. */
export function placedQueues(
  { queues }: PosteriorAnswer,
  source: TaskSource,
  scenario: Scenario,
  chosen: Readonly<Record<string, QueueChoice>>,
): readonly QueuePosterior[] {
  const stages = new Map(knownQueues(source, scenario, chosen).map(({ id, stage }) => [id, stage]));
  return queues.map(({ stage: _, ...queue }) => {
    const stage = stages.get(queue.id);
    return stage === undefined ? queue : { ...queue, stage };
  });
}

/** What was said of the old distributions' numbers goes; of the new ones their intervals tell. */
export function withPrecisions(
  scenario: Scenario,
  queues: readonly QueuePosterior[],
  applied: readonly NodeId[],
): Scenario {
  const known = (scenario.precisions ?? []).filter(
    ({ node, field }) => applied.includes(node) && field.startsWith('service.'),
  );
  const cleared = known.reduce(
    (before, { node, field }) => setPrecision(before, node, field, undefined),
    scenario,
  );
  return applied.reduce((before, id) => {
    const queue = queues.find(({ stage }) => stage === id);
    // Without a mean of its own there is nothing that a precision could be said of.
    if (!queue || !statesMean(queue.family)) return before;
    return setPrecision(before, id, 'service.mean', relativeHalfWidth(queue));
  }, cleared);
}

function relativeHalfWidth({ meanService: { mean, low, high } }: QueuePosterior): number | undefined {
  const half = (high - low) / 2 / mean;
  return half > 0 ? Math.min(1, Number(half.toPrecision(2))) : undefined;
}
