/** A measurement file (QTM 1, CSV or JSON) to the numbers that are compared with a model. */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import { addedUp } from './added-queues.ts';
import type { MeasuredStage, MeasurementFault, ReadMeasurement } from './contract.ts';
import { csvTables } from './csv-tables.ts';
import { decodeText, MAX_FILE_BYTES, tooLarge } from './decode-text.ts';
import { meanLevel } from './distances.ts';
import { sniffFormat } from './formats/sniff-format.ts';
import { readFrames } from './frames.ts';
import { readLevelHistograms, TIME_METRICS } from './histogram-table.ts';
import { jsonTables } from './json-tables.ts';
import { levelDistributions, type StageDistributions } from './level-distributions.ts';
import { FaultList } from './measurement-fault.ts';
import type { Table } from './qtm-table.ts';
import { headOf } from './read-rows.ts';
import { readReduced } from './reduce-measurement.ts';
import { readScalars, type StageScalars } from './scalar-table.ts';
import { listStages, queueFinder, queueLimit, stagesNamedIn } from './stage-names.ts';

/**
 * Reads the tables queues, frames, scalars and hist. `text` is the whole file, `fileName` goes into the faults and
 * becomes the name of the measurement, `knownStages` are those of the scenario (without: each queue that the file names);
 * values come in their native units.
 * A stage without any value is absent. The file is refused as a whole when one of its rows has an error, or when it
 * holds nothing for any stage (E21). Format and codes: docs/measurements.md.
 */
export function readMeasurement(
  text: string,
  fileName: string,
  knownStages?: readonly MeasuredStage[],
): Result<ReadMeasurement, MeasurementFault[]> {
  const faults = new FaultList(fileName);
  const tables = tablesOf(text, faults).map(queueLimit(faults));
  // A lost queue or frame would make faults of rows that are right.
  if (faults.hasErrors) return err(faults.allFaults());
  const stages = knownStages ?? stagesNamedIn(tables);
  const together = new Map<string, readonly string[]>();
  const findQueue = queueFinder(tables, stages, faults, together);
  const frames = readFrames(tables, faults);
  const scalars = readScalars(tables, { findQueue, frames, faults });
  const histograms = readLevelHistograms(tables, { findQueue, frames, faults }, 'reported');
  const distributions = levelDistributions(histograms, faults);
  const ofQueue = (id: string) => stageMeasurement(id, scalars.get(id) ?? {}, distributions.get(id) ?? {});
  const measured = stages.flatMap(({ id }) => {
    const feeding = (together.get(id) ?? []).flatMap((queue) =>
      ofQueue(queue).map((found) => ({ id: queue, measured: found })),
    );
    return feeding.length > 0 ? [addedUp(id, feeding, faults)] : ofQueue(id);
  });
  if (measured.length === 0 && !faults.hasErrors) nothingRead(stages, faults);
  if (faults.hasErrors) return err(faults.allFaults());
  warnAboveCapacity(measured, stages, faults);
  return ok({ measurement: { name: fileName, stages: measured }, warnings: faults.warningFaults() });
}

/** Reads the bytes of a file, which may be UTF-16 or gzipped. Every other format and table is reduced first. */
export async function readMeasurementBytes(
  bytes: Uint8Array,
  fileName: string,
  knownStages?: readonly MeasuredStage[],
): Promise<Result<ReadMeasurement, readonly MeasurementFault[]>> {
  const source = new Blob([new Uint8Array(bytes)]);
  const head = await headOf(source);
  if (!head.binary && isReadWhole(head.text)) {
    const text = await decodeText(bytes, fileName);
    if (!text.ok) return err([text.error]);
    if (!hasReducedTables(text.value)) return readMeasurement(text.value, fileName, knownStages);
  }
  const options = knownStages ? { stages: knownStages } : {};
  const read = await readReduced(source, { fileName, options }, knownStages);
  if (!read.ok) return read;
  const { measurement, warnings } = read.value;
  return measurement.stages.length > 0 ? ok({ measurement, warnings }) : err(warnings);
}

/** QTM tables as CSV or one JSON document, and what is no measurement at all. */
const isReadWhole = (head: string): boolean => ['qtm-csv', 'qtm-json', undefined].includes(sniffFormat(head));

/** Whether a QTM file holds more than means and levels: tables that may be long, or histograms of times. */
export function hasReducedTables(text: string): boolean {
  if (!text.trimStart().startsWith('{')) {
    return text.split(/^#qtm(?=\s)/im).some((section) => {
      if (/^\s+\S+\s+(events|counters|tc|tasks)\b/i.test(section)) return true;
      return /^\s+\S+\s+hist\b/i.test(section) && TIME_METRICS.some((metric) => section.includes(metric));
    });
  }
  return (
    /"(events|counters|tc|tasks)"\s*:\s*\[\s*[^\]\s]/.test(text) ||
    /"metric"\s*:\s*"(interInsertion|interDeparture|service|bulk)"/.test(text)
  );
}

function tablesOf(text: string, faults: FaultList): Table[] {
  const content = text.replace(/^\uFEFF/, '');
  if (content.length > MAX_FILE_BYTES) faults.add('E20', tooLarge('The file'));
  else if (content.trim() === '') faults.add('E20', 'The file is empty');
  else return content.trimStart().startsWith('{') ? jsonTables(content, faults) : csvTables(content, faults);
  return [];
}

/** Means come from the scalars; where those are missing, from the histograms. */
function stageMeasurement(
  stage: string,
  scalars: StageScalars,
  { occupancy, queueLength }: StageDistributions,
): StageMeasurement[] {
  const measurement: StageMeasurement = {
    stage,
    ...(occupancy && { meanOccupancy: meanLevel(occupancy), occupancyDistribution: occupancy }),
    ...(queueLength && { meanQueueLength: meanLevel(queueLength), queueLengthDistribution: queueLength }),
    ...scalars,
  };
  return Object.keys(measurement).length > 1 ? [measurement] : [];
}

function nothingRead(stages: readonly MeasuredStage[], faults: FaultList): void {
  const where = stages.length === 0 ? '' : ' for any stage of the scenario';
  faults.add(
    'E21',
    `The file holds no value${where}. Fill in column value of table scalars, or give table hist; ${listStages(stages)}`,
  );
}

function warnAboveCapacity(
  measured: readonly StageMeasurement[],
  stages: readonly MeasuredStage[],
  faults: FaultList,
): void {
  for (const { stage, meanOccupancy = 0, meanQueueLength = 0 } of measured) {
    const capacity = stages.find(({ id }) => id === stage)?.capacity;
    const level = Math.max(meanOccupancy, meanQueueLength);
    if (capacity !== undefined && level > capacity) {
      faults.add(
        'W06',
        `stage ${stage} holds ${level} elements on average, its capacity in the scenario is ${capacity}`,
      );
    }
  }
}
