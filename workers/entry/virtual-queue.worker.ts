/** Replays of virtual queues and the verdict on them, off the page. */
import { expose } from 'comlink';
import { judgeVirtualQueue } from '../virtual-queue/judge-virtual-queue.ts';
import { judgedQueries } from '../virtual-queue/judged-queries.ts';
import type { VirtualQueueService } from '../virtual-queue/service-contract.ts';

const running = new Set<AbortController>();

async function whileRunning<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const controller = new AbortController();
  running.add(controller);
  try {
    return await ask(controller.signal);
  } finally {
    running.delete(controller);
  }
}

const service: VirtualQueueService = {
  judge: (measurement, question, onProgress) =>
    whileRunning((signal) => judgeVirtualQueue(measurement, question, { onProgress, signal })),
  queries: (measurement, drawing, checked, trace, onProgress) =>
    whileRunning((signal) => judgedQueries(measurement, drawing, checked, trace, { onProgress, signal })),
  cancel() {
    for (const controller of running) controller.abort();
  },
};
expose(service);
