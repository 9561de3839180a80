/** `stagegraph diff`: what changed from one scenario to another, and what that does to the answer. */
import { type Command, Option } from 'commander';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { type Diff, type DiffOptions, diff } from '../lib/diff.ts';
import { ANSWER_COLUMNS, INPUT_COLUMNS, NO_ANSWER, NO_INPUT } from '../src/features/diff/scenario-diff.ts';
import { readSoundScenario } from './input.ts';
import { EXIT, printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { tellReached } from './within.ts';

interface Options extends DiffOptions {
  readonly exitCode?: boolean;
  readonly json?: boolean;
}

export function addDiff(program: Command): void {
  program
    .command('diff')
    .description('tell what changed from one scenario to another: inputs, and what they change of the answer')
    .argument('<before>', 'scenario file, - or share link')
    .argument('<after>', 'scenario file, - or share link')
    .addOption(new Option('--method <name>', 'who answers both').choices(METHOD_NAMES).default('auto'))
    .option('--exit-code', 'exit status 1 where anything changed')
    .option('--json', 'print one JSON document')
    .action(async (first: string, second: string, { json, exitCode, ...options }: Options) => {
      const before = await readSoundScenario(first);
      const after = await readSoundScenario(second);
      tellReached(() => `the answers of ${before.name} and ${after.name}`);
      const found = diff(before, after, options);
      if (json) printJson(found);
      else process.stdout.write(`${diffText(found)}\n`);
      const isChanged = found.inputs.length + found.answers.length > 0;
      const isAnswered = found.sides.every(({ kind }) => kind === 'answer');
      if (!isAnswered || (exitCode && isChanged)) process.exitCode = EXIT.noAnswer;
    });
}

function diffText({ inputs, answers, sides }: Diff): string {
  const [before, after] = sides;
  return [
    ...(inputs.length > 0 ? columnsText(INPUT_COLUMNS, inputs) : [NO_INPUT]),
    '',
    ...(answers.length > 0 ? columnsText(ANSWER_COLUMNS, answers) : [NO_ANSWER]),
    '',
    `before: ${before.name}: ${before.trust}`,
    `after:  ${after.name}: ${after.trust}`,
  ].join('\n');
}
