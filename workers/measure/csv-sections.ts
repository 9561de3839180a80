/** The sections of a CSV measurement file: each opens with a `#qtm` line and holds a header row and records. */

import type { FaultList } from './measurement-fault.ts';
import { splitCells } from './stream/split-cells.ts';

/** One `#qtm` line and what stands below it. */
export interface Section {
  readonly line: number;
  readonly version: string;
  readonly table: string;
  readonly settings: Map<string, string>;
  /** Header first. */
  readonly records: CsvRecord[];
}

export interface CsvRecord {
  readonly line: number;
  readonly text: string;
}

const OPENING = /^#qtm\s+(\S+)\s+(\S+)(.*)$/i;
const SETTING = /^#\s*([A-Za-z]\w*)\s*=\s*(.*)$/;

export function sectionsOf(text: string, faults: FaultList): Section[] {
  const sections: Section[] = [];
  for (const record of recordsOf(text, faults)) {
    const current = sections.at(-1);
    if (isQuotedComment(record.text)) continue;
    if (record.text.startsWith('#')) {
      const line = withoutFilling(record.text);
      const opening = openedSection(record.line, line);
      if (opening) sections.push(opening);
      else if (/^#qtm\b/i.test(line)) faultyOpening(record, faults);
      else rememberSetting(line, current);
    } else if (current) current.records.push(record);
    else {
      faultyOpening(record, faults);
      return [];
    }
  }
  return sections;
}

/** A comment that a spreadsheet put in quotes, as it does with one that holds quotes. An id does not begin so. */
export const isQuotedComment = (line: string): boolean => line.startsWith('"# ');

/** Spreadsheets fill lines up with separators. */
export const withoutFilling = (line: string): string => line.replace(/[,;]+$/, '');

export const isFilling = (line: string): boolean => /^[\s,;]*$/.test(line);

/** What separates the cells below a header row; spreadsheets take semicolons where numbers have a decimal comma. */
export const separatorOf = (header: string): ',' | ';' =>
  header.includes(';') && !header.includes(',') ? ';' : ',';

/** Numbers with a decimal comma have a point, which only cells between semicolons may have. */
export const withPoints = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.replace(/^([+-]?\d*),(\d+(?:e[+-]?\d+)?\s*%?)$/i, '$1.$2'));

/** A record with semicolons and decimal commas, with commas and points. */
export function withCommas({ line, text }: CsvRecord): CsvRecord {
  const cells = splitCells(text, ';');
  const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return cells ? { line, text: withPoints(cells).map(quoted).join(',') } : { line, text };
}

/** The section that a `#qtm` line opens; undefined when the line is none. */
export function openedSection(line: number, text: string): Section | undefined {
  const [, version = '', table = '', rest = ''] = OPENING.exec(text) ?? [];
  if (table === '') return undefined;
  const pairs = rest
    .trim()
    .split(/[\s,;]+/)
    .map((pair) => pair.split('='));
  const settings = new Map(pairs.map(([key = '', value = '']) => [key, value]));
  return { line, version, table, settings, records: [] };
}

/** Keeps what a line `#key=value` says of the section above it. */
export function rememberSetting(text: string, section: Section | undefined): void {
  const setting = SETTING.exec(text);
  if (setting && section) section.settings.set(setting[1]!, setting[2]!.trim());
}

export function faultyOpening({ line, text }: CsvRecord, faults: FaultList): void {
  const legacy = /^[sd],\d+,/.test(text)
    ? '. This looks like the older s,/d, output, which is not read here'
    : '';
  const list = text.startsWith('[') ? ', or JSON that begins with { and not with a list' : '';
  faults.add('E01', `expected a first line such as "#qtm 1 scalars time=ns"${list}${legacy}`, {
    place: { line },
    value: text,
  });
}

/** Lines joined where a quoted cell runs over a line end; empty lines and lines of commas are left out. */
function* recordsOf(text: string, faults: FaultList): Generator<CsvRecord> {
  const lines = text.split(/\r\n|\r|\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = index + 1;
    const parts = [lines[index]!];
    let open = !parts[0]!.startsWith('#') && hasOddQuotes(parts[0]!);
    while (open && index + 1 < lines.length) {
      index += 1;
      parts.push(lines[index]!);
      if (hasOddQuotes(lines[index]!)) open = false;
    }
    if (open) faults.add('E01', 'the quote opened in this line is never closed', { place: { line } });
    else if (!isFilling(parts[0]!)) yield { line, text: parts.join('\n') };
  }
}

export const hasOddQuotes = (line: string): boolean => line.includes('"') && line.split('"').length % 2 === 0;
