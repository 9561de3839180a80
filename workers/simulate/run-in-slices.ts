/** Drives a replication to its end: in slices, with pauses in which messages arrive, or at once. */
import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { SimulationProgress } from './contract.ts';
import { Macrotasks } from './macrotasks.ts';
import type { ReplicationRecord } from './records.ts';

/** A replication under way. */
export interface RunningReplication {
  /** Events between two looks at the wall clock: a few milliseconds, where an event costs no more than usual. */
  readonly eventsPerLook: number;
  /** At most about so many events more; true when the horizon is reached, or why it never will be. */
  advance(events: number): boolean | NoAnswer;
  progress(): SimulationProgress;
  /** The record of a finished replication; or why there is nothing to record. */
  record(): ReplicationRecord | NoAnswer;
}

export interface ReplicateOptions {
  /** Told at most ten times a second. */
  readonly onProgress?: TellProgress;
  /** Asked about every 20 ms. */
  readonly shouldStop?: () => boolean;
}

export type TellProgress = (progress: SimulationProgress) => void;

const PAUSE_EVERY = 20;
/** The first picture comes after this much, ms. */
const FIRST_PAUSE = 2;
const PROGRESS_EVERY = 100;
/** A slice that took longer is halved, ms. */
const LONG_SLICE = 10;

/** Tells how a replication goes, the first time at once, then at most ten times a second. */
export function progressTeller(
  onProgress: TellProgress = () => undefined,
): (run: Pick<RunningReplication, 'progress'>) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (run) => {
    const now = performance.now();
    if (now - told < PROGRESS_EVERY) return;
    told = now;
    onProgress(run.progress());
  };
}

/** Pauses about every 20 ms so that messages arrive. Rejects with an AbortError when `shouldStop` says so. */
export async function runInSlices(
  run: RunningReplication,
  { onProgress, shouldStop }: ReplicateOptions,
): Promise<ReplicationRecord | NoAnswer> {
  const macrotasks = new Macrotasks();
  let paused = performance.now() + FIRST_PAUSE - PAUSE_EVERY;
  let events = run.eventsPerLook;
  const tell = progressTeller(onProgress);
  try {
    for (;;) {
      const started = performance.now();
      const outcome = run.advance(events);
      if (outcome === true) return run.record();
      if (outcome !== false) return outcome;
      const now = performance.now();
      if (now - started > LONG_SLICE) events = Math.max(1, events >> 1);
      if (now - paused < PAUSE_EVERY) continue;
      tell(run);
      await macrotasks.next();
      if (shouldStop?.()) throw new DOMException('Cancelled', 'AbortError');
      paused = performance.now();
    }
  } finally {
    macrotasks.close();
  }
}

/** Runs without pauses; calls `look` after each slice. */
export function runAtOnce(
  run: RunningReplication,
  look: (run: RunningReplication) => void = () => undefined,
): ReplicationRecord | NoAnswer {
  for (;;) {
    const outcome = run.advance(run.eventsPerLook);
    if (outcome === true) return run.record();
    if (outcome !== false) return outcome;
    look(run);
  }
}
