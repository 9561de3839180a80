/** `stagegraph assert`: what must hold of a model or of a measurement, for build servers. */
import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { assertionsOf, checkMeasured, checkPredicted } from '../lib/assertions.ts';
import { BadInput } from '../lib/bad-input.ts';
import type { PredictionMethod } from '../lib/compare.ts';
import { version } from '../package.json';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import {
  assertionExit,
  assertionRows,
  assertionsText,
  githubText,
  junitText,
  sarifText,
} from './assertion-text.ts';
import { writeWhole } from './disk-words.ts';
import { nameOf, readSoundScenario } from './input.ts';
import { byteSource, readMeasurementFile } from './measurement-input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { fileToWrite } from './option-values.ts';
import { EXIT, endWithoutAnswer, printJson } from './outcome.ts';
import { refineOption } from './solve.ts';
import { tellReached } from './within.ts';

interface Options extends MeasurementOptions {
  readonly method: PredictionMethod;
  readonly refine?: number;
  readonly junit?: string;
  readonly sarif?: string;
  readonly github?: boolean;
  readonly json?: boolean;
}

export function addAssert(program: Command): void {
  const command = program
    .command('assert')
    .description(
      'check what must hold of the model or, where a measurement file is given, of the measurement',
    )
    .argument('<scenario>', 'scenario file, - or share link; its own assertions are checked too')
    .argument('[words...]', 'a measurement file, and assertions such as "p99 of checkout < 200 ms"')
    .addOption(
      new Option('--method <name>', 'who predicts').choices([...METHOD_NAMES, 'simulation']).default('auto'),
    )
    .addOption(refineOption())
    .option('--junit <file>', 'also write a test report in the form of JUnit', fileToWrite)
    .option('--sarif <file>', 'also write what does not hold as SARIF 2.1.0', fileToWrite)
    .option('--github', 'also print annotations for GitHub Actions')
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(assertAll);
}

async function assertAll(scenarioFile: string, words: readonly string[], options: Options): Promise<void> {
  const scenario = await readSoundScenario(scenarioFile);
  const [first] = words;
  const file = first !== undefined && isFile(first) ? first : undefined;
  const assertions = assertionsOf(scenario, file === undefined ? words : words.slice(1));
  if (assertions.length === 0)
    throw new BadInput(['assert: expected an assertion, such as "p99 of checkout < 200 ms"; got none']);
  tellReached(() => `${assertions.length} assertions`);
  const checked =
    file === undefined
      ? await checkPredicted(scenario, assertions, options)
      : await measured(file, scenario, assertions, options);
  if ('kind' in checked) return endWithoutAnswer(checked, options.json === true);
  const { junit, sarif, github, json } = options;
  const name = nameOf(scenarioFile);
  if (junit !== undefined) await writeWhole(junit, junitText(scenario.name, checked));
  if (sarif !== undefined) await writeWhole(sarif, sarifText(name, version, checked));
  if (json)
    printJson({ of: file === undefined ? 'model' : 'measurement', assertions: assertionRows(checked) });
  else process.stdout.write(`${assertionsText(checked)}\n`);
  // The document on standard output stays one document.
  if (github) (json ? process.stderr : process.stdout).write(githubText(name, checked));
  const exit = assertionExit(checked);
  if (exit !== EXIT.answered) process.exitCode = exit;
}

/** Assertions have spaces; a file that is missing is told as such. */
const isFile = (word: string): boolean => word === '-' || existsSync(word) || !word.includes(' ');

async function measured(
  file: string,
  scenario: Parameters<typeof checkMeasured>[0],
  assertions: Parameters<typeof checkMeasured>[2],
  given: MeasurementOptions,
) {
  const options = reduceOptionsOf(given);
  const read = await readMeasurementFile(file, scenario, options);
  if (read.measurement.stages.length === 0) throw new BadInput(read.warnings.map(describeFault));
  for (const fault of read.warnings) process.stderr.write(`${fault.severity}: ${describeFault(fault)}\n`);
  const again = file === '-' ? undefined : { source: await byteSource(file), options };
  return checkMeasured(scenario, read, assertions, again);
}
