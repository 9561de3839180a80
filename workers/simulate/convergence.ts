/** How the intervals close in: the mean occupancies as they were after the first few replications, and after more. */
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { ConvergencePoint } from './contract.ts';
import { estimate } from './estimates.ts';
import type { ReplicationRecord } from './records.ts';

const MOST_POINTS = 100;

/** After 2, 3, ... replications; with many replications not after each. */
export function convergence(records: readonly ReplicationRecord[]): readonly ConvergencePoint[] {
  const step = Math.ceil((records.length - 1) / MOST_POINTS);
  const points: ConvergencePoint[] = [];
  for (let count = records.length; count >= 2; count -= step)
    points.unshift(pointAt(records.slice(0, count)));
  return points;
}

function pointAt(records: readonly ReplicationRecord[]): ConvergencePoint {
  const meanOf = (id: NodeId) =>
    estimate(records.map(({ stages, duration }) => stages[id]!.occupancyTime / duration))!;
  const ids = Object.keys(records[0]!.stages);
  return {
    replications: records.length,
    meanOccupancy: Object.fromEntries(ids.map((id) => [id, meanOf(id)])),
  };
}
