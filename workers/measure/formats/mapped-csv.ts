/** A CSV file with foreign column names, read as a mapping of its columns says. */
import { hasOddQuotes } from '../csv-sections.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { leaveOut, parseRow } from '../stream/parse-row.ts';
import type { RowLayout, RowTaker } from '../stream/row-layout.ts';
import { RowScanner } from '../stream/scan-row.ts';
import { splitCells } from '../stream/split-cells.ts';
import {
  mappedLayout,
  missingColumns,
  type NumericMapping,
  neededColumns,
  numericTable,
} from './mapped-layout.ts';

const LF = 10;
const HASH = 35;

const placeOf: PlaceOf = (line) => ({ line });

export class MappedCsv {
  private line = 0;
  private layout: RowLayout | undefined;
  private scanner: RowScanner | undefined;
  private taker: RowTaker | undefined;
  private refused = false;
  private readonly decoder = new TextDecoder();

  constructor(
    private readonly intake: Intake,
    private readonly mapping: NumericMapping,
  ) {}

  take(bytes: Uint8Array, start: number, end: number): void {
    for (let p = start; p < end && !this.refused; ) {
      const next = this.scanner && bytes[p] !== HASH ? this.scanner.scan(bytes, p) : -1;
      this.line += 1;
      if (next > 0) {
        this.taker!(this.scanner!.row, this.line, placeOf);
        p = next;
        continue;
      }
      const feed = bytes.indexOf(LF, p);
      this.takeLine(this.decoder.decode(bytes.subarray(p, feed)).replace(/\r$/, ''));
      p = feed + 1;
    }
  }

  end(): void {}

  private takeLine(text: string): void {
    const { separator, header } = this.mapping;
    if (text.startsWith('#') || text.replaceAll(separator, '').trim() === '') return;
    const place = { line: this.line };
    const cells = hasOddQuotes(text) ? undefined : splitCells(text, separator);
    if (!cells) {
      const message = 'quotes go around whole cells, and a cell ends in its line; the row is left out';
      this.intake.faults.add('E01', message, { place, value: text });
      if (this.layout) leaveOut(this.layout, [], place);
      return;
    }
    if (!this.layout) {
      this.begin(header ? cells.map((cell) => cell.trim()) : cells.map((_, index) => String(index + 1)));
      if (header) return;
    }
    const { layout, scanner } = this;
    if (!layout || !scanner) return;
    if (cells.length !== layout.slots.length) {
      const message = `expected ${layout.slots.length} cells as in the first line, got ${cells.length}; the row is left out`;
      this.intake.faults.add('E01', message, { place, value: text });
      leaveOut(layout, cells, place);
    } else if (parseRow(layout, cells, scanner.row, place)) this.taker!(scanner.row, this.line, placeOf);
  }

  private begin(names: readonly string[]): void {
    const { mapping, intake } = this;
    this.refused = missingColumns(mapping, neededColumns(mapping), names, intake.faults);
    if (this.refused) return;
    this.layout = mappedLayout(intake, mapping, names);
    this.scanner = new RowScanner(this.layout, mapping.separator.charCodeAt(0));
    this.taker = intake.open(numericTable(mapping));
  }
}
