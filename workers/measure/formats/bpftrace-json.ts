/**
 * Histograms of bpftrace as JSON (`bpftrace -f json`): documents `{"type": "hist", "data": {"@usecs": [{"min", "max", "count"}]}}` one after the
 * other, each in a line of its own or over several; a map with keys has an object of such lists. Other documents (`printf`, `map`, `stats`) are
 * no histograms and are left aside.
 */
import { JsonScanner } from '../../../core/base/json-scanner.ts';
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

interface Spot {
  readonly line?: number;
  readonly column?: number;
}

export class BpftraceJson {
  private readonly printed: PrintedHistograms;
  private readonly encoder = new TextEncoder();
  private json = new JsonScanner();
  /** The document at hand, which begins in line `begun`. */
  private text = '';
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
    const { json } = this;
    const bytes = this.encoder.encode(`${line}\n`);
    while (!['more', 'fault'].includes(json.next(bytes)));
    json.turn();
    const isOpen = !json.fault && !json.isComplete;
    if (isOpen && this.text.length < MOST_TEXT) return;
    if (json.isComplete) this.takeDocument(JSON.parse(this.text));
    else this.refuseDocument();
    this.text = '';
    this.json = new JsonScanner();
  }

  /** True when the text ended in the middle of a document. */
  end(): boolean {
    this.printed.end();
    return this.text.trim() !== '';
  }

  private refuseDocument(): void {
    const { fault } = this.json;
    if (fault) {
      const { line, column, expected } = fault;
      this.leaveOut(`expected ${expected}`, this.text, { line: this.begun + line - 1, column });
    } else this.leaveOut(`expected a document of at most ${MOST_TEXT / 1024 ** 2} MB`, this.text);
  }

  private takeDocument(document: unknown): void {
    const { type, data } = isObject(document) ? document : {};
    if (type !== 'hist' && type !== 'lhist') return;
    if (!isObject(data)) {
      this.leaveOut('expected "data" with the maps by name', this.text);
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

  private leaveOut(message: string, value: string, { line = this.begun, column }: Spot = {}): void {
    this.intake.faults.add('E01', `${message}; it is left out`, {
      ...{ place: { line }, value },
      ...(column === undefined ? {} : { column }),
    });
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
