/** Workers of a page, with what `lib/threads.ts` has of the threads of Node. */
import type { Thread, ThreadScript } from '../threads.ts';

/** Addresses are literal, so that a build finds the scripts. */
const STARTED: Readonly<Record<ThreadScript, () => Worker>> = {
  'verb-worker': () => new Worker(new URL('../verb-worker.ts', import.meta.url), { type: 'module' }),
  'simulator-worker': () =>
    new Worker(new URL('../simulator-worker.ts', import.meta.url), { type: 'module' }),
  'posterior-worker': () =>
    new Worker(new URL('../posterior-worker.ts', import.meta.url), { type: 'module' }),
};

/** What a page is told of the cores; two where it is told nothing. */
export const coreCount = (): number => globalThis.navigator?.hardwareConcurrency ?? 2;

export const hasThreads = (): boolean => true;

/** A page keeps no program alive. */
export const startThread = (script: ThreadScript): Thread =>
  Object.assign(STARTED[script](), { keepsProgram: () => undefined });
