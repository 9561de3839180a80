/** Percentiles of times over replications: each replication has its own, and their spread gives the interval. */
import type { Estimate } from '../contract/measures.ts';
import type { TimeSketch } from '../contract/records.ts';
import type { TimePercentiles } from '../contract/simulating.ts';
import { estimate } from './estimates.ts';
import { sketchCount, sketchQuantile } from './latency-sketch.ts';

const SHARES = { p50: 0.5, p90: 0.9, p99: 0.99, p999: 0.999 } as const;
/** A percentile with fewer times beyond it in a replication is one or two single elements, and left out. */
const ENOUGH_BEYOND = 10;

/** One sketch for each replication. Absent when none is known. */
export function estimatePercentiles(sketches: readonly TimeSketch[]): TimePercentiles<Estimate> | undefined {
  const fewest = Math.min(...sketches.map(sketchCount));
  const known = Object.entries(SHARES)
    .filter(([, share]) => (1 - share) * fewest >= ENOUGH_BEYOND)
    .map(([name, share]) => [name, estimate(sketches.map((sketch) => sketchQuantile(sketch, share)))]);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
