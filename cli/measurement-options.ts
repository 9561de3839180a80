/** Options of the verbs that read measurement files. */
import { type Command, InvalidArgumentError } from 'commander';
import type { ReduceOptions } from '../workers/measure/contract.ts';
import { parseMapping } from '../workers/measure/formats/mapping-shape.ts';
import { nameOf, readBytes } from './input.ts';
import { BadInput } from './outcome.ts';

export interface MeasurementOptions {
  readonly mapping?: string;
  readonly timeScale?: number;
  readonly frame?: number;
}

export function addMeasurementOptions(command: Command): Command {
  return command
    .option('--mapping <file>', 'JSON that says which column of a CSV file is what')
    .option('--frame <seconds>', 'length of a frame of a trace', positive)
    .option('--time-scale <factor>', 'times of older TimeTrial files are multiplied by it', positive);
}

export async function reduceOptionsOf({
  mapping,
  timeScale,
  frame,
}: MeasurementOptions): Promise<ReduceOptions> {
  return {
    ...(mapping !== undefined && { mapping: await readMapping(mapping) }),
    ...(timeScale !== undefined && { timeScale }),
    ...(frame !== undefined && { frameSeconds: frame }),
  };
}

async function readMapping(file: string) {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(await readBytes(file)));
  } catch (reason) {
    if (reason instanceof BadInput) throw reason;
    throw new BadInput([`${nameOf(file)}: is no JSON`]);
  }
  const mapping = parseMapping(json);
  if (!mapping.ok) throw new BadInput(mapping.error.map((message) => `${nameOf(file)}: ${message}`));
  return mapping.value;
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a number > 0');
}
