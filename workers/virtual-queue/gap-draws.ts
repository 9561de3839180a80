/**
 * Times drawn from measured histograms, frame by frame. A time is uniform within its bin, so that with narrow bins the histogram
 * itself is what is drawn from.
 * **Two ways**: `IndependentDraws` takes each time anew by the inverse of the distribution function. `ReorderedDraws` deals the
 * measured times themselves out in a random order: if times are independent, the measured order is as likely as any other, so that a
 * replay differs from the measured run by the order alone and not by how many long times happened to be measured. That makes the
 * comparison of the two exact under the hypothesis, and sharper.
 */

import { cumulativeShares, indexAt, type Sampler } from '../../core/distributions/draws.ts';
import { type ServiceDistribution, samplerOf } from '../../core/distributions/index.ts';
import type { RandomStream } from '../random/random-stream.ts';
import type { FrameDistribution } from './frame-distribution.ts';

export interface GapDraws {
  /** From now on the distribution is that of this frame. */
  enter(frame: number): void;
  /** False in a frame in which nothing was measured. */
  readonly hasDraws: boolean;
  next(): number;
}

/** Frames with more times than this are drawn from independently: the difference is nothing then. */
const MOST_DEALT = 5_000_000;

/**
 * Reordered where the histogram counts times; where its weights are shares, what was measured is not known one by one.
 * `clock`: the distribution is that of the frame that the replay is in. `count`: measured times are dealt out frame by frame to the last one,
 * whatever the clock of the replay says; of insertions that keeps their number and where each frame's last one lies. `anew`: by the clock,
 * each time drawn independently.
 */
export function drawsOf(
  distribution: FrameDistribution | ServiceDistribution,
  stream: RandomStream,
  by: 'clock' | 'count' | 'anew',
): GapDraws {
  if ('distribution' in distribution) return new DistributionDraws(samplerOf(distribution, stream));
  return by !== 'anew' && distribution.isCounted && distribution.largest <= MOST_DEALT
    ? new ReorderedDraws(distribution, stream, by)
    : new IndependentDraws(distribution, stream);
}

/** Times one by one as they were measured, and from the start again at the end. */
export class MeasuredDraws implements GapDraws {
  readonly hasDraws = true;
  private at = 0;

  constructor(private readonly times: Float64Array) {}

  enter(frame: number): void {
    if (frame === 0) this.at = 0;
  }

  next(): number {
    const time = this.times[this.at]!;
    this.at = (this.at + 1) % this.times.length;
    return time;
  }
}

/** Times as they were measured in an order drawn anew, whatever the frame; in another order again where they are used up. */
export class ShuffledDraws implements GapDraws {
  readonly hasDraws = true;
  private readonly times: Float64Array;
  private left = 0;

  constructor(
    times: Float64Array,
    private readonly stream: RandomStream,
  ) {
    this.times = times.slice();
  }

  enter(): void {}

  next(): number {
    const { times, stream } = this;
    if (this.left === 0) this.left = times.length;
    const chosen = stream.integerBelow(this.left);
    this.left -= 1;
    const time = times[chosen]!;
    times[chosen] = times[this.left]!;
    times[this.left] = time;
    return time;
  }
}

class DistributionDraws implements GapDraws {
  readonly hasDraws = true;
  constructor(private readonly sampler: Sampler) {}
  enter(): void {}
  next(): number {
    return this.sampler.next();
  }
}

class IndependentDraws implements GapDraws {
  hasDraws = false;
  private readonly shares: (Float64Array | undefined)[];
  private current: Float64Array = new Float64Array(0);

  constructor(
    private readonly distribution: FrameDistribution,
    private readonly stream: RandomStream,
  ) {
    this.shares = distribution.weights.map(() => undefined);
    this.enter(0);
  }

  enter(frame: number): void {
    this.hasDraws = this.distribution.isMeasured(frame);
    const row = this.distribution.rowOf(frame);
    this.shares[row] ??= cumulativeShares(Array.from(this.distribution.weights[row]!));
    this.current = this.shares[row];
  }

  next(): number {
    return this.distribution.within(indexAt(this.current, this.stream.uniform()), this.stream.uniform());
  }
}

class ReorderedDraws implements GapDraws {
  hasDraws = true;
  private deck: Uint16Array = new Uint16Array(0);
  private left = 0;
  private row = -1;

  constructor(
    private readonly distribution: FrameDistribution,
    private readonly stream: RandomStream,
    private readonly by: 'clock' | 'count',
  ) {
    this.take(distribution.rowOf(0));
  }

  enter(frame: number): void {
    const row = this.distribution.rowOf(frame);
    if (this.by === 'clock' ? row !== this.row : frame === 0) this.take(row);
  }

  /** One step of the shuffle of Fisher and Yates. A deck that is used up is followed by the next, or begun anew. */
  next(): number {
    if (this.left === 0) this.take(this.by === 'count' ? this.distribution.rowAfter(this.row) : this.row);
    const { deck, stream } = this;
    const chosen = stream.integerBelow(this.left);
    this.left -= 1;
    const bin = deck[chosen]!;
    deck[chosen] = deck[this.left]!;
    deck[this.left] = bin;
    return this.distribution.within(bin, stream.uniform());
  }

  private take(row: number): void {
    if (row !== this.row) this.deck = deckOf(this.distribution.weights[row]!);
    this.row = row;
    this.left = this.deck.length;
  }
}

/** Every bin as often as it was counted. */
function deckOf(weights: Float64Array): Uint16Array {
  const deck = new Uint16Array(weights.reduce((sum, weight) => sum + weight, 0));
  let end = 0;
  weights.forEach((weight, bin) => {
    deck.fill(bin, end, end + weight);
    end += weight;
  });
  return deck;
}
