/** The tables that are read row by row as numbers, and which cell of a line goes where. */
import type { FaultList, Place } from '../measurement-fault.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { NameTable } from './name-table.ts';
import type { TimeScale } from './time-base.ts';

/** What a cell holds. `letter` is one of EVENT_LETTERS; `end` head or tail; `flag` 1 or true; `level` and `length` may have decimals. */
export type CellKind =
  | 'skip'
  | 'name'
  | 'time'
  | 'duration'
  | 'length'
  | 'count'
  | 'letter'
  | 'level'
  | 'end'
  | 'flag';

export interface NumericColumn {
  readonly name: string;
  readonly kind: CellKind;
  readonly required: boolean;
}

/** In the order of the numbers of a row: `row[i]` is column i; NaN where the cell is empty or the column absent. */
export const NUMERIC_TABLES = {
  events: [
    { name: 'queueId', kind: 'name', required: true },
    { name: 'time', kind: 'time', required: true },
    { name: 'kind', kind: 'letter', required: true },
    { name: 'count', kind: 'count', required: false },
    { name: 'blockedFor', kind: 'duration', required: false },
  ],
  counters: [
    { name: 'queueId', kind: 'name', required: true },
    { name: 'timestamp', kind: 'time', required: true },
    { name: 'inCount', kind: 'count', required: true },
    { name: 'outCount', kind: 'count', required: true },
  ],
  tc: [
    { name: 'queueId', kind: 'name', required: true },
    { name: 'end', kind: 'end', required: true },
    { name: 'time', kind: 'time', required: true },
    { name: 'period', kind: 'length', required: true },
    { name: 'count', kind: 'count', required: true },
    { name: 'blocked', kind: 'flag', required: false },
    { name: 'blockedFor', kind: 'length', required: false },
  ],
  visits: [
    { name: 'queueId', kind: 'name', required: true },
    { name: 'arrival', kind: 'time', required: true },
    { name: 'departure', kind: 'time', required: true },
  ],
  levels: [
    { name: 'queueId', kind: 'name', required: true },
    { name: 'time', kind: 'time', required: true },
    { name: 'level', kind: 'level', required: true },
  ],
} as const satisfies Record<string, readonly NumericColumn[]>;

export type NumericTableName = keyof typeof NUMERIC_TABLES;

/** The tables of numbers that are part of QTM 1. */
export type StreamedTableName = 'events' | 'counters' | 'tc';
export const isStreamedTable = (name: string): name is StreamedTableName =>
  name === 'events' || name === 'counters' || name === 'tc';

/** Takes the rows of one table. `row` is reused: what is kept must be copied. */
export type RowTaker = (row: Float64Array, number: number, placeOf: PlaceOf) => void;

/** What could still be read of a row that was left out. */
export interface LeftOutRow {
  readonly table: NumericTableName;
  /** '' where it does not say. */
  readonly queue: string;
  /** How many moved; 1 where it does not say. */
  readonly elements: number;
  readonly place: Place;
}

export interface RowLayout {
  readonly table: NumericTableName;
  /** Per cell of a line: the index in the row, or -1. */
  readonly slots: readonly number[];
  readonly names: NameTable;
  readonly scale: TimeScale;
  readonly faults: FaultList;
  /** Times may have decimals. */
  readonly decimals: boolean;
  /** Reads a time that is no number, in ns. */
  readonly readDate?: (text: string) => number | undefined;
  /** Words for the kinds of events. */
  readonly kinds?: ReadonlyMap<string, number>;
  /** Queue of a row without the column queueId. */
  readonly onlyQueue?: number;
  /** Kind of a row of table `events` without the column kind. */
  readonly onlyKind?: number;
  readonly onLeftOut: (row: LeftOutRow) => void;
}

/** Index of the kind in a row of table `events`. */
export const KIND_SLOT = 2;
/**
 * Kinds of events by number: insertion, departure, writer found it full, reader found it empty; place reserved before the insertion, element
 * taken before its place comes free with the departure.
 */
export const EVENT_LETTERS = 'IDFERT';
const EVENT_MEANINGS = [
  'insertion',
  'departure',
  'writer finds it full',
  'reader finds it empty',
  'place reserved before its insertion',
  'element taken before its departure',
] as const;
/** All letters with what they mean, as a list of alternatives. */
export const EVENT_WORDS = [...EVENT_LETTERS]
  .map((letter, i) => `${letter} (${EVENT_MEANINGS[i]})`)
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1');
/** Kinds of events by number: the places of their letters. */
export const INSERTION = 0;
export const DEPARTURE = 1;
export const FULL = 2;
export const EMPTY = 3;
export const RESERVED = 4;
export const TAKEN = 5;

/** The ends of a queue by the numbers that stand for them in rows of table tc. */
export const ENDS = ['head', 'tail'] as const;

/** Times in rows are in ns. */
export const NS_PER_SECOND = 1e9;

export function slotsOf(table: NumericTableName, columns: readonly string[]): number[] {
  return columns.map((column) => NUMERIC_TABLES[table].findIndex(({ name }) => name === column));
}
