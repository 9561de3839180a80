import { constantTime, distributionMean } from '../distributions/index.ts';
import { isDataflow } from '../rules/firing.ts';
import { pipelineLatencyOf } from '../rules/timing.ts';
import type { StageNode } from './scenario.ts';

/**
 * From the start of a service until its element leaves, s, where the next may begin before that; 0 where each has a server for itself.
 * A constant service that takes as long as the way ends with it: the next begins when the element has left, as without a pipeline.
 */
export function wayLatencyOf(stage: StageNode): number {
  const latency = pipelineLatencyOf(stage);
  const isConstant = constantTime(stage.service) && !stage.schedule && !stage.byClass;
  if (isDataflow(stage) || !isConstant) return latency;
  return latency > distributionMean(stage.service) ? latency : 0;
}
