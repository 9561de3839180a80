/** Options of the verbs that read measurement files. */
import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BadInput } from '../lib/bad-input.ts';
import type { ColumnMapping, MeasurementFault, ReduceOptions } from '../workers/measure/contract.ts';
import { parseMapping } from '../workers/measure/formats/mapping-shape.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { entry, fileToRead, number, time } from './option-values.ts';
import { formatTable } from './table.ts';

export interface MeasurementOptions {
  readonly mapping?: ColumnMapping;
  readonly timeScale?: number;
  readonly frame?: number;
  readonly timeUnit?: ReduceOptions['timeUnit'];
  readonly queueMap?: Readonly<Record<string, string>>;
}

export function addMeasurementOptions(command: Command): Command {
  return command
    .option(
      '--mapping <json>',
      'which column of a CSV file is what: a file of JSON, or the JSON itself',
      mappingOf,
    )
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
    .option('--frame <seconds>', 'length of a frame of a trace', time({ above: 0 }))
    .option(
      '--time-scale <factor>',
      'times of older TimeTrial files are multiplied by it',
      number({ above: 0 }),
    );
}

export const reduceOptionsOf = ({
  mapping,
  timeScale,
  timeUnit,
  frame,
  queueMap,
}: MeasurementOptions): ReduceOptions => ({
  ...(mapping !== undefined && { mapping }),
  ...(timeScale !== undefined && { timeScale }),
  ...(timeUnit !== undefined && { timeUnit }),
  ...(frame !== undefined && { frameSeconds: frame }),
  ...(queueMap && { queueMap }),
});

function mappingOf(text: string): ColumnMapping {
  const json = text.trimStart().startsWith('{') ? text : readFileSync(fileToRead(text), 'utf8');
  const mapping = parseMapping(parsedJson(json));
  if (mapping.ok) return mapping.value;
  throw new InvalidArgumentError(`${mapping.error.join('; ')}.`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (reason) {
    throw new InvalidArgumentError(`Expected JSON: ${(reason as Error).message}.`);
  }
}

/** What a measurement file is refused for; of columns whose meaning is not sure, what to write so that it is. */
export const refusedFile = (faults: readonly MeasurementFault[]): BadInput =>
  new BadInput(faults.flatMap((fault) => [describeFault(fault), ...mappingHelp(fault)]));

function mappingHelp({ unsure }: MeasurementFault): string[] {
  if (!unsure) return [];
  const { names, rows, guess, layout } = unsure;
  const wanted = (guess && withOpenUnits(guess)) ?? {
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

/** With … where somebody must say the unit. */
const withOpenUnits = (guess: ColumnMapping): ColumnMapping =>
  guess.table === 'means'
    ? {
        ...guess,
        units: Object.fromEntries(quantitiesOf(guess).map((name) => [name, guess.units?.[name] ?? '…'])),
      }
    : guess;

const quantitiesOf = ({ columns }: ColumnMapping): readonly string[] =>
  Object.keys(columns).filter((column) => column !== 'queueId');

function mapped(text: string, before: MeasurementOptions['queueMap']): MeasurementOptions['queueMap'] {
  const [queue, stage] = entry(text, 'QUEUE=STAGE', '"FIFO 3=1b"');
  return { ...before, [queue]: stage };
}
