/** How the columns of a CSV file with foreign names may be meant, from the names and a few rows. */
import type { ColumnMapping, MappedTable } from '../contract.ts';
import { splitCells } from '../stream/split-cells.ts';
import { isDate } from './read-date.ts';

/** Words that a column name may contain, most telling first, by table and column. */
const WORDS: Readonly<Record<MappedTable, Readonly<Record<string, readonly string[]>>>> = {
  counters: {
    timestamp: ['timestamp', 'time', 'ts', 'date'],
    inCount: ['incount', 'enqueued', 'inserted', 'pushed', 'produced', 'received', 'written', 'in'],
    outCount: ['outcount', 'dequeued', 'removed', 'popped', 'consumed', 'processed', 'read', 'out'],
  },
  visits: {
    arrival: [
      'arrival',
      'arrive',
      'enqueued',
      'enqueue',
      'inserted',
      'insert',
      'push',
      'start',
      'begin',
      'enter',
    ],
    departure: [
      'departure',
      'depart',
      'dequeued',
      'dequeue',
      'removed',
      'remove',
      'pop',
      'end',
      'finish',
      'leave',
      'exit',
    ],
  },
  events: {
    time: ['timestamp', 'time', 'ts', 'date'],
    kind: ['kind', 'event', 'type', 'action', 'operation', 'op'],
    count: ['count', 'items', 'size', 'batch'],
    blockedFor: ['blocked', 'wait'],
  },
  levels: {
    time: ['timestamp', 'time', 'ts', 'date'],
    level: ['level', 'depth', 'occupancy', 'length', 'backlog', 'size', 'fill', 'value'],
  },
};
const OPTIONAL = ['count', 'blockedFor'];
const QUEUE_WORDS = ['queueid', 'queue', 'stage', 'channel', 'topic', 'edge', 'name', 'id'];
const KIND_WORDS: Readonly<Record<'I' | 'D' | 'F' | 'E', RegExp>> = {
  I: /^(i|in|insert\w*|push\w*|enqueue\w*|enq|put|arriv\w*|produce\w*|add|start|begin|enter)$/i,
  D: /^(d|out|depart\w*|delete\w*|remove\w*|pop\w*|dequeue\w*|deq|get|take|consume\w*|end|finish|leave|exit)$/i,
  F: /^(f|full|blocked)$/i,
  E: /^(e|empty|starved)$/i,
};
const SEPARATORS = [',', ';', '\t', ' '] as const;
/** Rows that are looked at. */
const SAMPLE_ROWS = 200;

/** `head` begins the text. Undefined when no table fits. */
export function guessMappingOf(head: string): ColumnMapping | undefined {
  const lines = head.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const isCut = lines.length > 2 && !/[\r\n]$/.test(head);
  const whole = (isCut ? lines.slice(0, -1) : lines).slice(0, SAMPLE_ROWS + 1);
  const first = whole[0];
  if (first === undefined) return undefined;
  const counts = SEPARATORS.map((separator) => splitCells(first, separator)?.length ?? 0);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))]!;
  const rows = whole.map((line) => splitCells(line, separator)?.map((cell) => cell.trim()) ?? []);
  const hasHeader = !rows[0]!.some((cell) => isNumber(cell) || isDate(cell));
  const names = hasHeader ? rows[0]! : rows[0]!.map((_, index) => String(index + 1));
  return guessMapping(names, hasHeader ? rows.slice(1) : rows, { separator, header: hasHeader });
}

/** From the names of the columns and the cells of a few rows. */
export function guessMapping(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { separator = ',', header = true }: Partial<Pick<ColumnMapping, 'separator' | 'header'>> = {},
): ColumnMapping | undefined {
  const found = (header ? byNames(names) : byNumbers(names, rows)) ?? byKinds(names, rows);
  if (!found) return undefined;
  const { table, columns } = found;
  const cellsOf = (column: string | undefined): string[] =>
    column === undefined ? [] : rows.map((row) => row[names.indexOf(column)] ?? '');
  const kinds = table === 'events' ? kindsOf(cellsOf(columns.kind)) : undefined;
  if (table === 'events' && !kinds) return undefined;
  const timeName = columns.time ?? columns.timestamp ?? columns.arrival;
  return {
    ...{ table, separator, header, columns },
    timeUnit: timeUnitOf(timeName ?? '', cellsOf(timeName)),
    ...(kinds && { kinds }),
  };
}

