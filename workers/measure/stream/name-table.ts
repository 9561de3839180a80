/** Names that repeat, numbered in the order in which they first come: from bytes without making texts of them. */

const SLOTS = 1 << 13;
export const MOST_NAMES = SLOTS / 4;
/** What is said of the row of a further one. */
export const TOO_MANY_QUEUES = `more than ${MOST_NAMES} queues; the rows of further ones are left out`;

export class NameTable {
  readonly names: string[] = [];
  private readonly spelled: Uint8Array[] = [];
  private readonly slots = new Int32Array(SLOTS).fill(-1);
  private last = -1;
  private readonly byText = new Map<string, number>();

  /** -1 when there are too many names. */
  numberOf(bytes: Uint8Array, start: number, end: number): number {
    if (this.last >= 0 && same(this.spelled[this.last]!, bytes, start, end)) return this.last;
    let slot = hashOf(bytes, start, end) & (SLOTS - 1);
    for (let found = this.slots[slot]!; found >= 0; found = this.slots[slot]!) {
      if (same(this.spelled[found]!, bytes, start, end)) {
        this.last = found;
        return found;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (this.names.length >= MOST_NAMES) return -1;
    this.last = this.names.length;
    this.slots[slot] = this.last;
    const spelled = bytes.slice(start, end);
    this.spelled.push(spelled);
    this.names.push(new TextDecoder().decode(spelled));
    return this.last;
  }

  numberOfText(name: string): number {
    const known = this.byText.get(name);
    if (known !== undefined) return known;
    const bytes = new TextEncoder().encode(name);
    const number = this.numberOf(bytes, 0, bytes.length);
    if (number >= 0) this.byText.set(name, number);
    return number;
  }
}

function same(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  // From the end, where names of queues differ first.
  for (let index = name.length - 1; index >= 0; index -= 1) {
    if (name[index] !== bytes[start + index]) return false;
  }
  return true;
}

/** FNV-1a (Fowler, Noll, Vo 1991), 32 bits. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ bytes[index]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
