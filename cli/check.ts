/** `stagegraph check`: is this a scenario, or a measurement file, that can be used? */

import type { Command } from 'commander';
import { formatPercent } from '../core/quantities/quantity.ts';
import { formatNumber } from '../core/quantities/quantity-format.ts';
import { findFaults } from '../core/scenario/faults.ts';
import { isStage } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { collectRows } from '../workers/measure/collected-rows.ts';
import { type ColumnMapping, columnsText, type ReducedMeasurement } from '../workers/measure/contract.ts';
import { faultTable } from '../workers/measure/fault-table.ts';
import { sniffFormat } from '../workers/measure/formats/sniff-format.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { headOf } from '../workers/measure/read-rows.ts';
import {
  type Discrepancy,
  type SampledQueue,
  sampledAgainstTraced,
} from '../workers/measure/sampled-against-traced.ts';
import { TimeBase } from '../workers/measure/stream/time-base.ts';
import { writeWhole } from './disk-words.ts';
import { nameOf, readBytes, readScenario } from './input.ts';
import { byteSource, looksLikeMeasurement, readMeasurementFile } from './measurement-input.ts';
import {
  addMeasurementOptions,
  type MeasurementOptions,
  reduceOptionsOf,
  refusedFile,
} from './measurement-options.ts';
import { appended, fileToWrite, inputFile, refuseWithout, time } from './option-values.ts';
import { EXIT, printJson } from './outcome.ts';
import { formatTable } from './table.ts';

export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .description('validate scenario and measurement files')
    .argument(
      '<file...>',
      'files to check; measurements are compared with the scenario given before them, if any',
    )
    .option('--against <trace>', 'compare counter samples with a trace of the same queue', inputFile)
    .option('--queue <id>', 'with --against: the samples of this queue alone; again for each', appended)
    .option(
      '--window <time>',
      'with --against: how long reading the two counters of a sample takes',
      time({ from: 0 }),
    )
    .option('--faults <file>', 'write the errors and warnings of the measurement files as CSV', fileToWrite)
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(async (files: string[], options: Options) => {
    if (options.against !== undefined) {
      if (files.length !== 1) throw new BadInput(['--against takes one file of samples']);
      return checkAgainst(files[0]!, options.against, options);
    }
    refuseWithout('--against', { queue: options.queue, window: options.window });
    const reports = await checkAll(files, options);
    if (options.json)
      printJson({ kind: process.exitCode === undefined ? 'valid' : 'partlyUsable', files: reports });
    else for (const report of reports) process.stdout.write(`${report.file}: ${report.summary}\n`);
  });
}

interface Options extends MeasurementOptions {
  readonly against?: string;
  readonly queue?: readonly string[];
  /** s. */
  readonly window?: number;
  readonly faults?: string;
  readonly json?: boolean;
}

interface Report {
  readonly file: string;
  readonly summary: string;
  readonly warnings: readonly string[];
  /** What a trace or another long file was found to hold. */
  readonly rows?: number;
  readonly format?: string;
  readonly queues?: readonly string[];
  readonly faultCounts?: ReducedMeasurement['faults']['counts'];
}

async function checkAll(files: readonly string[], options: Options): Promise<Report[]> {
  const reports: Report[] = [];
  let scenario: Awaited<ReturnType<typeof readScenario>> | undefined;
  for (const file of files) {
    if (await looksLikeMeasurement(file)) {
      const {
        measurement,
        warnings: found,
        reduced,
      } = await readMeasurementFile(file, scenario, reduceOptionsOf(options));
      const warnings = found.map(describeFault);
      const what = `${hasErrors(reduced) ? 'partly usable' : 'valid'} measurements of ${stageCount(measurement.stages.length)}`;
      const lines = found.map((fault) => `${fault.severity}: ${describeFault(fault)}`);
      const summary = `${what}${reduced ? reducedText(reduced) : ''}${list(lines)}`;
      if (reduced && options.faults !== undefined)
        await writeWhole(options.faults, faultTable(reduced.faults));
      if (hasErrors(reduced)) process.exitCode = EXIT.badInput;
      reports.push({ file: nameOf(file), summary, warnings, ...(reduced && factsOf(reduced)) });
    } else {
      await refuseForeignJson(file);
      scenario = await readScenario(file);
      const faults = findFaults(scenario);
      const errors = faults.filter((fault) => fault.severity === 'error');
      if (errors.length > 0) throw new BadInput(errors.map((fault) => `${nameOf(file)}: ${fault.message}`));
      const warnings = faults.map((fault) => fault.message);
      const lines = warnings.map((warning) => `warning: ${warning}`);
      const summary = `valid scenario with ${stageCount(scenario.nodes.filter(isStage).length)}${list(lines)}`;
      reports.push({ file: nameOf(file), summary, warnings });
    }
  }
  return reports;
}

