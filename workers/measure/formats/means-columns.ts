/**
 * Tables of means as spreadsheets and other tools keep them: a row for each stage, a column for each quantity, with heads of
 * their own such as `Throughput (MHz)` or `Utilization (%)`. What each head means, in which unit, and what is not sure of it.
 */
import { MEASURED_QUANTITIES, type MeasuredQuantity } from '../../../core/measurement/measurement.ts';
import { type MeasureDimension, measureRow, measureWords } from '../../../core/measures/measure-rows.ts';
import { type Dimension, parseQuantity } from '../../../core/quantities/quantity.ts';
import type { ColumnMapping } from '../contract.ts';
import { withPoints } from '../csv-sections.ts';
import { isDate } from './read-date.ts';

/** Names of a quantity in small letters, without `mean` and signs; `vague` ones may mean another, as `doubt` says. */
interface Heads {
  readonly sure: RegExp;
  readonly vague?: RegExp;
  readonly doubt?: string;
}

const HEADS: Readonly<Record<MeasuredQuantity, Heads>> = {
  arrivalRate: {
    sure: /^(?:(?:arrivals?|input|in|incoming|inflow|entry)(?: rate)?|rate in|arrivals per second|lambda|λ)$/u,
  },
  throughput: {
    sure: /^(?:throughput|thruput|tput|x|(?:departures?|completions?|output)(?: rate)?|rate out)$/u,
    vague: /^(?:rate|flow)$/u,
    doubt: 'the rate of arrivals or of departures',
  },
  utilization: {
    sure: /^(?:utili[sz]ations?|util|rho|ρ|busy(?: (?:time|fraction|share))?|server utili[sz]ation)$/u,
    vague: /^load$/u,
    doubt: 'offered load, which may exceed 1, or utilization',
  },
  meanQueueLength: {
    sure: /^(?:l ?q|n ?q|(?:number |customers |jobs |items |elements )(?:waiting|in queue)|number queued)$/u,
    vague: /^(?:queue|queues|queue (?:length|size|depth|level)|qlen|queued|backlog|depth|length)$/u,
    doubt: 'only who waits, or also who is served',
  },
  meanOccupancy: {
    sure: /^(?:occupancy|n ?g|(?:number|customers|jobs|items|elements) in (?:system|stage|station)|number of (?:customers|jobs|items|elements)|customers|jobs|in system)$/u,
  },
  backPressureProbability: {
    sure: /^(?:back ?pressure(?: probability)?|p ?bp|p ?full|p ?k|full(?: queue)? probability|blocking probability)$/u,
    vague: /^(?:blocked|blocking|stalls?|stalled|full)$/u,
    doubt: 'time for which the queue is full, or for which the server is blocked',
  },
  meanSojournTime: {
    sure: /^(?:response(?: time)?|sojourn(?: time)?|latency|latencies|time in (?:system|stage|station)|w|turnaround(?: time)?)$/u,
    vague: /^(?:delay|time|residence(?: time)?|system time)$/u,
    doubt: 'the time to the end of service, or to its start',
  },
  meanWaitingTime: {
    sure: /^(?:wait(?:ing)?(?: time)?|queu?e?ing (?:time|delay)|queue (?:time|delay)|time in queue|w ?q)$/u,
  },
};

const DIMENSIONS: Readonly<Partial<Record<MeasureDimension, Dimension>>> = {
  rate: 'rate',
  time: 'time',
  fraction: 'probability',
  elements: 'number',
};

/** What a cell of this quantity is read as. */
export const dimensionOf = (quantity: MeasuredQuantity): Dimension =>
  DIMENSIONS[measureRow(quantity).dimension]!;

/** Heads of the column that names the stages. */
const STAGE_HEAD =
  /^(?:|stages?|queues?|nodes?|stations?|fifos?|names?|components?|services?|modules?|actors?|kernels?|tasks?|processe?s?|workers?|servers?|resources?|channels?|id|stage (?:id|name)|queue (?:id|name))$/u;
const TIME_HEAD = /^(?:time ?stamps?|time|ts|date|when|at)$/u;

interface Head {
  readonly name: string;
  readonly unit: string;
}

/** Units that may stand behind a name without brackets. */
const BARE_UNIT =
  /^(?:%|pct|percent|[numµ]?s|[num]?secs?|seconds?|(?:milli|micro|nano)seconds?|[kmg]?hz|[km]?(?:rps|tps|qps|pps|ops|iops)|\S*\/(?:s|sec|ms|us|µs|ns|min|h))$/iu;

