/** `stagegraph transient`: occupancies over time from a given start, times to fill and to drain. */

import { type Command, InvalidArgumentError } from 'commander';
import { counted } from '../core/base/plural.ts';
import { formatMeasure, measureRow } from '../core/measures/measure-rows.ts';
import { type NoAnswer, refusalText } from '../core/measures/refusals.ts';
import { formatPercent } from '../core/quantities/quantity.ts';
import { type Column, numberColumn } from '../core/quantities/table.ts';
import { capacityOf } from '../core/scenario/defaults.ts';
import { nodesInFlowOrder } from '../core/scenario/graph.ts';
import { isStage, type Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { nodeTitle } from '../src/features/results/node-title.ts';
import { passageColumns, passagesOf } from '../src/features/transient/transient-table.ts';
import type { TransientAnswer, TransientRequest } from '../workers/transient/contract.ts';
import { solveTransient } from '../workers/transient/solve-transient.ts';
import { readSoundScenario } from './input.ts';
import { time, wholeNumber } from './option-values.ts';
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
    .option('--until <seconds>', 'last time; when absent, until the steady state is near', time({ above: 0 }))
    .option('--from <start>', 'empty, full, or elements per stage such as a=3,b=1', startOf, 'empty')
    .option('--steps <count>', 'equal steps of time, default 100', wholeNumber({ from: 1, to: 1000 }))
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json, ...request }: Options) => {
      const scenario = await readSoundScenario(file);
      refuseStart(scenario, request.from);
      const outcome = solveTransient(scenario, request, (share) =>
        tellReached(() => `${formatPercent(share)} of the way through time`),
      );
      if (outcome.kind === 'noAnswer' && OF_START.includes(outcome.code))
        throw new BadInput([`--from: ${refusalText(outcome)}`]);
      if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json === true);
      else if (json) printJson(outcome);
      else process.stdout.write(`${transientText(scenario, outcome)}\n`);
    });
}

function startOf(text: string): NonNullable<TransientRequest['from']> {
  if (text === 'empty' || text === 'full') return text;
  const parts = text.split(',').map((part): [string, number] => {
    const [, stage, count] = /^(.+)=(\d{1,9})$/.exec(part) ?? [];
    if (stage !== undefined) return [stage, Number(count)];
    throw new InvalidArgumentError('Expected empty, full, or elements per stage, such as a=3,b=1.');
  });
  return Object.fromEntries(parts);
}

/** What is wrong with the start that was asked for, whatever the model. */
const OF_START: readonly NoAnswer['code'][] = ['cannotStartFull', 'startIsUnreachable', 'startTooLarge'];

function refuseStart({ nodes }: Scenario, from: Options['from']): void {
  if (typeof from !== 'object') return;
  const stages = new Map(nodes.filter(isStage).map((stage) => [stage.id, stage]));
  for (const [id, count] of Object.entries(from)) {
    const stage = stages.get(id);
    if (!stage)
      throw new BadInput([
        `--from: there is no stage "${id}"; expected one of ${[...stages.keys()].join(', ')}`,
      ]);
    if (count > capacityOf(stage))
      throw new BadInput([`--from: stage "${id}" holds at most ${capacityOf(stage)}, got ${count}`]);
  }
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
            `${symbol} ${nodeTitle(scenario, id)}`,
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
    ...nodesInFlowOrder(scenario)
      .filter(({ id }) => stages[id])
      .flatMap(({ id }) => [...column('meanOccupancy', id), ...column('fullProbability', id)]),
  ];
  return [
    `${scenario.name}: ${counted(states, 'state')}`,
    ...columnsText(
      columns,
      [...times.keys()].filter((i) => i % step === 0),
    ),
    ...columnsText(passageColumns(scenario, answer), passagesOf(scenario, answer)),
    ...(standIn
      ? [
          `info: constant times (${standIn.stages.map((id) => nodeTitle(scenario, id)).join(', ')}) are approximated by Erlang times of ${standIn.phases} phases`,
        ]
      : []),
  ].join('\n');
}
