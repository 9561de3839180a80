/**
 * CSV measurement files to tables. Rows are counted before udsv splits them: it trusts that every row has as many
 * cells as the header, and a short row would silently take its missing cells from the next one.
 */
import { initParser } from 'udsv';
import { type CsvRecord, type Section, sectionsOf, separatorOf, withCommas } from './csv-sections.ts';
import type { FaultList } from './measurement-fault.ts';
import {
  BAD_TIME_UNIT,
  checkTableName,
  checkVersion,
  type TableName,
  timeUnitsPerSecond,
} from './qtm-format.ts';
import { checkColumns, type Table } from './qtm-table.ts';

export function csvTables(text: string, faults: FaultList): Table[] {
  const tables: Table[] = [];
  for (const section of sectionsOf(text, faults)) {
    const report = { faults, place: { line: section.line } };
    const { version, table: name, records } = section;
    if (!checkVersion(version, report.place, faults)) continue;
    if (!checkTableName(name, Math.max(0, records.length - 1), report)) continue;
    const table = sectionTable(name, section, faults);
    if (table) tables.push(table);
  }
  return tables;
}

/** The table of a section whose name and version are right. */
export function sectionTable(name: TableName, section: Section, faults: FaultList): Table | undefined {
  const place = { line: section.line };
  const [first, ...others] = section.records;
  const unitsPerSecond = sectionUnits(section, faults);
  if (unitsPerSecond === undefined) return undefined;
  const hasSemicolons = first && separatorOf(first.text) === ';';
  const header = first && hasSemicolons ? withCommas(first) : first;
  if (!header) {
    faults.add('E01', `table ${name} has no header row`, { place });
    return undefined;
  }
  const columns = headerColumns(name, header, faults);
  if (!columns) return undefined;
  const body = hasSemicolons ? others.map(withCommas) : others;
  const records = completeRecords(body, columns.length, faults);
  const rows = splitRows(records, columns);
  return { name, columns, rows, unitsPerSecond, placeOf: (row) => ({ line: records[row]!.line }) };
}

/** How many of the time units of a section make a second. */
export function sectionUnits({ settings, line }: Section, faults: FaultList): number | undefined {
  const unitsPerSecond = timeUnitsPerSecond(settings.get('time') ?? 'ns', settings.get('clockHz'));
  if (unitsPerSecond === undefined)
    faults.add('E01', `${BAD_TIME_UNIT}, got time=${settings.get('time')}`, { place: { line } });
  return unitsPerSecond;
}

/** The names in a header row; undefined when the table cannot be read with them. */
export function headerColumns(name: TableName, header: CsvRecord, faults: FaultList): string[] | undefined {
  const columns = columnsOf(header);
  return checkColumns(name, columns, { faults, place: { line: header.line } }) ? columns : undefined;
}

function columnsOf(header: CsvRecord): string[] {
  return header.text
    .replace(/,+$/, '')
    .split(',')
    .map((column) => column.trim().replace(/^"(.*)"$/, '$1'));
}

/** The records with the right number of cells; the others are reported. Surplus empty cells at the end are cut. */
function completeRecords(records: readonly CsvRecord[], count: number, faults: FaultList): CsvRecord[] {
  const complete: CsvRecord[] = [];
  for (const { line, text } of records) {
    const found = fieldCount(text);
    const surplus = found === undefined ? 0 : found - count;
    if (found === undefined) {
      faults.add('E01', 'text beside a quoted cell; quotes go around the whole cell', {
        place: { line },
        value: text,
      });
    } else if (surplus === 0) complete.push({ line, text });
    else if (surplus > 0 && text.endsWith(','.repeat(surplus))) {
      complete.push({ line, text: text.slice(0, text.length - surplus) });
    } else {
      faults.add('E01', `expected ${count} cells as in the header, got ${found}`, {
        place: { line },
        value: text,
      });
    }
  }
  return complete;
}

/** Undefined when the quotes do not enclose whole cells. */
function fieldCount(record: string): number | undefined {
  if (!record.includes('"')) return record.split(',').length;
  const masked = record.replace(/"(?:[^"]|"")*"/g, '"');
  if (/[^,]"|"[^,]/.test(masked)) return undefined;
  return masked.split(',').length;
}

function splitRows(records: readonly CsvRecord[], columns: readonly string[]): string[][] {
  if (records.length === 0) return [];
  const body = records.map((record) => record.text).join('\n');
  const encl = body.includes('"') ? '"' : '';
  const cols = columns.map((name) => ({
    name,
    type: 's' as const,
    repl: { empty: '', null: undefined, NaN: undefined },
  }));
  return initParser({ col: ',', row: '\n', encl, esc: encl, trim: false, cols }).stringArrs<string[]>(body);
}
