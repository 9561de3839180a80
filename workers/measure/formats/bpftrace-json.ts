/**
 * Histograms of bpftrace as JSON (`bpftrace -f json`): documents `{"type": "hist", "data": {"@usecs": [{"min", "max", "count"}]}}` one after the
 * other, each in a line of its own or over several; a map with keys has an object of such lists. Other documents (`printf`, `map`, `stats`) are
 * no histograms and are left aside.
 */
import { isObject } from '../json-tables.ts';
import type { Intake } from '../reduce/intake.ts';
import { PrintedHistograms } from './text-histograms.ts';

/** Among the first documents: probes are attached before anything is printed. */
export const isBpftraceJson = (text: string): boolean =>
  /^\{\s*"type"\s*:\s*"(?:attached_probes|hist|lhist|map|stats|printf|time|value|lost_events)"\s*,\s*"(?:data|probes|msg)"/.test(
    text,
  ) && /"type"\s*:\s*"l?hist"/.test(text);

/** Most characters of one document: a histogram has some thousand bins at most. */
const MOST_TEXT = 4_194_304;

interface Bin {
  readonly min?: unknown;
  readonly max?: unknown;
  readonly count?: unknown;
}

export class BpftraceJson {
  private readonly printed: PrintedHistograms;
  private text = '';
  private depth = 0;
  private isInText = false;
  private line = 0;
  private begun = 1;

  constructor(
    private readonly intake: Intake,
    unit: number | undefined,
  ) {
    this.printed = new PrintedHistograms(intake, unit);
  }

  takeLine(line: string): void {
    this.line += 1;
    if (this.text === '') {
      if (line.trim() === '') return;
      this.begun = this.line;
    }
    this.text += `${line}\n`;
    this.count(line);
    if (this.depth > 0 && this.text.length < MOST_TEXT) return;
    const { text } = this;
    this.text = '';
    this.depth = 0;
    this.isInText = false;
    this.takeDocument(text);
  }

  /** True when the text ended in the middle of a document. */
  end(): boolean {
    this.printed.end();
    return this.text.trim() !== '';
  }

  private count(line: string): void {
    for (let at = 0; at < line.length; at += 1) {
      const sign = line[at];
      if (this.isInText) {
        if (sign === '\\') at += 1;
        else if (sign === '"') this.isInText = false;
      } else if (sign === '"') this.isInText = true;
      else if (sign === '{' || sign === '[') this.depth += 1;
      else if (sign === '}' || sign === ']') this.depth -= 1;
    }
  }

  private takeDocument(text: string): void {
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      this.leaveOut('expected a document of bpftrace, such as {"type": "hist", "data": …}', text);
      return;
    }
    const { type, data } = isObject(document) ? document : {};
    if (type !== 'hist' && type !== 'lhist') return;
    if (!isObject(data)) {
      this.leaveOut('expected "data" with the maps by name', text);
      return;
    }
    for (const [map, held] of Object.entries(data)) {
      const keys: readonly (readonly [string | undefined, unknown])[] = isObject(held)
        ? Object.entries(held)
        : [[undefined, held]];
      for (const [key, bins] of keys) this.takeBins(map.replace(/^@/, ''), key, bins);
    }
  }

  private takeBins(map: string, key: string | undefined, bins: unknown): void {
    if (!Array.isArray(bins)) {
      this.leaveOut(`map @${map}: expected a list of bins with min, max and count`, JSON.stringify(bins));
      return;
    }
    this.printed.beginMap(map, key, this.begun);
    for (const bin of bins as readonly unknown[]) {
      const { min, max, count }: Bin = isObject(bin) ? bin : {};
      const isRight =
        isCount(count) &&
        [min, max].every((edge) => edge === undefined || Number.isSafeInteger(edge)) &&
        (min !== undefined || max !== undefined);
      if (!isRight)
        this.leaveOut('expected a bin with whole numbers min or max, and a count', JSON.stringify(bin));
      else if (count === 0) continue;
      // Below the first bin: what went wrong with a clock, or is no time.
      else
        this.printed.add(
          min === undefined ? -1 : Number(min),
          max === undefined ? Number.POSITIVE_INFINITY : Number(max) + 1,
          String(count),
        );
    }
  }

  private leaveOut(message: string, value: string): void {
    this.intake.faults.add('E01', `${message}; it is left out`, { place: { line: this.begun }, value });
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
