/** The options that `mcp` and `serve` share. */
import { stat } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { parseQuantity } from '../core/quantities/quantity-parse.ts';
import { BadInput } from '../lib/bad-input.ts';
import type { ToolSettings } from '../lib/tools.ts';
import { PAGE } from './link.ts';

export interface ToolOptions {
  readonly folder?: string;
  readonly base: string;
  readonly limit: number;
}

/** s. */
const USUAL_LIMIT = '60 s';
const LONGEST = 86_400;

export const addToolOptions = (command: Command): Command =>
  command
    .option('--folder <folder>', 'whose files calls may name; without it no file is read')
    .option('--base <address>', 'address of the page, for share links', PAGE)
    .option('--limit <time>', 'longest time of a call', limit, limit(USUAL_LIMIT));

function limit(text: string): number {
  const time = parseQuantity(text, 'time');
  if (!time.ok) throw new InvalidArgumentError(time.error);
  if (time.value > 0 && time.value <= LONGEST) return time.value;
  throw new InvalidArgumentError('Expected a time > 0 of at most one day.');
}

export async function toolSettings({ folder, base, limit }: ToolOptions): Promise<ToolSettings> {
  if (folder !== undefined && !(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new BadInput([`--folder: there is no folder "${folder}"`]);
  return { folder, base, limit };
}
