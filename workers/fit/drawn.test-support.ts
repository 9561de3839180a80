/** Values drawn from laws that are known, by seed. */
import type { ArrivalLaw } from '../../src/model/law.ts';
import type { Bins } from '../contract/measuring.ts';
import { openStream } from '../random/random-stream.ts';
import { samplerOf } from '../random/sampler.ts';

export function drawn(law: ArrivalLaw, count: number, seed: number): Float64Array {
  const sampler = samplerOf(law, openStream({ seed, replication: 0, node: 'drawn', purpose: 'service' }));
  return Float64Array.from({ length: count }, () => sampler.next());
}

/** Counts between the edges, with the moments and extremes of the values themselves. */
export function binned(values: Float64Array, edges: readonly number[]): Bins {
  const weight = new Float64Array(edges.length - 1);
  for (const value of values) weight[edges.findLastIndex((edge) => edge <= value)]! += 1;
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return {
    low: Float64Array.from(edges.slice(0, -1)),
    high: Float64Array.from(edges.slice(1)),
    weight,
    total: values.length,
    mean,
    variance: values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length,
    min: values.reduce((a, x) => Math.min(a, x)),
    max: values.reduce((a, x) => Math.max(a, x)),
  };
}
