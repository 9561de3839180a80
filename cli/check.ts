/** `stagegraph check`: is this a scenario, or a measurement file, that can be used? */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { findFaults } from '../core/scenario/faults.ts';
import { isStage } from '../core/scenario/scenario.ts';
import type { ReducedMeasurement } from '../workers/measure/contract.ts';
import { faultTable } from '../workers/measure/fault-table.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { checkAgainst } from './check-against.ts';
import { nameOf, readScenario } from './input.ts';
import { looksLikeMeasurement, readMeasurementFile } from './measurement-input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { BadInput, EXIT, printJson } from './outcome.ts';

export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .description('validate scenario and measurement files')
    .argument(
      '<file...>',
      'files to check; measurements are held against the scenario given before them, if any',
    )
    .option('--against <trace>', 'hold counter samples against a trace of the same queue')
    .option('--faults <file>', 'write the faults of the measurement files as CSV')
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(async (files: string[], options: Options) => {
    if (options.against !== undefined) {
      if (files.length !== 1) throw new BadInput(['--against takes one file of samples']);
      return checkAgainst(files[0]!, options.against, options.json === true);
    }
    const reports = await checkAll(files, options);
    if (options.json)
      printJson({ kind: process.exitCode === undefined ? 'valid' : 'partlyUsable', files: reports });
    else for (const report of reports) process.stdout.write(`${report.file}: ${report.summary}\n`);
  });
}

interface Options extends MeasurementOptions {
  readonly against?: string;
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
      } = await readMeasurementFile(file, scenario, await reduceOptionsOf(options));
      const warnings = found.map(describeFault);
      const what = `${hasErrors(reduced) ? 'partly usable' : 'valid'} measurements of ${stageCount(measurement.stages.length)}`;
      const lines = found.map((fault) => `${fault.severity}: ${describeFault(fault)}`);
      const summary = `${what}${reduced ? reducedText(reduced) : ''}${list(lines)}`;
      if (reduced && options.faults !== undefined)
        await writeFile(options.faults, faultTable(reduced.faults));
      if (hasErrors(reduced)) process.exitCode = EXIT.badInput;
      reports.push({ file: nameOf(file), summary, warnings, ...(reduced && factsOf(reduced)) });
    } else {
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

const hasErrors = (reduced: ReducedMeasurement | undefined): boolean =>
  reduced?.faults.counts.some(({ severity }) => severity === 'error') === true;

function reducedText({ rows, format, queues, faults, truncated }: ReducedMeasurement): string {
  const counts = faults.counts.map(({ code, count }) => `${count} ${code}`).join(', ');
  const cut = truncated ? '; the file ends in the middle' : '';
  return `: ${rows} rows of ${queues.length === 1 ? 'one queue' : `${queues.length} queues`} (${format})${cut}${counts === '' ? '' : `; faults: ${counts}`}`;
}

function factsOf({ rows, format, queues, faults }: ReducedMeasurement) {
  return { rows, format, queues: queues.map(({ id }) => id), faultCounts: faults.counts };
}

const list = (lines: readonly string[]): string => lines.map((line) => `\n  ${line}`).join('');

const stageCount = (count: number): string => (count === 1 ? 'one stage' : `${count} stages`);
