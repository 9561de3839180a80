/** Threads of Node that look like workers of a page; `lib/page/threads.ts` has those of a page. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { BridgedWorker } from '../src/run/worker-bridge.ts';

/** Scripts of threads, each built beside the library. */
export type ThreadScript = 'verb-worker' | 'simulator-worker' | 'posterior-worker';

/** Tells `error`, with a message, also when it ends before it was told to. */
export interface Thread extends BridgedWorker {
  /** Whether the program goes on as long as the thread lives; it does until told otherwise. */
  keepsProgram(keeps: boolean): void;
}

/** How many threads compute at once. */
export const coreCount = (): number => availableParallelism();

const scriptFile = (script: ThreadScript): string =>
  join(dirname(fileURLToPath(import.meta.url)), `${script}.mjs`);

/** Built scripts stand beside the bundle; where it runs from its sources there are none. */
export const hasThreads = (): boolean => existsSync(scriptFile('verb-worker'));

export const startThread = (script: ThreadScript): Thread => new NodeThread(script);

class NodeThread extends EventTarget implements Thread {
  private readonly thread: Worker;

  constructor(script: ThreadScript) {
    super();
    this.thread = new Worker(scriptFile(script));
    const fail = (message: string): void => {
      this.dispatchEvent(Object.assign(new Event('error'), { message }));
    };
    this.thread
      .on('message', (data: unknown) => this.dispatchEvent(new MessageEvent('message', { data })))
      .on('messageerror', ({ message }: Error) => fail(message))
      .on('error', ({ message }: Error) => fail(message))
      .on('exit', () => fail('it ended before its answer'));
  }

  postMessage(message: unknown, transfer?: Transferable[]): void {
    this.thread.postMessage(message, transfer as Parameters<Worker['postMessage']>[1]);
  }

  terminate(): void {
    void this.thread.terminate();
  }

  keepsProgram(keeps: boolean): void {
    if (keeps) this.thread.ref();
    else this.thread.unref();
  }
}
