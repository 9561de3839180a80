/**
 * What the time of a service depends on besides its distribution: how many elements its batch has, how many are in the
 * stage, and whether the server takes the next element while earlier ones are on their way. Meaning: docs/models.md.
 */
import { type BulkRule, largestBatch } from './bulk.ts';

/** batchSize: of the elements of its batch. occupancy: of the elements in the stage. pipeline: only of when the next may begin. phase: of how many firings came before. */
export type Timing = 'batchSize' | 'occupancy' | 'pipeline' | 'phase';

/** The fields of a stage that these questions are about; a delay has none of them. */
export interface Timed {
  readonly bulk?: BulkRule;
  readonly speeds?: readonly number[];
  readonly pipelineLatency?: number;
  readonly firingTimes?: readonly number[];
}

/** How each is written in a stage, as a path of its fields. */
export const TIMING = {
  batchSize: { field: 'bulk.timePerElement', isUsed: (stage: Timed) => timePerElementOf(stage) > 0 },
  occupancy: { field: 'speeds', isUsed: (stage: Timed) => stage.speeds !== undefined },
  pipeline: { field: 'pipelineLatency', isUsed: (stage: Timed) => isPipelined(stage) },
  phase: { field: 'firingTimes', isUsed: (stage: Timed) => stage.firingTimes !== undefined },
} as const satisfies Record<Timing, { readonly field: string; readonly isUsed: (stage: Timed) => boolean }>;

/** c of the time a + c n of a batch of n, s; 0 where its size does not matter. */
export const timePerElementOf = ({ bulk }: Timed): number => bulk?.timePerElement ?? 0;

/**
 * How many times longer a service of n elements takes than its distribution says, whose mean is a > 0 s: (a + c n) / a.
 * So the mean is a + c n, and times vary around it as the distribution does.
 */
export const batchStretch = (timePerElement: number, mean: number, size: number): number =>
  timePerElement === 0 ? 1 : 1 + (timePerElement * size) / mean;

/** How fast each server works with so many elements in the stage, over how its distribution says; the last holds beyond. */
export const speedAt = (speeds: readonly number[], inStage: number): number =>
  speeds[Math.min(Math.max(inStage, 1), speeds.length) - 1]!;

/**
 * Elements that one server does in the mean time of a service, 1 / `rate` s, where it is never without full batches: the
 * size of a batch, unless services change with it or with the number in the stage.
 */
export function fullService(stage: Timed & { readonly capacity?: number }, rate: number): number {
  const batch = largestBatch(stage.bulk);
  const { speeds = [1], capacity = speeds.length } = stage;
  return (batch * speedAt(speeds, capacity)) / batchStretch(timePerElementOf(stage), 1 / rate, batch);
}

/** From the start of a service to its end, s; 0 where a server has one element at a time. */
export const pipelineLatencyOf = ({ pipelineLatency }: Timed): number => pipelineLatency ?? 0;

/** A server takes the next element when the time of its service is over, though the element is still on its way. */
export const isPipelined = (stage: Timed): boolean => pipelineLatencyOf(stage) > 0;
