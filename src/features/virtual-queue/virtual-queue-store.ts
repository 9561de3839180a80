/** The virtual queue that is asked about. Kept for this visit. */
import { create } from 'zustand';
import type { ReducedMeasurement, ReducedQueue, TraceFile } from '../../../workers/measure/contract.ts';
import { judgedQueues, type VirtualQueueQuestion } from '../../../workers/virtual-queue/contract.ts';

/** Where the queue was measured: the measurement that the page shows, or a shipped example. */
export interface QueueSource {
  /** Another one for each that is opened. */
  readonly key: string;
  readonly measured: ReducedMeasurement;
  /** Name of the example; absent for the user's own measurement. */
  readonly example?: string;
  /** Its file, where it is at hand. */
  readonly trace?: TraceFile;
}

export interface VirtualQueueState {
  readonly source?: QueueSource;
  readonly question?: Omit<VirtualQueueQuestion, 'trace'>;
}

export const NO_QUEUE: VirtualQueueState = {};

export const useVirtualQueue = create<VirtualQueueState>()(() => NO_QUEUE);

export const judgeKey = ({ source, question }: VirtualQueueState): string =>
  `${source?.key} ${JSON.stringify(question)}`;

/** Virtual queues first; then those of which both ends were measured, which are judged as a queue on one platform. */
export function judgeableQueues(measurement: ReducedMeasurement): readonly ReducedQueue[] {
  const { virtual, regular } = judgedQueues(measurement);
  return [...virtual, ...regular];
}
