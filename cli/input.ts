/** Reads what a verb is given: a file, standard input, or a share link. Faults name the file and the place in it. */
import { readFile } from 'node:fs/promises';
import type { Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { isLink, refuseErrors, scenarioIn } from '../lib/scenarios.ts';

/** A scenario that is well formed; it may still have faults of meaning. */
export const readScenario = async (file: string): Promise<Scenario> =>
  isLink(file) ? scenarioIn(file) : scenarioIn(new TextDecoder().decode(await readBytes(file)), nameOf(file));

/** A scenario that can be solved and simulated. */
export const readSoundScenario = async (file: string): Promise<Scenario> =>
  refuseErrors(await readScenario(file), nameOf(file));

export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return file === '-' ? await readStandardInput() : await readFile(file);
  } catch (reason) {
    const why = reason instanceof Error && 'code' in reason ? String(reason.code) : String(reason);
    const words = why === 'ENOENT' ? 'there is no such file' : why === 'EISDIR' ? 'it is a folder' : why;
    throw new BadInput([`${nameOf(file)}: cannot be read: ${words}`]);
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

export const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);
