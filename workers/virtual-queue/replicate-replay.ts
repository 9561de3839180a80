/** Independent replications of a replay, each with random streams of its own, with pauses in which messages arrive. */

import { openStream } from '../random/random-stream.ts';
import { Macrotasks } from '../simulate/macrotasks.ts';
import type { Channel } from './contract.ts';
import type { FoundQueue } from './find-queue.ts';
import { FrameDistribution } from './frame-distribution.ts';
import { drawsOf, MeasuredDraws } from './gap-draws.ts';
import { type Replayed, replay } from './replay.ts';

export interface ReplicatedReplay extends Pick<FoundQueue, 'queue' | 'insertions' | 'service'> {
  readonly channel?: Channel;
  readonly lengths: Float64Array;
  readonly replications: number;
  readonly seed: number;
  readonly startsEmpty: boolean;
  /** All gaps between insertions in their order, where they are known: these are taken as they are. */
  readonly inOrder?: Float64Array;
}

export interface ReplicateOptions {
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Services that were measured by those there were. */
const MOST_SERVICES = 0.9;
const PAUSE_EVERY = 50;
const PROGRESS_EVERY = 100;

/** Rejects with the reason of `signal`. */
export async function replicateReplay(
  run: ReplicatedReplay,
  { onProgress, signal }: ReplicateOptions = {},
): Promise<readonly Replayed[]> {
  const one = replicator(run);
  const macrotasks = new Macrotasks();
  const runs: Replayed[] = [];
  let paused = performance.now();
  let told = Number.NEGATIVE_INFINITY;
  try {
    while (runs.length < run.replications) {
      runs.push(one(runs.length));
      const now = performance.now();
      if (now - told >= PROGRESS_EVERY || runs.length === run.replications) {
        told = now;
        onProgress?.(runs.length);
      }
      if (now - paused < PAUSE_EVERY) continue;
      await macrotasks.next();
      signal?.throwIfAborted();
      paused = performance.now();
    }
    return runs;
  } finally {
    macrotasks.close();
  }
}

/** Makes the replication of that number. */
export function replicator(run: ReplicatedReplay): (replication: number) => Replayed {
  const { lengths, queue, seed, channel } = run;
  const insertions = new FrameDistribution(run.insertions, lengths.length);
  const service =
    'distribution' in run.service ? run.service : new FrameDistribution(run.service, lengths.length);
  // Of services that were measured in part, as those of `nonBlocked` at a low load, the others may be anything.
  const areAllMeasured =
    'distribution' in run.service || run.service.total >= MOST_SERVICES * run.insertions.total;
  // One more insertion than gaps between them.
  const insertionCount = channel?.flush && insertions.isCounted ? run.insertions.total + 1 : undefined;
  return (replication) => {
    const stream = (purpose: 'interarrival' | 'service') =>
      openStream({ seed, replication, node: queue.id, purpose, part: 'virtual queue' });
    return replay({
      lengths,
      insertions: run.inOrder
        ? new MeasuredDraws(run.inOrder)
        : drawsOf(insertions, stream('interarrival'), 'count'),
      services: drawsOf(service, stream('service'), areAllMeasured ? 'clock' : 'anew'),
      ...(channel && { channel }),
      ...(!channel && queue.capacity !== undefined && { capacity: queue.capacity }),
      ...(insertionCount !== undefined && { insertionCount }),
      warmUp: !run.startsEmpty,
    });
  };
}
