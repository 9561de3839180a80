/** The measures of a study out of a simulation, with half widths of 95 % intervals. */

import type { Estimate } from '../../core/measures/measures.ts';
import { isStage, type Scenario } from '../../core/scenario/scenario.ts';
import type { MeasureSource } from '../../core/study/study-measures.ts';
import type { SimulationResult } from '../simulate/contract.ts';

/** Undefined where the simulation does not say. */
export function simulatedMeasure(
  scenario: Scenario,
  result: SimulationResult,
  source: MeasureSource,
): Estimate | undefined {
  const { stages, network, classes, groups, resources } = result;
  switch (source.of) {
    case 'stage':
      return source.measure === 'loadPerServer' ? undefined : stages[source.node]?.[source.measure];
    case 'stageTimes':
      return stages[source.node]?.[`${source.time}Percentiles`]?.[source.percentile];
    case 'networkTimes':
      return network.latencyPercentiles?.[source.percentile];
    case 'classTimes':
      return (classes?.[source.id]?.latencyPercentiles ?? classes?.[source.id]?.roundTimePercentiles)?.[
        source.percentile
      ];
    case 'class':
      return source.measure === 'meanSojournTime'
        ? (classes?.[source.id]?.meanSojournTime ?? classes?.[source.id]?.meanRoundTime)
        : classes?.[source.id]?.throughput;
    case 'group':
      return groups?.[source.id]?.meanOccupancy;
    case 'resource':
      return source.measure === 'loadPerServer' ? undefined : resources?.[source.id]?.utilization;
    case 'network':
      if (source.measure === 'maxUtilization') return largestUtilization(scenario, result);
      if (source.measure === 'maxLoad' || source.measure === 'saturationFactor') return undefined;
      return network[source.measure];
    case 'design':
      return undefined;
  }
}

/** Largest utilization over all stages and shared resources. */
function largestUtilization(
  { nodes }: Scenario,
  { stages, resources = {} }: SimulationResult,
): Estimate | undefined {
  const known = [
    ...nodes.filter(isStage).flatMap(({ id }) => stages[id]?.utilization ?? []),
    ...Object.values(resources).map(({ utilization }) => utilization),
  ];
  return known.reduce<Estimate | undefined>(
    (most, each) => (most && most.mean >= each.mean ? most : each),
    undefined,
  );
}
