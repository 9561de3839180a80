/** Replays of virtual queues and the verdict on them, off the page. */
import { expose } from 'comlink';
import { judgeVirtualQueue } from '../virtual-queue/judge-virtual-queue.ts';
import type { VirtualQueueService } from '../virtual-queue/service-contract.ts';

const running = new Set<AbortController>();

const service: VirtualQueueService = {
  async judge(measurement, question, onProgress) {
    const controller = new AbortController();
    running.add(controller);
    try {
      return await judgeVirtualQueue(measurement, question, { onProgress, signal: controller.signal });
    } finally {
      running.delete(controller);
    }
  },
  cancel() {
    for (const controller of running) controller.abort();
  },
};
expose(service);
