/** How the columns of a CSV file with foreign names may be meant, from the names and a few rows. */
import { groupBy } from '../../../core/base/group-by.ts';
import { counted } from '../../../core/base/plural.ts';
import { type ColumnMapping, columnsText, type MappedTable } from '../contract.ts';
import type { FaultList } from '../measurement-fault.ts';
import { splitCells } from '../stream/split-cells.ts';
import { meansColumns, meansDoubts, vagueDoubts } from './means-columns.ts';
import { isDate } from './read-date.ts';

/** Words that a column name may contain, most telling first, by table and column. */
const WORDS: Readonly<Record<Exclude<MappedTable, 'means'>, Readonly<Record<string, readonly string[]>>>> = {
  counters: {
    timestamp: ['timestamp', 'time', 'ts', 'date'],
    inCount: 'incount enqueued inserted pushed produced received written logendoffset endoffset in'.split(
      ' ',
    ),
    outCount:
      'outcount dequeued removed popped consumed processed read committedoffset currentoffset consumeroffset out'.split(
        ' ',
      ),
  },
  visits: {
    arrival:
      'arrival arrive arrived enqueued enqueue inserted insert push start started begin enter entered'.split(
        ' ',
      ),
    departure:
      'departure depart departed dequeued dequeue removed remove pop end ended finish finished leave left exit'.split(
        ' ',
      ),
  },
  steps: {
    caseId: ['caseid', 'case', 'traceid', 'ticket', 'order', 'request', 'session'],
    start: ['start', 'started', 'begin', 'began'],
    time: 'timestamp time ts date complete completed end ended finish finished'.split(' '),
    queueId: ['activity', 'task', 'step', 'operation', 'concept', 'event', 'stage'],
    transition: ['transition', 'lifecycle'],
    class: ['caseclass', 'casetype', 'class'],
  },
  events: {
    time: ['timestamp', 'time', 'ts', 'date'],
    kind: ['kind', 'event', 'type', 'action', 'operation', 'op'],
    count: ['count', 'items', 'size', 'batch'],
    blockedFor: ['blocked', 'wait'],
  },
  levels: {
    time: ['timestamp', 'time', 'ts', 'date'],
    level: 'level depth occupancy length backlog lag size fill value'.split(' '),
  },
  arrivals: { time: ['arrivaltime', 'arrival', 'arrived', 'timestamp'] },
};
const OPTIONAL = ['count', 'blockedFor', 'start', 'transition', 'class'];
const QUEUE_NAMES =
  'queueid queue fifo stage channel topic partition edge activity resource station service worker component'.split(
    ' ',
  );
const QUEUE_WORDS = [...QUEUE_NAMES, 'name', 'id'];
/** Names of what goes through queues: a column of such numbers names no queue. */
const ELEMENT_WORDS =
  'case trace request span order session transaction message correlation uuid guid job item packet element seq sequence row index'.split(
    ' ',
  );
/** Columns as pm4py and other programs write the keys of XES: there is nothing to guess. */
const XES_COLUMNS: Readonly<Record<string, string>> = {
  caseId: 'case:concept:name',
  start: 'start_timestamp',
  time: 'time:timestamp',
  queueId: 'concept:name',
  transition: 'lifecycle:transition',
  class: 'case:class',
};
/** Names that may mean anything: what they were taken for is asked. */
const VAGUE_WORDS = ['length', 'size', 'fill', 'value'];
const LEVEL_WORDS = ['level', 'depth', 'occupancy', 'backlog', 'lag', 'queue'];
const KIND_WORDS: Readonly<Record<'I' | 'D' | 'F' | 'E', RegExp>> = {
  I: /^(i|in|insert\w*|push\w*|enqueue\w*|enq|put|arriv\w*|produce\w*|add|start|begin|enter)$/i,
  D: /^(d|out|depart\w*|delete\w*|remove\w*|pop\w*|dequeue\w*|deq|get|take|consume\w*|end|finish|leave|exit)$/i,
  F: /^(f|full|blocked)$/i,
  E: /^(e|empty|starved)$/i,
};
/** Names of what a row may tell beside its time. */
const OTHER_TIMES =
  'latency duration elapsed response wait event status kind type state departure value'.split(' ');
