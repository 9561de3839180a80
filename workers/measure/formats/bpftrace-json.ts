/**
 * Histograms of bpftrace as JSON (`bpftrace -f json`): documents `{"type": "hist", "data": {"@usecs": [{"min", "max", "count"}]}}` one after the
 * other, each in a line of its own or over several, however they are parted; a map with keys has an object of such lists. Other documents (`printf`, `map`, `stats`) are
 * no histograms and are left aside.
 */
import { type JsonFault, JsonScanner, jsonFaultText } from '../../../core/base/json-scanner.ts';
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
const SPACE = 32;

interface Bin {
  readonly min?: unknown;
  readonly max?: unknown;
  readonly count?: unknown;
}

export class BpftraceJson {
  private readonly printed: PrintedHistograms;
  private json = new JsonScanner();
  /** What has come of the document at hand. */
  private text = '';
  private line = 0;
  private begun = 1;
  /** Behind a broken document, until a line begins another. */
  private isLost = false;

  constructor(
    private readonly intake: Intake,
    unit: number | undefined,
  ) {
    this.printed = new PrintedHistograms(intake, unit);
  }

  takeLine(line: string): void {
    this.line += 1;
    const begins = line.startsWith('{');
    if (this.isLost && !begins) return;
    const isInside = this.text !== '';
    this.scan(line);
    // The document before was never closed, and this line is the next one.
    if (this.isLost && isInside && begins) this.scan(line);
  }

  end(): void {
    const fault = this.text === '' ? undefined : this.json.end();
    if (fault)
      this.tell('E20', `The JSON ends in the middle: ${jsonFaultText(fault)}; what came before is used`);
    this.printed.end();
  }

  private scan(line: string): void {
    this.isLost = false;
    const bytes = new TextEncoder().encode(this.text === '' ? line : `\n${line}`);
    for (let from = 0; from < bytes.length && !this.isLost; ) from += this.scanDocument(bytes.subarray(from));
  }

  /** How many of the bytes belong to the document at hand, or stand before the next. */
  private scanDocument(bytes: Uint8Array): number {
    if (this.text === '') {
      if (bytes.every((byte) => byte <= SPACE)) return bytes.length;
      this.json = new JsonScanner();
      this.begun = this.line;
    }
    const { json } = this;
    let event = json.next(bytes);
    while (event === 'begin') event = json.next(bytes);
    const length = json.at;
    this.text += new TextDecoder().decode(bytes.subarray(0, length));
    if (event === 'fault') this.lose(`this JSON is broken: ${jsonFaultText(json.fault!)}`, json.fault);
    else if (event === 'end') this.takeDocument();
    else if (this.text.length > MOST_TEXT)
      this.lose(`expected a document of at most ${MOST_TEXT / 1024 ** 2} MB`);
    else json.turn();
    return length;
  }

  private lose(message: string, fault?: JsonFault): void {
    this.tell('E01', `${message}; the document is left out`, fault);
    this.isLost = true;
    this.text = '';
  }

  private tell(code: 'E01' | 'E20', message: string, fault?: JsonFault): void {
    const place = { line: this.begun + (fault?.line ?? 1) - 1 };
    this.intake.faults.add(code, message, {
      ...{ place, value: this.text },
      ...(fault && { column: fault.column }),
    });
  }

  private takeDocument(): void {
    const { text } = this;
    this.text = '';
    const document: unknown = JSON.parse(text);
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
