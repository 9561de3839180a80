/** `stagegraph check`: is this a scenario, or a measurement file, that can be used? */
import type { Command } from 'commander';
import { findFaults } from '../src/model/faults.ts';
import { isStage } from '../src/model/scenario.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { nameOf, readScenario } from './input.ts';
import { looksLikeMeasurement, readMeasurementFile } from './measurement-input.ts';
import { BadInput, printJson } from './outcome.ts';

export function addCheck(program: Command): void {
  program
    .command('check')
    .description('validate scenario and measurement files')
    .argument(
      '<file...>',
      'files to check; measurements are held against the scenario given before them, if any',
    )
    .option('--json', 'print one JSON document')
    .action(async (files: string[], options: { json?: boolean }) => {
      const reports = await checkAll(files);
      if (options.json) printJson({ kind: 'valid', files: reports });
      else for (const report of reports) process.stdout.write(`${report.file}: ${report.summary}\n`);
    });
}

interface Report {
  readonly file: string;
  readonly summary: string;
  readonly warnings: readonly string[];
}

async function checkAll(files: readonly string[]): Promise<Report[]> {
  const reports: Report[] = [];
  let scenario: Awaited<ReturnType<typeof readScenario>> | undefined;
  for (const file of files) {
    if (await looksLikeMeasurement(file)) {
      const { measurement, warnings: found } = await readMeasurementFile(file, scenario);
      const warnings = found.map(describeFault);
      const summary = `valid measurements of ${stageCount(measurement.stages.length)}${list(warnings)}`;
      reports.push({ file: nameOf(file), summary, warnings });
    } else {
      scenario = await readScenario(file);
      const faults = findFaults(scenario);
      const errors = faults.filter((fault) => fault.severity === 'error');
      if (errors.length > 0) throw new BadInput(errors.map((fault) => `${nameOf(file)}: ${fault.message}`));
      const warnings = faults.map((fault) => fault.message);
      const summary = `valid scenario with ${stageCount(scenario.nodes.filter(isStage).length)}${list(warnings)}`;
      reports.push({ file: nameOf(file), summary, warnings });
    }
  }
  return reports;
}

const list = (warnings: readonly string[]): string =>
  warnings.map((warning) => `\n  warning: ${warning}`).join('');

const stageCount = (count: number): string => (count === 1 ? 'one stage' : `${count} stages`);