const SEPARATORS = [',', ';', '\t', '|', ' '] as const;
/** Rows that are looked at: about what the head of a file holds. */
const SAMPLE_ROWS = 2000;

/** The first rows of a table, taken apart. */
export interface TableSample {
  readonly separator: ColumnMapping['separator'];
  readonly header: boolean;
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** `head` begins the text; `layout` says how to take it apart instead of as it looks. */
export function tableSample(head: string, layout?: Pick<ColumnMapping, 'separator' | 'header'>): TableSample {
  const lines = head.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const isCut = lines.length > 2 && !/[\r\n]$/.test(head);
  const whole = (isCut ? lines.slice(0, -1) : lines).slice(0, SAMPLE_ROWS + 1);
  const first = whole[0] ?? '';
  const separator = layout?.separator ?? separatorOf(whole.slice(0, FEW_ROWS));
  const cells = [first, ...whole.slice(1)].map((line) =>
    (splitCells(line, separator) ?? [line]).map((cell) => cell.trim()),
  );
  const header = layout?.header ?? !cells[0]!.some((cell) => /^-?\d/.test(cell) || isDate(cell));
  const names = header ? cells[0]! : cells[0]!.map((_, index) => String(index + 1));
  return { separator, header, names, rows: header ? cells.slice(1) : cells };
}

/** What parts all lines into as many cells, or else the first into most: names of columns may hold blanks. */
function separatorOf(lines: readonly string[]): TableSample['separator'] {
  const counts = SEPARATORS.map((separator) => {
    const cells = lines.map((line) => splitCells(line, separator)?.length ?? 0);
    const first = cells[0] ?? 0;
    return { separator, first, isEven: first > 1 && cells.every((count) => count === first) };
  });
  // Blanks may also stand within the cells that something else parts.
  const parted = counts.filter(({ separator, isEven }) => isEven && separator !== ' ');
  const even = parted.length > 0 ? parted : counts.filter(({ isEven }) => isEven);
  return (even.length > 0 ? even : counts).reduce((best, each) => (each.first > best.first ? each : best))
    .separator;
}

/** `head` begins the text. Undefined when no table fits. */
export function guessMappingOf(head: string): ColumnMapping | undefined {
  const sample = tableSample(head);
  return guessMapping(sample.names, sample.rows, sample);
}

/** From the names of the columns and the cells of a few rows. */
export function guessMapping(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { separator = ',', header = true }: Partial<Pick<ColumnMapping, 'separator' | 'header'>> = {},
): ColumnMapping | undefined {
  const means = header ? meansColumns({ names, rows }) : undefined;
  if (means) return { table: 'means', separator, header, ...means, timeUnit: 's' };
  const found =
    (header ? byNames(names, rows) : byNumbers(names, rows)) ??
    byKinds(names, rows) ??
    byTimes({ names, rows });
  if (!found) return undefined;
  const { table, columns } = found;
  const kinds = table === 'events' ? kindsOf(cellsOf({ names, rows }, columns.kind)) : undefined;
  if (table === 'events' && !kinds) return undefined;
  const timeName = timeColumnOf(columns);
  const times = cellsOf({ names, rows }, timeName);
  return {
    ...{ table, separator, header, columns },
    timeUnit:
      timeUnitOf(timeName ?? '', times) ??
      (areOtherDates(times) ? 'date' : times.some((cell) => cell.includes('.')) ? 's' : 'ns'),
    ...(kinds && { kinds }),
  };
}

const SHOWN_ROWS = 3;
const NO_COLUMNS =
  'The file has no known measurement format, and the meaning of its columns could not be guessed. Expected a first line such as "#qtm 1 scalars time=ns", or columns such as queue, time and event';

/**
 * The guess, when names and rows leave no doubt; else undefined and a fault that shows what it would be, or why there are no
 * more rows (`cut`).
 */
export function sureMapping(sample: TableSample, faults: FaultList, cut?: string): ColumnMapping | undefined {
  const { names, rows } = sample;
  const guess = guessMapping(names, rows, sample);
  const doubts = guess ? guessDoubts(guess, sample) : [];
  if (guess && doubts.length === 0) return guess;
  const message = guess
    ? `The meaning of the columns is not certain. They look like ${mappingWords(guess, sample)}. But ${doubts.join('; ')}. Choose what each column holds`
    : (cut ?? [NO_COLUMNS, ...foreignCells(sample)].join('. '));
  const { separator, header } = sample;
  const unit = names
    .map((name) => timeUnitOf('', cellsOf(sample, name)))
    .find((found) => found !== undefined);
  const unsure = {
    ...{ names, rows: rows.slice(0, SHOWN_ROWS), layout: { separator, header, timeUnit: unit ?? 'ns' } },
    ...(guess && { guess }),
  };
  const isTable =
    names.length > 1 && rows.length > 0 && unsure.rows.every((row) => row.length === names.length);
  faults.add(guess ? 'E22' : 'E20', message, isTable ? { unsure } : {});
  return undefined;
}

/** Whether all cells that are filled look like this, and none as a time that is read. */
function areLike(form: RegExp, all: readonly string[]): boolean {
  const cells = all.filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => form.test(cell) && !isTime(cell));
}

