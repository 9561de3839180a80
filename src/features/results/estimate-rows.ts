/** Rows and columns of the table of estimates. */

import type { Estimate, StageMeasures } from '../../../core/measures/measures.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ClassEstimate, SimulationResult, StageEstimate } from '../../../workers/simulate/contract.ts';
import type { PrecisionMeasure } from '../../../workers/solve/exact-part/contract.ts';
import type { EstimateView } from '../../state/session-store.ts';
import { type MeasureName, measureNamed, type ScalarMeasure } from './measures.ts';
import { titleIn } from './node-title.ts';

export interface EstimateRow {
  readonly key: string;
  /** Stage, delay or join. */
  readonly node: string;
  readonly kind: 'stage' | 'delay' | 'join';
  readonly title: string;
  readonly stageTitle: string;
  readonly unit?: string;
  /** Given: what this class does there. */
  readonly jobClass?: string;
  readonly hasClasses: boolean;
  readonly estimate: StageEstimate | ClassEstimate;
}

/** In the order of the file, each followed by its classes. */
export function estimateRows(
  scenario: Scenario,
  { stages }: Pick<SimulationResult, 'stages'>,
): readonly EstimateRow[] {
  return scenario.nodes.flatMap((node): EstimateRow[] => {
    const estimate = stages[node.id];
    if (!estimate || (node.kind !== 'stage' && node.kind !== 'delay' && node.kind !== 'join')) return [];
    const stageTitle = nameOf(node);
    const unit = node.kind === 'join' ? undefined : node.unit;
    const shared = { node: node.id, kind: node.kind, stageTitle, ...(unit !== undefined && { unit }) };
    const classes = Object.entries(estimate.classes ?? {}).filter(
      ([, one]) => (one.offeredRate?.mean ?? 0) > 0,
    );
    return [
      { ...shared, key: node.id, title: stageTitle, hasClasses: classes.length > 0, estimate },
      ...classes.map(([id, one]) => ({
        ...shared,
        key: `${node.id} ${id}`,
        title: titleIn(scenario.classes, id),
        jobClass: id,
        hasClasses: false,
        estimate: one,
      })),
    ];
  });
}

export interface EstimateColumn {
  readonly id: string;
  readonly label: string;
  readonly symbol: string;
  readonly dimension: MeasureName['dimension'];
  readonly read: (row: EstimateRow) => Estimate | undefined;
  /** What was simulated, where `read` gives what an exact chain tells. */
  readonly readSimulated?: (row: EstimateRow) => Estimate | undefined;
}

const LEVELS: readonly ScalarMeasure[] = [
  'arrivalRate',
  'throughput',
  'utilization',
  'blockedFraction',
  'meanQueueLength',
  'meanOccupancy',
  'fullProbability',
  'lossProbability',
  'meanSojournTime',
];
const PERCENTILES = { p50: '50 %', p90: '90 %', p99: '99 %', p999: '99.9 %' } as const;
type Percentile = keyof typeof PERCENTILES;

const scalar = (key: ScalarMeasure): EstimateColumn => ({
  ...measureNamed(key)!,
  id: key,
  read: ({ estimate }) => (estimate as StageMeasures<Estimate>)[key],
  readSimulated: ({ estimate }) => simulatedBeside(estimate, key),
});

/** What the replications gave for a measure that is known from an exact chain; of classes none is. */
export const simulatedBeside = ({ simulated }: StageEstimate, measure: ScalarMeasure): Estimate | undefined =>
  simulated?.[measure as PrecisionMeasure];

const percentile = (of: 'sojourn' | 'waiting', key: Percentile): EstimateColumn => {
  const { symbol } = measureNamed(of === 'sojourn' ? 'meanSojournTime' : 'meanWaitingTime')!;
  return {
    id: `${of} ${key}`,
    label: `${symbol} ${PERCENTILES[key]}`,
    symbol: of === 'sojourn' ? 'in the stage' : 'waiting',
    dimension: 'time',
    read: ({ estimate }) =>
      (of === 'sojourn' ? estimate.sojournPercentiles : estimate.waitingPercentiles)?.[key],
  };
};

const keys = Object.keys(PERCENTILES) as Percentile[];
const VIEWS: Readonly<Record<EstimateView, readonly EstimateColumn[]>> = {
  levels: [...LEVELS.map(scalar), percentile('sojourn', 'p99')],
  times: [
    scalar('meanSojournTime'),
    ...keys.map((key) => percentile('sojourn', key)),
    scalar('meanWaitingTime'),
    ...keys.map((key) => percentile('waiting', key)),
  ],
};

/** Those that any row has a number for; losses only where there are some. */
export function columnsOf(view: EstimateView, rows: readonly EstimateRow[]): readonly EstimateColumn[] {
  return VIEWS[view].filter(({ id, read }) =>
    rows.some((row) => {
      const value = read(row);
      return value !== undefined && (id !== 'lossProbability' || value.mean > 0);
    }),
  );
}
