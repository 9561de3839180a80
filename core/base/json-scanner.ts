/**
 * JSON (RFC 8259) byte by byte, in pieces of any size: where values begin and end, and where a text stops being JSON. Every call
 * moves on or ends. Values are not made here; whoever wants them has the bytes.
 */

/** Where a text cannot be continued as JSON. */
export interface JsonFault {
  /** From 1; columns in characters. */
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  /** The byte that stands there; undefined at the end of the text. */
  readonly byte: number | undefined;
}

/** A value of at most `tells` levels begins at `begin` or ended before `at`; `begin` to `at` is the key of a member. */
export type JsonEvent = 'begin' | 'end' | 'key' | 'more' | 'fault';

/** More levels are no measurement, and many more would be too many for the stack of JSON.parse. */
const MOST_DEPTH = 500;

const [LIST, OBJECT] = [91, 123];
const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, PLUS, DOT] = [34, 92, 44, 58, 45, 43, 46];
const [CLOSE_LIST, CLOSE_OBJECT] = [93, 125];
const LETTER_U = 117;

/** What stands at the next byte. Those from STRING on are inside of a token. */
const VALUE = 0;
const VALUE_OR_CLOSE = 1;
const KEY = 2;
const KEY_OR_CLOSE = 3;
const BEFORE_COLON = 4;
const AFTER = 5;
const STRING = 6;
const ESCAPE = 7;
const HEX = 8;
const WORD = 9;
const SIGNED = 10;
const ZERO = 11;
const WHOLE = 12;
const POINT = 13;
const FRACTION = 14;
const EXPONENT = 15;
const EXPONENT_SIGNED = 16;
const POWER = 17;
/** A digit, or something else, may end a number here. */
const ENDS_NUMBER = new Set([ZERO, WHOLE, FRACTION, POWER]);

const EXPECTED: Readonly<Record<number, string>> = {
  [VALUE]: 'a value',
  [VALUE_OR_CLOSE]: 'a value or "]"',
  [KEY]: 'a name in quotes',
  [KEY_OR_CLOSE]: 'a name in quotes or "}"',
  [BEFORE_COLON]: '":"',
  [STRING]: 'a text without control characters',
  [ESCAPE]: 'one of "\\/bfnrtu behind a backslash',
  [HEX]: 'four hexadecimal digits',
  [WORD]: 'true, false or null',
  [SIGNED]: 'a number with a digit behind its sign',
  [POINT]: 'a number with a digit behind its point',
  [EXPONENT]: 'a number with a digit behind its e',
  [EXPONENT_SIGNED]: 'a number with a digit behind its e',
};
const WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word));
const ESCAPED = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
const isHex = (byte: number): boolean => isDigit(byte) || ((byte | 32) >= 97 && (byte | 32) <= 102);
const isBlank = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** Expected where a text has no end. */
export const OPEN_TEXT = 'a text with a closing quote';

export class JsonScanner {
  /** Values inside of more lists and objects than this are not told of. */
  tells = 0;
  /** How many lists and objects are open. */
  depth = 0;
  /** The place in the bytes at hand. */
  at = 0;
  fault: JsonFault | undefined;
  private state = VALUE;
  /** The value that is to begin at this byte has been told of. */
  private told = false;
  private readonly open: number[] = [];
  private isKey = false;
  private left = 0;
  private word = WORDS[0]!;
  /** Bytes before those at hand, and where the line and the text that is open begin among all. */
  private before = 0;
  private line = 1;
  private lineStart = 0;
  /** Bytes of the line that begin no character. */
  private follow = 0;
  /** Where the text, word or number at hand begins. */
  private tokenStart = { line: 1, column: 1 };
  private begun = false;
  /** Bytes are passed over until no more than so many lists and objects are open. */
  private skipsTo: number | undefined;
  private skipsText = false;

  constructor(private readonly mostDepth = MOST_DEPTH) {}

  /** The whole text is read, and is one value. */
  get isComplete(): boolean {
    return this.fault === undefined && this.depth === 0 && this.begun && this.isAtEnd;
  }

  private get isAtEnd(): boolean {
    return this.state === AFTER || ENDS_NUMBER.has(this.state);
  }

  /** The bytes at hand are done with. */
  turn(): void {
    this.before += this.at;
    this.at = 0;
  }

  /** No byte comes any more. Undefined when the text is one whole value. */
  end(): JsonFault | undefined {
    if (this.fault || this.isComplete) return this.fault;
    const isInText = this.skipsTo === undefined && this.state >= STRING && this.state <= HEX;
    if (isInText) return { ...this.tokenStart, expected: OPEN_TEXT, byte: QUOTE };
    return { ...this.placeHere(), expected: this.expected, byte: undefined };
  }