/** Dates of a form that is not read: 03/04/2024 is one day in London and another in New York. */
const areOtherDates = (cells: readonly string[]): boolean =>
  areLike(/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}([ T,]|$)/, cells);

/** Why cells that people read as times and numbers are none here. */
function foreignCells(sample: Rows): string[] {
  const date = sample.names.find((name) => areOtherDates(cellsOf(sample, name)));
  const comma = sample.names.find((name) => areLike(/^-?\d+(,\d+)?$/, cellsOf(sample, name)));
  return [
    ...said(date !== undefined, `The dates in "${date}" are read where they look like ${READ_DATE}`),
    ...said(comma !== undefined, `The numbers in "${comma}" have a decimal comma; a point is read`),
  ];
}

const READ_DATE = '2024-05-03 10:00:00';

type Rows = Pick<TableSample, 'names' | 'rows'>;

const timeColumnOf = (columns: ColumnMapping['columns']): string | undefined =>
  columns.time ?? columns.timestamp ?? columns.arrival;

function cellsOf({ names, rows }: Rows, column: string | undefined): string[] {
  const place = column === undefined ? -1 : names.indexOf(column);
  return place < 0 ? [] : rows.map((row) => row[place] ?? '');
}

/** What speaks against the guess, a sentence each; none when names and rows leave no doubt. */
export function guessDoubts(guess: ColumnMapping, sample: Rows): string[] {
  if (guess.table === 'means') return [...meansDoubts(guess, sample), ...mappingDoubts(guess, sample)];
  const { columns, header } = guess;
  const time = timeColumnOf(columns);
  const { level } = columns;
  return [
    ...said(!header && (sample.names.length > 2 || !areStamps(guess, sample)), 'the columns have no names'),
    ...said(header && !namesSpeak(guess), 'the names of the columns do not say what they hold'),
    ...said(
      level !== undefined &&
        bestName([level], LEVEL_WORDS) === undefined &&
        bestName([level], VAGUE_WORDS) !== undefined,
      `"${level}" may be another number than a level`,
    ),
    ...said(
      timeUnitOf(time ?? '', cellsOf(sample, time)) === undefined && !areOtherDates(cellsOf(sample, time)),
      `neither the name nor the size of the times in "${time}" tells their unit`,
    ),
    ...mappingDoubts(guess, sample),
  ];
}

/** What the first rows say against a mapping, a sentence each. */
export function mappingDoubts(mapping: ColumnMapping, sample: Rows): string[] {
  const time = timeColumnOf(mapping.columns);
  const ragged = sample.rows.filter((row) => row.length !== sample.names.length);
  const isMeans = mapping.table === 'means';
  return [
    ...timeDoubts(time, sample),
    ...said(
      ragged.length * 10 > sample.rows.length,
      'many rows have another number of cells than the first line',
    ),
    ...(isMeans ? [] : queueDoubts(mapping, sample)),
    ...DOUBTS[mapping.table](mapping, sample).filter((doubt) => doubt !== false),
  ];
}

