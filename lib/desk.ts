/** Verbs in threads of their own, so that they can be stopped at any time: a kernel does not look up from its work. */
import { BadInput } from './bad-input.ts';
import { coreCount, startThread, type Thread } from './threads.ts';
import type { VerbQuestion, VerbReply } from './verb-worker.ts';
import type { Tell, Verb } from './verbs.ts';

/** Threads that have nothing to do and are kept for the next question; they keep no process alive. */
const MOST_IDLE = 4;
const idle: Thread[] = [];

/** Rejects with the reason of the signal as soon as it is aborted, and with what the verb threw. */
export function askInThread(
  verb: Verb,
  inputs: readonly unknown[],
  signal: AbortSignal,
  tell?: Tell,
): Promise<unknown> {
  signal.throwIfAborted();
  const thread = idle.pop() ?? newThread();
  thread.keepsProgram(true);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', stop);
      thread.removeEventListener('error', fallen);
      thread.removeEventListener('message', hear);
    };
    const fail = (reason: unknown): void => {
      end();
      thread.terminate();
      reject(reason);
    };
    const stop = (): void => fail(signal.reason);
    const fallen = (event: Event): void =>
      fail(new Error(`The thread of the computation failed: ${(event as ErrorEvent).message}`));
    const hear = (event: Event): void => {
      const reply = (event as MessageEvent<VerbReply>).data;
      if (reply.kind === 'progress') {
        try {
          tell?.(reply.progress);
        } catch (reason) {
          fail(reason);
        }
        return;
      }
      end();
      keep(thread);
      if (reply.kind === 'answer') resolve(reply.answer);
      else reject(reply.kind === 'refused' ? new BadInput(reply.lines) : reply.reason);
    };
    signal.addEventListener('abort', stop);
    thread.addEventListener('error', fallen);
    thread.addEventListener('message', hear);
    try {
      thread.postMessage({ verb, inputs, isTold: tell !== undefined } satisfies VerbQuestion);
    } catch (reason) {
      // A function in a scenario, for one, goes to no thread.
      end();
      keep(thread);
      const why = reason instanceof Error ? reason.message : String(reason);
      reject(new BadInput([`${verb}: expected plain data, as JSON has it: ${why}`]));
    }
  });
}

function newThread(): Thread {
  const thread = startThread('verb-worker');
  // One that ends while it waits is forgotten.
  thread.addEventListener('error', () => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  });
  return thread;
}

function keep(thread: Thread): void {
  if (idle.length >= Math.min(MOST_IDLE, coreCount())) {
    thread.terminate();
    return;
  }
  thread.keepsProgram(false);
  idle.push(thread);
}