/** The name and the unit of `Throughput (MHz)`, `latency_us`, `Utilization, %` or `waitMs`. */
function headOf(text: string): Head {
  const [, inside, bracket] = /^(.*?)[\s_]*[([{]([^()[\]{}]*)[)\]}]$/u.exec(text.trim()) ?? [];
  if (inside !== undefined) return { name: plain(inside), unit: bracket!.trim() };
  const spaced = text.trim().replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const [, name, unit] = /^(.*?\S)(?:,\s*|[\s_-]+in[\s_]+|[\s_-]+|(?=%$))([^\s_,-]+)$/u.exec(spaced) ?? [];
  return name !== undefined && BARE_UNIT.test(unit!)
    ? { name: plain(name), unit: unit! }
    : { name: plain(text), unit: '' };
}

const NO_MATTER = /\b(?:mean|avg|average|measured|observed|the|of the)\b/gu;

const plain = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(NO_MATTER, ' ')
    .replace(/ +/gu, ' ')
    .trim();

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/µ|μ/gu, 'u'],
  [/^(?:pct|percent|per cent)$/iu, '%'],
  [/^fraction$|^share$|^1$/iu, ''],
  [/^([num])secs?$/iu, '$1s'],
  [/^(m|u|n)(?:illi|icro|ano)seconds?$/iu, '$1s'],
  [/^micros(?:econds?)?$/iu, 'us'],
  [/^(?:s\^?-1|(?:1 ?)?\/ ?s(?:ec)?|per second)$/iu, '/s'],
  [/^1 ?\//u, '/'],
  [/^([km]?)(?:rps|tps|qps|pps|ops|iops)$/iu, '$1/s'],
  [/^mhz$/u, 'MHz'],
  [/^m\/s$/u, 'M/s'],
];

const spelledAs = (text: string): string =>
  SPELLINGS.reduce((unit, [from, to]) => unit.replace(from, to), text.trim());

/** The unit that a head tells, as quantities are read; '' where it tells none. */
export const unitOfHead = (name: string): string => spelledAs(headOf(name).unit);

/** What nobody reads without a unit. */
export const needsUnit = (dimension: MeasureDimension): boolean =>
  dimension === 'rate' || dimension === 'time';

/** A unit as quantities are read; undefined where this quantity is never in it. */
export function meansUnit(quantity: MeasuredQuantity, text: string): string | undefined {
  const spelled = spelledAs(text);
  return [spelled, spelled.toLowerCase()].find((unit) => fits(quantity, unit));
}

/** A time in a column of rates would be turned over by whoever reads it. */
function fits(quantity: MeasuredQuantity, unit: string): boolean {
  const dimension = dimensionOf(quantity);
  if (dimension === 'number' && unit === '%') return false;
  const [one, two] = [0.25, 0.5].map((value) => parseQuantity(`${value} ${unit}`, dimension));
  return one!.ok && two!.ok && two!.value === 2 * one!.value;
}

interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type MeansColumns = Pick<ColumnMapping, 'columns' | 'units'>;

interface Told {
  readonly quantity: MeasuredQuantity;
  readonly name: string;
  readonly unit: string | undefined;
  readonly isVague: boolean;
}

function toldBy(name: string): Told | undefined {
  const { name: called, unit } = headOf(name);
  const bySymbol = MEASURED_QUANTITIES.find((key) => unit !== '' && measureRow(key).symbol === unit);
  if (bySymbol) return { quantity: bySymbol, name, unit: undefined, isVague: false };
  for (const isVague of [false, true]) {
    for (const quantity of MEASURED_QUANTITIES) {
      const { sure, vague } = HEADS[quantity];
      if (!(isVague ? vague?.test(called) : sure.test(called))) continue;
      const spelled = meansUnit(quantity, unit);
      if (spelled !== undefined)
        return { quantity, name, isVague, unit: isUnitTold(quantity, unit) ? spelled : undefined };
    }
  }
  return undefined;
}

/** Numbers of elements have no unit. */
const isUnitTold = (quantity: MeasuredQuantity, unit: string): boolean =>
  unit !== '' || measureRow(quantity).dimension === 'elements';

