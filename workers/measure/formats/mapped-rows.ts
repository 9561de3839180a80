/** Rows with named cells and foreign names, read as a mapping says. */
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { parseRow } from '../stream/parse-row.ts';
import { NUMERIC_TABLES, type RowLayout, type RowTaker } from '../stream/row-layout.ts';
import { mappedLayout, type NumericMapping, numericTable } from './mapped-layout.ts';

export class MappedRows {
  private readonly layout: RowLayout;
  private readonly columns: readonly string[];
  private readonly row: Float64Array;
  private readonly taker: RowTaker;

  constructor(
    intake: Intake,
    mapping: NumericMapping,
    private readonly placeOf: PlaceOf,
  ) {
    this.columns = NUMERIC_TABLES[numericTable(mapping)].map(({ name }) => mapping.columns[name] ?? '');
    this.layout = mappedLayout(intake, mapping, this.columns);
    this.row = new Float64Array(this.columns.length);
    this.taker = intake.open(numericTable(mapping));
  }

  take(cells: Readonly<Record<string, unknown>>, number: number): void {
    const texts = this.columns.map((column) => String(cells[column] ?? ''));
    if (parseRow(this.layout, texts, this.row, this.placeOf(number)))
      this.taker(this.row, number, this.placeOf);
  }
}
