/** `stagegraph calibrate`: unknown parameters of a scenario, fitted to everything that was measured. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import { findParameter } from '../core/study/parameters.ts';
import { BadInput } from '../lib/bad-input.ts';
import { type Calibrated, calibrated } from '../lib/calibrate.ts';
import type { CalibratedParameter, CalibrationRequest, Unknown } from '../workers/fit/contract.ts';
import { PROFILED, residualColumns, valueColumns } from '../workers/fit/fit-words.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { writeWhole } from './disk-words.ts';
import { readSoundScenario } from './input.ts';
import { readMeasurementFile } from './measurement-input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { fileToWrite, seed, share, wholeNumber } from './option-values.ts';
import { printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { tellReached } from './within.ts';

type CalibrationMethod = NonNullable<CalibrationRequest['method']>;

interface Options extends MeasurementOptions {
  readonly unknown: readonly Unknown[];
  readonly method: CalibrationMethod;
  readonly error: number;
  readonly seed: number;
  readonly starts?: number;
  readonly apply?: string;
  readonly json?: boolean;
}

export function addCalibrate(program: Command): void {
  const command = program
    .command('calibrate')
    .description('fit unknown parameters of a model to measurements')
    .argument('<scenario>', 'scenario file, - or share link')
    .argument('[measurements]', 'measurement file; default: those in the scenario')
    .requiredOption(
      '--unknown <path...>',
      'parameter such as 1a.service.rate, or with bounds 1a.service.rate=10..200',
      unknown,
    )
    .addOption(
      new Option(
        '--method <name>',
        'how the model is solved; auto simulates where no analytic method applies',
      )
        .choices([...METHOD_NAMES, 'simulation'])
        .default('auto'),
    )
    .option(
      '--error <share>',
      'standard error of what was measured, relative',
      share({ above: 0, below: 1 }),
      0.05,
    )
    .option(
      '--starts <count>',
      'starting points of the search; default 6, simulated 2',
      wholeNumber({ from: 1, to: 1000 }),
    )
    .option('--seed <number>', 'of the starting points and of a simulation', seed, 1)
    .option('--apply <file>', 'write the scenario with the values found', fileToWrite)
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(
    async (file: string, measured: string | undefined, options: Options) => {
      const scenario = await readSoundScenario(file);
      for (const { path } of options.unknown) {
        const found = findParameter(scenario, path);
        if (!found.ok) throw new BadInput([`--unknown: ${found.error}`]);
      }
      const measurement = await measurementOf(scenario, measured, options);
      const { unknown: unknowns, method, error, starts, seed } = options;
      const answer = await calibrated(
        scenario,
        measurement,
        { unknowns, method, error, seed, ...(starts !== undefined && { starts }) },
        ({ done, starts, solved }) =>
          tellReached(() => `search ${done + 1} of ${starts}, the model solved ${solved} times`),
      );
      if (options.json) printJson(answer);
      else process.stdout.write(`${calibrationText(answer)}\n`);
      if (options.apply === undefined) return;
      await writeWhole(options.apply, scenarioText(answer.scenario));
      process.stderr.write(`${options.apply}: the scenario with the values found\n`);
    },
  );
}

async function measurementOf(
  scenario: Awaited<ReturnType<typeof readSoundScenario>>,
  file: string | undefined,
  options: Options,
) {
  if (file !== undefined) {
    const read = await readMeasurementFile(file, scenario, reduceOptionsOf(options));
    if (read.measurement.stages.length === 0) throw new BadInput(read.warnings.map(describeFault));
    for (const fault of read.warnings) process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
    return read.measurement;
  }
  if (scenario.measurement) return scenario.measurement;
  throw new BadInput(['The scenario holds no measurement: give a measurement file.']);
}

function calibrationText({ scenario, parameters, residuals, sentences }: Calibrated): string {
  const [number, ...columns] = valueColumns(scenario);
  // By the path that was asked for.
  const path = { ...number!, header: 'Parameter', write: ({ path }: CalibratedParameter) => path };
  return [
    ...columnsText([path, ...columns], parameters),
    ...(parameters.some(({ profiled }) => profiled) ? [`* ${PROFILED}`] : []),
    '',
    ...columnsText(residualColumns(scenario), residuals),
    '',
    ...sentences,
  ].join('\n');
}

function unknown(text: string, before: readonly Unknown[] | undefined): readonly Unknown[] {
  const [, path, low, high] = /^(.*?)(?:=([^.=]\S*?)\.\.(\S+))?$/.exec(text)!;
  if (low === undefined) return [...(before ?? []), { path: path! }];
  const bounds = { low: Number(low), high: Number(high) };
  if (!(bounds.low > 0 && bounds.high > bounds.low && bounds.high < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError(
      'Expected PATH or PATH=LOW..HIGH with 0 < LOW < HIGH, such as 1a.service.rate=10..200.',
    );
  return [...(before ?? []), { path: path!, ...bounds }];
}
