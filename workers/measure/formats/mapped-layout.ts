/** Which cell of a row goes where, for columns with foreign names. */

import type { ColumnMapping, MappedTable } from '../contract.ts';
import { UNNAMED_QUEUE } from '../contract.ts';
import type { FaultList } from '../measurement-fault.ts';
import type { Intake } from '../reduce/intake.ts';
import {
  DEPARTURE,
  EMPTY,
  FULL,
  INSERTION,
  NUMERIC_TABLES,
  type NumericTableName,
  type RowLayout,
} from '../stream/row-layout.ts';
import { TimeScale } from '../stream/time-base.ts';
import { dateReader } from './read-date.ts';

const UNITS = { s: 1, ms: 1e3, us: 1e6, ns: 1e9, date: 1e9 } as const;
export const KINDS = { I: INSERTION, D: DEPARTURE, F: FULL, E: EMPTY } as const;

/** Columns of a mapping whose rows are those of a table of numbers: arrivals are insertions. */
export type NumericMapping = ColumnMapping & { readonly table: Exclude<MappedTable, 'steps' | 'means'> };

export const isNumeric = (mapping: ColumnMapping): mapping is NumericMapping =>
  mapping.table !== 'steps' && mapping.table !== 'means';

export const numericTable = ({ table }: NumericMapping): NumericTableName =>
  table === 'arrivals' ? 'events' : table;

/** Columns that a mapping must name. */
export const neededColumns = (mapping: NumericMapping): readonly string[] =>
  NUMERIC_TABLES[numericTable(mapping)].flatMap(({ name, required }) =>
    required && name !== 'queueId' && !(mapping.table === 'arrivals' && name === 'kind') ? [name] : [],
  );

/** Says which columns a mapping needs and the file does not have. */
export function missingColumns(
  { columns, table }: ColumnMapping,
  needed: readonly string[],
  names: readonly string[],
  faults: FaultList,
): boolean {
  const absent = Object.values(columns).filter((name) => !names.includes(name));
  const unmapped = needed.filter((column) => columns[column] === undefined);
  for (const name of absent)
    faults.add('E01', `there is no column "${name}"; the file has ${names.join(', ')}`, {
      place: { line: 1 },
    });
  for (const column of unmapped)
    faults.add('E01', `say which column holds ${column} of table ${table}`, { place: { line: 1 } });
  return absent.length + unmapped.length > 0;
}

/** `names` are those of the cells, in their order. */
export function mappedLayout(intake: Intake, mapping: NumericMapping, names: readonly string[]): RowLayout {
  intake.wrap = mapping.wrap;
  const name = numericTable(mapping);
  const slotOf = (cell: string): number =>
    cell === '' ? -1 : NUMERIC_TABLES[name].findIndex((column) => mapping.columns[column.name] === cell);
  return {
    ...{ table: name, names: intake.names, faults: intake.faults, decimals: true },
    slots: names.map(slotOf),
    scale: new TimeScale(intake.time, UNITS[mapping.timeUnit]),
    onLeftOut: (row) => intake.leftOut?.(row),
    ...(mapping.timeUnit === 'date' && { readDate: dateReader(intake.time) }),
    ...(mapping.table === 'arrivals' && { onlyKind: KINDS.I }),
    ...(mapping.kinds && { kinds: kindNumbers(mapping.kinds) }),
    ...(mapping.columns.queueId === undefined && { onlyQueue: intake.names.numberOfText(UNNAMED_QUEUE) }),
  };
}

function kindNumbers(kinds: NonNullable<ColumnMapping['kinds']>): ReadonlyMap<string, number> {
  return new Map(Object.entries(kinds).map(([word, kind]) => [word.toLowerCase(), KINDS[kind]]));
}
