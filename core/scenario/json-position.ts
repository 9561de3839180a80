/** Where a text stops being JSON. Engines word this differently or not at all, so the place is looked up here. */

export interface JsonPosition {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** What stands there: one character, or `the end of the text`. */
  readonly found: string;
}

const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.])|true|false|null)(?!\w)/y;

/** The first place where `text` cannot be continued as JSON; undefined when it is JSON. */
export function findJsonError(text: string): JsonPosition | undefined {
  const offset = new Scanner(text).errorOffset();
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset);
  return {
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
    found:
      offset < text.length ? `"${String.fromCodePoint(text.codePointAt(offset)!)}"` : 'the end of the text',
  };
}

/** What may come next. */
type State = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'separator';

class Scanner {
  private readonly text: string;
  private at = 0;
  private readonly open: ('[' | '{')[] = [];
  private state: State = 'value';

  constructor(text: string) {
    this.text = text;
  }

  errorOffset(): number | undefined {
    while (true) {
      this.skip(SPACE);
      const isComplete = this.state === 'separator' && this.open.length === 0;
      if (isComplete && this.at === this.text.length) return undefined;
      if (isComplete || !this.step()) return this.at;
    }
  }

  /** Reads one token; false when none fits. */
  private step(): boolean {
    if (this.state === 'separator') return this.separator();
    if (this.state === 'key' || this.state === 'keyOrEnd') return this.key();
    return this.value();
  }

  private separator(): boolean {
    if (this.take(',')) {
      this.state = this.open.at(-1) === '{' ? 'key' : 'value';
      return true;
    }
    return this.close();
  }

  private key(): boolean {
    if (this.state === 'keyOrEnd' && this.close()) return true;
    if (!this.string()) return false;
    this.skip(SPACE);
    if (!this.take(':')) return false;
    this.state = 'value';
    return true;
  }

  private value(): boolean {
    if (this.state === 'valueOrEnd' && this.close()) return true;
    if (this.take('{')) return this.enter('{', 'keyOrEnd');
    if (this.take('[')) return this.enter('[', 'valueOrEnd');
    this.state = 'separator';
    return this.string() || this.skip(SCALAR);
  }

  /** Character by character: a pattern over a text of megabytes would overflow the stack of the matcher. */
  private string(): boolean {
    const start = this.at;
    if (!this.take('"')) return false;
    while (!this.take('"')) {
      const isPlain = this.text.charCodeAt(this.at) >= 0x20 && this.text[this.at] !== '\\';
      if (isPlain) this.at++;
      else if (!this.skip(ESCAPE)) return this.unfinished(start);
    }
    return true;
  }

  /** A string that never ends is best shown where it begins; a wrong character where it stands. */
  private unfinished(start: number): false {
    if (this.at >= this.text.length) this.at = start;
    return false;
  }

  private enter(bracket: '[' | '{', state: State): boolean {
    this.open.push(bracket);
    this.state = state;
    return true;
  }

  private close(): boolean {
    const bracket = this.open.at(-1);
    if (bracket === undefined || !this.take(bracket === '{' ? '}' : ']')) return false;
    this.open.pop();
    this.state = 'separator';
    return true;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  /** Moves past what `pattern` matches here; false when it does not match. */
  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}
