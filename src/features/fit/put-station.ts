/** The edit that makes a stage the model that explains its levels best. */

import type { StageMeasurement } from '../../../core/measurement/measurement.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { StageFitRequest, StationFit } from '../../../workers/fit/contract.ts';
import { forgetting } from './put-distribution.ts';

/**
 * The request for measured levels; undefined where none were measured. Throughput stands for arrivals that entered.
 */
export function stationRequest(
  { occupancyDistribution, arrivalRate, throughput }: StageMeasurement,
  stage: StageNode | undefined,
): StageFitRequest | undefined {
  if (!occupancyDistribution) return undefined;
  const rate = arrivalRate ?? throughput;
  return {
    occupancy: occupancyDistribution,
    ...(rate !== undefined && { arrivalRate: rate }),
    ...(stage && {
      serverCount: serverCountOf(stage),
      ...(stage.capacity !== undefined && { capacity: stage.capacity }),
    }),
  };
}

/** Why a model cannot be put on a stage; a sentence. */
export function stationRefusal(
  { model, isPoisson }: StationFit,
  { arrivalRate }: StageFitRequest,
): string | undefined {
  if (arrivalRate === undefined)
    return 'The arrival rate was not measured: the occupancy tells the load, but no times.';
  return isPoisson
    ? undefined
    : `${model} says that arrivals are not at random: it changes the source, not the stage.`;
}

export function withStation(scenario: Scenario, stage: StageNode, fit: StationFit): Scenario {
  const { service, serverCount, capacity } = fit;
  return updateNode(forgetting(scenario, stage.id, 'service'), stage.id, {
    service,
    ...(serverCount !== serverCountOf(stage) && { serverCount }),
    ...(capacity !== undefined && { capacity }),
  });
}
