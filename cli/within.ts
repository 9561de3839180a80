/**
 * The clock of verbs that compute: `--within 10s`. Their work is done in a thread, so that the clock and Ctrl-C are heard
 * whatever a kernel is at (`main.ts`).
 */

import { parentPort, workerData } from 'node:worker_threads';
import type { Command } from 'commander';
import type { Scenario } from '../core/scenario/scenario.ts';
import { time } from './option-values.ts';

/** What may be quicker than to wait longer. */
const QUICKER = {
  solve: '--method mmc answers stage by stage, --refine simulates',
  size: '--method mmck takes a stage alone, and a search for depths ends sooner at a lower --throughput',
  depths: 'a shorter stretch of the trace is read sooner',
  'chain-size': 'simulate needs no list of states',
  transient: 'an earlier --until, fewer --steps, or smaller capacities make it shorter',
  bounds: 'fewer flows or stages make it shorter',
  assert: '--method mmc answers stage by stage',
  diff: '--method mmc answers stage by stage',
  render: '--method mmc answers stage by stage',
  simulate: 'a shorter --horizon, fewer --replications or a coarser --precision make it shorter',
  fit: '--queue takes one queue, --distribution one distribution, --bootstraps 0 draws no samples',
  estimate: 'a shorter stretch of the measurement is read sooner',
  calibrate: 'fewer --starts, fewer unknowns or --method mmc make it shorter',
  verdict: '--queue takes one queue, --replications 39 are the fewest',
  trace: 'a shorter stretch of the traces is read sooner',
  check: 'a shorter stretch of the measurement is read sooner',
  compare: 'a shorter stretch of the measurement is read sooner',
} as const satisfies Readonly<Record<string, string>>;

type ClockedVerb = keyof typeof QUICKER;

export const isClocked = (verb: string | undefined): verb is ClockedVerb =>
  verb !== undefined && Object.hasOwn(QUICKER, verb);

const OPTION = '--within';

/** What a timer of Node takes, s. */
const limit = time({ above: 0, to: 2_000_000 });

export const addWithin = (command: Command): Command =>
  command.option(`${OPTION} <time>`, 'end after so much time, such as 10s or 5 min; exit status 3', limit);

/** The limit among the words of the command line, s; undefined where there is none, or none that can be read. */
export function withinOf(words: readonly string[]): number | undefined {
  const at = words.findLastIndex((word) => word === OPTION || word.startsWith(`${OPTION}=`));
  if (at < 0) return undefined;
  try {
    return limit(words[at] === OPTION ? (words[at + 1] ?? '') : words[at]!.slice(OPTION.length + 1));
  } catch {
    // The verb refuses it.
    return undefined;
  }
}

/** What the thread of a verb is given. */
export interface Clocked {
  readonly clocked: true;
  /** Somebody looks at standard error. */
  readonly isWatched: boolean;
}

export const isClockedThread = (data: unknown): data is Clocked =>
  typeof data === 'object' && data !== null && 'clocked' in data && data.clocked === true;

/** What the thread of a verb tells of its way. */
export interface Reached {
  readonly reached: string;
}

const TELL_EVERY = 100;
let toldAt = Number.NEGATIVE_INFINITY;

/** Tells the clock how far a verb is, as what follows "it was at": heard also from the middle of a computation. */
export function tellReached(words: () => string): void {
  if (!isClockedThread(workerData) || performance.now() - toldAt < TELL_EVERY) return;
  toldAt = performance.now();
  parentPort?.postMessage({ reached: words() } satisfies Reached);
}

/** What a model consists of. */
export const sizeText = ({ nodes, links }: Scenario): string =>
  `${nodes.length} nodes and ${links.length} links`;

/** Why a verb ended without an answer, what it had reached, and how to go on. */
export function endedText(verb: ClockedVerb, why: string, reached: string | undefined, more: string): string {
  const was = reached === undefined ? '' : ` It was at ${reached}.`;
  return `${verb}: ${why}.${was} To go on: ${more}; ${QUICKER[verb]}.`;
}
