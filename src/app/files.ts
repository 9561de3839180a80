/** Files in and out. What a file is, is told from its content, never from its name. */

import { tableToCsv } from '../base/table-text.ts';
import { downloadBlob } from '../charts/export-chart.ts';
import { MeasurementClient } from '../engine/measurement-client.ts';
import { readScenarioText } from '../model/read-scenario.ts';
import { isStage, type Scenario } from '../model/scenario.ts';
import { editDocument, selectScenario, useDocument } from '../state/document-store.ts';
import { useRuns } from '../state/runs-store.ts';
import { showTab } from '../state/session-store.ts';
import { showToast } from '../widgets/toasts.ts';
import { MEASURES, measureUnit } from './measures.ts';
import { openScenario } from './opening.ts';

export const measurementClient = new MeasurementClient();

/** Larger files are no scenario and no reduced measurement; reading them would stall the tab. */
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
  return head.startsWith('{') && !/"qtm"\s*:/.test(head);
}

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
  if (file.size > MOST_BYTES) {
    return refuse(file, [
      `It has ${Math.round(file.size / 1e6)} MB; measurement files may have up to 64 MB. Reduce it to histograms and means per stage.`,
    ]);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await measurementClient.read(bytes, file.name, measuredStages(scenario));
  if (!read.ok) return refuse(file, read.error.map(faultText));
  const { measurement, warnings } = read.value;
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

/** One line per stage and measure: stage, measure, unit, solved value, simulated mean and half width. */
export function saveResultsTable(): void {
  const scenario = selectScenario(useDocument.getState());
  const { solve, simulation } = useRuns.getState();
  if (!scenario) return;
  const rows = scenario.nodes.filter(isStage).flatMap((stage) =>
    MEASURES.flatMap(({ key, dimension }) => {
      const solved = solve.answer?.stages[stage.id]?.[key];
      const simulated = simulation.result?.stages[stage.id]?.[key];
      if (solved === undefined && simulated === undefined) return [];
      return [[stage.id, key, measureUnit(dimension, stage), solved, simulated?.mean, simulated?.halfWidth]];
    }),
  );
  const columns = ['stage', 'measure', 'unit', 'solved', 'simulated mean', 'simulated half width (95 %)'];
  saveText(
    `${scenario.name} results.csv`,
    tableToCsv(
      columns.map((label) => ({ label })),
      rows,
    ),
    'text/csv',
  );
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
