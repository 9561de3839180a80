/** Estimates that belong to no single stage. */
import type { Estimate } from '../../../core/measures/measures.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import type { MeasureName } from './measures.ts';
import { nodeTitle, titleIn } from './node-title.ts';

export interface WholeRow {
  readonly of: string;
  readonly what: string;
  readonly value: Estimate;
  /** The same as the solver has it. */
  readonly solved?: number;
  readonly dimension: MeasureName['dimension'];
}

type Known = Pick<SimulationResult, 'network' | 'sinks' | 'groups' | 'resources'>;

/** `answer`: of the same drawing, where there is one. */
export function wholeRows(
  scenario: Scenario,
  result: Known,
  answer?: Pick<SolveAnswer, 'network' | 'groups'>,
): readonly WholeRow[] {
  const { network, sinks = {}, groups = {}, resources = {} } = result;
  const row = (
    of: string,
    what: string,
    value: Estimate | undefined,
    dimension: WholeRow['dimension'],
    solved?: number,
  ): WholeRow[] => (value ? [{ of, what, value, dimension, ...(solved !== undefined && { solved }) }] : []);
  const model = answer?.network;
  const losses = (network.lossRate?.mean ?? 0) > 0 ? network.lossRate : undefined;
  return [
    ...row('Network', 'Throughput into the sinks', network.throughput, 'rate', model?.throughput),
    ...row('Network', 'Lost', losses, 'rate', model?.lossRate),
    ...row('Network', 'Mean time to a sink', network.meanSojournTime, 'time', model?.meanSojournTime),
    ...Object.entries(sinks).flatMap(([id, { throughput }]) =>
      row(nodeTitle(scenario, id), 'Arrivals at the sink', throughput, 'rate'),
    ),
    ...Object.entries(groups).flatMap(([id, { meanOccupancy }]) =>
      row(
        titleIn(scenario.groups, id),
        'Occupancy of the virtual queue',
        meanOccupancy,
        'elements',
        answer?.groups?.[id]?.meanOccupancy,
      ),
    ),
    ...Object.entries(resources).flatMap(([id, { utilization }]) =>
      row(titleIn(scenario.resources, id), 'Units of the resource in use', utilization, 'fraction'),
    ),
  ];
}
