/**
 * Processor sharing: the n elements in service share the free servers, each at the rate min(1, servers / n) (PS1).
 * Work is counted in virtual time, which runs at that rate, so an element that needs S ends at its virtual entry + S
 * and only the smallest end matters: a heap by virtual end. Source of the idea: Parekh & Gallager, IEEE/ACM Trans.
 * Networking 1 (1993), section III.
 */
export class SharedService {
  /** Elements in service. */
  count = 0;
  /** Of the element taken off last. */
  entered = 0;
  born = 0;
  private work = 0;
  private since = 0;
  private rate = 0;
  // Triples (virtual end, time of entry, birth), a binary heap by the first.
  private heap = new Float64Array(48);

  /** An element that needs `service` seconds alone enters. */
  add(now: number, service: number, born: number): void {
    this.advance(now);
    if (3 * (this.count + 1) > this.heap.length) this.grow();
    this.siftUp(this.count++, [this.work + service, now, born]);
  }

  /** Takes off the element that is done, into `entered` and `born`. */
  removeDone(now: number): void {
    this.since = now;
    this.work = this.heap[0]!; // exactly the end it was scheduled for
    this.entered = this.heap[1]!;
    this.born = this.heap[2]!;
    this.count--;
    if (this.count === 0) this.work = 0;
    else this.siftDown(this.heap.slice(3 * this.count, 3 * this.count + 3));
  }

  /** The next end when `servers` servers are free from now on; Infinity when none will come. */
  nextEnd(now: number, servers: number): number {
    this.advance(now);
    this.rate = this.count === 0 ? 0 : Math.min(1, servers / this.count);
    return this.rate === 0
      ? Number.POSITIVE_INFINITY
      : now + Math.max(0, this.heap[0]! - this.work) / this.rate;
  }

  private advance(now: number): void {
    this.work += (now - this.since) * this.rate;
    this.since = now;
  }

  private siftUp(start: number, item: readonly [number, number, number]): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.heap[3 * parent]! <= item[0]) break;
      this.heap.copyWithin(3 * at, 3 * parent, 3 * parent + 3);
      at = parent;
    }
    this.heap.set(item, 3 * at);
  }

  private siftDown(item: Float64Array): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.count) break;
      if (child + 1 < this.count && this.heap[3 * child + 3]! < this.heap[3 * child]!) child++;
      if (this.heap[3 * child]! >= item[0]!) break;
      this.heap.copyWithin(3 * at, 3 * child, 3 * child + 3);
      at = child;
    }
    this.heap.set(item, 3 * at);
  }

  private grow(): void {
    const wider = new Float64Array(2 * this.heap.length);
    wider.set(this.heap);
    this.heap = wider;
  }
}