interface Found {
  readonly table: MappedTable;
  readonly columns: Record<string, string>;
}

/** The first table of which all needed columns have a name that speaks of them. */
function byNames(names: readonly string[]): Found | undefined {
  for (const table of Object.keys(WORDS) as MappedTable[]) {
    const columns: Record<string, string> = {};
    const free = new Set(names);
    for (const [column, words] of Object.entries(WORDS[table])) {
      const name = bestName([...free], words);
      if (name === undefined) continue;
      columns[column] = name;
      free.delete(name);
    }
    const needed = Object.keys(WORDS[table]).filter((column) => !OPTIONAL.includes(column));
    if (needed.some((column) => columns[column] === undefined)) continue;
    const queue = bestName([...free], QUEUE_WORDS);
    return { table, columns: { ...columns, ...(queue !== undefined && { queueId: queue }) } };
  }
  return undefined;
}

/** Two columns of numbers without names are begin and end of visits, as Weh's tool takes them. */
function byNumbers(names: readonly string[], rows: readonly (readonly string[])[]): Found | undefined {
  const [arrival, departure] = names;
  const isPairs = names.length === 2 && rows.every(([from = '', to = '']) => isNumber(from) && isNumber(to));
  return isPairs ? { table: 'visits', columns: { arrival: arrival!, departure: departure! } } : undefined;
}

/** Names that tell nothing beside words that do: a column of kinds of events, and one of times. */
function byKinds(names: readonly string[], rows: readonly (readonly string[])[]): Found | undefined {
  const isTime = (cell: string): boolean => isNumber(cell) || isDate(cell);
  const cellsOf = (place: number): string[] => rows.map((row) => row[place] ?? '');
  const kind = names.find((_, place) => kindsOf(cellsOf(place)));
  const times = names.filter((_, place) => cellsOf(place).filter(isTime).length > rows.length / 2);
  const time = bestName(times, WORDS.events.time!) ?? times[0];
  if (kind === undefined || time === undefined) return undefined;
  const queue = bestName(
    names.filter((name) => name !== kind && name !== time),
    QUEUE_WORDS,
  );
  return { table: 'events', columns: { time, kind, ...(queue !== undefined && { queueId: queue }) } };
}

/** A whole word of the name counts more than a part of it; an earlier word more than a later one. */
function bestName(names: readonly string[], words: readonly string[]): string | undefined {
  const parts = (name: string): string[] =>
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/);
  for (const word of words) {
    const exact = names.find((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '') === word);
    const whole = exact ?? names.find((name) => parts(name).includes(word));
    if (whole !== undefined) return whole;
  }
  return undefined;
}

function kindsOf(cells: readonly string[]): Record<string, 'I' | 'D' | 'F' | 'E'> | undefined {
  const kinds: Record<string, 'I' | 'D' | 'F' | 'E'> = {};
  for (const word of new Set(cells)) {
    const kind = (['I', 'D', 'F', 'E'] as const).find((letter) => KIND_WORDS[letter].test(word));
    if (kind) kinds[word] = kind;
  }
  const known = Object.values(kinds);
  return known.includes('I') && known.includes('D') ? kinds : undefined;
}

/** From the name where it tells; else from the size: time stamps since 1970 have 10, 13, 16 or 19 digits. */
function timeUnitOf(name: string, cells: readonly string[]): ColumnMapping['timeUnit'] {
  if (cells.length > 0 && cells.every((cell) => cell === '' || isDate(cell))) return 'date';
  const unit = /(?:^|[^a-z])(ns|nanos\w*|us|micros\w*|ms|millis\w*|s|sec|seconds)(?:[^a-z]|$)/i
    .exec(name)?.[1]
    ?.toLowerCase();
  if (unit?.startsWith('n')) return 'ns';
  if (unit?.startsWith('u') || unit?.startsWith('mic')) return 'us';
  if (unit?.startsWith('m')) return 'ms';
  if (unit !== undefined || cells.some((cell) => cell.includes('.'))) return 's';
  const digits = cells.find((cell) => cell !== '')?.length ?? 0;
  return ({ 10: 's', 13: 'ms', 16: 'us' } as const)[digits] ?? 'ns';
}

const isNumber = (cell: string): boolean => /^\d+(\.\d+)?$/.test(cell);
