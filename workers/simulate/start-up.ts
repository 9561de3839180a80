/**
 * How a stage comes from the empty start to its level: Welch's curve, the mean over the replications smoothed by a moving
 * average, and the start that MSER-5 would cut off.
 * Source: Welch in Lavenberg (ed.), Computer Performance Modeling Handbook (1983), 289-293; Distribution, Simulation Modeling and
 * Analysis, 5th edition (2015), section 9.5.1, eq. (9.4) for the window, which is narrower at the front.
 */

import type { SimulationPlan, StartUp } from './contract.ts';
import { truncationPoint } from './mser.ts';
import type { StageRecord } from './records.ts';

/** Intervals on each side of the one that is smoothed; an eighth of the run, where Distribution allows a quarter. */
const WINDOW = 12;

export function startUp(plan: SimulationPlan, records: readonly StageRecord[]): StartUp {
  const average = meanSeries(records);
  const interval = plan.horizon / average.length;
  return {
    interval,
    meanOccupancy: movingAverage(average, WINDOW),
    cut: interval * truncationPoint(average),
  };
}

/** Mean occupancy in each interval, over the replications. */
export function meanSeries(records: readonly StageRecord[]): Float64Array {
  const means = new Float64Array(records[0]!.occupancySeries.length);
  for (const { occupancySeries } of records)
    for (let i = 0; i < means.length; i++) means[i]! += occupancySeries[i]!;
  for (let i = 0; i < means.length; i++) means[i]! /= records.length;
  return means;
}

/** Mean of 2 w + 1 neighbours, fewer at the front; the last w intervals have no value. */
export function movingAverage(series: ArrayLike<number>, window: number): number[] {
  const means: number[] = [];
  for (let i = 0; i < series.length - window; i++) {
    const reach = Math.min(i, window);
    let sum = 0;
    for (let j = i - reach; j <= i + reach; j++) sum += series[j]!;
    means.push(sum / (2 * reach + 1));
  }
  return means;
}
