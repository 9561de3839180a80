/** `stagegraph transient`: occupancies over time from a given start, times to fill and to drain. */
import { type Command, InvalidArgumentError } from 'commander';
import { formatMeasure, measureRow } from '../core/measures/measure-rows.ts';
import { formatPercent } from '../core/quantities/quantity.ts';
import { type Column, numberColumn } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { passageColumns, passagesOf } from '../src/features/transient/transient-table.ts';
import type { TransientAnswer, TransientRequest } from '../workers/transient/contract.ts';
import { solveTransient } from '../workers/transient/solve-transient.ts';
import { readSoundScenario } from './input.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { tellReached } from './within.ts';

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
      const outcome = solveTransient(scenario, request, (share) =>
        tellReached(() => `${formatPercent(share)} of the way through time`),
      );
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
  const { stages, times, states, standIn } = answer;
  const { timeUnit } = scenario;
  const column = (key: 'meanOccupancy' | 'fullProbability', id: string): Column<number>[] => {
    const values = stages[id]![key];
    const { symbol, dimension } = measureRow(key);
    return values
      ? [
          numberColumn(
            `${key} ${id}`,
            `${symbol} ${id}`,
            (i) => values[i],
            (value) => formatMeasure(value, dimension),
          ),
        ]
      : [];
  };
  const step = Math.max(1, Math.round((times.length - 1) / LINES));
  const time = numberColumn<number>(
    'time',
    'Time',
    (i) => times[i],
    (value) => formatMeasure(value, 'time', { timeUnit }),
  );
  const columns = [
    time,
    ...Object.keys(stages).flatMap((id) => [
      ...column('meanOccupancy', id),
      ...column('fullProbability', id),
    ]),
  ];
  return [
    `${scenario.name}: ${states} states`,
    ...columnsText(
      columns,
      [...times.keys()].filter((i) => i % step === 0),
    ),
    ...columnsText(passageColumns(scenario, answer), passagesOf(scenario, answer)),
    ...(standIn
      ? [
          `info: constant times (${standIn.stages.join(', ')}) are approximated by Erlang times of ${standIn.phases} phases`,
        ]
      : []),
  ].join('\n');
}
