/**
 * Elements that wait in one stage, in order of entry: a ring of pairs (time of entry to the stage, of birth), and beside
 * it one of their tags.
 */
import type { NodeId } from '../../core/scenario/scenario.ts';
import { refuseCrowd } from './crowd.ts';

export class WaitingLine {
  length = 0;
  private readonly stage: NodeId;
  private pairs = new Float64Array(32);
  private tags = new Float64Array(16);
  /** Place of the first pair. */
  private head = 0;

  /** `stage`: where they wait. */
  constructor(stage: NodeId) {
    this.stage = stage;
  }

  push(entered: number, born: number, tag: number): void {
    if (2 * this.length === this.pairs.length) this.grow();
    const { pairs } = this;
    const at = (this.head + 2 * this.length++) & (pairs.length - 1);
    pairs[at] = entered;
    pairs[at + 1] = born;
    this.tags[at >> 1] = tag;
  }

  /** Time of entry of the element at this place from the front. */
  enteredAt(place: number): number {
    return this.pairs[this.pairAt(place)]!;
  }

  bornAt(place: number): number {
    return this.pairs[this.pairAt(place) + 1]!;
  }

  tagAt(place: number): number {
    return this.tags[this.pairAt(place) >> 1]!;
  }

  /** Takes out the first element; its times of entry and of birth and its tag go to the start of these arrays. */
  moveFirst(entered: Float64Array, born: Float64Array, tags: Float64Array): void {
    const { pairs, head } = this;
    entered[0] = pairs[head]!;
    born[0] = pairs[head + 1]!;
    tags[0] = this.tags[head >> 1]!;
    this.head = (head + 2) & (pairs.length - 1);
    this.length--;
  }

  removeFirst(): void {
    this.head = (this.head + 2) & (this.pairs.length - 1);
    this.length--;
  }

  removeLast(): void {
    this.length--;
  }

  /** Takes out the element at this place; the first takes its place, so the order of entry is lost. */
  removeAt(place: number): void {
    const to = this.pairAt(place);
    this.pairs[to] = this.pairs[this.head]!;
    this.pairs[to + 1] = this.pairs[this.head + 1]!;
    this.tags[to >> 1] = this.tags[this.head >> 1]!;
    this.removeFirst();
  }

  /** Place of the element that entered first, whatever the order; of several the first in line. Somebody waits. */
  oldestPlace(): number {
    let oldest = 0;
    for (let place = 1; place < this.length; place++)
      if (this.enteredAt(place) < this.enteredAt(oldest)) oldest = place;
    return oldest;
  }

  private pairAt(place: number): number {
    return (this.head + 2 * place) & (this.pairs.length - 1);
  }

  private grow(): void {
    refuseCrowd(this.stage, this.length);
    this.pairs = unrolled(this.pairs, this.head);
    this.tags = unrolled(this.tags, this.head >> 1);
    this.head = 0;
  }
}

/** A full ring in one of twice the size, its first value at the start. */
function unrolled(ring: Float64Array, head: number): Float64Array<ArrayBuffer> {
  const wider = new Float64Array(2 * ring.length);
  wider.set(ring.subarray(head));
  wider.set(ring.subarray(0, head), ring.length - head);
  return wider;
}
