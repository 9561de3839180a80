/** What a foreign table may be, and which columns each needs. */

import { MEASURED_QUANTITIES } from '../../../core/measurement/measurement.ts';
import { type MeasureDimension, measureRow } from '../../../core/measures/measure-rows.ts';
import { inSentence } from '../../../core/scenario/fields.ts';
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
  means: [
    { ...QUEUE, label: 'Stage' },
    ...MEASURED_QUANTITIES.map((quantity) => may(quantity, measureRow(quantity).label)),
  ],
};

/** The unit stands behind each number. */
const IN_CELLS = { value: '', label: 'in the cells' };
const ofDimension = (units: readonly string[]) => [
  ...units.map((unit) => ({ value: unit, label: unit.replace('us', 'µs') })),
  IN_CELLS,
];

/** Units that a quantity of a table of means may be in. */
const MEANS_UNITS: Readonly<Partial<Record<MeasureDimension, readonly { value: string; label: string }[]>>> =
  {
    rate: ofDimension(['/s', 'k/s', 'M/s', 'G/s', 'kHz', 'MHz', 'GHz', '/ms', '/us', '/min', '/h']),
    time: ofDimension(['s', 'ms', 'us', 'ns', 'min', 'h']),
    fraction: [
      { value: '', label: '0 to 1' },
      { value: '%', label: '%' },
    ],
  };

const unitsOf = (column: string) => {
  const quantity = MEASURED_QUANTITIES.find((known) => known === column);
  return quantity && MEANS_UNITS[measureRow(quantity).dimension];
};

/** The choices for the unit of a column of means, with the one that was told; undefined where it has none. */
export function unitChoices({ table, columns, units = {} }: ColumnMapping, column: string) {
  const choices = table === 'means' && columns[column] !== undefined ? unitsOf(column) : undefined;
  if (!choices) return undefined;
  const unit = units[column];
  const isListed = unit === undefined || choices.some(({ value }) => value === unit);
  return { unit, choices: isListed ? choices : [{ value: unit, label: unit }, ...choices] };
}

export const withUnit = (mapping: ColumnMapping, column: string, unit: string): ColumnMapping => ({
  ...mapping,
  units: { ...mapping.units, [column]: unit },
});

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
  { value: 'means', label: 'Means of stages', hint: 'One row for each stage: throughput, utilization, …' },
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

/** Times that are written as dates are read as such, and a column of means in the unit that its head tells. */
export function withUnitOf(mapping: ColumnMapping, preview: ColumnPreview, column?: string): ColumnMapping {
  if (mapping.table === 'means') return withHeadUnit(mapping, preview, column);
  const times = TIMES.flatMap((column) => mapping.columns[column] ?? []);
  const areDates = times.length > 0 && times.every((name) => holdsDates(preview, name));
  return areDates ? { ...mapping, timeUnit: 'date' } : mapping;
}

function withHeadUnit(mapping: ColumnMapping, { units = {} }: ColumnPreview, column = ''): ColumnMapping {
  const { [column]: _, ...others } = mapping.units ?? {};
  const told = units[mapping.columns[column] ?? ''];
  // Shares of time without a word on it are from 0 to 1; what else has no unit is asked for.
  const known = unitsOf(column)?.find(({ value }) => value === told && (value !== '' || isShare(column)));
  return { ...mapping, units: known ? { ...others, [column]: known.value } : others };
}

const isShare = (column: string): boolean => unitsOf(column) === MEANS_UNITS.fraction;

/** What is still missing, in words; undefined when it can be read. */
export function mappingGap(mapping: ColumnMapping): string | undefined {
  const { table, columns, kinds } = mapping;
  const missing = MAPPED_FIELDS[table].filter(({ column, needed }) => needed && !columns[column]);
  if (missing.length > 0)
    return `Choose a column for ${missing.map(({ label }) => label.toLowerCase()).join(', ')}.`;
  if (table === 'means' && MEASURED_QUANTITIES.every((quantity) => columns[quantity] === undefined))
    return 'Choose a column for at least one quantity.';
  const { label } =
    MAPPED_FIELDS.means.find(({ column }) => {
      const choices = unitChoices(mapping, column);
      return choices && choices.unit === undefined;
    }) ?? {};
  if (label !== undefined) return `Choose the unit of ${inSentence(label)}.`;
  const meant = Object.values(kinds ?? {});
  if (table === 'events' && kinds && !(meant.includes('I') && meant.includes('D')))
    return 'Choose the words for an insertion and a departure.';
  return undefined;
}

const TIME_COLUMNS: Readonly<Partial<Record<MappedTable, string>>> = {
  ...{ events: 'time', levels: 'time', steps: 'time', arrivals: 'time' },
  ...{ counters: 'timestamp', visits: 'arrival' },
};

/** With only the columns that its table has. */
export function withTable(mapping: ColumnMapping, table: MappedTable): ColumnMapping {
  const { kinds: _, units: __, ...rest } = mapping;
  const known = new Set(MAPPED_FIELDS[table].map(({ column }) => column));
  const time = mapping.columns.time ?? mapping.columns.timestamp ?? mapping.columns.arrival;
  const timeColumn = TIME_COLUMNS[table];
  const columns = Object.fromEntries(Object.entries(mapping.columns).filter(([column]) => known.has(column)));
  return { ...rest, table, columns: { ...(time && timeColumn && { [timeColumn]: time }), ...columns } };
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
