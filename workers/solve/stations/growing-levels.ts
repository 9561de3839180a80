/**
 * Weights of the levels of a queue, found one after the other, that may grow beyond the doubles: all are scaled down
 * together before they do, and those that have become nothing beside the rest are 0.
 */
export class GrowingLevels {
  readonly ratios: number[];
  /** Sum of all weights. */
  sum: number;
  /** The first weight that is not nothing, and where the last scaling was. */
  private alive = 0;
  private scaledAt = 0;

  constructor(first: number) {
    this.ratios = [first];
    this.sum = first;
  }

  add(weight: number): void {
    this.ratios.push(weight);
    this.sum += weight;
    if (this.sum > HUGE) this.scaleDown();
  }

  private scaleDown(): void {
    // What came before the scaling before this one is smaller than 1 / HUGE of the sum.
    this.ratios.fill(0, this.alive, this.scaledAt);
    this.alive = this.scaledAt;
    this.scaledAt = this.ratios.length;
    for (let i = this.alive; i < this.ratios.length; i++) this.ratios[i]! /= this.sum;
    this.sum = 1;
  }
}

const HUGE = 1e150;
