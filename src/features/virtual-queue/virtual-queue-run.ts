/** Opens measurements of virtual queues and asks for the verdict on them; one question at a time. */

import { proxy } from 'comlink';
import type { ReducedMeasurement, ReducedQueue, TraceFile } from '../../../workers/measure/contract.ts';
import type {
  Channel,
  ReplayProgress,
  VirtualQueueQuestion,
  VirtualQueueReport,
} from '../../../workers/virtual-queue/contract.ts';
import { seenFlush } from '../../../workers/virtual-queue/seen-flush.ts';
import type { VirtualQueueService } from '../../../workers/virtual-queue/service-contract.ts';
import { isAbort, WorkerBridge } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { type MeasuredState, selectShown, useMeasured } from '../measure/measured-store.ts';
import { MeasurementClient } from '../measure/measurement-client.ts';
import { crossingChannel, missingChannel } from './crossing-channel.ts';
import {
  type JudgeRun,
  judgeableQueues,
  judgeKey,
  NO_QUEUE,
  type QueueSource,
  useVirtualQueue,
} from './virtual-queue-store.ts';

/** Asks the worker that replays virtual queues and judges what they predict. */

interface JudgeEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReplayProgress) => void;
}

class VirtualQueueClient {
  private readonly bridge = new WorkerBridge<VirtualQueueService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/virtual-queue.worker.ts', import.meta.url), {
        type: 'module',
      }),
  });

  /** Only the queue and its ends cross to the worker. Rejects with the abort reason when `signal` is aborted. */
  judge(
    measurement: ReducedMeasurement,
    question: VirtualQueueQuestion,
    { signal, onProgress }: JudgeEvents,
  ): Promise<VirtualQueueReport> {
    const { queue, tail, head } = question;
    const queues = measurement.queues.filter(
      ({ id, parentId }) => parentId === queue || [queue, tail, head].includes(id),
    );
    return this.bridge.call(
      (worker) => worker.judge({ ...measurement, queues }, question, proxy(onProgress)),
      {
        signal,
        cancel: (worker) => worker.cancel(),
      },
    );
  }
}

export const judge = new VirtualQueueClient();
const reader = new MeasurementClient();

/** A shipped measurement of which the truth is known. */
export interface QueueExample {
  readonly name: string;
  /** Address relative to the page. */
  readonly file: string;
}

let abort = new AbortController();
let opened = 0;

/** Fetches an example, and judges it. */
export async function openQueueExample({ name, file }: QueueExample): Promise<void> {
  const signal = begin();
  useVirtualQueue.setState(({ run }) => ({ opening: name, refusal: undefined, run: settled(run) }));
  try {
    const response = await fetch(file, { signal });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const blob = new File([await response.blob()], file.slice(file.lastIndexOf('/') + 1));
    const read = await reader.reduce(blob, {}, { signal });
    if (!read.ok) throw new Error(read.error[0]?.message ?? 'it cannot be read');
    showSource(read.value.reduced, { example: name, trace: { file: blob, name: blob.name } });
    await judgeQueue();
  } catch (reason) {
    if (isAbort(reason)) return;
    useVirtualQueue.setState({ opening: undefined, refusal: `${name} was not opened: ${wordsOf(reason)}.` });
  }
}

/** The user's own measurement in place of an example. */
export const openMeasuredQueue = (measured: ReducedMeasurement): void => {
  begin();
  showSource(measured);
};

function showSource(measured: ReducedMeasurement, origin: Omit<QueueSource, 'key' | 'measured'> = {}): void {
  const first = judgeableQueues(measured)[0];
  opened += 1;
  const source = { key: String(opened), measured, ...origin };
  const channel = first && knownBus(source, first);
  const question = first && { queue: first.id, ...(channel && { channel }) };
  useVirtualQueue.setState({ ...NO_QUEUE, source, ...(question && { question }) }, true);
}

/** What the measurement does not say of the bus: from the drawing, unless it is an example's; and whether it was flushed, from what came out of it. */
function knownBus(
  { measured, example }: Pick<QueueSource, 'measured' | 'example'>,
  queue: ReducedQueue,
): Partial<Channel> | undefined {
  const drawn = example === undefined ? drawnBus(measured, queue) : {};
  const isFlushed = seenFlush(measured, queue.id, drawn.bulkSize) !== undefined;
  const channel = { ...drawn, ...(isFlushed && { flush: true }) };
  return Object.keys(channel).length > 0 ? channel : undefined;
}

