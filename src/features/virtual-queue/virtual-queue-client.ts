/** Asks the worker that replays virtual queues and judges what they predict. */
import { proxy } from 'comlink';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type {
  ReplayProgress,
  VirtualQueueQuestion,
  VirtualQueueReport,
} from '../../../workers/virtual-queue/contract.ts';
import type { VirtualQueueService } from '../../../workers/virtual-queue/service-contract.ts';
import { WorkerBridge } from '../../run/worker-bridge.ts';

export interface JudgeEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReplayProgress) => void;
}

export class VirtualQueueClient {
  private readonly bridge = new WorkerBridge<VirtualQueueService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/virtual-queue.worker.ts', import.meta.url), {
        type: 'module',
      }),
  });

  /** Only the queue and its ends cross to the worker. Rejects with the abort reason when `signal` is aborted. */
  judge(
    measurement: ReducedMeasurement,
    question: VirtualQueueQuestion,
    { signal, onProgress }: JudgeEvents,
  ): Promise<VirtualQueueReport> {
    const { queue, tail, head } = question;
    const queues = measurement.queues.filter(
      ({ id, parentId }) => parentId === queue || [queue, tail, head].includes(id),
    );
    return this.bridge.call(
      (worker) => worker.judge({ ...measurement, queues }, question, proxy(onProgress)),
      {
        signal,
        cancel: (worker) => worker.cancel(),
      },
    );
  }
}
