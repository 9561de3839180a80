/** `stagegraph link`: the scenario as a share link. */
import type { Command } from 'commander';
import { encodeShareLink } from '../core/scenario/share-link.ts';
import { BadInput } from '../lib/bad-input.ts';
import { nameOf, readScenario } from './input.ts';
import { pageAddress } from './option-values.ts';
import { printJson } from './outcome.ts';

/** Where `npm start` serves the page. */
export const PAGE = 'http://127.0.0.1:4173/';

export function addLink(program: Command): void {
  program
    .command('link')
    .description('print a share link that holds the whole scenario')
    .argument('<file>', 'scenario file, - or share link')
    .option('--base <address>', 'address of the page', pageAddress, PAGE)
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: { base: string; json?: boolean }) => {
      const scenario = await readScenario(file);
      const fragment = await encodeShareLink(scenario).catch((reason: Error) => {
        throw new BadInput([`${nameOf(file)}: ${reason.message}`]);
      });
      const link = `${options.base}#${fragment}`;
      if (options.json) printJson({ link, characters: link.length });
      else process.stdout.write(`${link}\n`);
    });
}
