/** Times drawn from a law that is known, by seed: examples, and what tests recover. */
import type { ArrivalLaw } from '../../core/distributions/law.ts';
import { openStream } from '../random/random-stream.ts';
import { samplerOf } from '../random/sampler.ts';

export function drawn(law: ArrivalLaw, count: number, seed: number): Float64Array {
  const sampler = samplerOf(law, openStream({ seed, replication: 0, node: 'drawn', purpose: 'service' }));
  return Float64Array.from({ length: count }, () => sampler.next());
}
