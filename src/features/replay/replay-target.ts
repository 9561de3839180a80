/** The queue whose measured arrivals a stage is replayed with, or why there is none. */

import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';

/** `stageOf`: queue -> the stage that it feeds; known a moment after the measurement. */
export function replayTarget(
  stage: string,
  reduced: ReducedMeasurement | undefined,
  stageOf: Readonly<Record<string, string>> | undefined,
): Result<ReducedQueue, string> | undefined {
  if (!reduced)
    return err(
      'Only means and levels are kept of what was measured. Drop the trace on the page to replay it.',
    );
  if (!stageOf) return undefined;
  const fed = reduced.queues.filter(({ id }) => stageOf[id] === stage);
  const traced = fed.filter(({ basis }) => basis === 'events');
  const [queue, second] = traced;
  if (second) {
    const ids = traced.map(({ id }) => id).join(' and ');
    return err(
      `Queues ${ids} of ${reduced.name} both feed this stage: which arrivals it has is known from one queue only.`,
    );
  }
  if (queue) return ok(queue);
  const others =
    fed.length > 0
      ? `what it has of queue ${fed[0]!.id} does not say when elements arrived`
      : 'none of its queues feeds this stage';
  return err(`${reduced.name} has no trace of insertions of this stage: ${others}.`);
}
