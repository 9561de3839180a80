/** `stagegraph compare`: the model against measurements, number by number. */
import { type Command, Option } from 'commander';
import type { Scenario } from '../src/model/scenario.ts';
import type { NoAnswer } from '../workers/contract/measures.ts';
import type { Comparison, PredictionSource } from '../workers/contract/measuring.ts';
import { METHOD_NAMES, type MethodName } from '../workers/contract/solving.ts';
import { compareWithMeasurement } from '../workers/measure/compare-model.ts';
import { comparisonVerdict } from '../workers/measure/comparison-verdict.ts';
import { estimateMeans } from '../workers/measure/estimate-means.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { readSoundScenario } from './input.ts';
import { readMeasurementFile } from './measurement-input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { simulateInThreads } from './node-simulators.ts';
import { BadInput, endWithoutAnswer, printJson } from './outcome.ts';
import { formatTable } from './table.ts';

type Method = MethodName | 'simulation';

interface Options extends MeasurementOptions {
  readonly method: Method;
  readonly json?: boolean;
}

export function addCompare(program: Command): void {
  const command = program
    .command('compare')
    .description('hold a model against measurements')
    .argument('<scenario>', 'scenario file, - or share link')
    .argument('[measurements]', 'measurement file; default: those in the scenario')
    .addOption(
      new Option('--method <name>', 'what predicts').choices([...METHOD_NAMES, 'simulation']).default('auto'),
    )
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(
    async (scenarioFile: string, measurementFile: string | undefined, options: Options) => {
      const scenario = await readSoundScenario(scenarioFile);
      const { measurement, warnings } = await measurementOf(scenario, measurementFile, options);
      const predicted = await predict(scenario, options.method);
      if (predicted.kind === 'noAnswer') return endWithoutAnswer(predicted, options.json === true);
      const prediction = predicted.kind === 'simulation' ? estimateMeans(predicted.stages) : predicted.stages;
      const comparison = compareWithMeasurement(scenario, prediction, measurement);
      const verdict = comparisonVerdict(comparison);
      if (options.json) printJson({ method: options.method, ...comparison, verdict, warnings });
      else process.stdout.write(`${comparisonText(comparison)}\n\n${verdict.join('\n')}\n`);
    },
  );
}

async function measurementOf(scenario: Scenario, file: string | undefined, options: Options) {
  if (file !== undefined) {
    const read = await readMeasurementFile(file, scenario, await reduceOptionsOf(options));
    if (read.measurement.stages.length === 0) throw new BadInput(read.warnings.map(describeFault));
    for (const warning of read.warnings) process.stderr.write(`warning: ${describeFault(warning)}\n`);
    return read;
  }
  if (!scenario.measurement) {
    throw new BadInput(['No measurements: give a measurement file, or a scenario that holds them.']);
  }
  return { measurement: scenario.measurement, warnings: [] };
}

async function predict(scenario: Scenario, method: Method): Promise<PredictionSource | NoAnswer> {
  const outcome =
    method === 'simulation' ? await simulateInThreads(scenario, {}) : solveScenario(scenario, method, false);
  if (outcome.kind === 'noAnswer') return outcome;
  return 'plan' in outcome
    ? { kind: 'simulation', stages: outcome.stages }
    : { kind: 'model', stages: outcome.stages };
}

function comparisonText({ rows }: Comparison): string {
  const number = (value: number | undefined): string =>
    value === undefined ? 'n/a' : String(Number(value.toPrecision(3)));
  const percent = (value: number | undefined): string =>
    value === undefined ? '–' : `${value > 0 ? '+' : ''}${Number((100 * value).toPrecision(2))} %`;
  return formatTable(
    ['quantity', 'stage', 'predicted', 'measured', 'difference', ''],
    rows.map((row) => [
      row.quantity,
      row.stage,
      number(row.predicted),
      number(row.measured),
      row.relativeDifference === undefined ? number(row.difference) : percent(row.relativeDifference),
      { close: 'close', off: 'OFF', notPredicted: 'not predicted', notMeasured: 'not measured' }[
        row.agreement
      ],
    ]),
  );
}
