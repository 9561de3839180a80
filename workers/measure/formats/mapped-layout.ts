/** Which cell of a row goes where, for columns with foreign names. */
import type { ColumnMapping } from '../contract.ts';
import type { Intake } from '../reduce/intake.ts';
import { NUMERIC_TABLES, type RowLayout } from '../stream/row-layout.ts';
import { TimeScale } from '../stream/time-base.ts';
import { dateReader } from './read-date.ts';

const UNITS = { s: 1, ms: 1e3, us: 1e6, ns: 1e9, date: 1e9 } as const;
const KINDS = { I: 0, D: 1, F: 2, E: 3 } as const;

/** `names` are those of the cells, in their order. */
export function mappedLayout(intake: Intake, mapping: ColumnMapping, names: readonly string[]): RowLayout {
  const table = NUMERIC_TABLES[mapping.table];
  const slotOf = (name: string): number =>
    name === '' ? -1 : table.findIndex((column) => mapping.columns[column.name] === name);
  return {
    ...{ table: mapping.table, names: intake.names, faults: intake.faults, decimals: true },
    slots: names.map(slotOf),
    scale: new TimeScale(intake.time, UNITS[mapping.timeUnit]),
    onLeftOut: (row) => intake.leftOut?.(row),
    ...(mapping.timeUnit === 'date' && { readDate: dateReader(intake.time) }),
    ...(mapping.kinds && { kinds: kindNumbers(mapping.kinds) }),
    ...(mapping.columns.queueId === undefined && { onlyQueue: intake.names.numberOfText('queue') }),
  };
}

function kindNumbers(kinds: NonNullable<ColumnMapping['kinds']>): ReadonlyMap<string, number> {
  return new Map(Object.entries(kinds).map(([word, kind]) => [word.toLowerCase(), KINDS[kind]]));
}
