/** Which replays are made of a queue: the ideal queue, the bus where there is one, and the best of the two with the order of the insertions. */
import type { Channel, KnownOrder, ModelReplay } from './contract.ts';
import type { FoundQueue } from './find-queue.ts';
import type { MeasuredParts } from './measured-parts.ts';
import { insertingQueue, type QueueTrace } from './queue-trace.ts';

export interface ReplayPlan {
  readonly model: ModelReplay['model'];
  readonly channel?: Channel;
  readonly lengths: Float64Array;
  readonly measured: MeasuredParts;
  /** Gaps between insertions as they came, s. */
  readonly inOrder?: { readonly gaps: Float64Array; readonly order: KnownOrder };
}

export function replayPlans(
  found: FoundQueue,
  shuffled: Pick<ReplayPlan, 'lengths' | 'measured'>,
  trace: QueueTrace | undefined,
): readonly ReplayPlan[] {
  const { channel } = found;
  const ideal: ReplayPlan = { ...shuffled, model: 'ideal' };
  const models = channel ? [ideal, { ...shuffled, channel, model: 'tandem' } as const] : [ideal];
  const best = models.at(-1)!;
  const traced = trace ? tracedPlan(best, trace) : keptPlan(best, found);
  return traced ? [...models, traced] : models;
}

/** As long as the trace, and held against what was inside. A source that is traced in part does not end with its last insertion. */
function tracedPlan(best: ReplayPlan, { gaps, isCut, lengths, truth }: QueueTrace): ReplayPlan {
  const { channel, measured } = best;
  return {
    ...{ model: best.model, lengths, measured: isCut ? truth : { ...measured, ...truth } },
    ...(channel && { channel: isCut ? { ...channel, flush: false } : channel }),
    inOrder: { gaps, order: { insertions: isCut ? 'first' : 'all', count: gaps.length + 1 } },
  };
}

function keptPlan(best: ReplayPlan, found: FoundQueue): ReplayPlan | undefined {
  const series = insertingQueue(found)?.insertionSeries;
  if (!series || series.count === 0) return undefined;
  const { recent, count } = series;
  const order: KnownOrder =
    recent.length === count
      ? { insertions: 'all', count: count + 1 }
      : { insertions: 'last', count: recent.length, of: count + 1 };
  return { ...best, inOrder: { gaps: recent, order } };
}
