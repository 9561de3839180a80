/** Measurement files as they come in: read in a worker, laid over the open scenario, kept reduced. Raw data stays where it is. */
import type {
  ColumnMapping,
  MeasuredStage,
  MeasurementFault,
  ReadMeasurement,
  ReducedMeasurement,
} from '../../../workers/contract/measuring.ts';
import { MeasurementClient } from '../../engine/measurement-client.ts';
import { isAbort } from '../../engine/worker-bridge.ts';
import { isStage, type Scenario } from '../../model/scenario.ts';
import { editDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { keepMeasured, measuredClient } from '../../state/measured-keeping.ts';
import { setReading } from '../../state/measured-store.ts';
import { showTab } from '../../state/session-store.ts';
import { showToast } from '../../widgets/toasts.ts';
import { rememberedMapping } from './mapping-memory.ts';
import { askForMapping } from './mapping-question.ts';

export const measurementClient = new MeasurementClient();

const MOST_FAULTS_SHOWN = 4;
/** A saved measurement is small. */
const MOST_SAVED_BYTES = 256 * 1024 * 1024;

/** The files of this visit, by name: to be read again with other columns, and to hold samples against a trace. */
export const openedFiles = new Map<string, File>();

export const measuredStages = (scenario: Scenario): readonly MeasuredStage[] =>
  scenario.nodes.filter(isStage).map(({ id, name, capacity, unit }) => ({ id, name, capacity, unit }));

/** Whatever a measurement file may be: saved by this page, a table of means, or a trace of any size. */
export async function openMeasurementFile(file: File): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario)
    return refuse(file, ['Open the scenario that it belongs to first, then drop the measurements on it.']);
  if (await isSavedMeasurement(file)) return openSaved(file);
  const { reduces, columns } = await measuredClient.inspect(file);
  if (!reduces) return openStated(file, scenario);
  openedFiles.set(file.name, file);
  if (!columns) return reduceFile(file);
  const mapping = rememberedMapping(columns);
  if (mapping) return reduceFile(file, mapping);
  showTab('measured');
  askForMapping({ file, columns });
}

/** Reads a file piece by piece, with progress and a way to stop. */
export async function reduceFile(file: File, mapping?: ColumnMapping): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  const reading = { name: file.name, bytes: 0, totalBytes: file.size, rows: 0, rowsPerSecond: 0, stop };
  setReading(reading);
  showTab('measured');
  try {
    const options = { stages: measuredStages(scenario), ...(mapping && { mapping }) };
    const read = await measurementClient.reduce(file, options, {
      signal: abort.signal,
      onProgress: (progress) => abort.signal.aborted || setReading({ ...reading, ...progress }),
    });
    if (!read.ok) return refuse(file, read.error.map(faultText));
    lay(read.value);
    await keep(read.value.reduced);
  } catch (reason) {
    if (!isAbort(reason)) throw reason;
    showToast({ title: `${file.name} was not read`, description: 'Stopped.' });
  } finally {
    setReading(undefined);
  }
}

/** Means and levels only: refused as a whole when a row is wrong. Their frames, where there are some, are looked at too. */
async function openStated(file: File, scenario: Scenario): Promise<void> {
  const stages = measuredStages(scenario);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await measurementClient.read(bytes, file.name, stages);
  if (!read.ok) return refuse(file, read.error.map(faultText));
  if (read.value.measurement.stages.length === 0) return refuse(file, read.value.warnings.map(faultText));
  lay(read.value);
  showTab('compare');
  const reduced = await measurementClient.reduce(file, { stages });
  if (reduced.ok) await keep(reduced.value.reduced);
}

/** Lays what a comparison needs over the scenario, as an undoable step. */
function lay({ measurement, warnings }: ReadMeasurement): void {
  const { length } = measurement.stages;
  const description =
    warnings.length > 0 ? warnings.slice(0, MOST_FAULTS_SHOWN).map(faultText).join('\n') : undefined;
  if (length === 0) {
    showToast({ title: 'No queue of the file feeds a stage of the scenario', description });
    return;
  }
  editDocument('Add measurements', (present) => ({ ...present, measurement }));
  showToast({
    title: length === 1 ? 'Measurements of one stage' : `Measurements of ${length} stages`,
    description,
    tone: 'good',
  });
}

async function keep(reduced: ReducedMeasurement): Promise<void> {
  try {
    await keepMeasured(reduced);
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason);
    const description = `${why}. Save it as a file to keep it.`;
    showToast({ title: 'The measurement is not kept in this browser', description, tone: 'bad' });
  }
}

const SAVED = /^\s*\{\s*"format"\s*:\s*"stagegraph-measurement"/;

export async function isSavedMeasurement(file: File): Promise<boolean> {
  return SAVED.test(await file.slice(0, 200).text());
}

async function openSaved(file: File): Promise<void> {
  if (file.size > MOST_SAVED_BYTES) return refuse(file, ['It is too large for a saved measurement.']);
  const reduced = await measuredClient.decode(await file.text());
  if (!reduced.ok) return refuse(file, [reduced.error]);
  await keep(reduced.value);
  showTab('measured');
}

/** What came with a link or a study; a damaged one leaves the scenario as it is. */
export async function openSharedMeasurement(text: string, from: 'link' | 'study' = 'link'): Promise<void> {
  const reduced = await measuredClient.decode(text);
  if (reduced.ok) await keep(reduced.value);
  else
    showToast({
      title: `The ${from}’s measurements were not opened`,
      description: reduced.error,
      tone: 'bad',
    });
}

export function faultText(fault: Omit<MeasurementFault, 'severity' | 'file'>): string {
  const place = [fault.line === undefined ? fault.path : `line ${fault.line}`, fault.column].filter(
    (part) => part !== undefined,
  );
  return `${place.length > 0 ? `${place.join(', ')}: ` : ''}${fault.message} [${fault.code}]`;
}

export function refuse(file: File, faults: readonly string[]): void {
  const more = faults.length - MOST_FAULTS_SHOWN;
  const lines = [...faults.slice(0, MOST_FAULTS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  showToast({ title: `${file.name} was not opened`, description: lines.join('\n'), tone: 'bad' });
}
