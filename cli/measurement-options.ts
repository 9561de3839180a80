/** Options of the verbs that read measurement files. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BadInput } from '../lib/bad-input.ts';
import type { MeasurementFault, ReduceOptions } from '../workers/measure/contract.ts';
import { parseMapping } from '../workers/measure/formats/mapping-shape.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { nameOf, readBytes } from './input.ts';
import { formatTable } from './table.ts';

export interface MeasurementOptions {
  readonly mapping?: string;
  readonly timeScale?: number;
  readonly frame?: number;
  readonly timeUnit?: ReduceOptions['timeUnit'];
  readonly queueMap?: Readonly<Record<string, string>>;
}

export function addMeasurementOptions(command: Command): Command {
  return command
    .option('--mapping <json>', 'which column of a CSV file is what: a file of JSON, or the JSON itself')
    .option(
      '--queue-map <queue=stage>',
      'the stage that a queue of the file feeds, where it has another name; again for each',
      mapped,
    )
    .addOption(
      new Option('--time-unit <unit>', 'unit of times where the file does not tell it').choices([
        's',
        'ms',
        'us',
        'ns',
      ]),
    )
    .option('--frame <seconds>', 'length of a frame of a trace', positive)
    .option('--time-scale <factor>', 'times of older TimeTrial files are multiplied by it', positive);
}

export async function reduceOptionsOf({
  mapping,
  timeScale,
  timeUnit,
  frame,
  queueMap,
}: MeasurementOptions): Promise<ReduceOptions> {
  return {
    ...(mapping !== undefined && { mapping: await readMapping(mapping) }),
    ...(timeScale !== undefined && { timeScale }),
    ...(timeUnit !== undefined && { timeUnit }),
    ...(frame !== undefined && { frameSeconds: frame }),
    ...(queueMap && { queueMap }),
  };
}

async function readMapping(file: string) {
  const isText = file.trimStart().startsWith('{');
  const name = isText ? '--mapping' : nameOf(file);
  let json: unknown;
  try {
    json = JSON.parse(isText ? file : new TextDecoder().decode(await readBytes(file)));
  } catch (reason) {
    if (reason instanceof BadInput) throw reason;
    throw new BadInput([`${name}: is no JSON`]);
  }
  const mapping = parseMapping(json);
  if (!mapping.ok) throw new BadInput(mapping.error.map((message) => `${name}: ${message}`));
  return mapping.value;
}

/** What a measurement file is refused for; of columns whose meaning is not sure, what to write so that it is. */
export const refusedFile = (faults: readonly MeasurementFault[]): BadInput =>
  new BadInput(faults.flatMap((fault) => [describeFault(fault), ...mappingHelp(fault)]));

function mappingHelp({ unsure }: MeasurementFault): string[] {
  if (!unsure) return [];
  const { names, rows, guess, layout } = unsure;
  const wanted = guess ?? {
    ...{ table: 'visits', ...layout },
    columns: { queueId: '…', arrival: '…', departure: '…' },
  };
  return [
    ...[
      'first rows:',
      ...formatTable(names, rows)
        .split('\n')
        .map((line) => `  ${line}`),
    ],
    guess ? 'if that is what they mean, add' : 'name the columns, for example as',
    `  --mapping '${JSON.stringify(wanted).replaceAll("'", "'\\''")}'`,
  ];
}

/** The last sign divides, since names of queues may hold one. */
function mapped(text: string, before: MeasurementOptions['queueMap']): MeasurementOptions['queueMap'] {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('expected QUEUE=STAGE, such as "FIFO 3=1b"');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

export function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a number > 0');
}