/** What speaks against a column of times. */
function timeDoubts(name: string | undefined, sample: Rows): string[] {
  const cells = cellsOf(sample, name);
  if (areOtherDates(cells)) return [`the dates in "${name}" are read once they are written as ${READ_DATE}`];
  return said(cells.filter((cell) => !isTime(cell)).length * 2 > cells.length, `"${name}" holds no times`);
}

const said = (isSo: boolean, words: string): string[] => (isSo ? [words] : []);

/** Two columns of time stamps since 1970 are begins and ends without any names. */
const areStamps = ({ columns }: ColumnMapping, sample: Rows): boolean =>
  [columns.arrival, columns.departure].every((name) => {
    const cells = cellsOf(sample, name);
    return cells.length > 0 && cells.every((cell) => /^(\d{10}|\d{13}|\d{16}|\d{19})(\.\d+)?$/.test(cell));
  });

/** Whether each needed column has a name that speaks of it. */
const namesSpeak = ({ table, columns }: ColumnMapping): boolean =>
  table !== 'means' &&
  Object.entries(WORDS[table]).every(
    ([column, words]) =>
      OPTIONAL.includes(column) ||
      (columns[column] !== undefined && bestName([columns[column]], words) !== undefined),
  );

function queueDoubts({ columns }: ColumnMapping, sample: Rows): string[] {
  const { queueId } = columns;
  if (columns.caseId === XES_COLUMNS.caseId && queueId === XES_COLUMNS.queueId) return [];
  if (queueId !== undefined) {
    const cells = cellsOf(sample, queueId);
    return numbersElements(queueId, cells) || growsWithRows(cells)
      ? [
          `"${queueId}" has ${new Set(cells).size} different values in ${cells.length} rows: it may number what goes through the queues`,
        ]
      : otherQueueDoubts(columns, sample);
  }
  const passed = bestName(sample.names, QUEUE_NAMES);
  if (passed !== undefined && !Object.values(columns).includes(passed))
    return [
      `"${passed}" has ${new Set(cellsOf(sample, passed)).size} different values in ${sample.rows.length} rows, and was not taken for the queue`,
    ];
  const used = new Set(Object.values(columns));
  const naming = sample.names.find((name) => {
    return !used.has(name) && isNaming(cellsOf(sample, name));
  });
  return naming === undefined ? [] : [`all rows became one queue, though "${naming}" may tell queues apart`];
}

/** A second column with a name of queues, which tells rows apart otherwise than the one that was taken. */
function otherQueueDoubts(columns: ColumnMapping['columns'], sample: Rows): string[] {
  const { queueId = '', caseId } = columns;
  // The activity of a case is its queue, whoever does it; and what is called queue or FIFO is one.
  if (caseId !== undefined || bestName([queueId], QUEUE_NAMES.slice(0, 3)) !== undefined) return [];
  const taken = cellsOf(sample, queueId);
  const queues = new Set(taken).size;
  const used = Object.values(columns);
  return sample.names
    .filter((name) => !used.includes(name) && bestName([name], QUEUE_NAMES) !== undefined)
    .filter((name) => {
      const cells = cellsOf(sample, name);
      const pairs = new Set(cells.map((cell, row) => `${taken[row]}\n${cell}`)).size;
      return !growsWithRows(cells) && (pairs > queues || pairs > new Set(cells).size);
    })
    .map((name) => `"${name}" may name the queues as well as "${queueId}", and is not used`);
}

/** Whether a column may name queues: a few words that come again and again. */
function isNaming(cells: readonly string[]): boolean {
  const different = new Set(cells).size;
  return (
    different > 1 &&
    different * 4 <= cells.length &&
    !cells.some((cell) => isTime(cell) || cell === '') &&
    !growsWithRows(cells)
  );
}

/** What the rows of each table say against it. */
const DOUBTS: Readonly<
  Record<MappedTable, (mapping: ColumnMapping, sample: Rows) => readonly (string | false)[]>
