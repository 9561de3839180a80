/** One JSON object in each line with foreign names, read as a mapping of its columns says. */

import type { ColumnMapping, ReduceOptions } from '../contract.ts';
import { cellText } from '../json-tables.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import type { TableSample } from './guess-mapping.ts';
import { isNumeric, missingColumns, neededColumns } from './mapped-layout.ts';
import { MappedRows } from './mapped-rows.ts';
import { namedRows } from './named-rows.ts';

type Cells = Readonly<Record<string, unknown>>;

/** Lines of the head that are looked at. */
const SAMPLE_ROWS = 2000;

/** The rows that a text begins with, when it is one object of plain values in each of at least two lines. */
export function jsonRowsOf(head: string): TableSample | undefined {
  const lines = head.trimStart().split(/\r?\n/);
  // The last line may be cut.
  const whole = lines.slice(0, -1).filter((line) => line.trim() !== '');
  if (whole.length < 2 || !whole[0]!.startsWith('{')) return undefined;
  const objects = whole.slice(0, SAMPLE_ROWS).map(objectIn);
  const isPlain = objects.every(
    (cells) => cells && Object.values(cells).every((value) => cellText(value) !== undefined),
  );
  if (!isPlain) return undefined;
  const names = [...new Set(objects.flatMap((cells) => Object.keys(cells!)))];
  const rows = objects.map((cells) => names.map((name) => cellText(cells![name]) ?? ''));
  return { separator: ',', header: true, names, rows };
}

function objectIn(line: string): Cells | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Cells)
      : undefined;
  } catch {
    return undefined;
  }
}

const placeOf: PlaceOf = (line) => ({ line });

export class MappedJson {
  private line = 0;
  private readonly take: ((cells: Cells, line: number) => void) | undefined;

  /** `names` are those of the first rows. */
  constructor(
    private readonly intake: Intake,
    mapping: ColumnMapping,
    names: readonly string[],
    stages: ReduceOptions['stages'],
  ) {
    if (isNumeric(mapping)) {
      if (missingColumns(mapping, neededColumns(mapping), names, intake.faults)) return;
      const rows = new MappedRows(intake, mapping, placeOf);
      this.take = (cells, line) => rows.take(cells, line);
    } else {
      const rows = namedRows({ intake, mapping, placeOf, names, stages });
      this.take = rows && ((cells, line) => rows.take((name) => cellText(cells[name]) ?? '', line));
    }
  }

  takeLine(text: string): void {
    this.line += 1;
    if (text.trim() === '' || !this.take) return;
    const cells = objectIn(text);
    if (cells) this.take(cells, this.line);
    else
      this.intake.faults.add('E01', 'expected one JSON object in each line; the line is left out', {
        place: placeOf(this.line),
        value: text,
      });
  }

  end(): void {}
}
