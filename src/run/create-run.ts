/**
 * The life of a run, written once: a question goes to a worker, progress and partial answers come, it ends with an
 * answer or a failure, is stopped, or is overtaken by a newer question. A feature gives its question, its key and how it
 * asks; views read one union of states. Another scenario forgets every run (`resetRuns`).
 */

import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { NoAnswer } from '../../core/measures/refusals.ts';
import { isAbort } from './worker-bridge.ts';

interface Kept<Answer, Failure> {
  /** The question that was asked last. */
  readonly key?: string;
  /** The last answer, a partial one too; it stays while the next is made and when there is none. */
  readonly answer?: Answer;
  /** The question that it answers: another one than is wanted now makes it stale. */
  readonly answerKey?: string;
  /** Why the question that ended last has no answer; it stays while the next is made. */
  readonly failure?: Failure;
  /** Workers that were lost and replaced, a sentence each. */
  readonly incidents: readonly string[];
}

/** `stopped` keeps what there is. `late`: it takes so long that the answer shown must be called stale. */
export type RunState<Answer, Progress = never, Failure = string> = Kept<Answer, Failure> &
  (
    | { readonly status: 'idle' | 'done'; readonly progress?: undefined }
    | {
        readonly status: 'running';
        readonly key: string;
        /** As `performance.now()` tells it. */
        readonly startedAt: number;
        readonly late?: boolean;
        readonly progress?: Progress;
      }
    | { readonly status: 'stopped'; readonly progress?: Progress }
    | {
        readonly status: 'failed';
        readonly failure: Failure;
        /** Its worker was lost or was ended, or it threw: the same question may have an answer. */
        readonly lost?: true;
        readonly progress?: Progress;
      }
  );

/** What a question that is under way may tell. What comes after its end, or of an overtaken question, is not heard. */
export interface Telling<Answer, Progress> {
  readonly signal: AbortSignal;
  /** The answer from before. */
  readonly before: Answer | undefined;
  progress(progress: Progress): void;
  partial(answer: Answer): void;
  /** A worker died and another took over. */
  workerLost(sentence: string): void;
  /** The answer from before is not to be shown beside the failure of this question. */
  dropAnswer(): void;
}

export interface RunOptions<Question, Answer, Progress, Failure> {
  readonly name: string;
  /** Questions with the same key have the same answer. */
  readonly key: (question: Question) => string;
  /** Rejects when the worker is lost, or with the abort reason of `signal`. */
  readonly ask: (question: Question, tell: Telling<Answer, Progress>) => Promise<Result<Answer, Failure>>;
  /** The failure of a question whose worker was lost or threw this. */
  readonly lost: (message: string, question: Question) => Failure;
  /** A question is asked only when none has come for this long, ms. */
  readonly rest?: number;
  /** A newer question waits until the one under way has had this long, ms: stopping it would end its worker. */
  readonly giveWay?: number;
  /** An answer that takes longer is `late`, ms. */
  readonly lateAfter?: number;
  /** A new question clears the answer of the last one. */
  readonly startsEmpty?: boolean;
}

export interface Run<Question, Answer, Progress = never, Failure = string> {
  readonly name: string;
  /** The hook for views, with or without a selector. */
  readonly use: UseBoundStore<StoreApi<RunState<Answer, Progress, Failure>>>;
  readonly get: () => RunState<Answer, Progress, Failure>;
  /** The newest question wins. Resolves when this one has ended or was overtaken; never rejects. */
  readonly ask: (question: Question) => Promise<void>;
  /** Asks unless this is what was asked last. */
  readonly follow: (question: Question) => Promise<void>;
  /** What there is stays. */
  readonly stop: () => void;
  readonly reset: () => void;
  /** Ends what is under way as if its worker had been lost, with this message. */
  readonly giveUp: (message: string) => void;
  readonly isBusy: () => boolean;
}

/** Changes of a running state come to the views no faster, ms. */
const SHOW_EVERY = 100;

type AnyRun = Pick<Run<never, unknown, unknown, unknown>, 'name' | 'reset' | 'get' | 'isBusy'>;

