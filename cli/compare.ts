/** `stagegraph compare`: the model against measurements, number by number. */

import { type Command, Option } from 'commander';
import { counted } from '../core/base/plural.ts';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { formatInterval, formatNumber } from '../core/quantities/quantity.ts';
import { numberColumn } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { assertionsOf, checkMeasured } from '../lib/assertions.ts';
import { BadInput } from '../lib/bad-input.ts';
import { compareMeasured, type PredictionMethod } from '../lib/compare.ts';
import type { ReadFile } from '../lib/measurements.ts';
import { replaysJson, type ToldReplay } from '../lib/replay.ts';
import { comparisonColumns, DISTANCE_TITLES } from '../src/features/compare/comparison-table.ts';
import { replayColumns, replayTableRows } from '../src/features/replay/replay-table.ts';
import { FEED_TITLES } from '../src/features/replay/replay-words.ts';
import { LEVEL_DISTANCES, type LevelDistance } from '../workers/compare/contract.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { assertionExit, assertionRows, assertionsText } from './assertion-text.ts';
import { readSoundScenario } from './input.ts';
import { byteSource, readMeasurementFile } from './measurement-input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { appended } from './option-values.ts';
import { EXIT, endWithoutAnswer, printJson } from './outcome.ts';
import { replayFile } from './replay.ts';
import { refineOption } from './solve.ts';
import { columnsText } from './table.ts';

interface Options extends MeasurementOptions {
  readonly method: PredictionMethod;
  readonly refine?: number;
  readonly json?: boolean;
  readonly assert: readonly string[];
  /** A stage, or all that have a trace. */
  readonly replay?: string | true;
}

export function addCompare(program: Command): void {
  const command = program
    .command('compare')
    .description('compare a model with measurements')
    .argument('<scenario>', 'scenario file, - or share link')
    .argument('[measurements]', 'measurement file; default: those in the scenario')
    .addOption(
      new Option('--method <name>', 'what predicts').choices([...METHOD_NAMES, 'simulation']).default('auto'),
    )
    .addOption(refineOption())
    .option(
      '--assert <text>',
      'what must hold, such as "mean occupancy of 1b < 100"; repeatable',
      appended,
      [],
    )
    .option(
      '--replay [stage]',
      'the measured arrivals of a trace through the drawn stage: are the arrivals wrong, or the service? All stages with a trace by default',
    )
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(compare);
}

/** Assertions are checked also where the model has no answer: they ask the measurement alone. */
async function compare(scenarioFile: string, file: string | undefined, options: Options): Promise<void> {
  const scenario = await readSoundScenario(scenarioFile);
  const assertions = assertionsOf(scenario, options.assert, '--assert');
  const read = await measurementOf(scenario, file, options);
  const again =
    file === undefined || file === '-'
      ? undefined
      : { source: await byteSource(file), options: reduceOptionsOf(options) };
  const checked = await checkMeasured(scenario, read, assertions, again);
  const replays =
    options.replay === undefined
      ? []
      : await replayFile({
          ...{ scenario, file, stage: options.replay, reduced: read.reduced },
          options: reduceOptionsOf(options),
        });
  const told = {
    ...(checked.length > 0 && { assertions: assertionRows(checked) }),
    ...(replays.length > 0 && { replays: replaysJson(replays) }),
  };
  const extra = [replaysText(scenario, replays), assertionsText(checked)]
    .filter((part) => part !== '')
    .join('\n\n');
  const compared = await compareMeasured(scenario, read.measurement, options);
  if (compared.kind === 'noAnswer') {
    if (!options.json && extra !== '') process.stdout.write(`${extra}\n`);
    return endWithoutAnswer({ ...compared, ...told }, options.json === true);
  }
  const { kind: _, ...comparison } = compared;
  if (options.json) printJson({ ...comparison, ...told, warnings: read.warnings });
  else {
    const { rows, verdict } = comparison;
    const parts = [...columnsText(comparisonColumns(scenario), rows), verdict.join('\n'), extra];
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
    const read = await readMeasurementFile(file, scenario, reduceOptionsOf(options));
    if (read.measurement.stages.length === 0) throw new BadInput(read.warnings.map(describeFault));
    for (const fault of read.warnings) process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
    return read;
  }
  if (!scenario.measurement) {
    throw new BadInput(['No measurements: give a measurement file, or a scenario that holds them.']);
  }
  return { measurement: scenario.measurement, warnings: [] };
}

/** Replays in words and tables, and as JSON. */

const replaysText = (scenario: Scenario, replays: readonly ToldReplay[]): string =>
  replays.map((replay) => replayText(scenario, replay)).join('\n\n');

function replayText(scenario: Scenario, { replay, levels }: ToldReplay): string {
  const { predictions, traced, sentences, notes, arrivals, queue, within } = replay;
  const { timeUnit } = scenario;
  const distances = predictions.map(({ feed }) =>
    numberColumn(
      feed,
      FEED_TITLES[feed],
      (name: LevelDistance) => levels[feed]?.[name].value,
      (value, name) => {
        const { low, high } = levels[feed]![name];
        const range = low === undefined || high === undefined ? '' : ` (${formatInterval([low, high])})`;
        return `${formatNumber(value)}${range}`;
      },
    ),
  );
  const how = within === 'network' ? 'in the place of its source' : 'alone';
  return [
    `replay of stage ${replay.stage}: ${counted(arrivals, 'arrival')} of queue ${queue}, ${how}, ${predictions[0]!.runs} runs`,
    ...columnsText(replayColumns(replay, { timeUnit }), replayTableRows(replay)),
    ...columnsText(
      [
        { id: 'distance', header: 'Distance', value: (name: LevelDistance) => DISTANCE_TITLES[name] },
        ...distances,
      ],
      traced.shares ? LEVEL_DISTANCES : [],
    ),
    ...sentences,
    ...notes.map((note) => `note: ${note}`),
  ].join('\n');
}
