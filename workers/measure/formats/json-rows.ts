/** Rows of QTM tables as JSON objects: rows of numbers are taken as they come, the others are kept for the end. */
import { cellText, tableOfRows } from '../json-tables.ts';
import type { Place } from '../measurement-fault.ts';
import { isTableName, TABLES, type TableName, unknownTable } from '../qtm-format.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { leaveOut, parseRow } from '../stream/parse-row.ts';
import {
  isStreamedTable,
  NUMERIC_TABLES,
  type RowLayout,
  type RowTaker,
  type StreamedTableName,
} from '../stream/row-layout.ts';
import { TimeScale } from '../stream/time-base.ts';

/** Rows of tables that are kept until the end. */
const MOST_KEPT_ROWS = 1_000_000;

interface Running {
  readonly layout: RowLayout;
  readonly columns: readonly string[];
  readonly row: Float64Array;
  readonly take: RowTaker;
  readonly known: ReadonlySet<string>;
}

export class JsonRows {
  private unitsPerSecond = 1e9;
  private readonly kept = new Map<TableName, unknown[]>();
  private readonly running = new Map<string, Running>();
  private readonly strangers = new Set<string>();
  private keptRows = 0;

  constructor(private readonly intake: Intake) {}

  /** The unit of what is kept, and of the rows to come. */
  timesIn(unitsPerSecond: number): void {
    this.running.clear();
    this.unitsPerSecond = unitsPerSecond;
  }

  /** A row of a table; `number` is given back to `placeOf` when something is wrong with it. */
  take(table: string, value: unknown, number: number, placeOf: PlaceOf): void {
    const place = placeOf(number);
    if (isStreamedTable(table)) {
      this.takeNumbers(table, value, number, placeOf);
      return;
    }
    if (!isTableName(table)) {
      if (!this.strangers.has(table)) unknownTable(table, { faults: this.intake.faults, place });
      this.strangers.add(table);
      return;
    }
    this.intake.rows += 1;
    this.keptRows += 1;
    if (this.keptRows > MOST_KEPT_ROWS) {
      const message = `more than ${MOST_KEPT_ROWS} rows in tables that are kept as a whole; this one is left out`;
      this.intake.faults.add('E20', message, { place });
      return;
    }
    const rows = this.kept.get(table) ?? [];
    rows.push(value);
    this.kept.set(table, rows);
  }

  /** A row that is no JSON. */
  leaveOut(table: string, place: Place): void {
    const layout = this.running.get(table)?.layout;
    if (layout) leaveOut(layout, [], place);
  }

  end(): void {
    for (const [name, rows] of this.kept) {
      const table = tableOfRows(name, rows, this.intake.faults);
      if (table) this.intake.addTable({ ...table, unitsPerSecond: this.unitsPerSecond });
    }
    this.kept.clear();
  }

  private takeNumbers(table: StreamedTableName, value: unknown, number: number, placeOf: PlaceOf): void {
    const place = placeOf(number);
    const running = this.running.get(table) ?? this.start(table);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.intake.faults.add('E01', 'expected a row with named cells', { place });
      leaveOut(running.layout, [], place);
      return;
    }
    const cells = value as Readonly<Record<string, unknown>>;
    this.reportStrangers(table, cells, running, place);
    const texts = running.columns.map((column) => cellText(cells[column]) ?? '');
    const odd = running.columns.find((column) => cellText(cells[column]) === undefined);
    if (odd !== undefined) {
      const value = cells[odd] instanceof Date ? 'a date' : typeof cells[odd];
      const message = `table ${table}: expected a number or a text, got a list or an object; the row is left out`;
      this.intake.faults.add('E01', message, { place, column: odd, value });
      leaveOut(running.layout, texts, place);
    } else if (parseRow(running.layout, texts, running.row, place))
      running.take(running.row, number, placeOf);
  }

  private start(table: StreamedTableName): Running {
    this.end();
    const { faults, names, time } = this.intake;
    const columns = NUMERIC_TABLES[table].map(({ name }) => name);
    const layout: RowLayout = {
      ...{ table, names, faults, decimals: false },
      slots: columns.map((_, slot) => slot),
      scale: new TimeScale(time, this.unitsPerSecond),
      onLeftOut: (row) => this.intake.leftOut?.(row),
    };
    const { required, optional } = TABLES[table];
    const running = {
      ...{ layout, columns, take: this.intake.open(table) },
      row: new Float64Array(columns.length),
      known: new Set([...required, ...optional]),
    };
    this.running.set(table, running);
    return running;
  }

  private reportStrangers(table: string, cells: object, { known }: Running, place: Place): void {
    for (const column of Object.keys(cells)) {
      if (known.has(column) || this.strangers.has(`${table}.${column}`)) continue;
      this.strangers.add(`${table}.${column}`);
      const message = `column "${column}" is not part of table ${table} and is ignored`;
      this.intake.faults.add('W01', message, { place, column });
    }
  }
}
