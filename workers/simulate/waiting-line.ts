/** The elements that wait in one stage, in order of entry: a ring of pairs (time of entry to the stage, of birth). */
export class WaitingLine {
  length = 0;
  private pairs = new Float64Array(32);
  private head = 0;

  push(entered: number, born: number): void {
    if (2 * this.length === this.pairs.length) this.grow();
    const { pairs } = this;
    const at = (this.head + 2 * this.length++) & (pairs.length - 1);
    pairs[at] = entered;
    pairs[at + 1] = born;
  }

  /** Time of entry of the element at this place from the front. */
  enteredAt(place: number): number {
    return this.pairs[(this.head + 2 * place) & (this.pairs.length - 1)]!;
  }

  bornAt(place: number): number {
    return this.pairs[((this.head + 2 * place) & (this.pairs.length - 1)) + 1]!;
  }

  /** Takes out the first element; its time of entry and of birth go to the start of these arrays. */
  moveFirst(entered: Float64Array, born: Float64Array): void {
    const { pairs, head } = this;
    entered[0] = pairs[head]!;
    born[0] = pairs[head + 1]!;
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
    const to = (this.head + 2 * place) & (this.pairs.length - 1);
    this.pairs[to] = this.pairs[this.head]!;
    this.pairs[to + 1] = this.pairs[this.head + 1]!;
    this.removeFirst();
  }

  /** Earliest time of entry, whatever the order. */
  earliestEntry(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (let place = 0; place < this.length; place++) earliest = Math.min(earliest, this.enteredAt(place));
    return earliest;
  }

  private grow(): void {
    const old = this.pairs;
    this.pairs = new Float64Array(2 * old.length);
    this.pairs.set(old.subarray(this.head));
    this.pairs.set(old.subarray(0, this.head), old.length - this.head);
    this.head = 0;
  }
}
