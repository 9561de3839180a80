/** The random numbers of one replication, by the names of those that draw (SPEC.md, N1). */
import type { Sampler } from '../../core/distributions/draws.ts';
import { type ArrivalDistribution, replayedTimes, samplerOf } from '../../core/distributions/index.ts';
import type { Words4 } from '../random/philox.ts';
import {
  firstState,
  openStream,
  type Purpose,
  type RandomStream,
  type StreamName,
} from '../random/random-stream.ts';

/** Opens the streams of one replication. */
export class Streams {
  private readonly seed: number;
  private readonly replication: number;

  constructor(seed: number, replication: number) {
    this.seed = seed;
    this.replication = replication;
  }

  /** `part`: of the node, what draws on its own (a class, a frame of a schedule); the whole node when absent. */
  open(node: string, purpose: Purpose, part?: string): RandomStream {
    return openStream(this.nameOf(node, purpose, part));
  }

  /** For who draws by a program of its own: the state that the stream begins with. */
  firstState(node: string, purpose: Purpose, part?: string): Words4 {
    return firstState(this.nameOf(node, purpose, part));
  }

  /** Traces are replayed from their start in replication 0, and from a drawn place in the others (S5). */
  sampler(node: string, purpose: Purpose, distribution: ArrivalDistribution, part?: string): Sampler {
    const stream = this.open(node, purpose, part);
    const replayed = this.replication === 0 ? undefined : replayedTimes(distribution);
    return samplerOf(distribution, stream, replayed ? stream.integerBelow(replayed.length) : 0);
  }

  private nameOf(node: string, purpose: Purpose, part: string | undefined): StreamName {
    const name = { seed: this.seed, replication: this.replication, node, purpose };
    return part === undefined ? name : { ...name, part };
  }
}

/** Parts of a node that draw on their own. */
export const classPart = (jobClass: string): string => `class ${jobClass}`;
export const switchPart = (jobClass: string): string => `becomes ${jobClass}`;
export const framePart = (frame: number): string => `frame ${frame}`;