/** Of the crossing that the queue is in the drawing. */
function drawnBus({ queues }: ReducedMeasurement, queue: ReducedQueue): Partial<Channel> {
  const scenario = selectScenario(useDocument.getState());
  const drawn = scenario && crossingChannel(scenario, queue);
  if (!drawn) return {};
  const tail = queues.find(({ kind, parentId }) => kind === 'tail' && parentId === queue.id);
  return missingChannel(drawn, queue, tail);
}

/** Another queue of the same measurement; what was said of the bus is not of this one. */
export function chooseQueue(queue: string): void {
  const { source, question } = useVirtualQueue.getState();
  const chosen = source?.measured.queues.find(({ id }) => id === queue);
  const channel = source && chosen && knownBus(source, chosen);
  const { replications, seed } = question ?? {};
  const kept = { ...(replications !== undefined && { replications }), ...(seed !== undefined && { seed }) };
  useVirtualQueue.setState({ question: { queue, ...kept, ...(channel && { channel }) } });
}

/** `undefined` takes a setting back to what the file says. */
export function setQuestion(
  change: { [Key in keyof VirtualQueueQuestion]?: VirtualQueueQuestion[Key] | undefined },
): void {
  const { question } = useVirtualQueue.getState();
  if (question) useVirtualQueue.setState({ question: defined({ ...question, ...change }) });
}

export function setChannel(change: { [Key in keyof Channel]?: Channel[Key] | undefined }): void {
  const channel = defined<Partial<Channel>>({ ...useVirtualQueue.getState().question?.channel, ...change });
  setQuestion({ channel: Object.keys(channel).length > 0 ? channel : undefined });
}

/** Replays the queue as it is asked for now; `trace` is the file of its events, where the source has none. */
export async function judgeQueue(trace?: TraceFile): Promise<void> {
  const { source, question } = useVirtualQueue.getState();
  if (!source || !question) return;
  const signal = begin();
  const file = source.trace ?? trace;
  let isOver = false;
  const key = judgeKey({ source, question });
  const set = (change: JudgeRun): void => {
    if (!signal.aborted) useVirtualQueue.setState(({ run }) => ({ run: { ...reportOf(run), ...change } }));
  };
  // Progress has a way of its own from the worker, and may come after the answer.
  const tell = (progress: ReplayProgress): void => {
    if (!isOver) set({ status: 'running', progress });
  };
  set({ status: 'running' });
  try {
    const asked = { ...question, ...(file && { trace: file }) };
    const report = await judge.judge(source.measured, asked, { signal, onProgress: tell });
    isOver = true;
    set({ status: 'done', key, report });
  } catch (reason) {
    isOver = true;
    if (!isAbort(reason)) set({ status: 'failed', key, failure: `The replay stopped: ${wordsOf(reason)}.` });
  }
}

/** What was there before stays. */
export function cancelJudging(): void {
  abort.abort();
  useVirtualQueue.setState(({ run }) => ({ opening: undefined, run: settled(run) }));
}

function begin(): AbortSignal {
  abort.abort();
  abort = new AbortController();
  return abort.signal;
}

const reportOf = ({ key, report }: JudgeRun): Partial<JudgeRun> => ({
  ...(key !== undefined && { key }),
  ...(report && { report }),
});

/** Of one that was stopped. */
const settled = (run: JudgeRun): JudgeRun =>
  run.status === 'running' ? { ...reportOf(run), status: run.report ? 'done' : 'idle' } : run;

const wordsOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

/** Without the keys that have no value. */
const defined = <T extends object>(value: { [Key in keyof T]?: T[Key] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;

/** The measurement that is looked at, whenever it is another one with queues to judge. */
function followShown(now: MeasuredState, before?: MeasuredState): void {
  const shown = selectShown(now);
  if (shown && shown !== (before && selectShown(before)) && judgeableQueues(shown).length > 0)
    openMeasuredQueue(shown);
}

useDocument.subscribe((document, before) => {
  if (document.id === before.id) return;
  abort.abort();
  useVirtualQueue.setState(NO_QUEUE, true);
});
useMeasured.subscribe(followShown);
followShown(useMeasured.getState());
