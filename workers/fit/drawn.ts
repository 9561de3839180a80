/** Times drawn from a distribution that is known, by seed: examples, and what tests recover. */
import type { ArrivalDistribution } from '../../core/distributions/distribution.ts';
import { openStream } from '../random/random-stream.ts';
import { samplerOf } from '../random/sampler.ts';

export function drawn(distribution: ArrivalDistribution, count: number, seed: number): Float64Array {
  const sampler = samplerOf(
    distribution,
    openStream({ seed, replication: 0, node: 'drawn', purpose: 'service' }),
  );
  return Float64Array.from({ length: count }, () => sampler.next());
}
