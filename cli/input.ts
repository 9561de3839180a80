/** Reads what a verb is given: a file, standard input, or a share link. Faults name the file and the place in it. */
import { readFile } from 'node:fs/promises';
import type { ModelFile } from '../core/imports/imported.ts';
import { isModel, isPartOf, MODEL_WORDS, modelsIn } from '../core/imports/read-model.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { isLink, refuseErrors, scenarioIn } from '../lib/scenarios.ts';
import { inputFile } from './option-values.ts';

/** The value of an option that names a scenario. */
export const scenarioFile = (text: string): string => (isLink(text) ? text : inputFile(text));

/** A scenario that is well formed; it may still have faults of meaning. */
export async function readScenario(file: string): Promise<Scenario> {
  if (isLink(file)) return scenarioIn(file);
  const text = await readText(file);
  return isModel(text) ? readModel([{ name: file, text }]) : scenarioIn(text, nameOf(file));
}

export const readText = async (file: string): Promise<string> =>
  new TextDecoder().decode(await readBytes(file));

/**
 * The model of another program; what is left out of it is told. `timeUnit`: seconds of one unit of time, or of one clock, where the
 * files do not tell.
 */
export function readModel(files: readonly ModelFile[], timeUnit?: number): Scenario {
  const isNamed = isPartOf(files);
  const stranger = files.find(({ name, text }) => !(isModel(text) || isNamed(name)));
  if (stranger) throw new BadInput([`${nameOf(stranger.name)}: expected ${MODEL_WORDS.join(', or ')}`]);
  const [model, other] = modelsIn(files);
  if (other) throw new BadInput([`expected the files of one model, got those of ${modelsIn(files).length}`]);
  const read = model!.read(timeUnit);
  if (!read.ok) {
    const names = files.map(({ name }) => nameOf(name)).join(', ');
    throw new BadInput(read.error.map((fault) => `${names}: ${fault}`));
  }
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
