/** `stagegraph compare`: the model against measurements, number by number. */
import { type Command, Option } from 'commander';
import type { NoAnswer } from '../core/measures/measures.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { compareWithMeasurement } from '../workers/compare/compare-model.ts';
import { comparisonVerdict } from '../workers/compare/comparison-verdict.ts';
import type { Comparison, PredictionSource } from '../workers/compare/contract.ts';
import { estimateMeans } from '../workers/compare/estimate-means.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { METHOD_NAMES, type MethodName } from '../workers/solve/contract.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import {
  assertionExit,
  assertionRows,
  assertionsOf,
  assertionsText,
  checkAssertions,
  reducedForAssertions,
} from './assertions.ts';
import { readSoundScenario } from './input.ts';
import { type ReadFile, readMeasurementFile } from './measurement-input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { simulateInThreads } from './node-simulators.ts';
import { BadInput, EXIT, endWithoutAnswer, printJson } from './outcome.ts';
import { replayArrivals } from './replay.ts';
import { replaysJson, replaysText } from './replay-text.ts';
import { formatTable } from './table.ts';

type Method = MethodName | 'simulation';

interface Options extends MeasurementOptions {
  readonly method: Method;
  readonly json?: boolean;
  readonly assert: readonly string[];
  /** A stage, or all that have a trace. */
  readonly replay?: string | true;
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
    .option(
      '--assert <text>',
      'what must hold, such as "mean occupancy of 1b < 100"; repeatable',
      gathered,
      [],
    )
    .option(
      '--replay [stage]',
      'the measured arrivals of a trace through the drawn stage: are the arrivals wrong, or the service? All stages with a trace by default',
    )
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(compare);
}

const gathered = (text: string, before: readonly string[]): readonly string[] => [...before, text];

/** Assertions are checked also where the model has no answer: they ask the measurement alone. */
async function compare(scenarioFile: string, file: string | undefined, options: Options): Promise<void> {
  const scenario = await readSoundScenario(scenarioFile);
  const assertions = assertionsOf(scenario, options.assert);
  const read = await measurementOf(scenario, file, options);
  const checked =
    assertions.length > 0
      ? checkAssertions(
          scenario,
          await reducedForAssertions(scenario, file, read, await reduceOptionsOf(options)),
          assertions,
        )
      : [];
  const replays =
    options.replay === undefined
      ? []
      : await replayArrivals({
          ...{ scenario, file, stage: options.replay, reduced: read.reduced },
          options: await reduceOptionsOf(options),
        });
  const told = {
    ...(checked.length > 0 && { assertions: assertionRows(checked) }),
    ...(replays.length > 0 && { replays: replaysJson(replays) }),
  };
  const extra = [replaysText(replays), assertionsText(checked)].filter((part) => part !== '').join('\n\n');
  const predicted = await predict(scenario, options.method);
  if (predicted.kind === 'noAnswer') {
    if (!options.json && extra !== '') process.stdout.write(`${extra}\n`);
    return endWithoutAnswer({ ...predicted, ...told }, options.json === true);
  }
  const prediction = predicted.kind === 'simulation' ? estimateMeans(predicted.stages) : predicted.stages;
  const comparison = compareWithMeasurement(scenario, prediction, read.measurement);
  const verdict = comparisonVerdict(comparison);
  if (options.json)
    printJson({ method: options.method, ...comparison, verdict, ...told, warnings: read.warnings });
  else {
    const parts = [comparisonText(comparison), verdict.join('\n'), extra];
    process.stdout.write(`${parts.filter((part) => part !== '').join('\n\n')}\n`);
  }
  const exit = assertionExit(checked);
  if (exit !== EXIT.answered) process.exitCode = exit;
}

async function measurementOf(
  scenario: Scenario,
  file: string | undefined,
  options: Options,
): Promise<ReadFile> {
  if (file !== undefined) {
    const read = await readMeasurementFile(file, scenario, await reduceOptionsOf(options));
    if (read.measurement.stages.length === 0) throw new BadInput(read.warnings.map(describeFault));
    for (const fault of read.warnings) process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
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
