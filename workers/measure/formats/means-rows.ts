/** The rows of a table of means: each states the numbers of one stage. */
import { MEASURED_QUANTITIES, type MeasuredQuantity } from '../../../core/measurement/measurement.ts';
import { measureRow } from '../../../core/measures/measure-rows.ts';
import { parseQuantity } from '../../../core/quantities/quantity.ts';
import { inSentence } from '../../../core/scenario/fields.ts';
import { isMeasurable } from '../cell-number.ts';
import { type ColumnMapping, type MeasuredStage, UNNAMED_QUEUE } from '../contract.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { stageFinder } from '../stage-of-queue.ts';
import { TOO_MANY_QUEUES } from '../stream/name-table.ts';
import { dimensionOf, isNumber, meansUnit, needsUnit } from './means-columns.ts';

/** What people write where nothing was measured. */
const NOTHING = /^(?:|-|–|—|n\/?a|nan|null|none)$/iu;

export class MeansRows {
  private readonly rowOf = new Map<string, number>();
  private readonly unitOf: (queue: string) => string | undefined;

  constructor(
    private readonly intake: Intake,
    private readonly mapping: ColumnMapping,
    private readonly placeOf: PlaceOf,
    stages: readonly MeasuredStage[] = [],
  ) {
    const find = stageFinder(stages);
    this.unitOf = (queue) => find(queue)?.unit;
  }

  take(cellOf: (name: string) => string, row: number): void {
    const { columns } = this.mapping;
    const queue = columns.queueId === undefined ? UNNAMED_QUEUE : cellOf(columns.queueId);
    const told = MEASURED_QUANTITIES.flatMap((quantity) => {
      const name = columns[quantity];
      const cell = name === undefined ? '' : cellOf(name);
      return name === undefined || NOTHING.test(cell) ? [] : [{ quantity, name, cell }];
    });
    if (queue === '' && told.length === 0) return;
    this.intake.rows += 1;
    const place = this.placeOf(row);
    if (queue === '') {
      this.fault('E19', 'expected the name of a stage; the row is left out', {
        row,
        column: columns.queueId!,
        value: queue,
      });
      return;
    }
    const before = this.rowOf.get(queue);
    if (before !== undefined) {
      const first = this.placeOf(before).line ?? before;
      const message = `expected each stage once: "${queue}" stands in line ${first} too; the row is left out`;
      this.fault('E19', message, { row, column: columns.queueId ?? '', value: queue });
      return;
    }
    if (this.intake.names.numberOfText(queue) < 0) {
      this.intake.faults.add('E02', TOO_MANY_QUEUES, { place, value: queue });
      return;
    }
    this.rowOf.set(queue, row);
    const { stated } = this.intake.direct.of(queue);
    for (const { quantity, name, cell } of told) {
      const value = this.read(quantity, cell, { row, column: name, unit: this.unitOf(queue) });
      if (value !== undefined) stated[quantity] = value;
    }
  }

  private read(
    quantity: MeasuredQuantity,
    cell: string,
    { unit, ...at }: { readonly row: number; readonly column: string; readonly unit: string | undefined },
  ): number | undefined {
    const { dimension, label } = measureRow(quantity);
    const ofColumn = isNumber(cell) ? (this.mapping.units?.[quantity] ?? '') : '';
    if (isNumber(cell) && ofColumn === '' && needsUnit(dimension)) {
      this.fault(
        'E01',
        `expected a ${inSentence(label)} with its unit, in the cell or for its column; the cell is left out`,
        {
          ...{ ...at, value: cell },
        },
      );
      return undefined;
    }
    const value = parseQuantity(
      `${cell} ${meansUnit(quantity, ofColumn) ?? ''}`,
      dimensionOf(quantity),
      unit === undefined ? {} : { unit },
    );
    if (value.ok && value.value >= 0 && isMeasurable(value.value)) return value.value;
    const expected = `Expected a ${inSentence(label)} that is not negative.`;
    this.fault('E01', `${value.ok ? expected : value.error} The cell is left out`, { ...at, value: cell });
    return undefined;
  }

  /** E01 leaves a cell out, E19 a row. */
  private fault(
    code: 'E01' | 'E19',
    message: string,
    { row, column, value }: { readonly row: number; readonly column: string; readonly value: string },
  ): void {
    const detail = { place: this.placeOf(row), value, ...(column !== '' && { column }) };
    this.intake.faults.add(code, message, detail);
  }
}
