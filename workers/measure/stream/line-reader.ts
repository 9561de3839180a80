/**
 * Chunks of bytes to lines: whole lines are handed over in place, and a line that runs over the end of a chunk is put
 * together first. A consumer may take many lines at once.
 */

/** Takes lines from `bytes` starting at `start`; every one ends in a line feed before `end`. */
export type LineTaker = (bytes: Uint8Array, start: number, end: number) => void;

const LF = 10;
/** A longer line is no line of a measurement. */
const MOST_LINE_BYTES = 64 * 1024 * 1024;

export class LineReader {
  /** What came of a line that has not ended: put together once, at its end, or a long line would be copied with every chunk. */
  private rest: Uint8Array[] = [];
  private restLength = 0;

  constructor(private readonly take: LineTaker) {}

  /** False when a line is too long to go on. */
  push(chunk: Uint8Array): boolean {
    const lastFeed = chunk.lastIndexOf(LF);
    if (lastFeed < 0) {
      this.keep(chunk.slice());
      return this.restLength <= MOST_LINE_BYTES;
    }
    let start = 0;
    if (this.restLength > 0) {
      start = chunk.indexOf(LF) + 1;
      this.takeRest(chunk.subarray(0, start));
    }
    if (start <= lastFeed) this.take(chunk, start, lastFeed + 1);
    this.keep(chunk.slice(lastFeed + 1));
    return true;
  }

  /** The last line may have no line feed. */
  end(): void {
    if (this.restLength > 0) this.takeRest(Uint8Array.of(LF));
  }

  private keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.rest.push(part);
    this.restLength += part.length;
  }

  private takeRest(last: Uint8Array): void {
    const line = new Uint8Array(this.restLength + last.length);
    let at = 0;
    for (const part of [...this.rest, last]) {
      line.set(part, at);
      at += part.length;
    }
    this.rest = [];
    this.restLength = 0;
    this.take(line, 0, line.length);
  }
}
