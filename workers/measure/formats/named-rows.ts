/** Rows that are read by the names of their cells: steps of cases, and means of stages. */
import { MEASURED_QUANTITIES } from '../../../core/measurement/measurement.ts';
import type { ColumnMapping, ReduceOptions } from '../contract.ts';
import { isFilling, withPoints } from '../csv-sections.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { splitCells } from '../stream/split-cells.ts';
import { StepRows } from './event-log.ts';
import { missingColumns } from './mapped-layout.ts';
import { MeansRows } from './means-rows.ts';

interface NamedRows {
  take(cellOf: (name: string) => string, row: number): void;
}

interface NamedContext {
  readonly intake: Intake;
  readonly mapping: ColumnMapping;
  readonly placeOf: PlaceOf;
  /** Those of the file. */
  readonly names: readonly string[];
  readonly stages: ReduceOptions['stages'];
}

/** Undefined, and told, where the file does not have the columns. */
export function namedRows({ intake, mapping, placeOf, names, stages }: NamedContext): NamedRows | undefined {
  const isSteps = mapping.table === 'steps';
  const needed = isSteps ? ['caseId', 'queueId', 'time'] : [];
  if (missingColumns(mapping, needed, names, intake.faults)) return undefined;
  if (isSteps) return new StepRows(intake, mapping, placeOf);
  const used = Object.values(mapping.columns);
  const unread = names.filter((name) => name !== '' && !used.includes(name));
  if (!MEASURED_QUANTITIES.some((quantity) => mapping.columns[quantity] !== undefined)) {
    const message = `say which column holds one of ${MEASURED_QUANTITIES.join(', ')}`;
    intake.faults.add('E01', message, { place: { line: 1 } });
    return undefined;
  }
  for (const column of unread)
    intake.faults.add('W01', `column "${column}" is no quantity that is compared, and is not read`, {
      ...{ place: { line: 1 }, column },
    });
  return new MeansRows(intake, mapping, placeOf, stages);
}

/** A CSV file of such rows. */
export class NamedCsv {
  private line = 0;
  private names: readonly string[] | undefined;
  private rows: NamedRows | undefined;

  constructor(
    private readonly intake: Intake,
    private readonly mapping: ColumnMapping,
    private readonly stages: ReduceOptions['stages'],
  ) {}

  takeLine(text: string): void {
    this.line += 1;
    const { separator, header } = this.mapping;
    if (isFilling(text) || text.startsWith('#')) return;
    const split = splitCells(text, separator)?.map((cell) => cell.trim());
    const cells = split && separator === ';' ? withPoints(split) : split;
    if (!cells || (this.names && cells.length !== this.names.length)) {
      const message =
        'expected as many cells as in the first line, with quotes around whole cells; the row is left out';
      this.intake.faults.add('E01', message, { place: { line: this.line }, value: text });
      return;
    }
    if (!this.names) {
      this.names = header ? cells : cells.map((_, index) => String(index + 1));
      this.rows = namedRows({
        ...{ intake: this.intake, mapping: this.mapping, names: this.names, stages: this.stages },
        placeOf: (line) => ({ line }),
      });
      if (header) return;
    }
    const { names } = this;
    this.rows?.take((name) => cells[names.indexOf(name)] ?? '', this.line);
  }

  end(): void {}
}