  /** Goes on from `at`. A key that ends is told of when `tells` reaches its object. */
  next(bytes: Uint8Array): JsonEvent {
    while (this.at < bytes.length) {
      const byte = bytes[this.at]!;
      let event: JsonEvent | undefined;
      if (this.skipsTo !== undefined) event = this.passOver(byte, this.skipsTo);
      else if (this.state >= STRING) event = this.inside(bytes, byte);
      else if (isBlank(byte)) this.step(byte);
      else event = this.mark(byte);
      if (event !== undefined) return event;
    }
    return 'more';
  }

  /**
   * After a fault: goes on behind the value at this depth that is broken, as far as brackets and quotes tell where that is; then the value
   * has ended.
   */
  skipValue(depth: number): void {
    this.fault = undefined;
    this.skipsTo = depth;
    // A text that runs into the end of a line was never closed.
    this.skipsText = this.state === ESCAPE || this.state === HEX;
  }

  private passOver(byte: number, depth: number): JsonEvent | undefined {
    if (this.skipsText) {
      if (byte === QUOTE || byte === 10) this.skipsText = false;
      this.step(byte);
      return undefined;
    }
    const isClose = byte === CLOSE_LIST || byte === CLOSE_OBJECT;
    if (this.depth === depth && (isClose || byte === COMMA)) {
      this.skipsTo = undefined;
      return this.ended();
    }
    if (isClose && this.open[this.depth - 1] !== (byte === CLOSE_LIST ? LIST : OBJECT))
      return this.broken(byte);
    if (byte === QUOTE) this.skipsText = true;
    else if (byte === LIST || byte === OBJECT) {
      if (this.depth === this.mostDepth) return this.broken(byte);
      this.open[this.depth] = byte;
      this.depth += 1;
    } else if (isClose) this.depth -= 1;
    this.step(byte);
    if (!isClose || this.depth > depth) return undefined;
    this.skipsTo = undefined;
    return this.ended();
  }

  private step(byte: number): void {
    this.at += 1;
    if (byte >= 0x80 && byte < 0xc0) this.follow += 1;
    if (byte !== 10) return;
    this.line += 1;
    this.lineStart = this.before + this.at;
    this.follow = 0;
  }

  /** A byte between tokens, or the first of one. */
  private mark(byte: number): JsonEvent | undefined {
    switch (this.state) {
      case VALUE:
        return this.value(byte);
      case VALUE_OR_CLOSE:
        return byte === CLOSE_LIST ? this.close() : this.value(byte);
      case KEY_OR_CLOSE:
        return byte === CLOSE_OBJECT ? this.close() : this.key(byte);
      case KEY:
        return this.key(byte);
      case BEFORE_COLON:
        if (byte !== COLON) return this.broken(byte);
        this.state = VALUE;
        this.at += 1;
        return undefined;
      default:
        return this.after(byte);
    }
  }

  private after(byte: number): JsonEvent | undefined {
    const inside = this.depth > 0 ? this.open[this.depth - 1]! : 0;
    if (byte === COMMA && inside !== 0) {
      this.state = inside === LIST ? VALUE : KEY;
      this.at += 1;
      return undefined;
    }
    if ((byte === CLOSE_LIST && inside === LIST) || (byte === CLOSE_OBJECT && inside === OBJECT))
      return this.close();
    return this.broken(byte);
  }

  private close(): JsonEvent | undefined {
    this.depth -= 1;
    this.at += 1;
    return this.ended();
  }

  private ended(): JsonEvent | undefined {
    this.state = AFTER;
    return this.depth <= this.tells ? 'end' : undefined;
  }

  private key(byte: number): JsonEvent | undefined {
    if (byte !== QUOTE) return this.broken(byte);
    if (this.depth <= this.tells && !this.told) return this.tell();
    this.isKey = true;
    return this.startText();
  }

  /** Tells of the value without passing its first byte. */
  private tell(): JsonEvent {
    this.told = true;
    return 'begin';
  }

  private startText(): undefined {
    this.told = false;
    this.tokenStart = this.placeHere();
    this.state = STRING;
    this.at += 1;
    return undefined;
  }

  private value(byte: number): JsonEvent | undefined {
    const known = byte === QUOTE || byte === OBJECT || byte === LIST || byte === MINUS || isDigit(byte);
    const word = known ? undefined : WORDS.find((letters) => letters[0] === byte);
    if (!known && !word) return this.broken(byte);
    if (this.depth <= this.tells && !this.told) return this.tell();
    this.begun = true;
    this.told = false;
    this.tokenStart = this.placeHere();
    if (byte === QUOTE) {
      this.isKey = false;
      return this.startText();
    }
    if (byte === OBJECT || byte === LIST) {
      if (this.depth === this.mostDepth)
        return this.broken(byte, `at most ${this.mostDepth} levels of lists and objects`);
      this.open[this.depth] = byte;
      this.depth += 1;
      this.state = byte === LIST ? VALUE_OR_CLOSE : KEY_OR_CLOSE;
    } else if (word) {
      this.word = word;
      this.left = word.length - 1;
      this.state = WORD;
    } else this.state = byte === MINUS ? SIGNED : byte === 48 ? ZERO : WHOLE;
    this.at += 1;
    return undefined;
  }

