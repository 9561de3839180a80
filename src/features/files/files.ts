/** Files that are opened. What a file is, is told from its content, never from its name. */

import { err, ok, type Result } from '../../../core/base/result.ts';
import { readScenarioText } from '../../../core/scenario/read-scenario.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import { WorkerDied } from '../../run/worker-bridge.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { openMeasurementFiles } from '../measure/reading.ts';
import { refuse } from '../measure/reading-words.ts';
import { openTraces } from '../traces/trace-run.ts';
import { openScenario } from './opening.ts';

/** Larger files are no scenarios. */
const MOST_BYTES = 64 * 1024 * 1024;
const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2);

/** Opens scenarios before measurements, so that both can be dropped together. One that cannot be read leaves the others alone. */
export async function openFiles(files: readonly File[]): Promise<void> {
  const kinds = await Promise.all(files.map((file) => orGone(file, () => kindOf(file))));
  const modelFiles = files.filter((_, index) => kinds[index] === 'model');
  if (modelFiles.length > 0) {
    const isPart = await partOf(modelFiles);
    for (const [index, file] of files.entries())
      if (kinds[index] === 'other' && isPart(file.name)) {
        kinds[index] = 'model';
        modelFiles.push(file);
      }
    await openModels(modelFiles);
  }
  for (const [index, file] of files.entries()) if (kinds[index] === 'scenario') await openScenarioFile(file);
  const measured: File[] = [];
  for (const [index, file] of files.entries())
    if (kinds[index] === 'other' && !(await openedAsTraces(file))) measured.push(file);
  await openMeasurementFiles(measured);
}

export const refuseFolder = (name: string): void =>
  refuse({ name }, ['It is a folder. Drop the files that are in it.']);

/** Undefined, and refused by name, for a file that vanished between being chosen and being read. */
async function orGone<T>(file: File, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (reason) {
    if (!(reason instanceof DOMException)) throw reason;
    refuse(file, ['It cannot be read: it was moved, deleted, changed or locked since it was chosen.']);
    return undefined;
  }
}

/** Whether a table among the files of a model names a file, which says nothing by itself. */
async function partOf(modelFiles: readonly File[]): Promise<(name: string) => boolean> {
  const texts: { readonly name: string; readonly text: string }[] = [];
  for (const file of modelFiles) {
    const text = file.size > MOST_TABLE ? undefined : await orGone(file, () => file.text());
    if (text !== undefined) texts.push({ name: file.name, text });
  }
  return (await models()).isPartOf(texts);
}

/** Tables of files are not longer. */
const MOST_TABLE = 1024 * 1024;

/** A table of Vitis HLS (path, instance and files of each), or a network of LINE: models that do not begin as most do. */
const OTHER_MODEL = /^[^,\n]*,[^,\n]+,[^,\n]*,\w*status\d+\.csv\s*$|"format"\s*:\s*"line-model"/m;

/** A model is that of another program, or a part of it. */
async function kindOf(file: File): Promise<'scenario' | 'model' | 'other'> {
  const head = (await file.slice(0, 4096).text()).replace(/^\uFEFF/, '').trimStart();
  if (head.startsWith('<') || head.startsWith('==') || OTHER_MODEL.test(head.slice(0, 1024)))
    return (await (await models()).isModel(head)) ? 'model' : 'other';
  // A study may hold measurements.
  return head.startsWith('{') && (STUDY.test(head) || !(MEASURED.test(head) || TABLE_FIRST.test(head)))
    ? 'scenario'
    : 'other';
}

/** Reads the models of other programs; fetched with the first file that may be one. */
const models = () => import('../../../core/imports/read-model.ts');

/** What JSON begins with that programs wrote which measure: QTM, OpenTelemetry, Tempo, Jaeger, Prometheus, queue samples; and what this page saves. */
const MEASURED =
  /"(?:qtm|resourceSpans|scopeSpans|batches|traceID|traceId|traceEvents|spans|resultType|sampledata)"\s*:|"format"\s*:\s*"stagegraph-measurement"/;