const runs = new Set<AnyRun>();

/** Every run that is known by now. */
export const knownRuns = (): readonly AnyRun[] => [...runs];

/** Forgets every answer and stops what is under way: another scenario is opened. */
export function resetRuns(): void {
  for (const run of runs) run.reset();
}

/** A question on its way to the worker. */
interface Flight {
  readonly abort: AbortController;
  readonly since: number;
  over: Promise<void>;
  /** Its replies still count. */
  heard: boolean;
  /** Shows what was told and is not shown yet. */
  flush: () => void;
  /** There is no answer, since the worker was lost. */
  lose: (message: string) => void;
}

export function createRun<Question, Answer, Progress = never, Failure = string>(
  options: RunOptions<Question, Answer, Progress, Failure>,
): Run<Question, Answer, Progress, Failure> {
  type State = RunState<Answer, Progress, Failure>;
  const { rest = 0, giveWay = 0, lateAfter } = options;
  const idle: State = { status: 'idle', incidents: [] };
  const use = create<State>()(() => idle);
  /** The newest question, until its flight begins. */
  let wanted: { readonly key: string } | undefined;
  let flight: Flight | undefined;

  const ask = async (question: Question): Promise<void> => {
    const mine = { key: options.key(question) };
    wanted = mine;
    if (rest > 0) await pause(rest);
    if (wanted === mine && flight && giveWay > 0)
      await Promise.race([flight.over, pause(flight.since + giveWay - performance.now())]);
    if (wanted !== mine) return;
    wanted = undefined;
    silence();
    flight?.abort.abort();
    await begin(question, mine.key);
  };

  const begin = (question: Question, key: string): Promise<void> => {
    const { answer, answerKey, failure, ...before } = use.getState();
    // What is shown was called stale while the overtaken question ran, and is no fresher now.
    const late = before.status === 'running' && before.late === true;
    const since = performance.now();
    const kept = options.startsEmpty ? {} : { answer, answerKey, failure };
    use.setState(
      { ...kept, status: 'running', key, startedAt: since, incidents: [], ...(late && { late }) },
      true,
    );
    const started: Flight = {
      abort: new AbortController(),
      since,
      over: Promise.resolve(),
      heard: true,
      flush: () => undefined,
      lose: () => undefined,
    };
    flight = started;
    started.over = fly(started, question, key);
    return started.over;
  };

  const fly = async (mine: Flight, question: Question, key: string): Promise<void> => {
    const { signal } = mine.abort;
    const change = (part: Partial<Extract<State, { status: 'running' }>>): void => {
      if (mine.heard) use.setState(part as Partial<State>);
    };
    const show = gathered((part: { progress?: Progress; answer?: Answer; answerKey?: string }) =>
      change(part),
    );
    mine.flush = show.flush;
    const late = lateAfter && setTimeout(() => change({ late: true }), lateAfter);
    const end = (change: (before: Kept<Answer, Failure>) => State): void => {
      if (!mine.heard) return;
      show.flush();
      mine.heard = false;
      use.setState(change(use.getState()), true);
    };
    const failed = (failure: Failure, lost?: true): void =>
      end(({ answer, answerKey, incidents }) => ({
        ...{ answer, answerKey, incidents, key, failure },
        status: 'failed',
        ...(lost && { lost }),
      }));
    mine.lose = (message) => failed(options.lost(message, question), true);
    try {
      const outcome = await options.ask(question, {
        signal,
        before: use.getState().answer,
        progress: (progress) => mine.heard && show.add({ progress }),
        partial: (answer) => mine.heard && show.add({ answer, answerKey: key }),
        workerLost: (sentence) => {
          const { incidents } = use.getState();
          if (!incidents.includes(sentence)) change({ incidents: [...incidents, sentence] });
        },
        dropAnswer: () => change({ answer: undefined, answerKey: undefined }),
      });
      if (!outcome.ok) failed(outcome.error);
      else
        end(({ incidents }) => ({
          ...{ incidents, key, answer: outcome.value, answerKey: key },
          status: 'done',
        }));
    } catch (reason) {
      if (signal.aborted || isAbort(reason)) end(stopped);
      else mine.lose(reason instanceof Error ? reason.message : String(reason));
    } finally {
      clearTimeout(late);
      if (flight === mine) flight = undefined;
    }
  };

  const stopped = (): State => {
    const { key, answer, answerKey, incidents, progress } = use.getState();
    return { status: 'stopped', key, answer, answerKey, incidents, progress };
  };

  /** From now on no reply of the flight counts; what it has told by now is shown. */
  const silence = (): void => {
    if (!flight?.heard) return;
    flight.flush();
    flight.heard = false;
  };

  const stop = (): void => {
    wanted = undefined;
    silence();
    if (use.getState().status === 'running') use.setState(stopped(), true);
    const left = flight;
    if (!left) return;
    const patience = left.since + giveWay - performance.now();
    if (giveWay > 0 && patience > 0) setTimeout(() => left.abort.abort(), patience);
    else left.abort.abort();
  };

  const run: Run<Question, Answer, Progress, Failure> = {
    name: options.name,
    use,
    get: use.getState,
    ask,
    follow: async (question) => {
      if ((wanted ?? use.getState()).key !== options.key(question)) await ask(question);
    },
    stop,
    reset: () => {
      stop();
      if (use.getState() !== idle) use.setState(idle, true);
    },
    giveUp: (message) => {
      flight?.lose(message);
      flight?.abort.abort();
    },
    isBusy: () => wanted !== undefined || flight?.heard === true,
  };
  runs.add(run);
  return run;
}

