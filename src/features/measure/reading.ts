/** Measurement files as they come in: read in a worker, laid over the open scenario, kept reduced. Raw data stays where it is. */

import { err } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import {
  type ColumnMapping,
  type FaultReport,
  type MeasurementFormat,
  type ReadMeasurement,
  type ReadReduced,
  type ReducedMeasurement,
  type ReduceProgress,
  UNNAMED_QUEUE,
} from '../../../workers/measure/contract.ts';
import type { FileInspection } from '../../../workers/measure/queries/contract.ts';
import { createRun } from '../../run/create-run.ts';
import { editDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { showView, tellRefusal, useSession, type View } from '../../state/session-store.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { openDrawing } from '../draw/draw-run.ts';
import { rememberedMapping } from './mapping-memory.ts';
import { askForMapping, useMappingQuestion } from './mapping-question.ts';
import { keepMeasured, measuredClient } from './measured-keeping.ts';
import { measuredStages } from './measured-store.ts';
import { newMeasurementReader } from './measurement-client.ts';
import { rememberFile } from './opened-files.ts';
import { faultText, laidWords, leadsTo, refuse } from './reading-words.ts';

export const measurementClient = newMeasurementReader();

/** A saved measurement is small. */
const MOST_SAVED_BYTES = 256 * 1024 * 1024;

/** Whatever a measurement file may be: saved by this page, a table of means, or a trace of any size. */
export async function openMeasurementFile(file: File, looked?: FileInspection): Promise<void> {
  await opened();
  if (!selectScenario(useDocument.getState())) return openDrawing(file);
  try {
    await openAny(file, looked);
  } catch (reason) {
    refuseHere(file, [stopped(reason)]);
  }
}

/** A link or a stored scenario takes a moment to open, and a file may be there before. */
function opened(): Promise<void> {
  const isThere = (): boolean =>
    useSession.getState().ready || selectScenario(useDocument.getState()) !== undefined;
  if (isThere()) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isThere()) return;
      for (const forget of forgets) forget();
      resolve();
    };
    const forgets = [useSession.subscribe(look), useDocument.subscribe(look)];
  });
}

/** With the view where the file was to be seen. */
function refuseHere(file: File, faults: readonly string[]): void {
  refuse(file, faults);
  showView('measured');
}

/** `looked`: what was found in it already. */
async function openAny(file: File, looked?: FileInspection): Promise<void> {
  if (await isSavedMeasurement(file)) return openSaved(file);
  const { reduces, columns } = looked ?? (await measuredClient.inspect(undefined, file));
  if (!reduces) return inTurn(() => openStated(file));
  if (!columns) return reduceFile(file);
  const mapping = rememberedMapping(columns) ?? (columns.isSure ? columns.guess : undefined);
  if (mapping) return reduceFile(file, mapping);
  showView('measured');
  askForMapping({ file, columns });
}

let before: Promise<unknown> = Promise.resolve();

/** One file after the other: each has the progress to itself, and stopping it leaves the next one alone. */
function inTurn(read: () => Promise<void>): Promise<void> {
  const mine = before.then(read);
  before = mine.catch(() => undefined);
  return mine;
}

/** Reads a file piece by piece, with progress and a way to stop. */
export function reduceFile(file: File, mapping?: ColumnMapping): Promise<void> {
  const { id } = useDocument.getState();
  return inTurn(() => reduceNow(file, id, mapping));
}

interface ReadQuestion {
  readonly file: File;
  readonly mapping: ColumnMapping | undefined;
  readonly scenario: Scenario;
}

/** How far a file is read. */
export interface Reading extends ReduceProgress {
  readonly name: string;
}

export const readingRun = createRun<ReadQuestion, ReadReduced, Reading, readonly string[]>({
  name: 'reading',
  key: ({ file }) => file.name,
  ask: async ({ file, mapping, scenario }, { signal, progress }) => {
    const { name, size: totalBytes } = file;
    progress({ name, bytes: 0, totalBytes, rows: 0, rowsPerSecond: 0 });
    const options = { stages: measuredStages(scenario), ...(mapping && { mapping }) };
    const tell = (told: ReduceProgress): void => progress({ name, ...told });
    const read = await measurementClient.reduce(signal, file, name, options, tell);
    return read.ok ? read : err(read.error.map(faultText));
  },
  lost: (message) => [stoppedText(message)],
});

