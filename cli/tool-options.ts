/** The options that `mcp` and `serve` share. */
import type { Command } from 'commander';
import { PAGE } from './link.ts';
import { folder, pageAddress, time } from './option-values.ts';

/** s. */
const USUAL_LIMIT = 60;
const LONGEST_LIMIT = 86_400;

export const addToolOptions = (command: Command): Command =>
  command
    .option('--folder <folder>', 'whose files calls may name; without it no file is read', folder)
    .option('--base <address>', 'address of the page, for share links', pageAddress, PAGE)
    .option('--limit <time>', 'longest time of a call', time({ above: 0, to: LONGEST_LIMIT }), USUAL_LIMIT);
