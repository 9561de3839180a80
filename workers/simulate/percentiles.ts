/**
 * Percentiles of times over replications: each replication has its own, and their spread gives the interval. Each is
 * known to half a bucket only, which all of them may miss by the same: so much is added to the half width.
 */
import type { Estimate } from '../../core/measures/measures.ts';
import { estimate } from '../numeric/estimates.ts';
import type { TimePercentiles } from './contract.ts';
import { resolutionAt, sketchCount, sketchQuantile } from './latency-sketch.ts';
import type { TimeSketch } from './records.ts';

const SHARES = { p50: 0.5, p90: 0.9, p99: 0.99, p999: 0.999 } as const;
/** A percentile with fewer times beyond it in a replication is one or two single elements, and left out. */
const ENOUGH_BEYOND = 10;

/** One sketch for each replication. Absent when none is known. */
export function estimatePercentiles(sketches: readonly TimeSketch[]): TimePercentiles<Estimate> | undefined {
  const fewest = Math.min(...sketches.map(sketchCount));
  const known = Object.entries(SHARES)
    .filter(([, share]) => (1 - share) * fewest >= ENOUGH_BEYOND)
    .map(([name, share]) => [name, estimatePercentile(sketches, share)]);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function estimatePercentile(sketches: readonly TimeSketch[], share: number): Estimate | undefined {
  const values = sketches.map((sketch) => sketchQuantile(sketch, share));
  const spread = estimate(values);
  if (spread === undefined) return undefined;
  const resolution = values.reduce((sum, value) => sum + resolutionAt(value), 0) / values.length;
  return { mean: spread.mean, halfWidth: spread.halfWidth + resolution };
}
