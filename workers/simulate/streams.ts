/** The random numbers of one replication, by the names of those that draw (SPEC.md, N1). */
import type { ArrivalLaw } from '../../src/model/law.ts';
import { DrawsAhead } from '../random/draws-ahead.ts';
import { openStream, type Purpose, type RandomStream } from '../random/random-stream.ts';
import { samplerOf } from '../random/sampler.ts';

/** Opens the streams of one replication. */
export class Streams {
  private readonly seed: number;
  private readonly replication: number;

  constructor(seed: number, replication: number) {
    this.seed = seed;
    this.replication = replication;
  }

  open(node: string, purpose: Purpose): RandomStream {
    return openStream({ seed: this.seed, replication: this.replication, node, purpose });
  }

  /** Traces are replayed from their start in replication 0, and from a drawn place in the others (S5). */
  sampler(node: string, purpose: Purpose, law: ArrivalLaw): DrawsAhead {
    const stream = this.open(node, purpose);
    const fromStart = law.law !== 'trace' || this.replication === 0;
    return new DrawsAhead(samplerOf(law, stream, fromStart ? 0 : stream.integerBelow(law.values.length)));
  }
}