/** QTM whose version stands behind its rows, as where keys are sorted. */
const TABLE_FIRST = /^\{\s*"(?:counters|events|frames|hist|queues|scalars|tasks|tc)"\s*:\s*\[/;

/** JSON that speaks of traces, as a packed file may: whoever reads it whole decides. */
const MAY_HOLD_SPANS = /"(?:resourceSpans|scopeSpans|instrumentationLibrarySpans|traceI[Dd])"\s*:/;

/** First byte of a packed file. */
const GZIP = 0x1f;

/** A reader that is lost in a file says nothing of what is in it: then it is read as a measurement, which is told. */
async function openedAsTraces(file: File): Promise<boolean> {
  try {
    const head = await file.slice(0, 4096).text();
    const isPacked = head.charCodeAt(0) === GZIP;
    return (isPacked || MAY_HOLD_SPANS.test(head)) && (await openTraces(file));
  } catch (reason) {
    if (reason instanceof WorkerDied)
      showToast({
        title: `${file.name} is read as a measurement`,
        description: `Looking for spans in it stopped: ${reason.message}. Drop it again to try once more.`,
        tone: 'bad',
      });
    return false;
  }
}

/** A study brings its scenario along. */
const STUDY = /"format"\s*:\s*"stagegraph-study"/;

/** What a file holds that is no measurement. */
interface ScenarioFile {
  readonly scenario: Scenario;
  readonly study?: Study;
}

type ReadScenario<Found> = Result<Found, readonly string[]>;

/** A scenario, a study's, or a model of another program that is one file. */
export const readScenarioFile = async (file: File): Promise<ReadScenario<Scenario>> => {
  const kind = await kindOf(file);
  if (file.size > MOST_BYTES) return err([tooLarge(file)]);
  if (kind === 'other') return err(['It is no scenario: it looks like measurements.']);
  if (kind === 'model') {
    const [model] = (await models()).modelsIn([{ name: file.name, text: await file.text() }]);
    const found = model!.read();
    return found.ok ? ok(found.value.scenario) : found;
  }
  const read = await readAsScenario(file);
  return read.ok ? ok(read.value.scenario) : read;
};

async function readAsScenario(file: File): Promise<ReadScenario<ScenarioFile>> {
  if (file.size > MOST_BYTES) return err([tooLarge(file)]);
  const text = await file.text();
  if (STUDY.test(text.slice(0, 4096))) {
    const { readStudyFile } = await import('../explore/study-files.ts');
    const study = readStudyFile(text);
    return study.ok ? ok({ scenario: study.value.scenario, study: study.value }) : study;
  }
  const scenario = readScenarioText(text);
  return scenario.ok ? ok({ scenario: scenario.value }) : err(scenario.error.map(({ message }) => message));
}

async function openScenarioFile(file: File): Promise<void> {
  const read = await orGone(file, () => readAsScenario(file));
  if (!read) return;
  if (!read.ok) return refuse(file, read.error);
  const { scenario, study } = read.value;
  await openScenario(scenario);
  if (study) await (await import('../explore/study-files.ts')).showStudy(study);
}

/** Models of other programs, which may need several files each; what is left out of them is told. */
async function openModels(files: readonly File[]): Promise<void> {
  const texts: { readonly name: string; readonly text: string }[] = [];
  for (const file of files) {
    if (file.size > MOST_BYTES) refuse(file, [tooLarge(file)]);
    else {
      const text = await orGone(file, () => file.text());
      if (text !== undefined) texts.push({ name: file.name, text });
    }
  }
  for (const model of (await models()).modelsIn(texts)) {
    const name = namesOf(model.files);
    const found = model.read();
    if (!found.ok) refuse({ name }, found.error);
    else {
      await openScenario(found.value.scenario);
      const { remarks } = found.value;
      showToast({
        title: `${name} was imported`,
        description: remarks.join('\n'),
        stays: remarks.length > 0,
      });
    }
  }
}

/** The names of the first few files of a model. */
function namesOf(files: readonly { readonly name: string }[]): string {
  const more = files.length - MOST_NAMES;
  const names = files.slice(0, MOST_NAMES).map(({ name }) => name);
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMES = 3;

const tooLarge = ({ size }: File): string =>
  `It has ${megabytes(size)} MB; a scenario has at most ${megabytes(MOST_BYTES)} MB.`;