/** JSON that is neither: to miss the format of a scenario in it would mislead who has a measurement. */
async function refuseForeignJson(file: string): Promise<void> {
  if (file === '-') return;
  const text = (await readBytes(file).catch(() => new Uint8Array())).subarray(0, 65_536);
  const head = new TextDecoder().decode(text).trimStart();
  if (!/^[[{]/.test(head) || /"(?:nodes|schemaVersion)"\s*:|stagegraph/.test(head)) return;
  throw new BadInput([
    `${nameOf(file)}: this JSON is neither a scenario (it has no "format": "stagegraph-scenario") nor a measurement of a format that is known; docs/measurements.md lists those`,
  ]);
}

const hasErrors = (reduced: ReducedMeasurement | undefined): boolean =>
  reduced?.faults.counts.some(({ severity }) => severity === 'error') === true;

function reducedText({ rows, format, queues, faults, truncated, mapping }: ReducedMeasurement): string {
  const counts = faults.counts.map(({ code, count }) => `${count} ${code}`).join(', ');
  const cut = truncated ? '; the file ends in the middle' : '';
  const taken = mapping ? `; taken for ${mapping.table}: ${columnsText(mapping)}` : '';
  return `: ${rows} rows of ${queues.length === 1 ? 'one queue' : `${queues.length} queues`} (${format})${taken}${cut}${counts === '' ? '' : `; errors and warnings: ${counts}`}`;
}

function factsOf({ rows, format, queues, faults }: ReducedMeasurement) {
  return { rows, format, queues: queues.map(({ id }) => id), faultCounts: faults.counts };
}

const list = (lines: readonly string[]): string => lines.map((line) => `\n  ${line}`).join('');

const stageCount = (count: number): string => (count === 1 ? 'one stage' : `${count} stages`);

/** `stagegraph check SAMPLES --against TRACE`: do counter samples show what a trace says was inside? */

const MOST_SHOWN = 20;

export async function checkAgainst(samplesFile: string, traceFile: string, options: Options): Promise<void> {
  const time = new TimeBase();
  const { mapping } = reduceOptionsOf(options);
  const [sampled, traced] = [
    await collect(samplesFile, time, mapping),
    await collect(traceFile, time, mapping),
  ];
  if (sampled.samples.length === 0)
    throw new BadInput([`${nameOf(samplesFile)}: holds no counter samples; expected a table counters`]);
  if (traced.trace.arrival.length === 0)
    throw new BadInput([`${nameOf(traceFile)}: holds no visits; expected insertions and departures`]);
  const samples = chosenSamples(sampled.samples, options.queue, nameOf(samplesFile));
  const queues = samples.map(({ id }) => id);
  const own = queues.length === 1 && traced.tracedQueues.find((id) => id === queues[0]);
  const result = sampledAgainstTraced(samples, own ? traced.traceOf(own) : traced.trace, {
    ...(options.window !== undefined && { window: options.window * 1e9 }),
  });
  if (options.json) printJson({ queues, origin: time.origin, ...result });
  else process.stdout.write(`${report(result, queues)}\n`);
}

/** Each queue that is asked for; all without. */
export function chosenSamples(
  samples: readonly SampledQueue[],
  asked: readonly string[] | undefined,
  file: string,
): readonly SampledQueue[] {
  if (!asked) return samples;
  return asked.map((id) => {
    const found = samples.find((queue) => queue.id === id);
    if (found) return found;
    const known = samples.map((queue) => queue.id).join(', ');
    throw new BadInput([`--queue: ${file} has no samples of "${id}"; it has those of ${known}`]);
  });
}

/** The mapping is of the file whose columns have foreign names. */
export async function collect(file: string, time: TimeBase, mapping: ColumnMapping | undefined) {
  const source = await byteSource(file);
  const isForeign = sniffFormat((await headOf(source)).text) === 'mapped-csv';
  const rows = await collectRows(source, nameOf(file), time, isForeign ? mapping : undefined);
  if (!rows.ok) throw refusedFile(rows.error);
  for (const fault of rows.value.faults) process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
  return rows.value;
}

function report(result: Discrepancy, queues: readonly string[]): string {
  const { samples, mismatches, share, outside, tracedDepartures, sampledDepartures, listed } = result;
  const { within, countsApart } = result;
  const control = sampledDepartures - tracedDepartures;
  const lines = [
    `${queues.length === 1 ? `queue ${queues[0]}` : `queues ${queues.join(' and ')} together`}: ` +
      `${mismatches} of ${samples} samples (${formatPercent(share)}) differ from the trace` +
      `${outside > 0 ? `; ${outside} samples lie outside of it` : ''}.`,
    ...(within > 0
      ? [
          `${within} more have another level than at the time of the first queue, and one that the trace has between the first and the last.`,
        ]
      : []),
    `Departures: ${sampledDepartures} by the counters, ${tracedDepartures} in the trace up to the last sample; ` +
      `${Math.abs(control)} ${control >= 0 ? 'were not traced' : 'more were traced than counted'}.`,
    ...(samples > 0
      ? [
          `Counts: over the samples the counters are ahead of the trace by ${countsApart.least} to ${countsApart.most} departures, ${formatNumber(countsApart.mean)} on average.`,
        ]
      : []),
    `Mean time inside: ${nsText(result.meanDuration)} of all, ${nsText(result.meanMismatchDuration)} of those inside where the two differ.`,
  ];
  if (listed.length === 0) return lines.join('\n');
  const rows = listed
    .slice(0, MOST_SHOWN)
    .map(({ time, sampled, traced, least, most, durations }) => [
      (time / 1e9).toFixed(9),
      String(sampled),
      least === most ? String(traced) : `${least} … ${most}`,
      durations.map(nsText).join(' '),
    ]);
  const more = mismatches > rows.length ? [`and ${mismatches - rows.length} more`] : [];
  return [...lines, '', formatTable(['time, s', 'sampled', 'traced', 'inside for'], rows), ...more].join(
    '\n',
  );
}

const nsText = (ns: number): string => (Number.isFinite(ns) ? `${Math.round(ns)} ns` : 'n/a');
