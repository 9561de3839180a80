/** The sections of a CSV measurement file: each opens with a `#qtm` line and holds a header row and records. */
import type { FaultList } from './measurement-fault.ts';

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
    if (record.text.startsWith('#')) {
      const line = record.text.replace(/,+$/, ''); // spreadsheets fill lines up with commas
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

/** The section that a `#qtm` line opens; undefined when the line is none. */
export function openedSection(line: number, text: string): Section | undefined {
  const [, version = '', table = '', rest = ''] = OPENING.exec(text) ?? [];
  if (table === '') return undefined;
  const pairs = rest
    .trim()
    .split(/[\s,]+/)
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
    else if (!/^[\s,]*$/.test(parts[0]!)) yield { line, text: parts.join('\n') };
  }
}

export const hasOddQuotes = (line: string): boolean => line.includes('"') && line.split('"').length % 2 === 0;
