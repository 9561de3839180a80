/** Streams of numbers for the kernel: exponential and uniform ones are drawn there, all others here in blocks. */
import { type ArrivalDistribution, compiledDraws, distributionMean } from '../../core/distributions/index.ts';
import type { Words4 } from '../random/philox.ts';
import type { Purpose } from '../random/random-stream.ts';
import type { Kernel } from './kernel.ts';
import type { Streams } from './streams.ts';

/** How the kernel fills a block, as in `kernel/draws.as`. */
const EXPONENTIAL = 0;
const UNIFORM = 1;
const CONSTANT = 2;
const BY_HOST = 3;

/** Opens draws for one replication; each returns the kernel's handle. */
export class KernelDraws {
  private readonly kernel: Kernel;
  private readonly streams: Streams;
  private readonly seed: number;

  constructor(kernel: Kernel, streams: Streams) {
    this.kernel = kernel;
    this.streams = streams;
    this.seed = kernel.call.take(16);
  }

  /** Times by a distribution; `part` as in Streams. */
  times(node: string, purpose: Purpose, distribution: ArrivalDistribution, part?: string): number {
    const inKernel = compiledDraws(distribution);
    if (inKernel === 'exponential')
      return this.open(
        EXPONENTIAL,
        distributionMean(distribution),
        this.streams.firstState(node, purpose, part),
      );
    if (inKernel === 'constant')
      return this.kernel.call.openDraws(CONSTANT, distributionMean(distribution), 0, this.seed);
    const sampler = this.kernel.addSampler(this.streams.sampler(node, purpose, distribution, part));
    return this.kernel.call.openDraws(BY_HOST, distributionMean(distribution), sampler, this.seed);
  }

  /** Uniform on (0, 1). */
  uniform(node: string, purpose: Purpose, part?: string): number {
    return this.open(UNIFORM, 1, this.streams.firstState(node, purpose, part));
  }

  private open(kind: number, mean: number, state: Words4): number {
    this.kernel.words(this.seed, 4).set(state);
    return this.kernel.call.openDraws(kind, mean, 0, this.seed);
  }
}
