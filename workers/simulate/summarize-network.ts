/** What a run says about more than one stage: classes, paths, sinks, groups, resources. */

import type { Estimate } from '../../core/measures/measures.ts';
import { depthOf, unitsOf } from '../../core/scenario/defaults.ts';
import { graphOf } from '../../core/scenario/graph.ts';
import { hasFifo } from '../../core/scenario/link-fifos.ts';
import type { ClassId, NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { definedOnly, estimate, NOTHING } from '../numeric/estimates.ts';
import type {
  ClassTripEstimate,
  FifoEstimate,
  GroupEstimate,
  ResourceEstimate,
  SinkEstimate,
} from './contract.ts';
import { estimatePercentiles } from './percentiles.ts';
import type { ClassTripsRecord, FifoRecord, ReplicationRecord } from './records.ts';
import { levelShares } from './summarize-stage.ts';

type Records = readonly ReplicationRecord[];

/** Absent where the scenario names no classes. */
export function summarizeClasses(
  { classes }: Scenario,
  records: Records,
): Readonly<Record<ClassId, ClassTripEstimate>> | undefined {
  if (!classes) return undefined;
  return Object.fromEntries(
    classes.map((jobClass, i) => {
      const trips = records.map((record) => record.classes![i]!);
      return [jobClass.id, jobClass.closed ? roundsOf(trips, records) : arrivalsOf(trips, records)];
    }),
  );
}

function arrivalsOf(classes: readonly ClassTripsRecord[], records: Records): ClassTripEstimate {
  const trips = classes.map(({ arrivals }) => arrivals);
  return definedOnly({
    throughput: estimate(trips.map(({ count }, i) => count / records[i]!.duration)),
    meanSojournTime: estimate(trips.map(({ total, count }) => total / count)),
    latencyPercentiles: estimatePercentiles(trips.map(({ times }) => times)),
  });
}

function roundsOf(classes: readonly ClassTripsRecord[], records: Records): ClassTripEstimate {
  const trips = classes.map(({ rounds }) => rounds);
  return definedOnly({
    throughput: estimate(trips.map(({ count }, i) => count / records[i]!.duration)),
    meanRoundTime: estimate(trips.map(({ total, count }) => total / count)),
    roundTimePercentiles: estimatePercentiles(trips.map(({ times }) => times)),
  });
}

/** Absent where no link has a FIFO of its own. */
export function summarizeFifos(scenario: Scenario, records: Records): readonly FifoEstimate[] | undefined {
  const graph = graphOf(scenario);
  const own = scenario.links.filter((link) => hasFifo(link, graph));
  if (own.length === 0) return undefined;
  return own.map((link, i) => {
    const of = (record: ReplicationRecord) => record.fifos![i]!;
    const over = (measure: (fifo: FifoRecord) => number): Estimate =>
      known(records.map((record) => measure(of(record)) / record.duration));
    return definedOnly({
      from: link.from,
      to: link.to,
      arrivalRate: over(({ entered }) => entered),
      meanOccupancy: over(({ occupancyTime }) => occupancyTime),
      most: Math.max(...records.map((record) => of(record).occupancy.length - 1)),
      fullProbability: Number.isFinite(depthOf(link)) ? over(({ fullTime }) => fullTime) : undefined,
      occupancyDistribution: levelShares(records, (record) => of(record).occupancy),
    });
  });
}

/** Absent with a single sink, of which the network's throughput tells. */
export function summarizeSinks(
  { nodes }: Scenario,
  records: Records,
): Readonly<Record<NodeId, SinkEstimate>> | undefined {
  const sinks = nodes.filter(({ kind }) => kind === 'sink');
  if (sinks.length < 2) return undefined;
  return Object.fromEntries(
    sinks.map(({ id }) => [
      id,
      { throughput: known(records.map((record) => record.sinks[id]! / record.duration)) },
    ]),
  );
}

export function summarizeGroups(
  { groups }: Scenario,
  records: Records,
): Readonly<Record<string, GroupEstimate>> | undefined {
  if (!groups) return undefined;
  return Object.fromEntries(
    groups.map(({ id }) => [
      id,
      definedOnly({
        meanOccupancy: estimate(records.map((record) => record.groups![id]!.occupancyTime / record.duration)),
        occupancyDistribution: levelShares(records, (record) => record.groups![id]!.occupancy),
      }),
    ]),
  );
}

export function summarizeResources(
  { resources }: Scenario,
  records: Records,
): Readonly<Record<string, ResourceEstimate>> | undefined {
  if (!resources) return undefined;
  return Object.fromEntries(
    resources.map((resource) => {
      const { id } = resource;
      const shares = records.map((record) => record.resources![id]! / (unitsOf(resource) * record.duration));
      return [id, { utilization: known(shares) }];
    }),
  );
}

const known = (values: readonly number[]): Estimate => estimate(values) ?? NOTHING;
