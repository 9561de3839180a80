/** Reads what a verb is given: a file, standard input, or a share link. Faults name the file and the place in it. */
import { readFile } from 'node:fs/promises';
import { findFaults } from '../core/scenario/faults.ts';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { decodeShareLink } from '../core/scenario/share-link.ts';
import { BadInput } from './outcome.ts';

/** A scenario that is well formed; it may still have faults of meaning. */
export async function readScenario(file: string): Promise<Scenario> {
  if (isLink(file)) {
    const scenario = await decodeShareLink(file);
    if (!scenario.ok) throw new BadInput([`link: ${scenario.error}`]);
    return scenario.value;
  }
  const scenario = readScenarioText(new TextDecoder().decode(await readBytes(file)));
  if (!scenario.ok) throw new BadInput(scenario.error.map((fault) => `${nameOf(file)}: ${fault.message}`));
  return scenario.value;
}

/** A scenario that can be solved and simulated. */
export async function readSoundScenario(file: string): Promise<Scenario> {
  const scenario = await readScenario(file);
  const errors = findFaults(scenario).filter((fault) => fault.severity === 'error');
  if (errors.length > 0) {
    throw new BadInput(errors.map((fault) => `${nameOf(file)}: ${fault.message}`));
  }
  return scenario;
}

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

const isLink = (file: string): boolean => /^(https?:\/\/|#|\d+\.[\w-]{16,}$)/.test(file);
