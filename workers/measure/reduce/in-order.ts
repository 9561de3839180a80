/** Rows of one queue and kind that are nearly in order of time, put in order. */

/** Rows that are kept back, since one that comes after them may belong before them. A power of two. */
const KEPT_BACK = 8;

/** Hands rows on in order of time, each behind as many that came after it. */
export class InOrder {
  /** Rows that came behind a newer one and were put before it. */
  swapped = 0;
  private readonly times = new Float64Array(KEPT_BACK);
  private readonly counts = new Float64Array(KEPT_BACK);
  private readonly waits = new Float64Array(KEPT_BACK);
  private readonly rows = new Float64Array(KEPT_BACK);
  private first = 0;
  private kept = 0;
  private last = Number.NEGATIVE_INFINITY;

  /** `together`: rows of one instant are one move of all their elements, as a bus makes it. */
  constructor(
    private readonly pass: (time: number, count: number, wait: number, row: number) => void,
    private readonly together = false,
  ) {}

  /** False for a row that is older than what was handed on. */
  take(time: number, count: number, wait: number, row: number): boolean {
    if (time < this.last) return false;
    const newest = slotOf(this.first + this.kept - 1);
    if (this.together && this.kept > 0 && this.times[newest] === time) {
      this.counts[newest]! += count;
      return true;
    }
    if (this.kept === KEPT_BACK) {
      if (time < this.times[slotOf(this.first)]!) {
        this.swapped += 1;
        this.last = time;
        this.pass(time, count, wait, row);
        return true;
      }
      this.passFirst();
    }
    let at = this.first + this.kept;
    if (this.kept > 0 && this.times[slotOf(at - 1)]! > time) this.swapped += 1;
    for (; at > this.first && this.times[slotOf(at - 1)]! > time; at -= 1) this.moveUp(at - 1);
    this.put(slotOf(at), time, count, wait, row);
    this.kept += 1;
    return true;
  }

  close(): void {
    while (this.kept > 0) this.passFirst();
  }

  private moveUp(at: number): void {
    const from = slotOf(at);
    this.put(slotOf(at + 1), this.times[from]!, this.counts[from]!, this.waits[from]!, this.rows[from]!);
  }

  private put(slot: number, time: number, count: number, wait: number, row: number): void {
    this.times[slot] = time;
    this.counts[slot] = count;
    this.waits[slot] = wait;
    this.rows[slot] = row;
  }

  private passFirst(): void {
    const slot = slotOf(this.first);
    this.first += 1;
    this.kept -= 1;
    this.last = this.times[slot]!;
    this.pass(this.last, this.counts[slot]!, this.waits[slot]!, this.rows[slot]!);
  }
}

const slotOf = (place: number): number => place & (KEPT_BACK - 1);
