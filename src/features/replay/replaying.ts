/** Replays the measured arrivals of a stage of the open scenario; one replay at a time. */

import { modelKey } from '../../../core/scenario/model-key.ts';
import type { TraceFile } from '../../../workers/measure/contract.ts';
import type { StageReplayQuestion } from '../../../workers/replay/contract.ts';
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { useDocument } from '../../state/document-store.ts';
import { ReplayClient } from './replay-client.ts';
import { NOTHING_REPLAYED, type ReplayRun, setReplay, useReplays } from './replay-store.ts';

const client = new ReplayClient();
let abort = new AbortController();

/** Another model, file or way has another one. */
export const replayKey = (file: string, { scenario, queue, alone = false }: StageReplayQuestion): string =>
  JSON.stringify([file, queue, alone, modelKey(scenario)]);

/** Another one that is under way is stopped. */
export async function replayArrivals(trace: TraceFile, question: StageReplayQuestion): Promise<void> {
  const { stage } = question;
  stopReplay();
  abort = new AbortController();
  const { signal } = abort;
  const before = useReplays.getState().runs[stage];
  let isOver = false;
  const set = (run: ReplayRun): void => {
    if (!signal.aborted) setReplay(stage, run);
  };
  // Progress has a way of its own from the worker, and may come after the answer.
  const tell = (progress: ReplayProgress): void => {
    if (!isOver) set({ ...before, status: 'running', progress });
  };
  set({ ...before, status: 'running' });
  try {
    const report = await client.replay(trace, question, { signal, onProgress: tell });
    isOver = true;
    set({ status: 'done', key: replayKey(trace.name, question), report });
  } catch (reason) {
    if (isAbort(reason)) return;
    isOver = true;
    const why = reason instanceof Error ? reason.message : String(reason);
    set({ ...before, status: 'failed', failure: `The replay stopped: ${why}.` });
  }
}

/** What was there before stays. */
export function stopReplay(): void {
  abort.abort();
  for (const [stage, { status, key, report }] of Object.entries(useReplays.getState().runs)) {
    if (status === 'running')
      setReplay(stage, report && key !== undefined ? { status: 'done', key, report } : undefined);
  }
}

useDocument.subscribe((document, before) => {
  // The same history under another id is the same scenario, saved as a copy.
  if (document.id === before.id || document.history === before.history) return;
  abort.abort();
  useReplays.setState(NOTHING_REPLAYED, true);
});
