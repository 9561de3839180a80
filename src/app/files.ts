/** Files in and out. What a file is, is told from its content, never from its name. */

import type { MeasuredStage, ReduceProgress } from '../../workers/contract/measuring.ts';
import { tableToCsv } from '../base/table-text.ts';
import { downloadBlob } from '../charts/export-chart.ts';
import { MeasurementClient } from '../engine/measurement-client.ts';
import { isAbort } from '../engine/worker-bridge.ts';
import { formatQuantity } from '../model/quantity.ts';
import { readScenarioText } from '../model/read-scenario.ts';
import { isStage, type Scenario } from '../model/scenario.ts';
import { editDocument, selectScenario, useDocument } from '../state/document-store.ts';
import { useRuns } from '../state/runs-store.ts';
import { showTab } from '../state/session-store.ts';
import { showToast } from '../widgets/toasts.ts';
import { resultsTable } from './drawer/results-table.ts';
import { openScenario } from './opening.ts';

export const measurementClient = new MeasurementClient();

/** Larger files are no scenarios; larger measurements are read piece by piece, with progress. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FAULTS_SHOWN = 4;

export function chooseFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => void openFiles([...(input.files ?? [])]));
  input.click();
}

/** Opens scenarios before measurements, so that both can be dropped together. */
export async function openFiles(files: readonly File[]): Promise<void> {
  const read = await Promise.all(files.map(async (file) => ({ file, scenario: await isScenarioFile(file) })));
  for (const { file } of read.filter((one) => one.scenario)) await openScenarioFile(file);
  for (const { file } of read.filter((one) => !one.scenario)) await openMeasurementFile(file);
}

async function isScenarioFile(file: File): Promise<boolean> {
  const head = (await file.slice(0, 4096).text()).replace(/^\uFEFF/, '').trimStart();
  return head.startsWith('{') && !MEASURED.test(head);
}

/** What JSON begins with that programs wrote which measure: QTM, OpenTelemetry, Jaeger, Prometheus, queue samples. */
const MEASURED = /"(?:qtm|resourceSpans|traceID|spans|resultType|sampledata)"\s*:/;

async function openScenarioFile(file: File): Promise<void> {
  if (file.size > MOST_BYTES)
    return refuse(file, [`It has ${Math.round(file.size / 1e6)} MB; a scenario has at most 20 MB.`]);
  const scenario = readScenarioText(await file.text());
  if (scenario.ok) await openScenario(scenario.value);
  else
    refuse(
      file,
      scenario.error.map((fault) => fault.message),
    );
}

async function openMeasurementFile(file: File): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario)
    return refuse(file, ['Open the scenario that it belongs to first, then drop the measurements on it.']);
  const stages = measuredStages(scenario);
  const read =
    file.size > MOST_BYTES
      ? await readLargeFile(file, stages)
      : await measurementClient.read(new Uint8Array(await file.arrayBuffer()), file.name, stages);
  if (read === undefined) return;
  if (!read.ok) return refuse(file, read.error.map(faultText));
  const { measurement, warnings } = read.value;
  if (measurement.stages.length === 0) return refuse(file, warnings.map(faultText));
  editDocument('Add measurements', (present) => ({ ...present, measurement }));
  showTab('compare');
  showToast({
    title:
      measurement.stages.length === 1
        ? 'Measurements of one stage'
        : `Measurements of ${measurement.stages.length} stages`,
    description:
      warnings.length > 0 ? warnings.slice(0, MOST_FAULTS_SHOWN).map(faultText).join('\n') : undefined,
    tone: 'good',
  });
}

/** Piece by piece in the worker, with progress and a way to stop; undefined when stopped. */
async function readLargeFile(file: File, stages: readonly MeasuredStage[]) {
  const abort = new AbortController();
  const id = `reading ${file.name}`;
  const tell = (title: string, description: string): void => {
    const action = { label: 'Stop', onPress: () => abort.abort() };
    showToast({ id, title, description, action });
  };
  tell(`Reading ${file.name}`, 'It stays on this machine.');
  try {
    const onProgress = ({ bytes, totalBytes, rowsPerSecond }: ReduceProgress): void =>
      tell(
        `Reading ${file.name}: ${Math.round((100 * bytes) / Math.max(1, totalBytes))} %`,
        `${formatQuantity(rowsPerSecond, 'rate')} rows. It stays on this machine.`,
      );
    return await measurementClient.reduce(file, { stages }, { signal: abort.signal, onProgress });
  } catch (reason) {
    if (!isAbort(reason)) throw reason;
    showToast({ id, title: `${file.name} was not read`, description: 'Stopped.' });
    return undefined;
  }
}

export const measuredStages = (scenario: Scenario) =>
  scenario.nodes.filter(isStage).map(({ id, name, capacity, unit }) => ({ id, name, capacity, unit }));

function faultText(fault: {
  readonly line?: number;
  readonly path?: string;
  readonly column?: string | number;
  readonly message: string;
  readonly code: string;
}): string {
  const place = [fault.line === undefined ? fault.path : `line ${fault.line}`, fault.column].filter(
    (part) => part !== undefined,
  );
  return `${place.length > 0 ? `${place.join(', ')}: ` : ''}${fault.message} [${fault.code}]`;
}

function refuse(file: File, faults: readonly string[]): void {
  const more = faults.length - MOST_FAULTS_SHOWN;
  const lines = [...faults.slice(0, MOST_FAULTS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  showToast({ title: `${file.name} was not opened`, description: lines.join('\n'), tone: 'bad' });
}

export function saveScenarioFile(): void {
  const scenario = selectScenario(useDocument.getState());
  if (scenario)
    saveText(`${scenario.name}.json`, `${JSON.stringify(scenario, null, 2)}\n`, 'application/json');
}

export async function saveMeasurementTemplate(): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  saveText(
    `${scenario.name} measurements.csv`,
    await measurementClient.template(measuredStages(scenario)),
    'text/csv',
  );
}

/** Solved values beside simulated means and half widths, of everything that has some. */
export function saveResultsTable(): void {
  const scenario = selectScenario(useDocument.getState());
  const { solve, simulation } = useRuns.getState();
  if (!scenario) return;
  const { columns, rows } = resultsTable(scenario, solve.answer, simulation.result);
  saveText(`${scenario.name} results.csv`, tableToCsv(columns, rows), 'text/csv');
}

export function saveText(name: string, text: string, type: string): void {
  downloadBlob(fileName(name), new Blob([text], { type: `${type};charset=utf-8` }));
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied', tone: 'good' });
  } catch {
    showToast({ title: 'The browser did not allow copying' });
  }
}

/** Without what file systems do not take. */
export const fileName = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 120);
