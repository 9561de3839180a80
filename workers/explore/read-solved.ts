/** The measures of a study out of an analytic answer. */

import type { NetworkMeasures } from '../../core/measures/measures.ts';
import { formatNumber } from '../../core/quantities/quantity.ts';
import { serverCountOf, unitsOf } from '../../core/scenario/defaults.ts';
import { isStage, type NodeId, type Scenario } from '../../core/scenario/scenario.ts';
import type { MeasureSource, ResourceMeasureName } from '../../core/study/study-measures.ts';
import type { SolveAnswer, StageAnswer } from '../solve/contract.ts';

/** What measures are read from: an answer, or the part of one that was asked for. */
export interface Solved {
  readonly stages: Readonly<Record<NodeId, Partial<Omit<StageAnswer, 'model' | 'exact'>>>>;
  readonly network: NetworkMeasures<number>;
  readonly saturationFactor?: number;
}

/** Undefined where the answer does not say. */
export function solvedMeasure(scenario: Scenario, answer: Solved, source: MeasureSource): number | undefined {
  switch (source.of) {
    case 'stage':
      return answer.stages[source.node]?.[source.measure];
    case 'network':
      return networkMeasure(scenario, answer, source.measure);
    case 'class':
      return answer.network.byClass?.[source.id]?.[source.measure];
    case 'group':
      return groupOccupancy(scenario, answer, source.id);
    case 'resource':
      return resourceMeasure(scenario, answer, source);
    // Percentiles are read by themselves (solved-percentiles.ts), as designs are.
    case 'stageTimes':
    case 'networkTimes':
    case 'classTimes':
    case 'design':
      return undefined;
  }
}

function networkMeasure(
  scenario: Scenario,
  answer: Solved,
  measure: Extract<MeasureSource, { of: 'network' }>['measure'],
): number | undefined {
  const { network, saturationFactor } = answer;
  switch (measure) {
    case 'throughput':
    case 'lossRate':
    case 'meanSojournTime':
      return network[measure];
    case 'saturationFactor':
      return saturationFactor;
    case 'maxUtilization':
      return largestOf(scenario, answer, 'utilization');
    case 'maxLoad':
      return largestOf(scenario, answer, 'loadPerServer');
  }
}

/** Largest value over all stages and shared resources. */
function largestOf(scenario: Scenario, answer: Solved, measure: ResourceMeasureName): number | undefined {
  const { nodes, resources = [] } = scenario;
  return largest([
    ...nodes.filter(isStage).map(({ id }) => answer.stages[id]?.[measure]),
    ...resources.map(({ id }) => resourceMeasure(scenario, answer, { id, measure })),
  ]);
}

interface ResourceSource {
  readonly id: string;
  readonly measure: ResourceMeasureName;
}

/** A service holds one unit while it lasts: Erlangs of all stages that name the resource, over its units. */
function resourceMeasure(
  { nodes, resources = [] }: Scenario,
  { stages }: Solved,
  { id, measure }: ResourceSource,
): number | undefined {
  let erlangs = 0;
  for (const stage of nodes.filter(isStage)) {
    if (stage.resource !== id) continue;
    const share = stages[stage.id]?.[measure];
    if (share === undefined) return undefined;
    erlangs += share * serverCountOf(stage);
  }
  return erlangs / unitsOf(resources.find((resource) => resource.id === id)!);
}

function largest(values: readonly (number | undefined)[]): number | undefined {
  let most: number | undefined;
  for (const value of values) {
    if (value === undefined) return undefined;
    if (most === undefined || value > most) most = value;
  }
  return most;
}

/** Means add up, whether or not the stages depend on each other. */
function groupOccupancy({ groups = [] }: Scenario, { stages }: Solved, id: string): number | undefined {
  let total = 0;
  for (const stage of groups.find((group) => group.id === id)?.stages ?? []) {
    const occupancy = stages[stage]?.meanOccupancy;
    if (occupancy === undefined) return undefined;
    total += occupancy;
  }
  return total;
}

/** Why a network has no steady state, in one line. */
export function unstableReason({ nodes }: Scenario, { unstable }: Pick<SolveAnswer, 'unstable'>): string {
  if (!unstable) return 'no steady state';
  const { stage, offeredLoad, serverCount } = unstable;
  const name = nodes.find(({ id }) => id === stage)?.name ?? stage;
  return `${name} is offered ${formatNumber(offeredLoad / serverCount, 4)} times what it can serve`;
}
