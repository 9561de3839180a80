/** A table of a measurement file as text cells, the same for CSV and JSON. */
import type { Place } from './measurement-fault.ts';
import { type Report, TABLES, type TableName } from './qtm-format.ts';

/** Where a row of a table stands in its file, by its number. */
export type PlaceOf = (row: number) => Place;

export interface Table {
  readonly name: TableName;
  readonly columns: readonly string[];
  /** As many cells as columns; '' is a missing value. */
  readonly rows: readonly (readonly string[])[];
  readonly placeOf: PlaceOf;
  /** How many of the table's time units make a second. */
  readonly unitsPerSecond: number;
}

/** One row with its cells by name: '' where the cell is empty or the column absent. */
export interface Row {
  readonly place: Place;
  readonly unitsPerSecond: number;
  readonly text: (column: string) => string;
}

/** All rows of all tables of that name, in the order of the file. */
export function* rowsOf(tables: readonly Table[], name: TableName): Generator<Row> {
  for (const table of tables.filter((candidate) => candidate.name === name)) {
    const index = new Map(table.columns.map((column, position) => [column, position]));
    for (let row = 0; row < table.rows.length; row += 1) {
      const cells = table.rows[row]!;
      yield {
        place: table.placeOf(row),
        unitsPerSecond: table.unitsPerSecond,
        text: (column) => cells[index.get(column) ?? -1]?.trim() ?? '',
      };
    }
  }
}

/** Reports missing, repeated and unknown columns; false when the table cannot be read. */
export function checkColumns(name: TableName, columns: readonly string[], report: Report): boolean {
  const { required, optional } = TABLES[name];
  const known: readonly string[] = [...required, ...optional];
  const { faults, place } = report;
  const missing = required.filter((column) => !columns.includes(column));
  for (const column of missing) {
    faults.add('E01', `table ${name} has no column ${column}; it has ${columns.join(', ')}`, {
      place,
      column,
    });
  }
  const repeated = columns.filter((column, position) => columns.indexOf(column) !== position);
  for (const column of repeated) {
    faults.add('E01', `table ${name} has the column ${column} twice`, { place, column });
  }
  for (const column of columns.filter((candidate) => !known.includes(candidate))) {
    faults.add('W01', `column "${column}" is not part of table ${name} and is ignored`, { place, column });
  }
  return missing.length === 0 && repeated.length === 0;
}
