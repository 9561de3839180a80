/** What is still to be settled at this instant, first come first served; never gives its memory back. */
export class WorkList<T> {
  private readonly items: T[] = [];
  private head = 0;
  private tail = 0;

  get isEmpty(): boolean {
    return this.head === this.tail;
  }

  push(item: T): void {
    this.items[this.tail++] = item;
  }

  /** The first item; the list must not be empty. */
  shift(): T {
    const item = this.items[this.head++]!;
    if (this.head === this.tail) this.head = this.tail = 0;
    return item;
  }
}
