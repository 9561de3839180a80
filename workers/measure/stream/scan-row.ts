/**
 * Reads plain lines of numbers straight from bytes. Whatever is not plain - an escaped quote, a blank, a sign, a word where
 * a number should be, a missing cell - is left to `parseRow`, which says what is wrong; so this only has to be fast.
 */
import { NUMERIC_TABLES, type RowLayout } from './row-layout.ts';
import { EXACT_DIGITS } from './time-base.ts';

const QUOTE = 34;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const CR = 13;
const LF = 10;
const BLANK = 32;

const SKIP = 0;
const NAME = 1;
const TIME = 2;
const DURATION = 3;
const COUNT = 4;
const LETTER = 5;
const LEVEL = 6;
/** Of a column whose cells need more: it never reads. */
const NEVER = 255;
const CODES = {
  skip: SKIP,
  name: NAME,
  time: TIME,
  duration: DURATION,
  count: COUNT,
  letter: LETTER,
  level: LEVEL,
  length: NEVER,
  end: NEVER,
  flag: NEVER,
};
const LETTERS = 'IDFE';
const TENTHS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, digits) => 10 ** -digits);

export class RowScanner {
  readonly row: Float64Array;
  private readonly codes: Uint8Array;
  private readonly slots: Int8Array;
  private readonly required: boolean[];

  constructor(
    private readonly layout: RowLayout,
    private readonly separator: number,
  ) {
    const columns = NUMERIC_TABLES[layout.table];
    this.row = new Float64Array(columns.length);
    this.slots = Int8Array.from(layout.slots);
    const isPlain = (kind: string) =>
      !(kind === 'time' && layout.readDate) && !(kind === 'letter' && layout.kinds);
    this.codes = Uint8Array.from(layout.slots, (slot) =>
      slot < 0 ? SKIP : isPlain(columns[slot]!.kind) ? CODES[columns[slot]!.kind] : NEVER,
    );
    this.required = columns.map((column) => column.required);
  }

  /** Reads the line at `pos`, which ends in a line feed before the end of `bytes`. Position of the next line, or -1. */
  scan(bytes: Uint8Array, pos: number): number {
    const { codes, slots, row, separator } = this;
    const last = codes.length - 1;
    row.fill(Number.NaN);
    if (this.layout.onlyQueue !== undefined) row[0] = this.layout.onlyQueue;
    let p = pos;
    for (let cell = 0; ; cell += 1) {
      const quoted = bytes[p] === QUOTE;
      if (quoted) p += 1;
      const end = this.scanCell(bytes, p, codes[cell]!, slots[cell]!, quoted ? QUOTE : separator);
      if (end < 0) return -1;
      p = end;
      if (quoted) {
        if (bytes[p] !== QUOTE) return -1;
        p += 1;
      }
      if (cell < last) {
        if (bytes[p] !== separator) return -1;
        p += 1;
        continue;
      }
      if (bytes[p] === CR) p += 1;
      return bytes[p] === LF && this.complete() ? p + 1 : -1;
    }
  }

  private scanCell(bytes: Uint8Array, start: number, code: number, slot: number, stop: number): number {
    if (code === SKIP || code === NAME) return this.scanText(bytes, start, code, slot, stop);
    if (code === LETTER) {
      const letter = LETTERS.indexOf(String.fromCharCode(bytes[start]!));
      if (letter < 0) return -1;
      this.row[slot] = letter;
      return start + 1;
    }
    if (code === NEVER) return -1;
    return this.scanNumber(bytes, start, code, slot);
  }

  private scanText(bytes: Uint8Array, start: number, code: number, slot: number, stop: number): number {
    let p = start;
    if (bytes[p] === BLANK) return -1;
    for (let byte = bytes[p]!; byte !== stop && byte !== LF && byte !== CR; byte = bytes[p]!) {
      if (byte === QUOTE) return -1;
      p += 1;
    }
    if (code === SKIP) return p;
    if (p === start || bytes[p - 1] === BLANK) return -1;
    const name = this.layout.names.numberOf(bytes, start, p);
    if (name < 0) return -1;
    this.row[slot] = name;
    return p;
  }

  private scanNumber(bytes: Uint8Array, start: number, code: number, slot: number): number {
    let p = start;
    let value = 0;
    for (let digit = bytes[p]!; digit >= ZERO && digit <= NINE; digit = bytes[p]!) {
      value = value * 10 + (digit - ZERO);
      p += 1;
    }
    const digits = p - start;
    if (digits === 0) return p;
    const end = p;
    let fraction = 0;
    if (bytes[p] === DOT) {
      if (code === COUNT || (code !== LEVEL && !this.layout.decimals)) return -1;
      p += 1;
      let numerator = 0;
      for (let digit = bytes[p]!; digit >= ZERO && digit <= NINE; digit = bytes[p]!) {
        numerator = numerator * 10 + (digit - ZERO);
        p += 1;
      }
      if (p - end - 1 > EXACT_DIGITS) return -1;
      fraction = numerator * TENTHS[p - end - 1]!;
    }
    // A time that is none must not become the origin of all others.
    if (digits > EXACT_DIGITS && code !== TIME) return -1;
    if (code === TIME && !this.endsCell(bytes[p]!)) return -1;
    const { scale } = this.layout;
    if (code === TIME) this.row[slot] = this.timeOf(bytes, start, end, value, fraction);
    else this.row[slot] = code === DURATION ? scale.duration(value + fraction) : value + fraction;
    return p;
  }

  private timeOf(bytes: Uint8Array, start: number, end: number, value: number, fraction: number): number {
    const { scale } = this.layout;
    if (end - start <= EXACT_DIGITS) {
      if (fraction === 0) return scale.atExact(value);
      const high = Math.floor(value / 1e9);
      return scale.at(high, value - high * 1e9, fraction);
    }
    let high = 0;
    let low = 0;
    for (let p = start; p < end - 9; p += 1) high = high * 10 + (bytes[p]! - ZERO);
    for (let p = end - 9; p < end; p += 1) low = low * 10 + (bytes[p]! - ZERO);
    return scale.at(high, low, fraction);
  }

  private endsCell(byte: number): boolean {
    return byte === this.separator || byte === LF || byte === CR || byte === QUOTE;
  }

  private complete(): boolean {
    const { row, required } = this;
    for (let slot = 0; slot < row.length; slot += 1) {
      if (required[slot] && Number.isNaN(row[slot]!)) return false;
    }
    return true;
  }
}
