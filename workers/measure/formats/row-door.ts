/** Hands rows of numbers to an intake from a format that has its own words for everything. */
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { NUMERIC_TABLES, type NumericTableName, type RowTaker } from '../stream/row-layout.ts';

export class RowDoor {
  private readonly row: Float64Array;
  private taker: RowTaker | undefined;

  constructor(
    private readonly intake: Intake,
    private readonly table: NumericTableName,
    private readonly placeOf: PlaceOf,
  ) {
    this.row = new Float64Array(NUMERIC_TABLES[table].length);
  }

  /** `values` in the order of the table behind the queue; times in ns from the origin. */
  take(queue: string, values: readonly number[], number: number): void {
    this.taker ??= this.intake.open(this.table);
    this.row.fill(Number.NaN);
    this.row[0] = this.intake.names.numberOfText(queue);
    if (this.row[0] < 0) {
      this.intake.faults.add('E02', 'too many queues; this one is left out', {
        place: this.placeOf(number),
        value: queue,
      });
      return;
    }
    this.row.set(values, 1);
    this.taker(this.row, number, this.placeOf);
  }
}
