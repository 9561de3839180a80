/**
 * Packets that were seen at one interface and wait for another one: by key, with the oldest given up first. Plain arrays instead of a map of
 * objects, of which a million took 200 MB and half of the time of reading a capture. Open addressing with linear probing; what is taken out
 * is filled by those behind it (Knuth, The Art of Computer Programming 3, 6.4, algorithm R).
 */

/** Integer >= 0. */
type Key = number;

export interface PendingPacket {
  readonly time: number;
  /** Number of the interface. */
  readonly at: number;
}

const EMPTY = -1;
const FIRST_SIZE = 4096;
/** Filled slots by all. */
const MOST_FULL = 0.6;

export class PendingPackets {
  size = 0;
  private mask = FIRST_SIZE - 1;
  private keys = new Float64Array(FIRST_SIZE).fill(EMPTY);
  private times = new Float64Array(FIRST_SIZE);
  private places = new Uint32Array(FIRST_SIZE);
  /** The turn in which each came. */
  private turns = new Float64Array(FIRST_SIZE);
  /** Keys by turn, from `oldest` to `next`; some have left since. */
  private order = new Float64Array(FIRST_SIZE);
  private oldest = 0;
  private next = 0;

  /** `most`: packets that wait at a time, at least 1. */
  constructor(private readonly most: number) {}

  get(key: Key): PendingPacket | undefined {
    const slot = this.slotOf(key);
    return this.keys[slot] === EMPTY ? undefined : { time: this.times[slot]!, at: this.places[slot]! };
  }

  /** A key that waits already keeps its turn. Returns how many were given up for it. */
  set(key: Key, time: number, at: number): number {
    let slot = this.slotOf(key);
    let givenUp = 0;
    if (this.keys[slot] === EMPTY) {
      givenUp = this.makeRoom();
      slot = this.slotOf(key);
      this.keys[slot] = key;
      this.turns[slot] = this.next;
      this.order[this.next % this.order.length] = key;
      this.next += 1;
      this.size += 1;
    }
    this.times[slot] = time;
    this.places[slot] = at;
    return givenUp;
  }

  delete(key: Key): void {
    let hole = this.slotOf(key);
    if (this.keys[hole] === EMPTY) return;
    this.size -= 1;
    for (let slot = (hole + 1) & this.mask; this.keys[slot] !== EMPTY; slot = (slot + 1) & this.mask) {
      const home = this.homeOf(this.keys[slot]!);
      // Cyclically between the hole and its place: it would not be found behind its home.
      const stays = hole <= slot ? hole < home && home <= slot : hole < home || home <= slot;
      if (stays) continue;
      this.move(slot, hole);
      hole = slot;
    }
    this.keys[hole] = EMPTY;
  }

  /** Gives up packets that wait while `most` others came, or twice as many turns passed; tells how many. */
  private makeRoom(): number {
    let givenUp = 0;
    while (this.size >= this.most || this.next - this.oldest >= 2 * this.most) {
      const key = this.order[this.oldest % this.order.length]!;
      const slot = this.slotOf(key);
      if (this.keys[slot] === key && this.turns[slot] === this.oldest) {
        this.delete(key);
        givenUp += 1;
      }
      this.oldest += 1;
    }
    if (this.next - this.oldest >= this.order.length) this.growOrder();
    if (this.size + 1 > MOST_FULL * this.keys.length) this.grow();
    return givenUp;
  }

  private growOrder(): void {
    const order = new Float64Array(2 * this.order.length);
    for (let turn = this.oldest; turn < this.next; turn += 1)
      order[turn % order.length] = this.order[turn % this.order.length]!;
    this.order = order;
  }

  private grow(): void {
    const { keys, times, places, turns } = this;
    const size = 2 * keys.length;
    this.mask = size - 1;
    this.keys = new Float64Array(size).fill(EMPTY);
    this.times = new Float64Array(size);
    this.places = new Uint32Array(size);
    this.turns = new Float64Array(size);
    keys.forEach((key, from) => {
      if (key === EMPTY) return;
      const slot = this.slotOf(key);
      this.keys[slot] = key;
      this.times[slot] = times[from]!;
      this.places[slot] = places[from]!;
      this.turns[slot] = turns[from]!;
    });
  }

  private move(from: number, to: number): void {
    this.keys[to] = this.keys[from]!;
    this.times[to] = this.times[from]!;
    this.places[to] = this.places[from]!;
    this.turns[to] = this.turns[from]!;
  }

  /** Where the key is, or would be. */
  private slotOf(key: Key): number {
    let slot = this.homeOf(key);
    while (this.keys[slot] !== EMPTY && this.keys[slot] !== key) slot = (slot + 1) & this.mask;
    return slot;
  }

  private homeOf(key: Key): number {
    return key % (this.mask + 1);
  }
}
