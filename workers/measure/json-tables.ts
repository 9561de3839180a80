/** The JSON container of measurement files to tables. */
import { parseJson } from '../../core/scenario/json-position.ts';
import type { FaultList, Place } from './measurement-fault.ts';
import {
  BAD_TIME_UNIT,
  checkTableName,
  checkVersion,
  type TableName,
  timeUnitsPerSecond,
} from './qtm-format.ts';
import { checkColumns, type Table } from './qtm-table.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Keys of the container that are no tables. */
export const OTHER_KEYS: readonly string[] = ['qtm', 'time', 'run', 'source', 'notes'];
/** One histogram may list its bins in these. */
const BIN_COLUMNS = ['binLow', 'binHigh', 'weight'] as const;

export function jsonTables(text: string, faults: FaultList): Table[] {
  const container = parsed(text, faults);
  if (container === undefined) return [];
  if (!isObject(container)) {
    faults.add('E01', 'expected an object such as {"qtm": 1, "scalars": []}');
    return [];
  }
  if (!checkVersion(cellText(container.qtm) || 'none', { path: 'qtm' }, faults)) return [];
  const unitsPerSecond = unitsPerSecondOf(container.time);
  if (unitsPerSecond === undefined) {
    faults.add('E01', BAD_TIME_UNIT, { place: { path: 'time' } });
    return [];
  }
  const tables: Table[] = [];
  for (const [name, rows] of Object.entries(container)) {
    if (OTHER_KEYS.includes(name)) continue;
    const table = namedTable(name, rows, faults);
    if (table) tables.push({ ...table, unitsPerSecond });
  }
  return tables;
}

function parsed(text: string, faults: FaultList): unknown {
  const json = parseJson(text);
  if (json.ok) return json.value;
  const { line, column, found } = json.error;
  faults.add('E01', `this JSON is broken or cut off here: got ${found}`, { place: { line }, column });
  return undefined;
}

export function unitsPerSecondOf(time: unknown): number | undefined {
  if (time === undefined) return timeUnitsPerSecond('ns', undefined);
  if (!isObject(time)) return undefined;
  const { unit = 'ns', clockHz } = time;
  return timeUnitsPerSecond(cellText(unit) ?? '', clockHz === undefined ? undefined : cellText(clockHz));
}

function namedTable(
  name: string,
  rows: unknown,
  faults: FaultList,
): Omit<Table, 'unitsPerSecond'> | undefined {
  const place = { path: name };
  const rowCount = Array.isArray(rows) ? rows.length : 0;
  if (rowCount === 0 && Array.isArray(rows)) return undefined;
  if (!checkTableName(name, rowCount, { faults, place })) return undefined;
  if (!Array.isArray(rows)) {
    faults.add('E01', 'expected a list of rows', { place });
    return undefined;
  }
  return tableOfRows(name, rows, faults);
}

/** A table of the format from its rows, as JSON holds them. */
export function tableOfRows(
  name: TableName,
  rows: readonly unknown[],
  faults: FaultList,
): Omit<Table, 'unitsPerSecond'> | undefined {
  const place = { path: name };
  const flat = rows.flatMap((row: unknown, index) => flatRows(row, { name, index, faults }));
  const columns = [...new Set(flat.flatMap((row) => Object.keys(row.cells)))];
  if (!checkColumns(name, columns, { faults, place })) return undefined;
  return {
    name,
    columns,
    rows: flat.map(({ cells }) => columns.map((column) => cells[column] ?? '')),
    placeOf: (row) => ({ path: `${name}[${flat[row]!.index}]` }),
  };
}

interface FlatRow {
  readonly index: number;
  readonly cells: Readonly<Record<string, string>>;
}

interface RowContext {
  readonly name: TableName;
  readonly index: number;
  readonly faults: FaultList;
}

/** One row, or one for each bin of a histogram that lists its bins. */
function flatRows(row: unknown, context: RowContext): FlatRow[] {
  const { name, index, faults } = context;
  const place = { path: `${name}[${index}]` };
  if (!isObject(row)) {
    faults.add('E01', 'expected a row with named cells', { place });
    return [];
  }
  if (name !== 'hist' || !BIN_COLUMNS.some((column) => Array.isArray(row[column]))) {
    return [{ index, cells: cellsOf(row, place, faults) }];
  }
  const { binLow, binHigh, weight, ...common } = row;
  const sameLength =
    Array.isArray(binLow) && Array.isArray(weight) && Array.isArray(binHigh)
      ? binLow.length === weight.length && binHigh.length === weight.length
      : false;
  if (!sameLength || !Array.isArray(binLow) || !Array.isArray(binHigh) || !Array.isArray(weight)) {
    faults.add('E01', 'expected binLow, binHigh and weight as lists of the same length', { place });
    return [];
  }
  return binLow.map((low: unknown, bin) => {
    const cells = { ...common, binLow: low, binHigh: binHigh[bin] ?? 'inf', weight: weight[bin] };
    return { index, cells: cellsOf(cells, place, faults) };
  });
}

function cellsOf(row: JsonObject, place: Place, faults: FaultList): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [column, value] of Object.entries(row)) {
    const text = cellText(value);
    if (text === undefined)
      faults.add('E01', 'expected a number, a text or null', { place, column, value: JSON.stringify(value) });
    cells[column] = text ?? '';
  }
  return cells;
}

/** A text, a number, a truth value, or nothing as ''; undefined for a list or an object, which is no cell. */
export const cellText = (value: unknown): string | undefined =>
  value === null || value === undefined ? '' : typeof value === 'object' ? undefined : String(value);

/** A list is none. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
