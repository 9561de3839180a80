/**
 * What was measured against what a model predicts, as residuals in standard errors of the measurement. A quantity counts by
 * ln((predicted + e) / (measured + e)) over its relative error, where e keeps small shares and short queues from deciding
 * everything. A distribution counts as one quantity: by the differences of its quantiles, whose mean square is the squared
 * Wasserstein distance of order 2, over its mean plus one element (C. Villani, Topics in Optimal Transportation, 2003,
 * section 2.2). A model leaves something out: what it cannot explain at all must not spoil the rest, so that the square of a
 * residual r beyond some standard errors s grows like |r| only, 2 s^2 (sqrt(1 + (r/s)^2) - 1) (B. Triggs et al., Bundle
 * adjustment, LNCS 1883 (2000) 298, section 3.2). Where the model has no steady state, the load that is too high stands for
 * what is missing.
 */

import type { MeasuredQuantity, Measurement, StageMeasurement } from '../../core/measurement/measurement.ts';
import type { StageMeasures } from '../../core/measures/measures.ts';
import { hypot, log } from '../../core/numeric/elementary.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import { isStage, type NodeId, type Scenario } from '../../core/scenario/scenario.ts';
import type { CalibrationResidual } from './contract.ts';
import type { ModelAnswer } from './model-answer.ts';

type DistributionName = 'occupancyDistribution' | 'queueLengthDistribution';

export interface MeasuredItem {
  readonly stage: NodeId;
  readonly quantity: CalibrationResidual['quantity'];
  readonly measured: number;
  /** Shares of a distribution. */
  readonly shares?: readonly number[];
}

/** Added on both sides: a hundredth of the time, a tenth of an element. */
const FLOORS: Readonly<Record<MeasuredQuantity, number>> = {
  arrivalRate: 0,
  throughput: 0,
  utilization: 0.01,
  backPressureProbability: 0.01,
  meanOccupancy: 0.1,
  meanQueueLength: 0.1,
  meanSojournTime: 0,
  meanWaitingTime: 0,
};
const QUANTITIES = Object.keys(FLOORS) as readonly MeasuredQuantity[];
const DISTRIBUTIONS: readonly DistributionName[] = ['occupancyDistribution', 'queueLengthDistribution'];

/** Everything measured at stages that the scenario has. A rate or time of 0 says nothing of its logarithm. */
export function measuredItems(scenario: Scenario, measurement: Measurement): readonly MeasuredItem[] {
  const stages = new Set(scenario.nodes.filter(isStage).map(({ id }) => id));
  return measurement.stages.filter(({ stage }) => stages.has(stage)).flatMap(itemsOf);
}

function itemsOf(measured: StageMeasurement): readonly MeasuredItem[] {
  const { stage } = measured;
  const numbers = QUANTITIES.flatMap((quantity) => {
    const value = measured[quantity];
    return value === undefined || value + FLOORS[quantity] === 0
      ? []
      : [{ stage, quantity, measured: value }];
  });
  const distributions = DISTRIBUTIONS.flatMap((quantity) => {
    const shares = measured[quantity];
    return shares ? [{ stage, quantity, measured: meanOf(shares), shares }] : [];
  });
  return [...numbers, ...distributions];
}

/** Number or distribution that the model has for an item. */
export interface Predicted {
  readonly value: number;
  readonly shares?: readonly number[];
}

export function predictionOf(
  item: MeasuredItem,
  scenario: Scenario,
  outcome: ModelAnswer,
): Predicted | undefined {
  if (outcome.kind === 'noAnswer') return undefined;
  const measures: StageMeasures<number> | undefined = outcome.stages[item.stage];
  if (item.quantity === 'occupancyDistribution' || item.quantity === 'queueLengthDistribution') {
    const all = measures?.occupancyDistribution;
    const shares =
      all &&
      (item.quantity === 'occupancyDistribution' ? all : waitingOf(all, serversOf(scenario, item.stage)));
    return shares && { value: meanOf(shares), shares };
  }
  const value = measures?.[item.quantity];
  return value === undefined ? undefined : { value };
}

const serversOf = (scenario: Scenario, stage: NodeId): number => {
  const node = scenario.nodes.find(({ id }) => id === stage);
  return node && isStage(node) ? serverCountOf(node) : 1;
};

const waitingOf = (shares: readonly number[], servers: number): readonly number[] => [
  shares.slice(0, servers + 1).reduce((sum, share) => sum + share, 0),
  ...shares.slice(servers + 1),
];

/** Quantiles at the middles of so many equal shares. */
const QUANTILES = 12;
/** Standard errors that a missing number is off by, at the load where it went missing: more than any number could be. */
const MISSING = 100;
const SURPRISING = 3;

/** What enters the sum of squares. As many numbers for every prediction: one of a number, twelve of a distribution. */
export function weighedResiduals(
  item: MeasuredItem,
  predicted: Predicted | undefined,
  error: number,
  overload: number,
): readonly number[] {
  const residuals = residualsOf(item, predicted, error, overload);
  if (!predicted) return residuals;
  const r = hypot(...residuals) / SURPRISING;
  const factor = r < 1e-4 ? 1 : Math.sqrt(2 * (Math.sqrt(1 + r * r) - 1)) / r;
  return residuals.map((residual) => residual * factor);
}

/** In standard errors, as they are. */
export function residualsOf(
  item: MeasuredItem,
  predicted: Predicted | undefined,
  error: number,
  overload: number,
): readonly number[] {
  const count = item.shares ? QUANTILES : 1;
  if (!predicted) return new Array<number>(count).fill((MISSING * (1 + overload)) / Math.sqrt(count));
  if (item.shares && predicted.shares) {
    const scale = error * (item.measured + 1) * Math.sqrt(QUANTILES);
    const [from, to] = [predicted.shares, item.shares].map(quantilesOf) as [
      readonly number[],
      readonly number[],
    ];
    return from.map((x, i) => (x - to[i]!) / scale);
  }
  const floor = FLOORS[item.quantity as MeasuredQuantity];
  return [log((predicted.value + floor) / (item.measured + floor)) / error];
}

/** Each level spread evenly over [n, n + 1), so that quantiles move smoothly with the shares. */
function quantilesOf(shares: readonly number[]): readonly number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  let [level, below] = [0, 0];
  return Array.from({ length: QUANTILES }, (_, i) => {
    const wanted = (total * (i + 0.5)) / QUANTILES;
    while (level < shares.length - 1 && below + shares[level]! < wanted) {
      below += shares[level]!;
      level += 1;
    }
    return level + (shares[level]! > 0 ? (wanted - below) / shares[level]! : 0);
  });
}

const meanOf = (shares: readonly number[]): number => shares.reduce((sum, share, n) => sum + n * share, 0);
