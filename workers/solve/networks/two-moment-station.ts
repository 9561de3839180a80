/**
 * A stage of QNA: the mean wait of G/G/c from two moments (stations/gg1.ts), and what those that come at once wait for
 * each other, (b - 1) / 2 services of c servers. Exact for M/G/1, M/M/c and batches of one size into an M/G/1.
 */
import { distributionScv } from '../../../core/distributions/index.ts';
import { servesByPriority, sharesServers } from '../../../core/rules/discipline.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { FlowNode } from '../flow-network.ts';
import { waitingTimeGGc } from '../stations/gg1.ts';
import { type Queue, type Saturated, saturated } from '../stations/queue.ts';

export interface TwoMomentQuestion {
  readonly flowNode: FlowNode;
  /** 1/s. */
  readonly offered: number;
  /** Scv of the arrivals, see variability.ts. */
  readonly arrivalScv: number;
  /** Elements that come at once. */
  readonly group: number;
}

export function solveTwoMoments({
  flowNode,
  offered,
  arrivalScv,
  group,
}: TwoMomentQuestion): Queue | Saturated {
  const { node, serviceRate, serverLimit } = flowNode;
  const stage = node as StageNode;
  const c = serverCountOf(stage);
  const model = `G/G/${c === 1 ? '1' : 'c'}`;
  if (offered >= serverLimit) return saturated(model);
  const serviceScv = distributionScv(stage.service);
  const meanWaiting =
    waitingTimeGGc({
      arrivalRate: offered,
      arrivalScv,
      serviceMean: 1 / serviceRate,
      serviceScv,
      servers: c,
    }) + (offered === 0 ? 0 : (group - 1) / (2 * serverLimit));
  const meanQueueLength = offered * meanWaiting;
  return {
    model,
    offeredRate: offered,
    arrivalRate: offered,
    utilization: offered / serverLimit,
    meanOccupancy: meanQueueLength + offered / serviceRate,
    meanQueueLength,
  };
}

/** Stages that the two-moment formula is for: unbounded, one by one, in an order that does not look at the work. */
export const takesTwoMoments = ({ node }: FlowNode): boolean =>
  node.kind === 'stage' &&
  node.capacity === undefined &&
  node.bulk === undefined &&
  !sharesServers(node) &&
  !servesByPriority(node);
