/** What a foreign table may be, and which columns each needs. */

import type { ColumnMapping, MappedTable } from '../../../workers/measure/contract.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';

interface MappedField {
  readonly column: string;
  readonly label: string;
  readonly needed: boolean;
}

const QUEUE: MappedField = { column: 'queueId', label: 'Queue', needed: false };
const need = (column: string, label: string): MappedField => ({ column, label, needed: true });
const may = (column: string, label: string): MappedField => ({ column, label, needed: false });

export const MAPPED_FIELDS: Readonly<Record<MappedTable, readonly MappedField[]>> = {
  events: [
    QUEUE,
    need('time', 'Time'),
    need('kind', 'Kind of event'),
    may('count', 'Elements'),
    may('blockedFor', 'Waited for'),
  ],
  counters: [
    QUEUE,
    need('timestamp', 'Time'),
    need('inCount', 'Entered so far'),
    need('outCount', 'Left so far'),
  ],
  visits: [QUEUE, need('arrival', 'Arrival'), need('departure', 'Departure')],
  levels: [QUEUE, need('time', 'Time'), need('level', 'Occupancy')],
  steps: [
    need('caseId', 'Case'),
    need('queueId', 'Activity or resource'),
    may('start', 'Begin'),
    need('time', 'Time, or end'),
    may('transition', 'Life cycle'),
    may('class', 'Class of the case'),
  ],
  arrivals: [QUEUE, need('time', 'Time'), may('count', 'Elements')],
};

export const MAPPED_TABLES: readonly {
  readonly value: MappedTable;
  readonly label: string;
  readonly hint: string;
}[] = [
  { value: 'events', label: 'Events', hint: 'One row for each insertion or departure' },
  { value: 'counters', label: 'Counters', hint: 'How many entered and left so far' },
  {
    value: 'visits',
    label: 'Arrival–departure pairs',
    hint: 'Times of arrival and departure of each element',
  },
  { value: 'levels', label: 'Queue-length samples', hint: 'How many are inside at that time' },
  { value: 'steps', label: 'Steps of cases', hint: 'An event log: case, activity, time' },
  { value: 'arrivals', label: 'Arrivals', hint: 'One row for each arrival' },
];

/** What a mapping begins as where the names say nothing: two columns of dates are the begin and the end of visits. */
export function emptyMapping(preview: ColumnPreview): ColumnMapping {
  const { separator, header, names } = preview;
  const dates = names.filter((name) => holdsDates(preview, name));
  const [arrival, departure] = dates;
  if (arrival !== undefined && departure !== undefined && dates.length === 2)
    return { table: 'visits', separator, header, columns: { arrival, departure }, timeUnit: 'date' };
  const events: ColumnMapping = { table: 'events', separator, header, columns: {}, timeUnit: 'ns' };
  return arrival === undefined ? events : { ...events, columns: { time: arrival }, timeUnit: 'date' };
}

const DATE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

function holdsDates({ names, rows }: ColumnPreview, name: string): boolean {
  const cells = rows.map((row) => row[names.indexOf(name)] ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => DATE.test(cell));
}

const TIMES = ['time', 'timestamp', 'arrival', 'departure'];

/** Times that are written as dates are read as such. */
export function withUnitOf(mapping: ColumnMapping, preview: ColumnPreview): ColumnMapping {
  const times = TIMES.flatMap((column) => mapping.columns[column] ?? []);
  const areDates = times.length > 0 && times.every((name) => holdsDates(preview, name));
  return areDates ? { ...mapping, timeUnit: 'date' } : mapping;
}

/** What is still missing, in words; undefined when it can be read. */
export function mappingGap({ table, columns, kinds }: ColumnMapping): string | undefined {
  const missing = MAPPED_FIELDS[table].filter(({ column, needed }) => needed && !columns[column]);
  if (missing.length > 0)
    return `Choose a column for ${missing.map(({ label }) => label.toLowerCase()).join(', ')}.`;
  const meant = Object.values(kinds ?? {});
  if (table === 'events' && kinds && !(meant.includes('I') && meant.includes('D')))
    return 'Choose the words for an insertion and a departure.';
  return undefined;
}

const TIME_COLUMNS: Readonly<Record<MappedTable, string>> = {
  ...{ events: 'time', levels: 'time', steps: 'time', arrivals: 'time' },
  ...{ counters: 'timestamp', visits: 'arrival' },
};

/** With only the columns that its table has. */
export function withTable(mapping: ColumnMapping, table: MappedTable): ColumnMapping {
  const { kinds: _, ...rest } = mapping;
  const known = new Set(MAPPED_FIELDS[table].map(({ column }) => column));
  const time = mapping.columns.time ?? mapping.columns.timestamp ?? mapping.columns.arrival;
  const timeColumn = TIME_COLUMNS[table];
  const columns = Object.fromEntries(Object.entries(mapping.columns).filter(([column]) => known.has(column)));
  return { ...rest, table, columns: { ...(time && { [timeColumn]: time }), ...columns } };
}

/** With another column; '' takes it away. Kinds of events are asked for anew where their column changes. */
export function withColumn(mapping: ColumnMapping, column: string, name: string): ColumnMapping {
  const { [column]: _, ...columns } = mapping.columns;
  const { kinds, ...rest } = mapping;
  return {
    ...rest,
    columns: name === '' ? columns : { ...columns, [column]: name },
    ...(kinds && column !== 'kind' && { kinds }),
  };
}