> = {
  events: ({ columns, kinds }, sample) => {
    const words = cellsOf(sample, columns.kind);
    const known = words.filter((word) =>
      kinds ? Object.hasOwn(kinds, word) : KIND_WORDS.I.test(word) || KIND_WORDS.D.test(word),
    );
    return [
      known.length * 2 <= words.length &&
        `${words.length - known.length} of ${words.length} rows have words in "${columns.kind}" that are no kind of event`,
    ];
  },
  visits: ({ columns }, sample) => {
    const [from, until] = [cellsOf(sample, columns.arrival), cellsOf(sample, columns.departure)];
    const early = from.filter(
      (time, row) => isNumber(time) && isNumber(until[row]!) && Number(until[row]) < Number(time),
    );
    const sooner = stampsOf(sample).find(
      ({ name, times }) =>
        name !== columns.arrival && times.every((time, row) => time <= stampOf(from[row] ?? '')),
    );
    return [
      sooner !== undefined && `"${sooner.name}" holds times too, before those of "${columns.arrival}"`,
      ...timeDoubts(columns.departure, sample),
      early.length > 0 && `${early.length} of ${until.length} rows would depart before they arrive`,
    ];
  },
  counters: ({ columns, wrap = Number.POSITIVE_INFINITY }, sample) => [
    ...['inCount', 'outCount'].map((column) => {
      const last = new Map<string, number>();
      const queues = cellsOf(sample, columns.queueId);
      const falls = cellsOf(sample, columns[column]).filter((cell, row) => {
        const queue = queues[row] ?? '';
        const before = last.get(queue) ?? Number.NEGATIVE_INFINITY;
        last.set(queue, Number(cell));
        // A fall by more than half of what it counts to is a new turn.
        return !isNumber(cell) || (Number(cell) < before && before - Number(cell) <= wrap / 2);
      });
      return falls.length > 0 && `"${columns[column]}" does not count up: it falls or is no number`;
    }),
    ['inCount', 'outCount'].every((column) => !isCounting(columns[column]!, columns.queueId, sample)) &&
      sample.rows.length >= FEW_ROWS &&
      `"${columns.inCount}" and "${columns.outCount}" stay where they are in all rows, so that they may tell what came in each interval`,
  ],
  steps: ({ columns }, sample) => {
    const cases = cellsOf(sample, columns.caseId);
    return [
      cases.some((cell) => /^\[.*\]$/.test(cell)) &&
        `"${columns.caseId}" holds lists, so that one step belongs to several cases or to none`,
      !comeAgain(cases) &&
        cases.length > FEW_ROWS &&
        `few cases in "${columns.caseId}" have more than one step`,
    ];
  },
  arrivals: ({ columns }, sample) => {
    const others = sample.names.filter((name) => !Object.values(columns).includes(name));
    // What is counted of an arrival is whole, as bytes and tokens are; what is measured at a time is not.
    const reading = others.find((name) =>
      cellsOf(sample, name).some((cell) => /^-\d|^-?\d*[.,]\d+$/.test(cell)),
    );
    const other = bestName(others, OTHER_TIMES) ?? reading;
    const counter = others.find(
      (name) => bestName([name], ELEMENT_WORDS) === undefined && countsUp(name, columns.queueId, sample),
    );
    return [
      counter !== undefined && `"${counter}" counts up from row to row, as samples of a counter do`,
      other !== undefined && `each row was taken for one arrival, and "${other}" is not used`,
      [...byQueue(columns.time!, columns.queueId, sample).values()].some(areEven) &&
        `"${columns.time}" goes on in equal steps, as the times of samples do`,
    ];
  },
  means: (mapping, sample) => {
    const { columns } = mapping;
    const cells = cellsOf(sample, columns.queueId);
    const again = cells.find((cell, row) => cell !== '' && cells.indexOf(cell) < row);
    return [
      again !== undefined && `"${columns.queueId}" holds "${again}" twice, where each stage has one row`,
      columns.queueId === undefined && sample.rows.length > 1 && 'no column names the stages',
      ...vagueDoubts(mapping),
    ];
  },
  levels: ({ columns }, sample) => {
    const cells = cellsOf(sample, columns.level);
    return [
      cells.filter((cell) => !isNumber(cell)).length * 2 > cells.length &&
        `"${columns.level}" holds no levels`,
      isGrade(columns, sample) &&
        `"${columns.level}" has ${counted(new Set(cells).size, 'value')} beside words that are not used, as the levels of log messages have`,
    ];
  },
};

