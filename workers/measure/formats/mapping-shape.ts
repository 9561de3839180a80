/** A column mapping from JSON, checked. */
import { err, ok, type Result } from '../../../core/base/result.ts';
import { MEASURED_QUANTITIES } from '../../../core/measurement/measurement.ts';
import type { ColumnMapping, MappedTable } from '../contract.ts';
import { meansUnit } from './means-columns.ts';
import { wrapOf } from './qtm-csv.ts';

const TABLES: readonly MappedTable[] = [
  ...(['events', 'counters', 'visits', 'levels', 'steps', 'arrivals', 'means'] as const),
];

const CHOICES = {
  table: TABLES,
  separator: [',', ';', '\t', '|', ' '],
  header: [true, false],
  timeUnit: ['s', 'ms', 'us', 'ns', 'date'],
} as const;

/** What is missing is the default: events, commas, a header row, ns. Each error says what was expected. */
export function parseMapping(input: unknown): Result<ColumnMapping, string[]> {
  if (!isTexts(input))
    return err([
      'expected an object such as {"table": "visits", "columns": {"arrival": "start", "departure": "end"}}',
    ]);
  const mapping = { table: 'events', separator: ',', header: true, timeUnit: 'ns', ...input } as Record<
    string,
    unknown
  >;
  const errors = Object.entries(CHOICES).flatMap(([name, choices]) =>
    (choices as readonly unknown[]).includes(mapping[name])
      ? []
      : [
          `${name}: expected one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}, got ${JSON.stringify(mapping[name])}`,
        ],
  );
  const { columns, kinds, units, wrap: words } = mapping;
  if (!isTexts(columns) || !Object.values(columns).every((name) => typeof name === 'string'))
    errors.push('columns: expected names of our columns with names of the columns in the file');
  if (
    kinds !== undefined &&
    (!isTexts(kinds) || !Object.values(kinds).every((kind) => /^[IDFE]$/.test(String(kind))))
  )
    errors.push('kinds: expected words of the file with I, D, F or E');
  const wrap = words === undefined ? undefined : wrapOf(String(words));
  if (words !== undefined && wrap === undefined)
    errors.push(`wrap: expected a count such as "2^32", got ${JSON.stringify(words)}`);
  if (units !== undefined && !(isTexts(units) && Object.entries(units).every(isUnitOf)))
    errors.push('units: expected quantities with their units, such as {"throughput": "MHz"}');
  const told = { ...mapping, ...(wrap !== undefined && { wrap }) };
  return errors.length === 0 ? ok(told as unknown as ColumnMapping) : err(errors);
}

const isUnitOf = ([name, unit]: readonly [string, unknown]): boolean => {
  const quantity = MEASURED_QUANTITIES.find((known) => known === name);
  return quantity !== undefined && typeof unit === 'string' && meansUnit(quantity, unit) !== undefined;
};

const isTexts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
