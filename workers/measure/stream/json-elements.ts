/**
 * A JSON document of any length, element by element: the elements of a list at the top or of a list in an object at the
 * top, and every other value in that object as a whole. Only one of them is in memory at a time.
 */

export interface JsonTaker {
  /** Element `index` of the list `key`; '' for a list at the top. */
  element(key: string, index: number, text: string): void;
  value(key: string, text: string): void;
  /** Whether the elements of this list are passed over. */
  skips?(key: string): boolean;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
const isBlank = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;
/** No element of a measurement is longer. */
const MOST_ELEMENT_BYTES = 64 * 1024 * 1024;

type State = 'start' | 'key' | 'colon' | 'value' | 'element' | 'done';

export class JsonElements {
  private state: State = 'start';
  private key = '';
  private index = 0;
  private listAtTop = false;
  private rest = new Uint8Array(0);
  /** Inside of a value that is being collected: where it starts in `rest`, and how deep we are. */
  private scanned = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private collecting = false;
  private readonly decoder = new TextDecoder();

  constructor(private readonly taker: JsonTaker) {}

  /** False when this is no JSON that can be taken apart, or an element is too long. */
  push(chunk: Uint8Array): boolean {
    const bytes = new Uint8Array(this.rest.length + chunk.length);
    bytes.set(this.rest);
    bytes.set(chunk, this.rest.length);
    let at = 0;
    while (at < bytes.length) {
      const next = this.collecting ? this.collect(bytes, at) : this.step(bytes, at);
      if (next === -2) return false;
      if (next === -1) break;
      at = next;
    }
    this.rest = bytes.slice(at);
    return this.rest.length <= MOST_ELEMENT_BYTES;
  }

  /** Whether the document came to its end. */
  get isComplete(): boolean {
    return this.state === 'done';
  }

  /** One mark between values. */
  private step(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    if (isBlank(byte)) return at + 1;
    switch (this.state) {
      case 'start':
        if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) return -2;
        this.listAtTop = byte === OPEN_LIST;
        this.state = this.listAtTop ? 'element' : 'key';
        return at + 1;
      case 'key':
        if (byte === COMMA) return at + 1;
        if (byte === CLOSE_OBJECT) return this.go('done', at);
        return byte === QUOTE ? this.begin(bytes, at) : -2;
      case 'colon':
        return byte === COLON ? this.go('value', at) : -2;
      case 'value':
        if (byte !== OPEN_LIST) return this.begin(bytes, at);
        this.index = 0;
        return this.go('element', at);
      case 'element':
        if (byte === COMMA) return at + 1;
        if (byte === CLOSE_LIST) return this.go(this.listAtTop ? 'done' : 'key', at);
        return this.begin(bytes, at);
      case 'done':
        return -2;
    }
  }

  private go(state: State, at: number): number {
    this.state = state;
    return at + 1;
  }

  private begin(bytes: Uint8Array, at: number): number {
    this.collecting = true;
    this.depth = 0;
    this.inString = false;
    this.escaped = false;
    this.scanned = 0;
    return this.collect(bytes, at);
  }

  /** Goes on to the end of the value that starts at `start`; -1 when it is not all here yet. */
  private collect(bytes: Uint8Array, start: number): number {
    for (let at = start + this.scanned; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) {
          this.inString = false;
          if (this.depth === 0) return this.emit(bytes, start, at + 1);
        }
      } else if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.depth += 1;
      else if (
        this.depth === 0 &&
        (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || isBlank(byte))
      )
        return this.emit(bytes, start, at);
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.depth -= 1;
        if (this.depth === 0) return this.emit(bytes, start, at + 1);
      }
    }
    this.scanned = bytes.length - start;
    return -1;
  }

  private emit(bytes: Uint8Array, start: number, end: number): number {
    this.collecting = false;
    if (this.state === 'element' && this.taker.skips?.(this.key)) return end;
    const text = this.decoder.decode(bytes.subarray(start, end));
    if (this.state === 'key') {
      this.key = text.slice(1, -1);
      this.state = 'colon';
    } else if (this.state === 'value') {
      this.state = 'key';
      this.taker.value(this.key, text);
    } else {
      this.taker.element(this.listAtTop ? '' : this.key, this.index, text);
      this.index += 1;
    }
    return end;
  }
}
