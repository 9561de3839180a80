/** End-to-end times by path. A path counts where every replication told it apart; the rest are put together. */

import type { PathEstimate } from './contract.ts';
import { definedOnly, estimate, NOTHING } from './estimates.ts';
import { mergeSketches } from './latency-sketch.ts';
import { estimatePercentiles } from './percentiles.ts';
import type { PathRecord, ReplicationRecord, TripsRecord } from './records.ts';

/** Of one path in one replication; absent: nobody came on it. */
type Trips = TripsRecord | undefined;

/** Absent where all elements go the same way. */
export function summarizePaths(records: readonly ReplicationRecord[]): readonly PathEstimate[] | undefined {
  const found = records.map(({ paths }) => new Map(paths.map((path) => [keyOf(path), path])));
  const all = new Map(found.flatMap((paths) => [...paths]));
  if (all.size === 0) return undefined;
  const arrivals = records.map(({ sinkArrivals }) => sinkArrivals);
  // A replication that has run out of places may have put this path among the others.
  const isKnown = (key: string): boolean =>
    records.every(({ otherPaths }, i) => otherPaths === undefined || found[i]!.has(key));
  const known = [...all].filter(([key]) => isKnown(key));
  const told = known.map(([key, { source, stages }]) => ({
    source,
    stages,
    ...pathEstimate(
      found.map((paths) => paths.get(key)),
      arrivals,
    ),
  }));
  const names = new Set(known.map(([key]) => key));
  const others = records.map(({ paths, otherPaths }) =>
    together([...paths.filter((path) => !names.has(keyOf(path))), ...(otherPaths ? [otherPaths] : [])]),
  );
  const sorted = told.sort((a, b) => b.share.mean - a.share.mean);
  return others.every(({ count }) => count === 0) ? sorted : [...sorted, pathEstimate(others, arrivals)];
}

function pathEstimate(trips: readonly Trips[], arrivals: readonly number[]): PathEstimate {
  const of = trips.map((one) => one ?? together([]));
  return definedOnly({
    share: estimate(of.map(({ count }, i) => count / arrivals[i]!)) ?? NOTHING,
    meanSojournTime: estimate(of.map(({ total, count }) => total / count)),
    latencyPercentiles: estimatePercentiles(of.map(({ times }) => times)),
  });
}

function together(trips: readonly TripsRecord[]): TripsRecord {
  return {
    count: trips.reduce((sum, { count }) => sum + count, 0),
    total: trips.reduce((sum, { total }) => sum + total, 0),
    times: mergeSketches(trips.map(({ times }) => times)),
  };
}

const keyOf = ({ source, stages }: PathRecord): string => JSON.stringify([source, ...stages]);
