/** Elements by a time of theirs, the earliest first: a binary heap in one typed array, ties in no particular order. */
import type { NodeId } from '../../core/scenario/scenario.ts';
import { refuseCrowd } from './crowd.ts';

/** Numbers of one element: the time it is ordered by, its times of entry to the stage and of birth, its tag. */
const WIDTH = 4;

export class ElementHeap {
  /** Elements in the heap. */
  count = 0;
  /** The element taken off last: times of entry and of birth, tag. */
  readonly taken = new Float64Array(WIDTH - 1);
  private heap = new Float64Array(16 * WIDTH);
  private readonly stage: NodeId;
  /** The element that looks for its place. */
  private readonly item = new Float64Array(WIDTH);

  /** `stage`: where they are. */
  constructor(stage: NodeId) {
    this.stage = stage;
  }

  /** The earliest time; the heap must not be empty. */
  first(): number {
    return this.heap[0]!;
  }

  insert(time: number, entered: number, born: number, tag: number): void {
    const { item } = this;
    item[0] = time;
    item[1] = entered;
    item[2] = born;
    item[3] = tag;
    if (WIDTH * (this.count + 1) > this.heap.length) this.grow();
    this.siftUp(this.count++);
  }

  /** Takes off the earliest element, into `taken`. */
  removeFirst(): void {
    const { heap, taken, item } = this;
    for (let i = 1; i < WIDTH; i++) taken[i - 1] = heap[i]!;
    this.count--;
    for (let i = 0; i < WIDTH; i++) item[i] = heap[WIDTH * this.count + i]!;
    if (this.count > 0) this.siftDown();
  }

  private siftUp(start: number): void {
    const time = this.item[0]!;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.heap[WIDTH * parent]! <= time) break;
      this.move(parent, at);
      at = parent;
    }
    this.heap.set(this.item, WIDTH * at);
  }

  private siftDown(): void {
    const { heap } = this;
    const time = this.item[0]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.count) break;
      if (child + 1 < this.count && heap[WIDTH * (child + 1)]! < heap[WIDTH * child]!) child++;
      if (heap[WIDTH * child]! >= time) break;
      this.move(child, at);
      at = child;
    }
    heap.set(this.item, WIDTH * at);
  }

  private move(from: number, to: number): void {
    const { heap } = this;
    for (let i = 0; i < WIDTH; i++) heap[WIDTH * to + i] = heap[WIDTH * from + i]!;
  }

  private grow(): void {
    refuseCrowd(this.stage, this.count);
    const wider = new Float64Array(2 * this.heap.length);
    wider.set(this.heap);
    this.heap = wider;
  }
}
