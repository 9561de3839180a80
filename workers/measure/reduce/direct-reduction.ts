/** What a file holds already reduced: histograms of times, and stated means, by queue. */
import type { Bins, GapBins, QueueFrames, RateSamples, ReducedQueue } from '../contract.ts';

export interface DirectQueue {
  interInsertion: GapBins;
  interDeparture: GapBins;
  latency?: Bins;
  service?: Bins;
  bulk?: Bins;
  occupancy?: Bins;
  /** The weights of `occupancy` are shares of a time that the file does not tell. */
  isShares?: boolean;
  /** Number of samples that `occupancy` counts. */
  samples?: number;
  frames?: QueueFrames;
  rates: RateSamples[];
  stated: NonNullable<ReducedQueue['stated']>;
  statedQueueLength?: readonly number[];
}

export class DirectReduction {
  readonly queues = new Map<string, DirectQueue>();

  of(id: string): DirectQueue {
    const queue = this.queues.get(id) ?? { interInsertion: {}, interDeparture: {}, rates: [], stated: {} };
    this.queues.set(id, queue);
    return queue;
  }
}
