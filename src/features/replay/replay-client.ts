/** Asks the worker that replays measured arrivals through a drawn stage. */
import { proxy } from 'comlink';
import type { TraceFile } from '../../../workers/measure/contract.ts';
import type {
  StageReplayQuestion,
  StageReplayReport,
  StageReplayService,
} from '../../../workers/replay/contract.ts';
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';
import { WorkerBridge } from '../../run/worker-bridge.ts';

export interface ReplayEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReplayProgress) => void;
}

export class ReplayClient {
  private readonly bridge = new WorkerBridge<StageReplayService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/replay.worker.ts', import.meta.url), { type: 'module' }),
  });

  /** The file crosses as a handle and is read in the worker. Rejects with the abort reason when `signal` is aborted. */
  replay(
    trace: TraceFile,
    question: StageReplayQuestion,
    { signal, onProgress }: ReplayEvents,
  ): Promise<StageReplayReport> {
    return this.bridge.call((worker) => worker.replay(trace, question, proxy(onProgress)), {
      signal,
      cancel: (worker) => worker.cancel(),
    });
  }
}
