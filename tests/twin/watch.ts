/** What a replication is watched for beyond the sums of each stage. */
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { FrameGrid, SimulationPlan } from '../../workers/simulate/contract.ts';

export interface Watch {
  /** End of the replication, s; may be Infinity. */
  readonly horizon: number;
  /** 1 where the scenario names none. */
  readonly classCount: number;
  readonly sinkCount: number;
  /** Absent when nothing is asked about means over time, as in a pilot. */
  readonly frames?: FrameGrid;
}

export function watchOf(scenario: Scenario, { horizon, frames }: SimulationPlan): Watch {
  return {
    horizon,
    classCount: scenario.classes?.length ?? 1,
    sinkCount: scenario.nodes.filter(({ kind }) => kind === 'sink').length,
    ...(frames && { frames }),
  };
}
