/** `stagegraph export`: a scenario as the model of another program. */
import { type Command, Option } from 'commander';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportFormatOf,
  exportModel,
} from '../core/imports/write-model.ts';
import { BadInput } from '../lib/bad-input.ts';
import { writeWhole } from './disk-words.ts';
import { readSoundScenario } from './input.ts';
import { fileToWrite, time } from './option-values.ts';

interface Options {
  readonly to?: ExportFormat;
  readonly unit?: number;
  readonly out?: string;
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description('a scenario as the model of another program: JMT (.jsimg, .jmva)')
    .argument('<file>', 'scenario file, - or share link')
    .addOption(
      new Option('--to <format>', 'which; told from the name of --out when absent').choices(EXPORT_FORMATS),
    )
    .option(
      '--unit <time>',
      'what one unit of time of the model is, such as 1ms; 1s when absent',
      time({ above: 0 }),
    )
    .option('--out <file>', 'write it there instead of to standard output', fileToWrite)
    .action(async (file: string, { to, unit, out }: Options) => {
      const format = to ?? (out === undefined ? undefined : exportFormatOf(out));
      if (!format) throw new BadInput([`export: expected --to ${EXPORT_FORMATS.join(' or --to ')}`]);
      const written = exportModel(await readSoundScenario(file), format, unit);
      if (!written.ok) throw new BadInput([`${file}: ${written.error}`]);
      for (const remark of written.value.remarks) process.stderr.write(`${remark}\n`);
      if (out === undefined) process.stdout.write(written.value.text);
      else await writeWhole(out, written.value.text);
    });
}
