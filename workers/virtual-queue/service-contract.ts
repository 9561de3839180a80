/** What the page asks of the worker that judges virtual queues. */
import type { ReducedMeasurement } from '../measure/contract.ts';
import type { ReplayProgress, VirtualQueueQuestion, VirtualQueueReport } from './contract.ts';

/** Worker interface. */
export interface VirtualQueueService {
  /** Rejects with an AbortError when `cancel` is called. */
  judge(
    measurement: ReducedMeasurement,
    question: VirtualQueueQuestion,
    onProgress: (progress: ReplayProgress) => void,
  ): Promise<VirtualQueueReport>;
  /** Stops the judgements that are under way. */
  cancel(): void;
}
