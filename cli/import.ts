/** `stagegraph import`: the model of another program as a scenario. */
import { type Command, InvalidArgumentError } from 'commander';
import { parseQuantity } from '../core/quantities/quantity-parse.ts';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import { soundScenario } from '../lib/scenarios.ts';
import { writeText } from './disk-words.ts';
import { readBytes, readModel } from './input.ts';

interface Options {
  readonly unit: number;
  readonly out?: string;
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description('the model of another program as a scenario: dataflow graphs of SDF3 (XML)')
    .argument('<file>', 'file, or - for standard input')
    .option('--unit <time>', 'what one unit of time of the file is, such as 10ns', time, 1)
    .option('--out <file>', 'write it there instead of to standard output')
    .action(async (file: string, { unit, out }: Options) => {
      const text = new TextDecoder().decode(await readBytes(file));
      const written = scenarioText(soundScenario(readModel(text, file, unit)));
      if (out === undefined) process.stdout.write(written);
      else await writeText(out, written);
    });
}

function time(text: string): number {
  const read = parseQuantity(text, 'time');
  if (read.ok && read.value > 0) return read.value;
  throw new InvalidArgumentError('expected a time above 0, such as 10ns');
}
