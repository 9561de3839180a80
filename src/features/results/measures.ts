/** How each measure of a stage is called, symbolised and written. */
import type { StageMeasures } from '../../../core/measures/measures.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import { elementOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';

export type ScalarMeasure = Exclude<keyof StageMeasures<number>, 'occupancyDistribution' | 'byClass'>;

export interface MeasureName {
  readonly key: ScalarMeasure;
  readonly label: string;
  readonly symbol: string;
  readonly dimension: 'rate' | 'fraction' | 'elements' | 'time';
}

/** In reading order. */
export const MEASURES: readonly MeasureName[] = [
  { key: 'offeredRate', label: 'Offered', symbol: 'λ offered', dimension: 'rate' },
  { key: 'arrivalRate', label: 'Arrivals', symbol: 'λ', dimension: 'rate' },
  { key: 'throughput', label: 'Served', symbol: 'X', dimension: 'rate' },
  { key: 'outputRate', label: 'Output', symbol: 'λ out', dimension: 'rate' },
  { key: 'lossRate', label: 'Lost', symbol: 'λ lost', dimension: 'rate' },
  { key: 'lossProbability', label: 'Loss probability', symbol: 'P lost', dimension: 'fraction' },
  { key: 'utilization', label: 'Utilization', symbol: 'ρ', dimension: 'fraction' },
  { key: 'blockedFraction', label: 'Blocked', symbol: 'blocked', dimension: 'fraction' },
  { key: 'starvedFraction', label: 'Starved', symbol: 'starved', dimension: 'fraction' },
  { key: 'meanQueueLength', label: 'Mean queue', symbol: 'N_Q', dimension: 'elements' },
  { key: 'meanOccupancy', label: 'Occupancy', symbol: 'N_G', dimension: 'elements' },
  { key: 'fullProbability', label: 'Full', symbol: 'P full', dimension: 'fraction' },
  { key: 'backPressureProbability', label: 'Back-pressure', symbol: 'P_BP', dimension: 'fraction' },
  { key: 'meanSojournTime', label: 'Time in stage', symbol: 'W', dimension: 'time' },
  { key: 'meanWaitingTime', label: 'Waiting time', symbol: 'Wq', dimension: 'time' },
];

export const measureNamed = (key: string): MeasureName | undefined =>
  MEASURES.find((measure) => measure.key === key);

/** Smaller shares of time are written as 0; the full number is behind them. */
const NEGLIGIBLE_FRACTION = 1e-9;

/** Three digits with prefix and unit. */
export function formatMeasure(
  value: number,
  dimension: MeasureName['dimension'],
  context: { readonly unit?: string; readonly timeUnit?: TimeUnit } = {},
): string {
  switch (dimension) {
    case 'rate':
      return formatQuantity(value, 'rate', { unit: context.unit });
    case 'time':
      return formatQuantity(value, 'time', { timeUnit: context.timeUnit });
    case 'fraction':
      return value > 0 && value < NEGLIGIBLE_FRACTION ? '≈ 0' : formatQuantity(value, 'probability');
    case 'elements':
      return formatQuantity(value, 'number');
  }
}

/** Unit of a measure as a column head of a file says it. */
export function measureUnit(dimension: MeasureName['dimension'], stage: Pick<StageNode, 'unit'>): string {
  const unit = elementOf(stage);
  return { rate: `${unit}/s`, time: 's', fraction: '1', elements: unit }[dimension];
}
