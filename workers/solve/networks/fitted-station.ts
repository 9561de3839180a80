/**
 * Stages without bound whose arrivals or services are not exponential but have an exact model of their own (renewal or
 * Markovian arrivals from the one source before them, batches, phases at several servers): stations/fit-station.ts.
 */
import { isPoisson } from '../../../src/model/law-moments.ts';
import type { FlowNode } from '../flow-network.ts';
import { fitStation } from '../stations/fit-station.ts';
import type { Queue, Saturated } from '../stations/queue.ts';

/** Undefined where the usual models do as well, or nothing is exact. */
export function fittedQueue(flowNode: FlowNode, lambda: number): Queue | Saturated | undefined {
  const { node, serviceRate, stream } = flowNode;
  if (node.kind !== 'stage' || node.capacity !== undefined || node.bulk || node.resource) return undefined;
  if (node.discipline === 'PS' || node.discipline === 'priority') return undefined;
  const isIrregular = stream !== undefined && (!isPoisson(stream.law) || stream.batch > 1);
  const isParallel = (node.serverCount ?? 1) > 1 && !isPoisson(node.service);
  if (!isIrregular && !isParallel) return undefined;
  const { queue, assumptions } = fitStation({
    stage: node,
    lambda,
    mu: serviceRate,
    ...(stream && { stream }),
  });
  return assumptions.length === 0 ? queue : undefined;
}
