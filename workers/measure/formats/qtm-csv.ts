/** QTM 1 as CSV, line by line: rows of numbers are taken as they come, the other tables are kept for the end. */
import { pow } from '../../../core/numeric/elementary.ts';
import {
  type CsvRecord,
  faultyOpening,
  hasOddQuotes,
  isFilling,
  isQuotedComment,
  openedSection,
  rememberSetting,
  type Section,
  separatorOf,
  withCommas,
  withoutFilling,
  withPoints,
} from '../csv-sections.ts';
import { headerColumns, sectionTable, sectionUnits } from '../csv-tables.ts';
import { checkVersion, isTableName, type TableName, unknownTable } from '../qtm-format.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { leaveOut, parseRow } from '../stream/parse-row.ts';
import {
  isStreamedTable,
  type LeftOutRow,
  type RowLayout,
  type RowTaker,
  type StreamedTableName,
  slotsOf,
} from '../stream/row-layout.ts';
import { RowScanner } from '../stream/scan-row.ts';
import { splitCells } from '../stream/split-cells.ts';
import { TimeScale } from '../stream/time-base.ts';

const LF = 10;
const HASH = 35;
/** Rows of tables that are kept as text until the end. */
const MOST_KEPT_ROWS = 1_000_000;

const placeOf: PlaceOf = (line) => ({ line });

/** A table of numbers that is being read. */
interface Running {
  readonly separator: ',' | ';';
  readonly layout: RowLayout;
  readonly scanner: RowScanner;
  readonly take: RowTaker;
}

export class QtmCsv {
  private line = 0;
  private section: Section | undefined;
  private running: Running | undefined;
  private openRecord: CsvRecord | undefined;
  private readonly kept: { readonly name: TableName; readonly section: Section }[] = [];
  private keptRows = 0;
  private readonly decoder = new TextDecoder();

  constructor(private readonly intake: Intake) {}

  /** Whole lines, each with its line feed. */
  take(bytes: Uint8Array, start: number, end: number): void {
    for (let p = start; p < end; ) {
      const { running } = this;
      if (running && !this.openRecord && bytes[p] !== HASH) {
        const next = running.scanner.scan(bytes, p);
        if (next > 0) {
          this.line += 1;
          running.take(running.scanner.row, this.line, placeOf);
          p = next;
          continue;
        }
      }
      const feed = bytes.indexOf(LF, p);
      this.line += 1;
      this.takeLine(this.decoder.decode(bytes.subarray(p, feed)).replace(/\r$/, ''));
      p = feed + 1;
    }
  }

  end(): void {
    if (this.openRecord)
      this.intake.faults.add('E01', 'the quote opened in this line is never closed', {
        place: { line: this.openRecord.line },
      });
    this.flush();
  }

  private takeLine(text: string): void {
    if (this.openRecord) {
      this.openRecord = { ...this.openRecord, text: `${this.openRecord.text}\n${text}` };
      if (!hasOddQuotes(text)) return;
      const record = this.openRecord;
      this.openRecord = undefined;
      this.takeRecord(record);
      return;
    }
    if (text.startsWith('#')) {
      this.takeComment(withoutFilling(text));
      return;
    }
    if (isQuotedComment(text)) return;
    if (hasOddQuotes(text)) {
      this.openRecord = { line: this.line, text };
      return;
    }
    if (!isFilling(text)) this.takeRecord({ line: this.line, text });
  }

  private takeComment(text: string): void {
    const opened = openedSection(this.line, text);
    if (opened) this.openSection(opened);
    else if (/^#qtm\b/i.test(text)) faultyOpening({ line: this.line, text }, this.intake.faults);
    else rememberSetting(text, this.section);
  }

  private openSection(section: Section): void {
    const { faults } = this.intake;
    this.running = undefined;
    this.section = undefined;
    const place = { line: section.line };
    if (!checkVersion(section.version, place, faults)) return;
    if (!isTableName(section.table)) {
      unknownTable(section.table, { faults, place });
      return;
    }
    this.section = section;
    if (!isStreamedTable(section.table)) this.kept.push({ name: section.table, section });
  }

  private takeRecord(record: CsvRecord): void {
    const { section, running } = this;
    if (running) {
      this.takeUnusual(running, record);
      return;
    }
    if (!section) {
      if (this.line === 1) faultyOpening(record, this.intake.faults);
      return;
    }
    if (isStreamedTable(section.table)) {
      this.start(section.table, section, record);
      return;
    }
    section.records.push(record);
    this.keptRows += 1;
    this.intake.rows += 1;
    if (this.keptRows <= MOST_KEPT_ROWS) return;
    section.records.pop();
    const message = `more than ${MOST_KEPT_ROWS} rows in tables that are kept as a whole; this one is left out`;
    this.intake.faults.add('E20', message, { place: { line: record.line } });
  }

  /** The header row of a table of numbers. */
  private start(table: StreamedTableName, section: Section, header: CsvRecord): void {
    const { faults, names, time } = this.intake;
    this.section = undefined;
    const unitsPerSecond = sectionUnits(section, faults);
    const separator = separatorOf(header.text);
    const columns = headerColumns(table, separator === ';' ? withCommas(header) : header, faults);
    if (unitsPerSecond === undefined || !columns) return;
    this.flush();
    this.intake.wrap = wrapOf(section.settings.get('wrap'));
    const scale = new TimeScale(time, unitsPerSecond);
    const slots = slotsOf(table, columns);
    const onLeftOut = (row: LeftOutRow): void => this.intake.leftOut?.(row);
    const layout: RowLayout = { table, slots, names, scale, faults, decimals: false, onLeftOut };
    const scanner = new RowScanner(layout, separator.charCodeAt(0));
    this.running = { separator, layout, scanner, take: this.intake.open(table) };
  }

  /** A row that the scanner did not take. */
  private takeUnusual({ separator, layout, scanner, take }: Running, { line, text }: CsvRecord): void {
    const count = layout.slots.length;
    const split = splitCells(text, separator);
    const cells = split && separator === ';' ? withPoints(split) : split;
    const surplus = cells?.slice(count) ?? [];
    if (!cells) {
      this.intake.faults.add('E01', 'text beside a quoted cell; quotes go around the whole cell', {
        place: { line },
        value: text,
      });
      leaveOut(layout, [], { line });
    } else if (cells.length < count || surplus.some((cell) => cell !== '')) {
      const message = `expected ${count} cells as in the header, got ${cells.length}`;
      this.intake.faults.add('E01', message, { place: { line }, value: text });
      leaveOut(layout, cells, { line });
    } else if (parseRow(layout, cells, scanner.row, { line })) take(scanner.row, line, placeOf);
  }

  private flush(): void {
    for (const { name, section } of this.kept.splice(0)) {
      const table = sectionTable(name, section, this.intake.faults);
      if (table) this.intake.addTable(table);
    }
  }
}

/** `2^32`, `32` or the number itself. */
export function wrapOf(text: string | undefined): number | undefined {
  const bits = /^(?:2\^)?(\d{1,2})$/.exec(text ?? '')?.[1];
  const wrap = bits === undefined ? Number(text) : pow(2, Number(bits));
  return wrap > 0 && Number.isFinite(wrap) ? wrap : undefined;
}
