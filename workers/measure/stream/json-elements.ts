/**
 * A JSON document of any length, element by element: the elements of a list at the top or of a list in an object at the
 * top, and every other value in that object as a whole. Only one of them is in memory at a time.
 */
import { type JsonFault, JsonScanner } from '../../../core/base/json-scanner.ts';

export interface JsonTaker {
  /** Element `index` of the list `key`; '' for a list at the top. */
  element(key: string, index: number, text: string): void;
  value(key: string, text: string): void;
  /** Whether the elements of this list are passed over. */
  skips?(key: string): boolean;
  /** An element that is broken in itself; the document goes on behind it. */
  broken?(key: string, index: number, fault: JsonFault): void;
}

/** A fault behind which nothing can be read, and in which value of the document it is. */
export interface DocumentFault extends JsonFault {
  readonly path: string;
}

const [OPEN_LIST, OPEN_OBJECT] = [91, 123];
/** No element of a measurement is longer. */
const MOST_ELEMENT_BYTES = 64 * 1024 * 1024;

export class JsonElements {
  private readonly json = new JsonScanner();
  private readonly decoder = new TextDecoder();
  private key = '';
  private index = 0;
  /** Depth of the elements of the list at hand; 0 outside of lists. */
  private listDepth = 0;
  /** Where the value or key at hand begins in the bytes at hand; undefined between them. */
  private start: number | undefined;
  /** What came of it in bytes before. */
  private parts: Uint8Array[] = [];
  private length = 0;
  private isWanted = false;
  private isBroken = false;

  constructor(private readonly taker: JsonTaker) {}

  /** False when this is no JSON that can be taken apart, or an element is too long: `fault` says why. */
  push(bytes: Uint8Array): boolean {
    const { json } = this;
    for (;;) {
      switch (json.next(bytes)) {
        case 'begin':
          if (!this.begin(bytes[json.at]!)) return false;
          break;
        case 'key':
          this.key = String(JSON.parse(this.textIn(bytes)));
          break;
        case 'end':
          this.end(bytes);
          break;
        case 'fault':
          if (!this.goesOn()) return false;
          break;
        case 'more':
          return this.keep(bytes);
      }
    }
  }

  /** Whether the document came to its end. */
  get isComplete(): boolean {
    return this.json.isComplete;
  }

  /** Why nothing more is read, or what is missing when no more comes; undefined when the document is whole. */
  get fault(): DocumentFault | undefined {
    const fault = this.json.end();
    return fault && { path: this.listDepth > 0 ? `${this.key}[${this.index}]` : this.key, ...fault };
  }

  /** A value, an element or a key begins with this byte. Lists are opened, and so is the object at the top. */
  private begin(byte: number): boolean {
    const { json } = this;
    const isTop = json.depth === 0;
    if (isTop && byte !== OPEN_LIST && byte !== OPEN_OBJECT) return this.refuse(byte, 'a list or an object');
    const opensList = byte === OPEN_LIST && this.listDepth === 0;
    if (isTop || opensList) json.tells = json.depth + 1;
    if (opensList) {
      this.listDepth = json.tells;
      this.index = 0;
    } else if (!isTop) {
      this.start = json.at;
      this.isWanted = this.listDepth === 0 || !this.taker.skips?.(this.key);
      this.isBroken = false;
    }
    return true;
  }

  private refuse(byte: number, expected: string): false {
    this.json.refuse(byte, expected);
    return false;
  }

  private end(bytes: Uint8Array): void {
    if (this.start === undefined) {
      // The list at hand, or the whole document.
      this.listDepth = 0;
      this.json.tells = this.json.depth;
      return;
    }
    const { key, index, isWanted } = this;
    const text = this.textIn(bytes);
    if (this.listDepth === 0) {
      this.taker.value(key, text);
      return;
    }
    this.index += 1;
    if (isWanted) this.taker.element(key, index, text);
  }

  /** A broken element is left out; between elements nothing tells where to go on. */
  private goesOn(): boolean {
    const { taker, json } = this;
    const { fault } = json;
    if (!fault || !taker.broken || this.start === undefined || this.listDepth === 0 || this.isBroken)
      return false;
    this.isBroken = true;
    if (this.isWanted) taker.broken(this.key, this.index, fault);
    this.isWanted = false;
    json.skipValue(this.listDepth);
    return true;
  }

  /** What is at hand of a value until the next bytes come. */
  private keep(bytes: Uint8Array): boolean {
    if (this.start !== undefined && this.isWanted) {
      const part = bytes.slice(this.start);
      this.length += part.length;
      if (this.length > MOST_ELEMENT_BYTES)
        return this.refuse(bytes.at(-1)!, `an element of at most ${MOST_ELEMENT_BYTES / 1024 ** 2} MB`);
      this.parts.push(part);
      this.start = 0;
    }
    this.json.turn();
    return true;
  }

  /** The value or key that ends here; '' for what nobody wants. */
  private textIn(bytes: Uint8Array): string {
    const { parts, start = 0, isWanted } = this;
    this.start = undefined;
    if (!isWanted) {
      this.parts = [];
      this.length = 0;
      return '';
    }
    const last = bytes.subarray(start, this.json.at);
    if (parts.length === 0) return this.decoder.decode(last);
    this.parts = [];
    this.length = 0;
    const stream = { stream: true };
    return parts.map((part) => this.decoder.decode(part, stream)).join('') + this.decoder.decode(last);
  }
}
