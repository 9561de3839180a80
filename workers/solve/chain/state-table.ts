/** States by number and numbers by state: rows of integers in one array, found by open addressing. */
export class StateTable {
  count = 0;
  /** The states one after the other. */
  rows: Int32Array;
  private readonly width: number;
  /** Number + 1 of a state; 0 where free. A power of two, at most half full. */
  private slots = new Int32Array(1024);

  constructor(width: number) {
    this.width = width;
    this.rows = new Int32Array(width * 512);
  }

  /** The number of the state in the first cells of `cell`; a new one when it is new. */
  numberOf(cell: Int32Array): number {
    let slot = this.hash(cell, 0) & (this.slots.length - 1);
    for (let found = this.slots[slot]!; found !== 0; found = this.slots[slot]!) {
      if (this.isAt(cell, (found - 1) * this.width)) return found - 1;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    return this.add(cell, slot);
  }

  private add(cell: Int32Array, slot: number): number {
    const at = this.count * this.width;
    if (at + this.width > this.rows.length) this.rows = grown(this.rows);
    for (let i = 0; i < this.width; i++) this.rows[at + i] = cell[i]!;
    this.slots[slot] = ++this.count;
    if (2 * this.count > this.slots.length) this.rehash();
    return this.count - 1;
  }

  private isAt(cell: Int32Array, at: number): boolean {
    for (let i = 0; i < this.width; i++) if (this.rows[at + i] !== cell[i]) return false;
    return true;
  }

  private hash(cells: Int32Array, at: number): number {
    let h = 0x811c9dc5;
    for (let i = 0; i < this.width; i++) {
      h = Math.imul(h ^ cells[at + i]!, 0x9e3779b1);
      h ^= h >>> 15;
    }
    return h;
  }

  private rehash(): void {
    const slots = new Int32Array(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = this.hash(this.rows, number * this.width) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

function grown(rows: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * rows.length);
  larger.set(rows);
  return larger;
}
