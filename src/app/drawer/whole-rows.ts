/** Estimates that belong to no single stage. */
import type { Estimate } from '../../../workers/contract/measures.ts';
import type { SimulationResult } from '../../../workers/contract/simulating.ts';
import type { Scenario } from '../../model/scenario.ts';
import type { MeasureName } from '../measures.ts';
import { nodeTitle, titleIn } from '../node-title.ts';

export interface WholeRow {
  readonly of: string;
  readonly what: string;
  readonly value: Estimate;
  readonly dimension: MeasureName['dimension'];
}

type Known = Pick<SimulationResult, 'network' | 'sinks' | 'groups' | 'resources'>;

export function wholeRows(scenario: Scenario, result: Known): readonly WholeRow[] {
  const { network, sinks = {}, groups = {}, resources = {} } = result;
  const row = (
    of: string,
    what: string,
    value: Estimate | undefined,
    dimension: WholeRow['dimension'],
  ): WholeRow[] => (value ? [{ of, what, value, dimension }] : []);
  const losses = (network.lossRate?.mean ?? 0) > 0 ? network.lossRate : undefined;
  return [
    ...row('Network', 'Throughput into the sinks', network.throughput, 'rate'),
    ...row('Network', 'Lost', losses, 'rate'),
    ...row('Network', 'Mean time to a sink', network.meanSojournTime, 'time'),
    ...Object.entries(sinks).flatMap(([id, { throughput }]) =>
      row(nodeTitle(scenario, id), 'Arrivals at the sink', throughput, 'rate'),
    ),
    ...Object.entries(groups).flatMap(([id, { meanOccupancy }]) =>
      row(titleIn(scenario.groups, id), 'Occupancy of the virtual queue', meanOccupancy, 'elements'),
    ),
    ...Object.entries(resources).flatMap(([id, { utilization }]) =>
      row(titleIn(scenario.resources, id), 'Units of the resource in use', utilization, 'fraction'),
    ),
  ];
}
