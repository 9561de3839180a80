/**
 * Reads plain lines of numbers straight from bytes. Whatever is not plain - an escaped quote, a blank, a sign, a word where
 * a number should be, a missing cell - is left to `parseRow`, which says what is wrong; so this only has to be fast.
 */
import { powerOfTen } from '../../../core/numeric/elementary.ts';
import { EVENT_LETTERS, KIND_SLOT, NUMERIC_TABLES, type RowLayout } from './row-layout.ts';
import { EXACT_DIGITS, MOST_TIME_DIGITS } from './time-base.ts';

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
/** Marks a column whose cells need more than a number: it never reads. */
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
/** Number of a kind of event by its letter; 255 for no kind. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = EVENT_LETTERS.indexOf(String.fromCharCode(byte));
  return letter < 0 ? NEVER : letter;
});
const TENTHS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, digits) => powerOfTen(-digits));

export class RowScanner {
  readonly row: Float64Array;
  private readonly codes: Uint8Array;
  private readonly slots: Int8Array;
  private readonly required: Int8Array;
  /** 1 for the bytes at which a text without quotes ends, or one in quotes. */
  private readonly ends: Uint8Array;
  private readonly quotedEnds = marked(QUOTE, LF, CR);

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
    this.required = Int8Array.from(columns.flatMap((column, slot) => (column.required ? [slot] : [])));
    this.ends = marked(separator, QUOTE, LF, CR);
  }

  /** Reads the line at `pos`, which ends in a line feed before the end of `bytes`. Position of the next line, or -1. */
  scan(bytes: Uint8Array, pos: number): number {
    const { codes, slots, row, separator } = this;
    const last = codes.length - 1;
    // A few numbers: quicker than a call of `fill`.
    for (let slot = 0; slot < row.length; slot += 1) row[slot] = Number.NaN;
    if (this.layout.onlyQueue !== undefined) row[0] = this.layout.onlyQueue;
    if (this.layout.onlyKind !== undefined) row[KIND_SLOT] = this.layout.onlyKind;
    let p = pos;
    for (let cell = 0; ; cell += 1) {
      const quoted = bytes[p] === QUOTE;
      if (quoted) p += 1;
      const end = this.scanCell(bytes, p, codes[cell]!, slots[cell]!, quoted);
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

  private scanCell(bytes: Uint8Array, start: number, code: number, slot: number, quoted: boolean): number {
    if (code === SKIP || code === NAME) return this.scanText(bytes, start, code, slot, quoted);
    if (code === LETTER) {
      const letter = LETTERS[bytes[start]!]!;
      if (letter === NEVER) return -1;
      this.row[slot] = letter;
      return start + 1;
    }
    if (code === NEVER) return -1;
    return this.scanNumber(bytes, start, code, slot);
  }

  private scanText(bytes: Uint8Array, start: number, code: number, slot: number, quoted: boolean): number {
    const ends = quoted ? this.quotedEnds : this.ends;
    let p = start;
    if (bytes[p] === BLANK) return -1;
    while (ends[bytes[p]!] === 0) p += 1;
    if (bytes[p] === QUOTE && !quoted) return -1;
    if (code === SKIP) return p;
    if (p === start || bytes[p - 1] === BLANK) return -1;
    const name = this.layout.names.numberOf(bytes, start, p);
    if (name < 0) return -1;
    this.row[slot] = name;
    return p;
  }

  private scanNumber(bytes: Uint8Array, start: number, code: number, slot: number): number {
    const end = endOfDigits(bytes, start);
    if (end === start) return start;
    let p = end;
    let fraction = 0;
    if (bytes[p] === DOT) {
      if (code === COUNT || (code !== LEVEL && !this.layout.decimals)) return -1;
      p = endOfDigits(bytes, end + 1);
      if (p - end - 1 > EXACT_DIGITS) return -1;
      fraction = wholeOf(bytes, end + 1, p) * TENTHS[p - end - 1]!;
    }
    const { scale } = this.layout;
    if (code === TIME) {
      // A time that is none must not become the origin of all others.
      if (this.ends[bytes[p]!] === 0 || end - start > MOST_TIME_DIGITS) return -1;
      const middle = Math.max(start, end - 9);
      this.row[slot] = scale.at(wholeOf(bytes, start, middle), nineDigits(bytes, middle, end), fraction);
      return p;
    }
    if (end - start > EXACT_DIGITS) return -1;
    const value = wholeOf(bytes, start, end) + fraction;
    this.row[slot] = code === DURATION ? scale.duration(value) : value;
    return p;
  }

  private complete(): boolean {
    const { row, required } = this;
    for (let i = 0; i < required.length; i += 1) {
      if (Number.isNaN(row[required[i]!]!)) return false;
    }
    return true;
  }
}

function marked(...bytes: number[]): Uint8Array {
  const marks = new Uint8Array(256);
  for (const byte of bytes) marks[byte] = 1;
  return marks;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let p = start;
  for (let byte = bytes[p]!; byte >= ZERO && byte <= NINE; byte = bytes[p]!) p += 1;
  return p;
}

function wholeOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= 9) return nineDigits(bytes, start, end);
  let value = 0;
  for (let p = start; p < end; p += 1) value = value * 10 + (bytes[p]! - ZERO);
  return value;
}

/** A whole number of at most nine digits: one that fits into 32 bits, which is quicker than others. */
function nineDigits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let p = start; p < end; p += 1) value = (value * 10 + (bytes[p]! - ZERO)) | 0;
  return value;
}