const isRefusal = (outcome: { readonly kind: string }): outcome is NoAnswer => outcome.kind === 'noAnswer';

/** The outcome of a solver or a simulator. */
export const answered = <Answer extends { readonly kind: string }>(
  outcome: Answer | NoAnswer,
): Result<Answer, NoAnswer> => (isRefusal(outcome) ? err(outcome) : ok(outcome));

/** The answer there is belongs to another question than this one. */
export const isStale = ({ answer, answerKey }: Kept<unknown, unknown>, key: string): boolean =>
  answer !== undefined && answerKey !== key;

const pause = (time: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
  });

/** What is told of running questions waits until every hand has let go. */
const hands = { held: 0, letGo: new Set<() => void>() };

/**
 * Something is moved by hand, such as a node of the drawing: what running questions tell would be painted between two of its frames.
 * Returns the end of it.
 */
export function holdTold(): () => void {
  hands.held += 1;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    hands.held -= 1;
    if (hands.held > 0) return;
    const waiting = [...hands.letGo];
    hands.letGo.clear();
    for (const show of waiting) show();
  };
}

/** Resolves when no hand holds anything: work that can wait leaves the processor to what is moved. */
export const whenLetGo = (): Promise<void> =>
  hands.held === 0 ? Promise.resolve() : new Promise((resolve) => hands.letGo.add(resolve));

/**
 * Changes that are shown at once when the last were shown long ago, else put together. Views that take long to paint are given less
 * often something to paint, so that two thirds of the time are left to the hand.
 */
function gathered<Change extends object>(show: (change: Partial<Change>) => void) {
  let changes: Partial<Change> | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let painting = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!changes) return;
    const begun = performance.now();
    shownAt = begun;
    show(changes);
    changes = undefined;
    // The views paint before the next task.
    setTimeout(() => {
      painting = performance.now() - begun;
    });
  };
  const flushLetGo = (): void => {
    if (hands.held === 0) flush();
    else hands.letGo.add(flush);
  };
  const add = (change: Partial<Change>): void => {
    changes = { ...changes, ...change };
    if (timer !== undefined) return;
    const wait = shownAt + Math.max(SHOW_EVERY, 3 * painting) - performance.now();
    if (wait <= 0 && hands.held === 0) flush();
    else timer = setTimeout(flushLetGo, Math.max(0, wait));
  };
  return { add, flush };
}
