/** What every format hands its rows to. */

import type { FaultList } from '../measurement-fault.ts';
import type { Table } from '../qtm-table.ts';
import type { NameTable } from '../stream/name-table.ts';
import type { LeftOutRow, NumericTableName, RowTaker } from '../stream/row-layout.ts';
import type { TimeBase } from '../stream/time-base.ts';
import type { TracedSpan } from '../traced-span.ts';
import type { DirectReduction } from './direct-reduction.ts';

/** A completed step of a case of an event log; times in ns from the origin. */
export interface CaseStep {
  readonly caseId: string;
  /** Kind of the case; '' where nothing tells. */
  readonly caseClass: string;
  readonly place: string;
  /** When the step before was complete, or this one was scheduled. */
  readonly came: number;
  /** NaN where the log does not tell. */
  readonly begun: number;
  readonly done: number;
}

export interface Intake {
  readonly faults: FaultList;
  readonly time: TimeBase;
  /** Queues by number. */
  readonly names: NameTable;
  /** Rows taken so far, of every kind. */
  rows: number;
  /** Counters start again at 0 after this. */
  wrap: number | undefined;
  /** Opens a table of numbers; every row goes to what is returned. Tables `queues` and `frames` must come before. */
  open(table: NumericTableName): RowTaker;
  /** Told of the rows of such tables that could not be read. */
  leftOut?(row: LeftOutRow): void;
  /** A table that is read as a whole at the end. */
  addTable(table: Table): void;
  /** Takes the spans of a trace as they are; without it they are visits to their services. */
  takeSpans?(spans: readonly TracedSpan[]): void;
  /** Told of each step of a case besides its visit. */
  takeStep?(step: CaseStep): void;
  /** Histograms and series that the file already holds. */
  readonly direct: DirectReduction;
}
