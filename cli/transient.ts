/** `stagegraph transient`: occupancies over time from a given start, times to fill and to drain. */
import { type Command, InvalidArgumentError } from 'commander';
import { formatQuantity } from '../core/quantities/quantity.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import type { PassageTime, TransientAnswer, TransientRequest } from '../workers/transient/contract.ts';
import { solveTransient } from '../workers/transient/solve-transient.ts';
import { readSoundScenario } from './input.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';
import { formatTable } from './table.ts';

interface Options {
  readonly until?: number;
  readonly from: NonNullable<TransientRequest['from']>;
  readonly steps?: number;
  readonly json?: boolean;
}

export function addTransient(program: Command): void {
  program
    .command('transient')
    .description('follow the Markov chain of a scenario over time')
    .argument('<file>', 'scenario file, - or share link')
    .option('--until <seconds>', 'last time; when absent, until the steady state is near', positive)
    .option('--from <start>', 'empty, full, or elements per stage such as a=3,b=1', startOf, 'empty')
    .option('--steps <count>', 'equal steps of time, default 100', stepCount)
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json, ...request }: Options) => {
      const scenario = await readSoundScenario(file);
      const outcome = solveTransient(scenario, request);
      if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json === true);
      else if (json) printJson(outcome);
      else process.stdout.write(`${transientText(scenario, outcome)}\n`);
    });
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError('expected a number of seconds > 0.');
  return value;
}

function stepCount(text: string): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= 1000))
    throw new InvalidArgumentError('expected an integer from 1 to 1000.');
  return value;
}

function startOf(text: string): NonNullable<TransientRequest['from']> {
  if (text === 'empty' || text === 'full') return text;
  const parts = text.split(',').map((part): [string, number] => {
    const at = part.lastIndexOf('=');
    const count = Number(part.slice(at + 1));
    if (at < 1 || !Number.isInteger(count) || count < 0)
      throw new InvalidArgumentError('expected empty, full, or elements per stage such as a=3,b=1.');
    return [part.slice(0, at), count];
  });
  return Object.fromEntries(parts);
}

/** About ten lines of the table, so that it fits a terminal. */
const LINES = 10;

function transientText(scenario: Scenario, answer: TransientAnswer): string {
  const ids = Object.keys(answer.stages);
  const head = ['time', ...ids.flatMap((id) => [`N ${id}`, ...(hasFull(answer, id) ? [`full ${id}`] : [])])];
  const step = Math.max(1, Math.round((answer.times.length - 1) / LINES));
  const rows = answer.times.flatMap((time, i) => (i % step === 0 ? [rowAt(answer, ids, time, i)] : []));
  const passages = [
    ...Object.entries(answer.fill).map(
      ([id, passage]) => `full for the first time, ${id}: ${meanOf(passage)}`,
    ),
    ...(answer.drain ? [`empty once the sources stop: ${meanOf(answer.drain)}`] : []),
  ];
  const { standIn } = answer;
  const notes = standIn
    ? [
        `info: constant times (${standIn.stages.join(', ')}) taken as Erlang times of ${standIn.phases} phases`,
      ]
    : [];
  return [`${scenario.name}: ${answer.states} states`, formatTable(head, rows), ...passages, ...notes].join(
    '\n',
  );
}

const hasFull = ({ stages }: TransientAnswer, id: string): boolean =>
  stages[id]!.fullProbability !== undefined;

function rowAt(
  { stages }: TransientAnswer,
  ids: readonly string[],
  time: number,
  i: number,
): readonly string[] {
  const number = (value: number): string => String(Number(value.toPrecision(4)));
  const cells = ids.flatMap((id) => {
    const { meanOccupancy, fullProbability } = stages[id]!;
    return [number(meanOccupancy[i]!), ...(fullProbability ? [number(fullProbability[i]!)] : [])];
  });
  return [formatQuantity(time, 'time'), ...cells];
}

const meanOf = ({ mean }: PassageTime): string =>
  mean === Number.POSITIVE_INFINITY ? 'perhaps never' : `after ${formatQuantity(mean, 'time')} on average`;
