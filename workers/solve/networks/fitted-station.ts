/**
 * Stages whose arrivals, services, places or discipline call for a model of their own: renewal or Markovian arrivals from
 * the one source before them, batches, service distributions of stages that are finite or have several servers, bulk service
 * with a limit or several servers, processor sharing (stations/fit-station.ts).
 */

import { distributionScv, isPoisson } from '../../../core/distributions/index.ts';
import { batchVaries, largestBatch } from '../../../core/rules/bulk.ts';
import { sharesServers } from '../../../core/rules/discipline.ts';
import { blocksSenders } from '../../../core/rules/when-full.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { FlowNetwork, FlowNode } from '../flow-network.ts';
import { fitStation } from '../stations/fit-station.ts';
import type { FittedStation } from '../stations/station-case.ts';
import { looksAtClasses } from './class-answers.ts';

/** Undefined where the usual models do as well, or without limit nothing is exact. The last answers of a node are kept: flows ask for a rate and for one beside it, in turns, then the stage. */
export function fittedStation(flowNode: FlowNode, lambda: number): FittedStation | undefined {
  if (flowNode.hasUsualModel || !callsForOwn(flowNode)) return undefined;
  const [last, previous] = lastFits.get(flowNode) ?? [];
  if (last?.lambda === lambda) return last.fitted;
  const fit =
    previous?.lambda === lambda
      ? previous
      : { lambda, fitted: fitFor(flowNode, flowNode.node as StageNode, lambda) };
  lastFits.set(flowNode, [fit, last]);
  return fit.fitted;
}

const callsForOwn = (flowNode: FlowNode): boolean =>
  flowNode.node.kind === 'stage' && callsForFit(flowNode, flowNode.node);

/**
 * Where many stages call for models of their own beside others that hold them up, these would be solved again and again for numbers
 * that are not the answer: all have the usual ones.
 */
export function withUsualModels(network: FlowNetwork): FlowNetwork {
  const { nodes } = network;
  if (nodes.filter(callsForOwn).length <= FEW || !nodes.some(({ blockers }) => blockers.length > 0))
    return network;
  return { ...network, nodes: nodes.map((node) => ({ ...node, hasUsualModel: true })) };
}
const FEW = 3;

interface Fit {
  readonly lambda: number;
  readonly fitted: FittedStation | undefined;
}

const lastFits = new WeakMap<FlowNode, readonly [Fit, Fit | undefined]>();

function fitFor(
  { serviceRate, stream }: FlowNode,
  stage: StageNode,
  lambda: number,
): FittedStation | undefined {
  const fitted = fitStation({ stage, lambda, mu: serviceRate, ...(stream && { stream }) });
  // What has room for all, one by one, is better left to the two moments of qna.
  const isOwn = stage.capacity !== undefined || sharesServers(stage) || largestBatch(stage.bulk) > 1;
  return fitted.exact || isOwn ? fitted : undefined;
}

function callsForFit({ stream, mix = [] }: FlowNode, stage: StageNode): boolean {
  if (stage.resource || looksAtClasses(stage, mix)) return false;
  if (sharesServers(stage)) return !blocksSenders(stage);
  const isIrregular = stream !== undefined && (!isPoisson(stream.distribution) || stream.batch > 1);
  const isSingle = serverCountOf(stage) === 1;
  const { bulk, capacity } = stage;
  if (largestBatch(bulk) > 1) {
    const hasForm = isPoisson(stage.service) || (!batchVaries(bulk) && distributionScv(stage.service) === 0);
    return isIrregular || !isSingle || !hasForm || capacity !== undefined || bulk!.timeout !== undefined;
  }
  if (capacity !== undefined && capacity > MOST_PLACES) return false;
  return isIrregular || (!(isSingle && capacity === undefined) && !isPoisson(stage.service));
}

/** With more, a stage that loses is full too seldom, or too often, for its distributions to matter much; the exact models get slow. */
const MOST_PLACES = 4096;
