/** What the page asks of the worker that judges virtual queues. */
import type { ReducedMeasurement, TraceFile } from '../measure/contract.ts';
import type { CheckedQuery, MeasuredGraph } from '../measure/queries/contract.ts';
import type { ReplayProgress, VirtualQueueQuestion, VirtualQueueReport } from './contract.ts';

/** Worker interface. */
export interface VirtualQueueService {
  /** Rejects with an AbortError when `cancel` is called. */
  judge(
    measurement: ReducedMeasurement,
    question: VirtualQueueQuestion,
    onProgress: (progress: ReplayProgress) => void,
  ): Promise<VirtualQueueReport>;
  /** Queries of virtual queues that the measurement does not tell, by the verdict on them; the others as they are. Rejects as `judge` does. */
  queries(
    measurement: ReducedMeasurement,
    drawing: MeasuredGraph,
    checked: readonly CheckedQuery[],
    trace: TraceFile | undefined,
    onProgress: (progress: ReplayProgress) => void,
  ): Promise<readonly CheckedQuery[]>;
  /** Stops the judgements that are under way. */
  cancel(): void;
}