  private inside(bytes: Uint8Array, byte: number): JsonEvent | undefined {
    switch (this.state) {
      case STRING:
        return this.text(bytes);
      case ESCAPE:
        if (byte === LETTER_U) this.left = 4;
        else if (!ESCAPED.has(byte)) return this.broken(byte);
        this.state = byte === LETTER_U ? HEX : STRING;
        break;
      case HEX:
        if (!isHex(byte)) return this.broken(byte);
        this.left -= 1;
        if (this.left === 0) this.state = STRING;
        break;
      case WORD:
        if (byte !== this.word[this.word.length - this.left]) return this.broken(byte);
        this.left -= 1;
        if (this.left > 0) break;
        this.at += 1;
        return this.ended();
      default:
        return this.number(bytes);
    }
    this.at += 1;
    return undefined;
  }

  /** To the end of the text, or of the bytes at hand. */
  private text(bytes: Uint8Array): JsonEvent | undefined {
    let { at, follow } = this;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte === QUOTE || byte === BACKSLASH || byte < 32) break;
      if (byte >= 0x80 && byte < 0xc0) follow += 1;
    }
    this.at = at;
    this.follow = follow;
    if (at === bytes.length) return undefined;
    const byte = bytes[at]!;
    if (byte < 32) return this.broken(byte);
    this.at += 1;
    if (byte === BACKSLASH) {
      this.state = ESCAPE;
      return undefined;
    }
    if (!this.isKey) return this.ended();
    this.state = BEFORE_COLON;
    return this.depth <= this.tells ? 'key' : undefined;
  }

  private number(bytes: Uint8Array): JsonEvent | undefined {
    for (; this.at < bytes.length; this.at += 1) {
      const byte = bytes[this.at]!;
      const next = afterDigit(this.state, byte);
      if (next === undefined)
        return ENDS_NUMBER.has(this.state) && !(this.state === ZERO && isDigit(byte))
          ? this.ended()
          : this.broken(byte);
      this.state = next;
    }
    return undefined;
  }

  /** Ends the reading here, for a reason of the reader's own. */
  refuse(byte: number, expected: string): void {
    this.fault = { ...this.placeHere(), expected, byte };
  }

  /** A word or number is shown where it begins. */
  private broken(byte: number, expected = this.expected): JsonEvent {
    const place = this.state >= WORD ? this.tokenStart : this.placeHere();
    this.fault = { ...place, expected, byte };
    return 'fault';
  }

  private get expected(): string {
    if (this.skipsTo !== undefined) return 'the brackets that are open to be closed in their order';
    if (this.state === ZERO) return 'a number without leading zeros';
    if (this.state !== AFTER && !ENDS_NUMBER.has(this.state)) return EXPECTED[this.state]!;
    if (this.depth === 0) return 'the end of the text';
    return this.open[this.depth - 1] === LIST ? '"," or "]"' : '"," or "}"';
  }

  private placeHere(): { line: number; column: number } {
    return { line: this.line, column: this.before + this.at - this.lineStart - this.follow + 1 };
  }
}

/** State of a number behind one more byte; undefined when the byte is no part of it. */
function afterDigit(state: number, byte: number): number | undefined {
  const digit = isDigit(byte);
  switch (state) {
    case SIGNED:
      return digit ? (byte === 48 ? ZERO : WHOLE) : undefined;
    case ZERO:
    case WHOLE:
      if (digit) return state === WHOLE ? WHOLE : undefined;
      return byte === DOT ? POINT : (byte | 32) === 101 ? EXPONENT : undefined;
    case POINT:
    case FRACTION:
      if (digit) return FRACTION;
      return state === FRACTION && (byte | 32) === 101 ? EXPONENT : undefined;
    case EXPONENT:
      return digit ? POWER : byte === PLUS || byte === MINUS ? EXPONENT_SIGNED : undefined;
    default:
      return digit ? POWER : undefined;
  }
}

/** What was expected and what stands there. */
export const jsonFaultText = ({ expected, byte }: JsonFault): string =>
  `expected ${expected}, got ${byte === undefined ? 'the end' : byte < 0x80 ? JSON.stringify(String.fromCharCode(byte)) : `the byte ${byte}`}`;