/** What a model predicts stands over what was measured at once; queues that no stage knows are given to one. */
function landing({ measurement, reduced }: ReadReduced): View {
  if (measurement.stages.length > 0) return 'compare';
  // Ends of a virtual queue are judged as they are, without a stage.
  const hasEnds = reduced.queues.some(({ kind }) => kind === 'tail' || kind === 'head');
  return leadsTo(reduced) || hasEnds ? 'measured' : 'queues';
}

/** It belongs to the scenario on which it was dropped: `readingRun` is reset when another is opened. */
async function reduceNow(file: File, id: string | undefined, mapping?: ColumnMapping): Promise<void> {
  const answer = await readNow(file, id, mapping);
  if (!answer) return;
  rememberFile(answer.reduced, file);
  await layReduced(answer);
}

/** Undefined, and told, where it is refused or was stopped. */
async function readNow(
  file: File,
  id: string | undefined,
  mapping?: ColumnMapping,
): Promise<ReadReduced | undefined> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario || useDocument.getState().id !== id) {
    tellStopped(file);
    return undefined;
  }
  const reading = readingRun.ask({ file, mapping, scenario });
  showView('measured');
  await reading;
  const { status, answer, failure } = readingRun.get();
  // What is laid over the scenario is kept there.
  readingRun.reset();
  if (status === 'done' && answer) return answer;
  if (status === 'failed') refuseHere(file, failure ?? []);
  else tellStopped(file);
  return undefined;
}

async function layReduced(answer: ReadReduced): Promise<void> {
  lay(answer, answer.reduced);
  // A long file leaves time to look elsewhere, and who does so stays there; so does who is asked about another file.
  const isAsked = useMappingQuestion.getState().waiting.length > 0;
  if (useSession.getState().view === 'measured' && !isAsked) showView(landing(answer));
  await keep(answer.reduced);
}

/** Their levels have no times that could be of different runs. */
const WITHOUT_TIMES: ReadonlySet<MeasurementFormat> = new Set(['level-table', 'printed-histograms']);

/** Tables of levels that are opened together are one measurement; any other file takes the place of the one before. */
export async function openMeasurementFiles(files: readonly File[]): Promise<void> {
  const looked = new Map<File, FileInspection | undefined>();
  if (files.length > 1) {
    await opened();
    if (selectScenario(useDocument.getState()))
      for (const file of files) looked.set(file, await lookInto(file));
  }
  const isTable = (file: File): boolean => {
    const format = looked.get(file)?.format;
    return format !== undefined && WITHOUT_TIMES.has(format);
  };
  const tables = files.filter(isTable);
  for (const file of files)
    if (tables.length < 2 || !isTable(file)) await openMeasurementFile(file, looked.get(file));
  if (tables.length > 1) await openTables(tables);
}

/** One that cannot be looked at is refused where it is read. */
const lookInto = (file: File): Promise<FileInspection | undefined> =>
  measuredClient.inspect(undefined, file).catch(() => undefined);

/** One that cannot be read leaves the others alone. */
async function openTables(files: readonly File[]): Promise<void> {
  const { id } = useDocument.getState();
  await inTurn(async () => {
    const read: ReducedMeasurement[] = [];
    for (const file of files) {
      const answer = await readNow(file, id);
      if (answer) read.push(answer.reduced);
    }
    const scenario = selectScenario(useDocument.getState());
    if (!scenario || useDocument.getState().id !== id) return;
    for (const reduced of tablesTogether(read)) {
      const laid = await measuredClient.lay(undefined, reduced, measuredStages(scenario));
      await layReduced({ ...laid, reduced });
    }
  });
}

/**
 * One measurement with the queues of all, where one that has no name of its own is called by its file. Where a queue comes
 * twice they are different runs, and stay as they are.
 */
export function tablesTogether(read: readonly ReducedMeasurement[]): readonly ReducedMeasurement[] {
  const named = read.length < 2 ? read : read.map(calledByFile);
  const [first] = named;
  const queues = named.flatMap((one) => one.queues);
  if (!first || new Set(queues.map(({ id }) => id)).size < queues.length) return read;
  const faults = named.map((one) => one.faults);
  const counts = new Map<string, FaultReport['counts'][number]>();
  for (const one of faults.flatMap((report) => report.counts))
    counts.set(one.code, { ...one, count: one.count + (counts.get(one.code)?.count ?? 0) });
  return [
    {
      ...first,
      queues,
      name: named.map(({ name }) => name).join(', '),
      bytes: named.reduce((sum, { bytes }) => sum + bytes, 0),
      rows: named.reduce((sum, { rows }) => sum + rows, 0),
      truncated: named.some(({ truncated }) => truncated),
      faults: {
        shown: faults.flatMap(({ shown }) => shown),
        kept: faults.flatMap(({ kept }) => kept),
        counts: [...counts.values()],
      },
    },
  ];
}