/** More different numbers are no grades of messages. */
const MOST_GRADES = 8;

/** Whether a level may be how grave a message is: a few numbers beside a text that is no name of a queue. */
function isGrade(columns: ColumnMapping['columns'], sample: Rows): boolean {
  const different = new Set(cellsOf(sample, columns.level)).size;
  if (different > MOST_GRADES || sample.rows.length < FEW_ROWS) return false;
  const used = Object.values(columns);
  return sample.names.some(
    (name) =>
      !used.includes(name) && cellsOf(sample, name).some((cell) => /\p{L}/u.test(cell) && !isTime(cell)),
  );
}

/** The cells of a column, of each queue by itself. */
function byQueue(name: string, queueId: string | undefined, sample: Rows): ReadonlyMap<string, string[]> {
  const queues = cellsOf(sample, queueId);
  const cells = cellsOf(sample, name).map((cell, row) => ({ cell, queue: queues[row] ?? '' }));
  const groups = groupBy(cells, ({ queue }) => queue);
  return new Map([...groups].map(([queue, rows]) => [queue, rows.map(({ cell }) => cell)]));
}

/** Whether a count is another at the end than at the begin, at some queue. */
const isCounting = (name: string, queueId: string | undefined, sample: Rows): boolean =>
  [...byQueue(name, queueId, sample).values()].some((cells) => cells.at(-1) !== cells[0]);

/** Whole numbers that never fall at any queue, and by more than one a row: a column that numbers its rows is no counter. */
function countsUp(name: string, queueId: string | undefined, sample: Rows): boolean {
  const all = cellsOf(sample, name);
  if (all.length < FEW_ROWS || !all.every((cell) => /^\d+$/.test(cell))) return false;
  const steps = [...byQueue(name, queueId, sample).values()].flatMap((cells) =>
    cells.slice(1).map((cell, row) => Number(cell) - Number(cells[row])),
  );
  const isNumbered = all.slice(1).every((cell, row) => Number(cell) - Number(all[row]) === 1);
  const grown = steps.filter((step) => step > 0).length;
  return !isNumbered && steps.every((step) => step >= 0) && grown * 2 > steps.length;
}

/** Whether a column numbers elements: by its name, or by nearly as many values as rows. Few rows with telling names may. */
function numbersElements(name: string, cells: readonly string[]): boolean {
  if (bestName([name], ELEMENT_WORDS) !== undefined) return true;
  const different = new Set(cells).size;
  const telling = [...QUEUE_WORDS.slice(0, -2), ...WORDS.steps.queueId!];
  const isNamed = bestName([name], telling) !== undefined;
  return different > 2 && different * 2 > cells.length && !(isNamed && cells.length < FEW_ROWS);
}

const FEW_ROWS = 20;

/** Whether later rows bring ever new values: the second half of them at least half as many as the first. */
function growsWithRows(cells: readonly string[]): boolean {
  if (cells.length < FEW_ROWS) return false;
  const middle = Math.ceil(cells.length / 2);
  const before = new Set(cells.slice(0, middle));
  const fresh = new Set(cells.slice(middle).filter((cell) => !before.has(cell)));
  return fresh.size > 2 && fresh.size * 2 >= before.size;
}

/** What a mapping makes of the first rows, in words. */
export function mappingWords(mapping: ColumnMapping, sample: Rows): string {
  const { table, columns } = mapping;
  const queues = [...new Set(cellsOf(sample, columns.queueId))];
  const shown = queues.slice(0, 5).join(', ');
  const named = queues.length > 5 ? `${shown}, …` : shown;
  const noun = table === 'means' ? 'stage' : 'queue';
  const number = columns.queueId === undefined ? `one ${noun}` : `${counted(queues.length, noun)} (${named})`;
  return `${table} of ${number} in the first ${sample.rows.length} rows: ${columnsText(mapping)}`;
}

