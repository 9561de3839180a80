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
  private rest = new Uint8Array(0);

  constructor(private readonly take: LineTaker) {}

  /** False when a line is too long to go on. */
  push(chunk: Uint8Array): boolean {
    const lastFeed = chunk.lastIndexOf(LF);
    if (lastFeed < 0) {
      this.rest = joined(this.rest, chunk);
      return this.rest.length <= MOST_LINE_BYTES;
    }
    let start = 0;
    if (this.rest.length > 0) {
      start = chunk.indexOf(LF) + 1;
      const line = joined(this.rest, chunk.subarray(0, start));
      this.take(line, 0, line.length);
    }
    if (start <= lastFeed) this.take(chunk, start, lastFeed + 1);
    this.rest = chunk.slice(lastFeed + 1);
    return true;
  }

  /** The last line may have no line feed. */
  end(): void {
    if (this.rest.length === 0) return;
    const line = joined(this.rest, Uint8Array.of(LF));
    this.rest = new Uint8Array(0);
    this.take(line, 0, line.length);
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