/** The columns of a table of means; undefined where it is another table. */
export function meansColumns({ names, rows }: Rows): MeansColumns | undefined {
  const told = names.map(toldBy);
  const isTimed = names.some((name, column) => {
    return TIME_HEAD.test(headOf(name).name) && rows.some((row) => isStamp(row[column] ?? ''));
  });
  if (isTimed || told.every((one) => !one) || rows.length === 0) return undefined;
  const stage = stageColumn({ names, rows }, told);
  // Several rows of which nothing tells whose they are, or several of one stage, are no means.
  if (stage === undefined && rows.length > 1) return undefined;
  const columns: Record<string, string> = stage === undefined ? {} : { queueId: stage };
  const units: Record<string, string> = {};
  for (const one of [...told].sort((a, b) => Number(a?.isVague) - Number(b?.isVague))) {
    if (!one || one.name === stage || Object.hasOwn(columns, one.quantity)) continue;
    columns[one.quantity] = one.name;
    const unit = one.unit ?? likelyUnit(one.quantity, cellsOf({ names, rows }, one.name));
    if (unit !== undefined) units[one.quantity] = unit;
  }
  const hasQuantity = MEASURED_QUANTITIES.some((quantity) => columns[quantity] !== undefined);
  return hasQuantity ? { columns, units } : undefined;
}

const isStamp = (cell: string): boolean => isDate(cell) || isNumber(cell);

/** The column whose head says that it names stages, else the first of nothing but texts; most of its names come once. */
function stageColumn({ names, rows }: Rows, told: readonly (Told | undefined)[]): string | undefined {
  const naming = names.filter((name, column) => {
    const cells = cellsOf({ names, rows }, name).filter((cell) => cell !== '');
    const isFree = told[column] === undefined || (told[column].isVague && !cells.some(beginsWithDigit));
    return isFree && cells.length > 0 && 2 * new Set(cells).size > cells.length;
  });
  const isText = (name: string): boolean =>
    cellsOf({ names, rows }, name).every((cell) => !isNumber(cell) && !isDate(cell));
  return (
    naming.find((name) => STAGE_HEAD.test(plain(name)) && isText(name)) ??
    naming.find((name) => STAGE_HEAD.test(plain(name)) && !/^(?:id)?$/u.test(plain(name))) ??
    naming.find((name) => isText(name) && !cellsOf({ names, rows }, name).some(beginsWithDigit))
  );
}

const beginsWithDigit = (cell: string): boolean => /^[-+.]?\d/u.test(cell);

/** The unit where the head leaves it open; undefined where only somebody can say it. */
function likelyUnit(quantity: MeasuredQuantity, cells: readonly string[]): string | undefined {
  if (measureRow(quantity).dimension === 'fraction') return exceedsOne(cells) ? '%' : '';
  return cells.some(isNumber) ? undefined : '';
}

const exceedsOne = (cells: readonly string[]): boolean => cells.some((cell) => Number(cell) > 1);

/** A cell that is a number alone, and has the unit of its column. */
export const isNumber = (cell: string): boolean => /^[-+]?[\d.,_ ]*\d[\d.,_ ]*(?:e[-+]?\d+)?$/iu.test(cell);

function cellsOf({ names, rows }: Rows, name: string): string[] {
  const place = names.indexOf(name);
  return withPoints(rows.map((row) => (row[place] ?? '').trim()));
}

/** What is not sure of the columns that were guessed, but for names that may mean something else. */
export function meansDoubts({ columns }: ColumnMapping, sample: Rows): string[] {
  return MEASURED_QUANTITIES.flatMap((quantity) => {
    const name = columns[quantity];
    if (name === undefined) return [];
    const { dimension } = measureRow(quantity);
    const cells = cellsOf(sample, name).filter(isNumber);
    const isOpen = cells.length > 0 && toldBy(name)?.unit === undefined;
    const others = sample.names.filter(
      (other) => !Object.values(columns).includes(other) && toldBy(other)?.quantity === quantity,
    );
    return [
      isOpen && needsUnit(dimension) && `neither the name nor the cells of "${name}" tell its unit`,
      isOpen &&
        dimension === 'fraction' &&
        exceedsOne(cells) &&
        `numbers of "${name}" are above 1, which a share of time is only in %`,
      ...others.map(
        (other) => `"${other}" may be ${measureWords(quantity)} as well as "${name}", and is not used`,
      ),
    ].filter((doubt) => doubt !== false);
  });
}

/** Names that tools use for more than one quantity. */
export const vagueDoubts = ({ columns }: ColumnMapping): string[] =>
  MEASURED_QUANTITIES.flatMap((quantity) => {
    const name = columns[quantity];
    const { doubt } = HEADS[quantity];
    const told = name === undefined ? undefined : toldBy(name);
    return told?.isVague && told.quantity === quantity && doubt !== undefined
      ? [`"${name}" may be ${doubt}: it is taken for ${measureWords(quantity)}`]
      : [];
  });