interface Found {
  readonly table: keyof typeof WORDS;
  readonly columns: Record<string, string>;
}

/** The first table of which all needed columns have a name that speaks of them. */
function byNames(names: readonly string[], rows: TableSample['rows']): Found | undefined {
  const xes = Object.entries(XES_COLUMNS).filter(([, name]) => names.includes(name));
  const isXes = Object.keys(XES_COLUMNS).every(
    (column) => OPTIONAL.includes(column) || names.includes(XES_COLUMNS[column]!),
  );
  if (isXes) return { table: 'steps', columns: Object.fromEntries(xes) };
  const steps = stepColumns({ names, rows });
  for (const table of Object.keys(WORDS) as (keyof typeof WORDS)[]) {
    const { columns, free } = columnsByName(table, names);
    // Begin and end of the steps of cases are more than visits: they tell what comes after what.
    if (table === 'steps' || (table === 'visits' && steps?.start !== undefined)) {
      if (steps) return { table: 'steps', columns: steps };
      continue;
    }
    if (!hasNeeded(table, columns)) continue;
    if (table === 'arrivals' && !rows.every((row) => isTime(row[names.indexOf(columns.time!)] ?? '')))
      continue;
    const queue = queueAmong(free, { names, rows });
    return { table, columns: { ...columns, ...(queue !== undefined && { queueId: queue }) } };
  }
  return undefined;
}

/** Each column of a table by the name that speaks of it most, and the names that are left. */
function columnsByName(
  table: keyof typeof WORDS,
  names: readonly string[],
): { columns: Record<string, string>; free: readonly string[] } {
  const columns: Record<string, string> = {};
  const free = new Set(names);
  for (const [column, words] of Object.entries(WORDS[table])) {
    const name = bestName([...free], words);
    if (name === undefined) continue;
    columns[column] = name;
    free.delete(name);
  }
  return { columns, free: [...free] };
}

const hasNeeded = (table: keyof typeof WORDS, columns: Readonly<Record<string, string>>): boolean =>
  Object.keys(WORDS[table]).every((column) => OPTIONAL.includes(column) || columns[column] !== undefined);

/** Columns of an event log; where only a begin is named, it is the time of the step. */
function stepColumns(sample: Rows): Record<string, string> | undefined {
  const { start, ...columns } = columnsByName('steps', sample.names).columns;
  if (columns.time === undefined && start !== undefined) columns.time = start;
  // Words such as push and pop are kinds of events of a queue, and no activities.
  if (!hasNeeded('steps', columns) || kindsOf(cellsOf(sample, columns.queueId))) return undefined;
  const isVisit =
    start === undefined || columns.time === start || !comeAgain(cellsOf(sample, columns.caseId));
  return isVisit ? columns : { ...columns, start };
}

/** Share of rows whose case came before from which on rows are steps: else cases hardly ever come again. */
const LEAST_AGAIN = 0.1;
const comeAgain = (cases: readonly string[]): boolean =>
  cases.length - new Set(cases).size >= LEAST_AGAIN * cases.length;

/** Times of which nearly all gaps are the same. */
function areEven(cells: readonly string[]): boolean {
  if (cells.length < FEW_ROWS) return false;
  const gaps = cells.slice(1).map((cell, row) => stampOf(cell) - stampOf(cells[row]!));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
  return usual > 0 && gaps.filter((gap) => Math.abs(gap - usual) > 1e-3 * usual).length * 20 < gaps.length;
}

/** Columns in which every cell is a date or has as many digits as a time since 1970, told as numbers. */
function stampsOf(sample: Rows): readonly { readonly name: string; readonly times: readonly number[] }[] {
  return sample.names.flatMap((name) => {
    const cells = cellsOf(sample, name);
    const isTold = cells.length > 0 && cells.every((cell) => isTime(cell) && timeUnitOf('', [cell]));
    return isTold ? [{ name, times: cells.map(stampOf) }] : [];
  });
}

const stampOf = (cell: string): number =>
  isDate(cell) ? Date.parse(cell.replace(' ', 'T').replace(',', '.')) : Number(cell);

