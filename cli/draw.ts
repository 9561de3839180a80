/** `stagegraph draw`: a scenario from a measurement, each number beside where it came from. */
import type { Command } from 'commander';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import { comparisonColumns } from '../src/features/compare/comparison-table.ts';
import type { DrawAnswer } from '../workers/draw/contract.ts';
import { drawMeasurement } from '../workers/draw/draw-measurement.ts';
import { partColumns } from '../workers/draw/draw-words.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { writeWhole } from './disk-words.ts';
import { nameOf } from './input.ts';
import { byteSource, measurementContext } from './measurement-input.ts';
import { addMeasurementOptions, type MeasurementOptions, refusedFile } from './measurement-options.ts';
import { appended, fileToWrite } from './option-values.ts';
import { printJson } from './outcome.ts';
import { columnsText } from './table.ts';

interface Options extends MeasurementOptions {
  readonly without: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

export function addDraw(program: Command): void {
  const command = program
    .command('draw')
    .description(
      'a scenario from an event log, tasks, a trace or counters: each number with its origin, validated on the second half of the data',
    )
    .argument('<measurements>', 'measurement file, or -; of spans see trace --draw')
    .option(
      '--without <number>',
      'leave this number of the table at its default, such as "capacity of parse"; repeatable',
      appended,
      [],
    )
    .option('--out <file>', 'write the scenario there', fileToWrite)
    .option('--json', 'print one JSON document, with the scenario');
  addMeasurementOptions(command).action(draw);
}

async function draw(file: string, { without, out, json, ...options }: Options): Promise<void> {
  const drawn = await drawMeasurement(await byteSource(file), measurementContext(file, options), {
    without,
  });
  if (!drawn.ok) throw refusedFile(drawn.error);
  for (const fault of drawn.value.warnings)
    process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
  if (json) printJson(drawn.value);
  else process.stdout.write(`${answerText(drawn.value)}\n`);
  if (out === undefined) return;
  await writeWhole(out, scenarioText(drawn.value.scenario));
  process.stderr.write(`${out}: the scenario drawn from ${nameOf(file)}\n`);
}

const answerText = ({ parts, remarks, validation, scenario }: DrawAnswer): string =>
  [
    columnsText(partColumns(), parts).join('\n'),
    remarks.join('\n'),
    columnsText(comparisonColumns(scenario), validation.rows).join('\n'),
    validation.sentences.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