const calledByFile = (read: ReducedMeasurement): ReducedMeasurement => ({
  ...read,
  queues: read.queues.map((queue) =>
    queue.id === UNNAMED_QUEUE ? { ...queue, id: read.name.replace(/(?<=.)\.\w+$/, '') } : queue,
  ),
});

const tellStopped = ({ name }: File): void =>
  void showToast({ title: `${name} was not read`, description: 'Stopped.' });

const stoppedText = (message: string): string =>
  `Reading it stopped: ${message}. Drop it again to try once more.`;

const stopped = (reason: unknown): string =>
  stoppedText(reason instanceof Error ? reason.message : String(reason));

/** Means and levels only: refused as a whole when a row is wrong. Their frames, where there are some, are looked at too. */
async function openStated(file: File): Promise<void> {
  const { id } = useDocument.getState();
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  const stages = measuredStages(scenario);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await measurementClient.read(undefined, bytes, file.name, stages);
  if (useDocument.getState().id !== id) return;
  if (!read.ok) return refuseHere(file, read.error.map(faultText));
  if (read.value.measurement.stages.length === 0) return refuseHere(file, read.value.warnings.map(faultText));
  lay(read.value);
  showView('compare');
  const reduced = await measurementClient.reduce(undefined, file, file.name, { stages }, () => undefined);
  if (reduced.ok) await keep(reduced.value.reduced);
}

/** Lays what a comparison needs over the scenario, as an undoable step. */
function lay(read: ReadMeasurement, reduced?: ReducedMeasurement): void {
  const { measurement } = read;
  const isLaid = measurement.stages.length > 0;
  const before = selectScenario(useDocument.getState())?.measurement?.name;
  if (isLaid) editDocument('Add measurements', (present) => ({ ...present, measurement }));
  const counts = reduced?.faults.counts ?? [];
  const isWhole = counts.every(({ severity }) => severity !== 'error');
  const words = laidWords(read, reduced);
  // A second file is often meant to come beside the first.
  const replaced =
    isLaid && before !== undefined && before !== measurement.name
      ? [
          `It replaces “${before}”; undo brings that back. Tables of occupancy and count, one for each queue, are compared together when they are dropped together.`,
        ]
      : [];
  const description = [...(words.description === undefined ? [] : [words.description]), ...replaced].join(
    '\n',
  );
  showToast({
    title: words.title,
    ...(description !== '' && { description }),
    tone: isLaid && isWhole ? 'good' : 'plain',
  });
}

async function keep(reduced: ReducedMeasurement): Promise<void> {
  try {
    await keepMeasured(reduced);
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason);
    const description = `${why}. Save it as a file to keep it.`;
    showToast({ title: 'The measurement is not saved in this browser', description, tone: 'bad' });
  }
}

const SAVED = /^\s*\{\s*"format"\s*:\s*"stagegraph-measurement"/;

export async function isSavedMeasurement(file: File): Promise<boolean> {
  return SAVED.test(await file.slice(0, 200).text());
}

async function openSaved(file: File): Promise<void> {
  if (file.size > MOST_SAVED_BYTES) return refuse(file, ['It is too large for a saved measurement.']);
  const { id } = useDocument.getState();
  const reduced = await measuredClient.decode(undefined, await file.text());
  // It belongs to the scenario on which it was dropped.
  if (useDocument.getState().id !== id) return tellStopped(file);
  if (!reduced.ok) return refuse(file, [reduced.error]);
  await keep(reduced.value);
  showView('measured');
}

/** What came with a link or a study; a damaged one leaves the scenario as it is. */
export async function openSharedMeasurement(text: string, from: 'link' | 'study' = 'link'): Promise<void> {
  const { id } = useDocument.getState();
  const reduced = await measuredClient.decode(undefined, text);
  if (useDocument.getState().id !== id) return;
  if (reduced.ok) await keep(reduced.value);
  else tellRefusal({ title: `The ${from}’s measurements were not opened`, description: reduced.error });
}
