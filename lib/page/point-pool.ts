/** Workers of a page that answer points, with what the library asks of `lib/point-pool.ts` in Node. */
import { WorkerBridge } from '../../src/run/worker-bridge.ts';
import type { AnsweredLines, PointTask } from '../point-worker.ts';
import type { PointService } from './point-worker.ts';

interface Thread {
  readonly bridge: WorkerBridge<PointService>;
  /** Tasks under way. */
  busy: number;
}

export interface PagePool {
  run(task: PointTask): Promise<AnsweredLines>;
  destroy(): Promise<void>;
}

export function pointPool(size: number): PagePool {
  const create = (): Worker => new Worker(new URL('./point-worker.ts', import.meta.url), { type: 'module' });
  const threads = Array.from(
    { length: size },
    (): Thread => ({ bridge: new WorkerBridge({ create }), busy: 0 }),
  );
  return {
    async run(task) {
      const thread = threads.reduce((least, each) => (each.busy < least.busy ? each : least));
      thread.busy += 1;
      try {
        return await thread.bridge.call((worker) => worker.answer(task));
      } finally {
        thread.busy -= 1;
      }
    },
    destroy: async () => {
      for (const { bridge } of threads) bridge.dispose();
    },
  };
}
