/** A scenario with the fitted distributions: service distributions at the stages that queues feed, distributions of arrivals at the sources before them. */

import type { ArrivalDistribution, ServiceDistribution } from '../core/distributions/distribution.ts';
import { updateNode } from '../core/scenario/edits.ts';
import {
  isSource,
  isStage,
  type Scenario,
  type SourceNode,
  type StageNode,
} from '../core/scenario/scenario.ts';
import type { DistributionFit, DistributionReport } from '../workers/fit/contract.ts';
import { stageOfQueue } from '../workers/measure/reduce/queue-facts.ts';
import type { FitInput } from './fit-input.ts';
import type { FittedQueue } from './fit-text.ts';

export interface AppliedFits {
  readonly scenario: Scenario;
  /** Ids of the nodes that were changed. */
  readonly applied: readonly string[];
  /** Why others were not: a sentence each. */
  readonly left: readonly string[];
}

export function applyFits(scenario: Scenario, queues: readonly FittedQueue[]): AppliedFits {
  let changed = scenario;
  const applied: string[] = [];
  const left: string[] = [];
  for (const queue of queues) {
    const change = changeOf(scenario, queue);
    const again = typeof change === 'string' ? undefined : applied.find((id) => id === change.node.id);
    if (typeof change === 'string') left.push(`${queue.input.name} is not applied: ${change}`);
    else if (again !== undefined)
      left.push(`${queue.input.name} is not applied: ${again} got its distribution from another queue`);
    else {
      changed = updateNode(changed, change.node.id, change.patch);
      applied.push(change.node.id);
    }
  }
  return { scenario: changed, applied, left };
}

type Change =
  | { readonly node: StageNode; readonly patch: Partial<StageNode> }
  | { readonly node: SourceNode; readonly patch: Partial<SourceNode> };

function changeOf(scenario: Scenario, { input, ...fitted }: FittedQueue): Change | string {
  if (fitted.kind === 'refused') return fitted.reason;
  const stages = scenario.nodes.filter(isStage);
  const id = input.queue
    ? stageOfQueue(input.queue, stages)?.id
    : stages.length === 1
      ? stages[0]!.id
      : undefined;
  const stage = stages.find((one) => one.id === id);
  if (!stage) return 'no stage of the scenario has its dest, name or id';
  if (fitted.kind === 'stage') return stationChange(stage, fitted.report.fits[0]!);
  if (input.of === 'interInsertion') return sourceChange(scenario, stage, fitted.report);
  if (input.of === 'service') return serviceChange(stage, fitted.report.fits[0]!, input);
  return `${input.of} is no distribution of the scenario`;
}

function stationChange(
  stage: StageNode,
  {
    service,
    serverCount,
    capacity,
    model,
  }: { service: ServiceDistribution; serverCount: number; capacity?: number; model: string },
): Change | string {
  if (model.startsWith('G/')) return 'the best model changes the arrivals, not the stage';
  return { node: stage, patch: { service, serverCount, ...(capacity !== undefined && { capacity }) } };
}

function serviceChange(
  stage: StageNode,
  { distribution }: DistributionFit,
  { queue }: FitInput,
): Change | string {
  const { id, serverCount = 1, bulk, schedule, byClass } = stage;
  if (schedule) return `stage ${id} has a schedule of rates`;
  if (Object.values(byClass ?? {}).some(({ service }) => service))
    return `stage ${id} serves its classes by distributions of their own`;
  // Gaps between departures are one server's times only where it is alone and takes one element at a time.
  const fromDepartures = queue !== undefined && queue.service === undefined;
  if (fromDepartures && (serverCount > 1 || bulk)) {
    return `the gaps between departures of stage ${id} come from ${bulk ? 'batches' : `${serverCount} servers`}: measure the service times themselves`;
  }
  return { node: stage, patch: { service: distribution } };
}

function sourceChange(
  { links, nodes }: Scenario,
  stage: StageNode,
  { fits, correlated }: DistributionReport,
): Change | string {
  const before = links.filter(({ to }) => to === stage.id);
  const source = nodes.filter(isSource).find(({ id }) => id === before[0]?.from);
  const only = before.length === 1 && source && links.filter(({ from }) => from === source.id).length === 1;
  if (!only) return `stage ${stage.id} does not have a source of its own, whose distribution this would be`;
  if (source.schedule) return `source ${source.id} has a schedule of rates`;
  if ((source.batchSize ?? 1) !== 1)
    return `source ${source.id} emits batches, and the gaps are those of single elements`;
  const distribution: ArrivalDistribution = correlated[0]?.distribution ?? fits[0]!.distribution;
  return { node: source, patch: { interarrival: distribution } };
}