/**
 * From the cells alone, where the names tell nothing: the first and the last of several times are a visit, one time and a
 * case that comes again are steps. Never sure, but more to start from than nothing.
 */
function byTimes(sample: Rows): Found | undefined {
  if (sample.rows.length < LEAST_TOLD) return undefined;
  const stamps = stampsOf(sample);
  const others = sample.names
    .filter((name) => stamps.every((one) => one.name !== name))
    .map((name) => ({ name, cells: cellsOf(sample, name) }));
  const naming = others.find(({ name, cells }) => {
    return isNaming(cells) && !numbersElements(name, cells);
  });
  const queue = naming && { queueId: naming.name };
  const sorted = stamps.toSorted((a, b) => a.times[0]! - b.times[0]!);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first && last && first !== last)
    return first.times.every((time, row) => time <= last.times[row]!)
      ? { table: 'visits', columns: { arrival: first.name, departure: last.name, ...queue } }
      : undefined;
  const cases = others.find(
    ({ name, cells }) =>
      name !== naming?.name && growsWithRows(cells) && new Set(cells).size * 2 <= cells.length,
  );
  return first && naming && cases
    ? { table: 'steps', columns: { caseId: cases.name, queueId: naming.name, time: first.name } }
    : undefined;
}

/** Fewer rows show no pattern. */
const LEAST_TOLD = 3;

/** Two columns of numbers without names are begin and end of visits, as Weh's tool takes them. */
function byNumbers(names: readonly string[], rows: readonly (readonly string[])[]): Found | undefined {
  const [arrival, departure] = names;
  const isPairs = names.length === 2 && rows.every(([from = '', to = '']) => isNumber(from) && isNumber(to));
  return isPairs ? { table: 'visits', columns: { arrival: arrival!, departure: departure! } } : undefined;
}

/** Names that tell nothing beside words that do: a column of kinds of events, and one of times. */
function byKinds(names: readonly string[], rows: readonly (readonly string[])[]): Found | undefined {
  const cells = (name: string): string[] => cellsOf({ names, rows }, name);
  const kind = names.find((name) => kindsOf(cells(name)));
  const times = names.filter((name) => cells(name).filter(isTime).length > rows.length / 2);
  const time = bestName(times, WORDS.events.time!) ?? times[0];
  if (kind === undefined || time === undefined) return undefined;
  const queue = queueAmong(
    names.filter((name) => name !== kind && name !== time),
    { names, rows },
  );
  return { table: 'events', columns: { time, kind, ...(queue !== undefined && { queueId: queue }) } };
}

/** A column that names queues: never one that numbers what goes through them, nor one word alone where another tells more. */
function queueAmong(free: readonly string[], sample: Rows): string | undefined {
  const fitting = free.filter((name) => !numbersElements(name, cellsOf(sample, name)));
  const telling = fitting.filter((name) => new Set(cellsOf(sample, name)).size > 1);
  return bestName(telling, QUEUE_NAMES) ?? bestName(fitting, QUEUE_WORDS);
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

/** From the name where it tells; else from the size: time stamps since 1970 have 10, 13, 16 or 19 digits. Undefined where neither does. */
function timeUnitOf(name: string, cells: readonly string[]): ColumnMapping['timeUnit'] | undefined {
  if (cells.length > 0 && cells.every((cell) => cell === '' || isDate(cell))) return 'date';
  const unit = /(?:^|[^a-z])(ns|nanos\w*|us|micros\w*|ms|millis\w*|s|sec|seconds)(?:[^a-z]|$)/i
    .exec(name)?.[1]
    ?.toLowerCase();
  if (unit?.startsWith('n')) return 'ns';
  if (unit?.startsWith('u') || unit?.startsWith('mic')) return 'us';
  if (unit?.startsWith('m')) return 'ms';
  if (unit !== undefined) return 's';
  const digits = (cells.find(isNumber) ?? '').replace(/\..*/, '').length;
  return ({ 10: 's', 13: 'ms', 16: 'us', 19: 'ns' } as const)[digits];
}

const isNumber = (cell: string): boolean => /^\d+(\.\d+)?$/.test(cell);
const isTime = (cell: string): boolean => isNumber(cell) || isDate(cell);
