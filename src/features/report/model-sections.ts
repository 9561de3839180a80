/** The model and its numbers, as tables of the report. */

import { plural } from '../../../core/base/plural.ts';
import {
  type ArrivalDistribution,
  distributionMean,
  distributionRate,
  knowledgeOf,
} from '../../../core/distributions/index.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Column } from '../../../core/quantities/table.ts';
import { WHEN_FULL, whenFullOf } from '../../../core/rules/when-full.ts';
import { nameOf, serverCountOf, titlesOf } from '../../../core/scenario/defaults.ts';
import { PLATFORMS } from '../../../core/scenario/fields.ts';
import { nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { estimateColumns, estimateRows } from '../results/simulated-tables.ts';
import { columnFormat, solvedCellWithInterval, solvedColumn } from '../results/solved-tables.ts';
import { type Block, columnsTable, tableOf } from './report-blocks.ts';

export function modelBlocks(scenario: Scenario): readonly Block[] {
  const nodes = nodesInFlowOrder(scenario);
  const sources = nodes.flatMap((node) =>
    node.kind === 'source' && node.interarrival
      ? [[nameOf(node), distributionText(node.interarrival, scenario, node.unit)]]
      : [],
  );
  const called = titlesOf(scenario.nodes);
  const stages = nodes.filter(isStage).map((stage) => stageRow(stage, called(stage.id), scenario));
  const hasShares = scenario.links.some(({ probability }) => probability !== undefined);
  const ways = scenario.links.map(({ from, to, probability }) => [
    called(from),
    called(to),
    ...(hasShares ? [probability === undefined ? '' : formatQuantity(probability, 'probability')] : []),
  ]);
  return [
    ...tableOf('Sources', ['Source', 'Time between arrivals'], sources),
    ...tableOf('Stages', ['Stage', 'Platform', 'Servers', 'Capacity', 'When full', 'Service'], stages),
    ...tableOf('Links', ['From', 'To', ...(hasShares ? ['Share'] : [])], ways),
  ];
}

function stageRow(stage: StageNode, title: string, scenario: Scenario): readonly string[] {
  const { platform, capacity, service } = stage;
  const room = capacity === undefined ? 'unbounded' : String(capacity);
  const full = capacity === undefined ? '–' : WHEN_FULL[whenFullOf(stage)].label;
  return [
    title,
    platform === undefined ? '–' : PLATFORMS[platform].label,
    String(serverCountOf(stage)),
    room,
    full,
    distributionText(service, scenario, stage.unit),
  ];
}

function distributionText(distribution: ArrivalDistribution, { timeUnit }: Scenario, unit?: string): string {
  const { label: name } = knowledgeOf(distribution);
  const rate = formatQuantity(distributionRate(distribution), 'rate', { unit });
  return `${name}, ${rate} (every ${formatQuantity(distributionMean(distribution), 'time', { timeUnit })})`;
}

interface Predicted {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer | undefined;
  readonly answerIsOlder?: boolean;
  readonly result?: SimulationResult | undefined;
  readonly resultIsOlder?: boolean;
}

/** Analytic, and simulated where that was done. */
export function predictedBlocks(predicted: Predicted): readonly Block[] {
  const { scenario, answer, result } = predicted;
  const aged = (caption: string, isOlder = false) => `${caption}${isOlder ? ' (outdated)' : ''}`;
  const { timeUnit } = scenario;
  const stages = nodesInFlowOrder(scenario).filter(isStage);
  const solved = KEYS.map((key) => ({
    ...solvedColumn(answer, key, { timeUnit }),
    write: ({ id }: StageNode) =>
      solvedCellWithInterval(answer?.stages[id], key, columnFormat(answer, key, { timeUnit })),
  }));
  const simulated = result
    ? estimateRows(scenario, result).filter(
        ({ kind, jobClass }) => kind === 'stage' && jobClass === undefined,
      )
    : [];
  return [
    ...(answer ? resultTable(aged(captionOf(answer), predicted.answerIsOlder), solved, stages, titleOf) : []),
    ...resultTable(
      aged('Simulated, with 95 % intervals', predicted.resultIsOlder),
      estimateColumns(KEYS, simulated, scenario),
      simulated,
      ({ stageTitle, unit }) => titleOf({ id: stageTitle, unit }),
    ),
    ...(answer || result
      ? [{ kind: 'picture', name: 'occupancy', caption: 'Occupancy of the stage in focus' } as const]
      : []),
  ];
}

const captionOf = ({ simulated }: SolveAnswer): string =>
  simulated
    ? 'Best available: simulated with 95 % intervals where the analytic method (◐) is not exact'
    : 'Analytic';

const KEYS = [
  'arrivalRate',
  'utilization',
  'blockedFraction',
  'meanQueueLength',
  'meanOccupancy',
  'backPressureProbability',
  'lossProbability',
  'meanSojournTime',
] as const;

const titleOf = ({ id, name = id, unit }: Pick<StageNode, 'id' | 'name' | 'unit'>): string =>
  unit === undefined ? name : `${name}, in ${plural(unit)}`;

/** A column for each measure that is more than 0 somewhere. */
function resultTable<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  title: (row: Row) => string,
): readonly Block[] {
  const used = columns.filter(({ value }) => rows.some((row) => (value(row) ?? 0) !== 0));
  return used.length === 0
    ? []
    : columnsTable(caption, [{ id: 'stage', header: 'Stage', value: title }, ...used], rows);
}
