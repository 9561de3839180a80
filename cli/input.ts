/** Reads what a verb is given: a file, standard input, or a share link. Faults name the file and the place in it. */
import { readFile } from 'node:fs/promises';
import { modelReaderOf } from '../core/imports/read-model.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { isLink, refuseErrors, scenarioIn } from '../lib/scenarios.ts';

/** A scenario that is well formed; it may still have faults of meaning. */
export async function readScenario(file: string): Promise<Scenario> {
  if (isLink(file)) return scenarioIn(file);
  const text = new TextDecoder().decode(await readBytes(file));
  return modelReaderOf(text) ? readModel(text, file) : scenarioIn(text, nameOf(file));
}

/** The model of another program; what is left out of it is told. `timeUnit`: seconds of one unit of time of a file that has none. */
export function readModel(text: string, file: string, timeUnit?: number): Scenario {
  const read = modelReaderOf(text)?.(text, timeUnit);
  if (!read) throw new BadInput([`${nameOf(file)}: expected an XML file of SDF3`]);
  if (!read.ok) throw new BadInput([`${nameOf(file)}: ${read.error}`]);
  for (const remark of read.value.remarks) process.stderr.write(`${remark}\n`);
  return read.value.scenario;
}

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
