/** What was measured, in the form of an answer, so that the drawing can show it. */
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { distributionMean } from '../../ui/charts/distribution-series.ts';

/** Stages that were not measured have no numbers. Undefined where nothing was measured. */
export function measuredAnswer({ measurement }: Scenario): SolveAnswer | undefined {
  if (!measurement || measurement.stages.length === 0) return undefined;
  const stages: Record<NodeId, StageAnswer> = {};
  for (const one of measurement.stages) {
    const {
      stage,
      meanOccupancy = distributionMean(one.occupancyDistribution ?? []),
      halfWidths: _,
      ...numbers
    } = one;
    stages[stage] = {
      ...numbers,
      ...(meanOccupancy !== undefined && { meanOccupancy }),
      ...{ model: 'measured', exact: false, saturated: false, loadPerServer: one.utilization ?? 0 },
    };
  }
  return {
    ...{ kind: 'answer', method: 'auto', exact: false },
    ...{ stages, links: [], network: {}, verdicts: [] },
  };
}
