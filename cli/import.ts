/** `stagegraph import`: the model of another program as a scenario. */
import type { Command } from 'commander';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import { soundScenario } from '../lib/scenarios.ts';
import { writeWhole } from './disk-words.ts';
import { readModel, readText } from './input.ts';
import { fileToWrite, time } from './option-values.ts';

interface Options {
  readonly unit?: number;
  readonly out?: string;
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description(
      'the model of another program as a scenario: queueing networks of JMT (.jsimg, .jmva) and LINE (JSON), dataflow graphs of SDF3 (XML), Petri nets that are queues (PNML), dataflow regions of Vitis HLS',
    )
    .argument(
      '<files...>',
      'files of one model, or - for standard input: a file of JMT or SDF3; of Vitis HLS .adb and csynth.xml',
    )
    .option(
      '--unit <time>',
      'what one unit of time, or one clock, is where the files do not tell, such as 10ns',
      time({ above: 0 }),
    )
    .option('--out <file>', 'write it there instead of to standard output', fileToWrite)
    .action(async (files: readonly string[], { unit, out }: Options) => {
      const models = await Promise.all(files.map(async (name) => ({ name, text: await readText(name) })));
      const written = scenarioText(soundScenario(readModel(models, unit)));
      if (out === undefined) process.stdout.write(written);
      else await writeWhole(out, written);
    });
}
