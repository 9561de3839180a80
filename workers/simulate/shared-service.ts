/**
 * Service of all elements in a stage at once. Processor sharing: the n elements in service share the free servers, each
 * at the rate min(1, servers / n) (PS1). Work is counted in virtual time, which runs at that rate, so an element that
 * needs S ends at its virtual entry + S and only the smallest end matters: a heap by virtual end. Source of the idea:
 * Parekh & Gallager, IEEE/ACM Trans. Networking 1 (1993), section III. In a delay every element is alone (DL1): virtual
 * time is time.
 */
import type { NodeId } from '../../core/scenario/scenario.ts';
import { ElementHeap } from './element-heap.ts';

export class SharedService extends ElementHeap {
  private readonly alone: boolean;
  private work = 0.5;
  private since = 0.5;
  private rate = 0.5;

  /** `alone`: nobody shares with anybody at this stage. */
  constructor(stage: NodeId, alone: boolean) {
    super(stage);
    this.alone = alone;
    // Fields of times began as fractions, so that the engine stores them as doubles from the start.
    this.work = this.since = this.rate = 0;
  }

  /** An element that needs `service` seconds alone enters. */
  add(now: number, service: number, born: number, tag: number): void {
    this.advance(now);
    this.insert(this.work + service, now, born, tag);
  }

  /** Takes off the element that is done, into `taken`. */
  removeDone(now: number): void {
    this.since = now;
    this.work = this.first(); // exactly the end it was scheduled for
    this.removeFirst();
    if (this.count === 0) this.work = 0;
  }

  /** The next end when `servers` servers are free from now on; Infinity when none will come. */
  nextEnd(now: number, servers: number): number {
    this.advance(now);
    if (this.count === 0) {
      this.rate = 0;
      return Number.POSITIVE_INFINITY;
    }
    if (this.alone) return this.first();
    this.rate = Math.min(1, servers / this.count);
    if (this.rate === 0) return Number.POSITIVE_INFINITY;
    return now + Math.max(0, this.first() - this.work) / this.rate;
  }

  private advance(now: number): void {
    if (this.alone) this.work = now;
    else this.work += (now - this.since) * this.rate;
    this.since = now;
  }
}
