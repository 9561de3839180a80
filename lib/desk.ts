/** Verbs in threads of their own, so that they can be stopped at any time: a kernel does not look up from its work. */
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { BadInput } from './bad-input.ts';
import type { VerbQuestion, VerbReply } from './verb-worker.ts';
import type { Tell, Verb } from './verbs.ts';

/** Threads that have nothing to do and are kept for the next question; they keep no process alive. */
const MOST_IDLE = Math.min(4, availableParallelism());
const idle: Worker[] = [];

/** Rejects with the reason of the signal as soon as it is aborted, and with what the verb threw. */
export function askInThread(
  verb: Verb,
  inputs: readonly unknown[],
  signal: AbortSignal,
  tell?: Tell,
): Promise<unknown> {
  signal.throwIfAborted();
  const thread = idle.pop() ?? startThread();
  thread.ref();
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', stop);
      thread.off('error', fail).off('exit', fallen).off('message', hear);
    };
    const fail = (reason: unknown): void => {
      end();
      void thread.terminate();
      reject(reason);
    };
    const stop = (): void => fail(signal.reason);
    const fallen = (): void => fail(new Error('The thread of the computation ended before its answer.'));
    const hear = (reply: VerbReply): void => {
      if (reply.kind === 'progress') {
        tell?.(reply.progress);
        return;
      }
      end();
      keep(thread);
      if (reply.kind === 'answer') resolve(reply.answer);
      else reject(reply.kind === 'refused' ? new BadInput(reply.lines) : reply.reason);
    };
    signal.addEventListener('abort', stop);
    thread.on('error', fail).on('exit', fallen).on('message', hear);
    thread.postMessage({ verb, inputs, isTold: tell !== undefined } satisfies VerbQuestion);
  });
}

function startThread(): Worker {
  const thread = new Worker(join(dirname(fileURLToPath(import.meta.url)), 'verb-worker.mjs'));
  // One that ends while it waits is forgotten; its failure must not end the process.
  thread.on('error', () => undefined);
  thread.on('exit', () => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  });
  return thread;
}

function keep(thread: Worker): void {
  if (idle.length >= MOST_IDLE) {
    void thread.terminate();
    return;
  }
  thread.unref();
  idle.push(thread);
}
