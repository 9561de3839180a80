/** A row of numbers from the texts of its cells; what is wrong with it is reported and the row left out. */
import { powerOfTen } from '../../../core/numeric/elementary.ts';
import type { Place } from '../measurement-fault.ts';
import { TOO_MANY_QUEUES } from './name-table.ts';
import {
  DEPARTURE,
  ENDS,
  EVENT_LETTERS,
  EVENT_WORDS,
  KIND_SLOT,
  NUMERIC_TABLES,
  type NumericColumn,
  type RowLayout,
} from './row-layout.ts';
import { EXACT_DIGITS } from './time-base.ts';

const EXPECTED = {
  name: 'a name',
  time: "an integer >= 0 in the table's time unit",
  duration: "a time >= 0 in the table's time unit",
  length: "a time >= 0 in the table's time unit",
  count: 'an integer >= 0',
  letter: EVENT_WORDS,
  level: 'a number >= 0',
  end: 'head or tail',
  flag: '1 or 0',
} as const;

/** Fills `row`; false when the row cannot be used. `cells` has as many texts as the layout has slots. */
export function parseRow(
  layout: RowLayout,
  cells: readonly string[],
  row: Float64Array,
  place: Place,
): boolean {
  const columns: readonly NumericColumn[] = NUMERIC_TABLES[layout.table];
  row.fill(Number.NaN);
  if (layout.onlyQueue !== undefined) row[0] = layout.onlyQueue;
  if (layout.onlyKind !== undefined) row[KIND_SLOT] = layout.onlyKind;
  for (let cell = 0; cell < layout.slots.length; cell += 1) {
    const slot = layout.slots[cell]!;
    const text = cells[cell]?.trim() ?? '';
    if (slot < 0 || text === '') continue;
    const column = columns[slot]!;
    const value = numberOf(layout, column, text);
    if (value === undefined) {
      if (column.kind === 'name') tooManyNames(layout, place, text);
      else expected(layout, column, { place, text });
      if (column.kind !== 'name') leaveOut(layout, cells, place);
      return false;
    }
    row[slot] = value;
  }
  const missing = columns.find(({ required }, slot) => required && Number.isNaN(row[slot]!));
  if (!missing) return true;
  expected(layout, missing, { place, text: 'an empty cell' });
  leaveOut(layout, cells, place);
  return false;
}

/** Tells what the cells of a row that cannot be used still say; a broken line has none. */
export function leaveOut(layout: RowLayout, cells: readonly string[], place: Place): void {
  const { table, names, onlyQueue } = layout;
  const columns: readonly NumericColumn[] = NUMERIC_TABLES[table];
  const textOf = (name: string): string =>
    cells[layout.slots.findIndex((slot) => columns[slot]?.name === name)]?.trim() ?? '';
  const numberIn = (name: string): number | undefined => {
    const column = columns.find((candidate) => candidate.name === name);
    return column && numberOf(layout, column, textOf(name));
  };
  // The other letters move nothing.
  const moves = (numberIn('kind') ?? 0) <= DEPARTURE;
  layout.onLeftOut({
    ...{ table, place },
    queue: onlyQueue === undefined ? textOf('queueId') : names.names[onlyQueue]!,
    elements: moves ? (numberIn('count') ?? 1) : 0,
  });
}

function numberOf(layout: RowLayout, column: NumericColumn, text: string): number | undefined {
  switch (column.kind) {
    case 'name': {
      const number = layout.names.numberOfText(text);
      return number < 0 ? undefined : number;
    }
    case 'time':
      return layout.readDate ? layout.readDate(text) : layout.scale.parse(text, layout.decimals);
    case 'duration':
    case 'length': {
      const value = plainNumber(text, column.kind === 'length' || layout.decimals);
      return value === undefined ? undefined : layout.scale.duration(value);
    }
    case 'count':
      return plainNumber(text, false);
    case 'level':
      return plainNumber(text, true);
    case 'letter': {
      const known = layout.kinds?.get(text.toLowerCase());
      const letter = text.length === 1 ? EVENT_LETTERS.indexOf(text) : -1;
      return known ?? (letter < 0 ? undefined : letter);
    }
    case 'end': {
      const end = (ENDS as readonly string[]).indexOf(text);
      return end < 0 ? undefined : end;
    }
    case 'flag':
      return ['1', 'true'].includes(text) ? 1 : 0;
    case 'skip':
      return undefined;
  }
}

function plainNumber(text: string, decimals: boolean): number | undefined {
  const pattern = decimals ? /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i : /^\+?\d+$/;
  if (!pattern.test(text)) return undefined;
  const value = Number(text);
  return value < powerOfTen(EXACT_DIGITS) ? value : undefined;
}

function expected(
  { table, faults, kinds, readDate }: RowLayout,
  { name, kind }: NumericColumn,
  { place, text }: { place: Place; text: string },
): void {
  const words = kinds && kind === 'letter' ? [...kinds.keys()].join(', ') : undefined;
  const what = readDate && kind === 'time' ? 'a date and time' : EXPECTED[kind as keyof typeof EXPECTED];
  faults.add('E01', `table ${table}: expected ${words ?? what}, got ${text}; the row is left out`, {
    place,
    column: name,
    value: text,
  });
}

function tooManyNames({ faults }: RowLayout, place: Place, text: string): void {
  faults.add('E02', TOO_MANY_QUEUES, { place, column: 'queueId', value: text });
}
