/** The model and its numbers, as tables of the report. */

import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import { distributionMean, distributionRate } from '../../../core/distributions/distribution-moments.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { nameOf, serverCountOf, whenFullOf } from '../../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { openSpan } from '../../../workers/solve/determined.ts';
import type { PrecisionMeasure } from '../../../workers/solve/exact-part/contract.ts';
import { ARRIVAL_CHOICES, formOf, SERVICE_CHOICES } from '../inspector/distribution-forms.ts';
import { formatMeasure, MEASURES, type MeasureName, type ScalarMeasure } from '../results/measures.ts';
import { type Block, type PictureName, tableOf } from './report-blocks.ts';

export function modelBlocks(scenario: Scenario): readonly Block[] {
  const { nodes, links } = scenario;
  const sources = nodes.flatMap((node) =>
    node.kind === 'source' && node.interarrival
      ? [[nameOf(node), distributionText(node.interarrival, scenario, node.unit)]]
      : [],
  );
  const stages = nodes.filter(isStage).map((stage) => stageRow(stage, scenario));
  const ways = links.map(({ from, to, probability }) => [
    from,
    to,
    probability === undefined ? '' : formatQuantity(probability, 'probability'),
  ]);
  return [
    ...tableOf('Sources', ['Source', 'Time between arrivals'], sources),
    ...tableOf('Stages', ['Stage', 'Platform', 'Servers', 'Capacity', 'When full', 'Service'], stages),
    ...tableOf('Links', ['From', 'To', 'Share'], ways),
  ];
}

function stageRow(stage: StageNode, scenario: Scenario): readonly string[] {
  const { id, name, platform, capacity, service } = stage;
  const room = capacity === undefined ? 'unbounded' : String(capacity);
  const title = name === undefined || name === id ? id : `${name} (${id})`;
  const full = capacity === undefined ? '–' : whenFullOf(stage);
  return [
    title,
    platform ?? '–',
    String(serverCountOf(stage)),
    room,
    full,
    distributionText(service, scenario, stage.unit),
  ];
}

function distributionText(distribution: ArrivalDistribution, { timeUnit }: Scenario, unit?: string): string {
  const form = formOf(distribution);
  const name = [...SERVICE_CHOICES, ...ARRIVAL_CHOICES].find(({ value }) => value === form)?.label ?? form;
  const rate = formatQuantity(distributionRate(distribution), 'rate', { unit });
  return `${name}, ${rate} (every ${formatQuantity(distributionMean(distribution), 'time', { timeUnit })})`;
}

interface Predicted {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer | undefined;
  readonly result?: SimulationResult | undefined;
}

/** By formulas, and simulated where that was done. */
export function predictedBlocks({ scenario, answer, result }: Predicted): readonly Block[] {
  const picture: PictureName = 'occupancy';
  return [
    ...(answer
      ? stageTable('By formulas', scenario, (stage, measure) => {
          const text = (value: number) => written(value, measure.dimension, stage, scenario);
          return answer.stages[stage.id] && predictedText(answer.stages[stage.id]!, measure.key, text);
        })
      : []),
    ...(result
      ? stageTable('Simulated, with 95 % intervals', scenario, (stage, measure) => {
          const estimate = result.stages[stage.id]?.[measure.key];
          if (!estimate) return undefined;
          const mean = written(estimate.mean, measure.dimension, stage, scenario);
          if (result.stages[stage.id]?.simulated?.[measure.key as PrecisionMeasure])
            return `${mean} (exact chain)`;
          return `${mean} ± ${Number(((100 * estimate.halfWidth) / (Math.abs(estimate.mean) || 1)).toPrecision(2))} %`;
        })
      : []),
    ...(answer || result
      ? [{ kind: 'picture', name: picture, caption: 'Occupancy of the stage in focus' } as const]
      : []),
  ];
}

/** With its interval where that is worth telling; the interval alone where the inputs do not determine the number. */
function predictedText(
  stage: StageAnswer,
  measure: ScalarMeasure,
  text: (value: number) => string,
): string | undefined {
  const value = stage[measure];
  if (value === undefined) return undefined;
  const span = stage.spans?.[measure];
  if (!span) return text(value);
  const interval = `${text(span[0])} … ${text(span[1])}`;
  return openSpan(stage, measure) ? `◌ ${interval}` : `${text(value)} (${interval})`;
}

const KEYS: readonly ScalarMeasure[] = [
  'arrivalRate',
  'lossProbability',
  'utilization',
  'blockedFraction',
  'meanQueueLength',
  'meanOccupancy',
  'backPressureProbability',
  'meanSojournTime',
];
const COLUMNS = MEASURES.filter(({ key }) => KEYS.includes(key));

/** A share of 0 everywhere is no news. */
const isTelling = (cell: string | undefined): boolean => cell !== undefined && !/^0\b(?!\.)/.test(cell);

/** A column for each measure that is more than 0 somewhere. */
function stageTable(
  caption: string,
  scenario: Scenario,
  cell: (stage: StageNode, measure: MeasureName) => string | undefined,
): readonly Block[] {
  const stages = scenario.nodes.filter(isStage);
  const used = COLUMNS.filter((measure) => stages.some((stage) => isTelling(cell(stage, measure))));
  const rows = stages.map((stage) => [nameOf(stage), ...used.map((measure) => cell(stage, measure) ?? '–')]);
  return used.length === 0 ? [] : tableOf(caption, ['Stage', ...used.map(({ label }) => label)], rows);
}

function written(
  value: number,
  dimension: MeasureName['dimension'],
  { unit }: StageNode,
  { timeUnit }: Scenario,
): string {
  return formatMeasure(value, dimension, { unit, timeUnit });
}
