/**
 * Stages that have room for all, or lose, and whose arrivals, services or discipline call for a model of their own:
 * renewal or Markovian arrivals from the one source before them, batches, service laws of stages that lose or have
 * several servers, processor sharing (stations/fit-station.ts).
 */
import { isPoisson } from '../../../src/model/law-moments.ts';
import type { StageNode } from '../../../src/model/scenario.ts';
import { blocksSenders, dropsArrivals, type FlowNode, largestBatch } from '../flow-network.ts';
import { type FittedStation, fitStation } from '../stations/fit-station.ts';

/** Undefined where the usual models do as well, or without limit nothing is exact. The last answer of a node is kept: flows ask first, then the stage. */
export function fittedStation(flowNode: FlowNode, lambda: number): FittedStation | undefined {
  if (flowNode.node.kind !== 'stage' || !callsForFit(flowNode, flowNode.node)) return undefined;
  const before = lastFits.get(flowNode);
  if (before?.lambda === lambda) return before.fitted;
  const fitted = fitFor(flowNode, flowNode.node, lambda);
  lastFits.set(flowNode, { lambda, fitted });
  return fitted;
}

const lastFits = new WeakMap<
  FlowNode,
  { readonly lambda: number; readonly fitted: FittedStation | undefined }
>();

function fitFor(
  { serviceRate, stream }: FlowNode,
  stage: StageNode,
  lambda: number,
): FittedStation | undefined {
  const fitted = fitStation({ stage, lambda, mu: serviceRate, ...(stream && { stream }) });
  const isExact = fitted.assumptions.length === 0;
  return isExact || dropsArrivals(stage) || stage.discipline === 'PS' ? fitted : undefined;
}

function callsForFit({ stream }: FlowNode, stage: StageNode): boolean {
  if (blocksSenders(stage) || largestBatch(stage.bulk) > 1 || stage.resource) return false;
  if (stage.discipline === 'priority') return false;
  if (stage.discipline === 'PS') return true;
  if (stage.capacity !== undefined && stage.capacity > MOST_PLACES) return false;
  const isIrregular = stream !== undefined && (!isPoisson(stream.law) || stream.batch > 1);
  const isAlone = (stage.serverCount ?? 1) === 1 && !dropsArrivals(stage);
  return isIrregular || (!isAlone && !isPoisson(stage.service));
}

/** With more, a stage that loses is full too seldom, or too often, for its laws to matter much; the exact models get slow. */
const MOST_PLACES = 4096;
