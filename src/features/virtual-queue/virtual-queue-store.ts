/** The virtual queue that is asked about, and what came of it. Kept for this visit; `judging` changes it. */
import { create } from 'zustand';
import type { ReducedMeasurement, ReducedQueue, TraceFile } from '../../../workers/measure/contract.ts';
import type {
  ReplayProgress,
  VirtualQueueQuestion,
  VirtualQueueReport,
} from '../../../workers/virtual-queue/contract.ts';

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

export interface JudgeRun {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  /** Source and question that the report or the failure belongs to. */
  readonly key?: string;
  readonly progress?: ReplayProgress;
  /** The last one, kept while the next is made. */
  readonly report?: VirtualQueueReport;
  /** Why there is none. */
  readonly failure?: string;
}

export interface VirtualQueueState {
  /** An example on its way. */
  readonly opening?: string;
  /** Why an example could not be opened. */
  readonly refusal?: string;
  readonly source?: QueueSource;
  readonly question?: Omit<VirtualQueueQuestion, 'trace'>;
  readonly run: JudgeRun;
}

export const NO_QUEUE: VirtualQueueState = { run: { status: 'idle' } };

export const useVirtualQueue = create<VirtualQueueState>()(() => NO_QUEUE);

export const judgeKey = ({ source, question }: Pick<VirtualQueueState, 'source' | 'question'>): string =>
  `${source?.key} ${JSON.stringify(question)}`;

/** What is shown belongs to another question. */
export const selectIsOlder = (state: VirtualQueueState): boolean =>
  state.run.key !== undefined && state.run.key !== judgeKey(state);

/** Virtual queues first; then those of which both ends were measured, which are judged as a queue on one platform. */
export function judgeableQueues({ queues }: ReducedMeasurement): readonly ReducedQueue[] {
  const hasEnds = ({ id }: ReducedQueue): boolean =>
    (['tail', 'head'] as const).every((end) => queues.some((one) => one.kind === end && one.parentId === id));
  const isVirtual = (queue: ReducedQueue): boolean => queue.kind === 'virtual' || hasEnds(queue);
  const isRegular = (queue: ReducedQueue): boolean =>
    !isVirtual(queue) &&
    queue.parentId === undefined &&
    queue.interInsertion !== undefined &&
    (queue.interDeparture ?? queue.service) !== undefined;
  return [...queues.filter(isVirtual), ...queues.filter(isRegular)];
}
