/** Opens measurements of virtual queues and asks for the verdict on them; one question at a time. */

import { ok } from '../../../core/base/result.ts';
import type { ReducedMeasurement, ReducedQueue, TraceFile } from '../../../workers/measure/contract.ts';
import type {
  Channel,
  ReplayProgress,
  VirtualQueueQuestion,
  VirtualQueueReport,
} from '../../../workers/virtual-queue/contract.ts';
import { addedBus } from '../../../workers/virtual-queue/drawn-bus.ts';
import type { VirtualQueueService } from '../../../workers/virtual-queue/service-contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { onOtherDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { type MeasuredState, selectShown, useMeasured } from '../measure/measured-store.ts';
import { newMeasurementReader } from '../measure/measurement-client.ts';
import {
  judgeableQueues,
  judgeKey,
  NO_QUEUE,
  type QueueSource,
  useVirtualQueue,
} from './virtual-queue-store.ts';

/** Replays virtual queues and judges what they predict. */
export const judge = createClient<VirtualQueueService>(
  () =>
    new Worker(new URL('../../../workers/entry/virtual-queue.worker.ts', import.meta.url), {
      type: 'module',
    }),
  { stoppable: ['judge'] },
);
const reader = newMeasurementReader();

/** A shipped measurement of which the truth is known. */
export interface QueueExample {
  readonly name: string;
  /** Address relative to the page. */
  readonly file: string;
}

let opened = 0;

export const exampleRun = createRun<QueueExample, Omit<QueueSource, 'key'>, string>({
  name: 'queue example',
  key: ({ name }) => name,
  ask: async ({ name, file }, { signal, progress }) => {
    progress(name);
    const response = await fetch(file, { signal });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const trace = new File([await response.blob()], file.slice(file.lastIndexOf('/') + 1));
    const read = await reader.reduce(signal, trace, trace.name, {}, () => undefined);
    if (!read.ok) throw new Error(read.error[0]?.message ?? 'it cannot be read');
    return ok({ measured: read.value.reduced, example: name, trace: { file: trace, name: trace.name } });
  },
  lost: (message, { name }) => `${name} was not opened: ${message}.`,
});

interface JudgeQuestion {
  readonly source: QueueSource;
  readonly question: Omit<VirtualQueueQuestion, 'trace'>;
  /** The file of its events. */
  readonly trace?: TraceFile | undefined;
}

export const verdictRun = createRun<JudgeQuestion, VirtualQueueReport, ReplayProgress>({
  name: 'verdict',
  key: judgeKey,
  ask: async ({ source: { measured }, question, trace }, { signal, progress }) => {
    // Only the queue and its ends cross to the worker.
    const { queue, tail, head } = question;
    const queues = measured.queues.filter(
      ({ id, parentId }) => parentId === queue || [queue, tail, head].includes(id),
    );
    const asked = { ...question, ...(trace && { trace }) };
    return ok(await judge.judge(signal, { ...measured, queues }, asked, progress));
  },
  lost: (message) => `The replay stopped: ${message}.`,
});
askWhenSilent(verdictRun, { what: 'The replay of the queue' });

/** Fetches an example, and judges it. */
export async function openQueueExample(example: QueueExample): Promise<void> {
  verdictRun.stop();
  await exampleRun.ask(example);
  const { status, answer } = exampleRun.get();
  if (status !== 'done' || answer?.example !== example.name) return;
  showSource(answer.measured, answer);
  await judgeQueue();
}

/** The user's own measurement in place of an example. */
export const openMeasuredQueue = (measured: ReducedMeasurement): void => {
  exampleRun.reset();
  showSource(measured);
};

function showSource(measured: ReducedMeasurement, origin: Partial<QueueSource> = {}): void {
  const first = judgeableQueues(measured)[0];
  opened += 1;
  const source = { ...origin, key: String(opened), measured };
  const channel = first && knownBus(source, first);
  const question = first && { queue: first.id, ...(channel && { channel }) };
  verdictRun.reset();
  useVirtualQueue.setState({ source, ...(question && { question }) }, true);
}

/** What the measurement does not say of the bus; of an example the drawing tells nothing. */
function knownBus(
  { measured, example }: Pick<QueueSource, 'measured' | 'example'>,
  queue: ReducedQueue,
): Partial<Channel> | undefined {
  const drawing = example === undefined ? selectScenario(useDocument.getState()) : undefined;
  return addedBus(drawing, measured, queue.id);
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
  if (source && question) await verdictRun.ask({ source, question, trace: source.trace ?? trace });
}

/** What was there before stays. */
export function stopJudging(): void {
  exampleRun.stop();
  verdictRun.stop();
}

/** Without the keys that have no value. */
const defined = <T extends object>(value: { [Key in keyof T]?: T[Key] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;

/** The measurement that is looked at, whenever it is another one with queues to judge. */
function followShown(now: MeasuredState, before?: MeasuredState): void {
  const shown = selectShown(now);
  if (shown && shown !== (before && selectShown(before)) && judgeableQueues(shown).length > 0)
    openMeasuredQueue(shown);
}

onOtherDocument(() => useVirtualQueue.setState(NO_QUEUE, true));
useMeasured.subscribe(followShown);
followShown(useMeasured.getState());
