/** Replays of measured arrivals through a drawn stage, off the page. */
import { expose } from 'comlink';
import type { StageReplayService } from '../replay/contract.ts';
import { replayStage } from '../replay/replay-stage.ts';

const running = new Set<AbortController>();

const service: StageReplayService = {
  async replay({ file, name, options }, question, onProgress) {
    const controller = new AbortController();
    running.add(controller);
    try {
      return await replayStage(file, question, {
        ...{ fileName: name, onProgress, signal: controller.signal },
        ...(options && { options }),
      });
    } finally {
      running.delete(controller);
    }
  },
  cancel() {
    for (const controller of running) controller.abort();
  },
};
expose(service);
