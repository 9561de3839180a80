/**
 * A reduced measurement as JSON text, and back: for files and links. Arrays of numbers are text inside it, a run of equal
 * numbers written once as `value*count`, since most columns are mostly zeros. Every number comes back bit by bit. What is
 * read may come from anywhere, so its shape is checked: a damaged file is refused with a sentence.
 */
import { err, ok, type Result } from '../../core/base/result.ts';
import { MEASUREMENT_FORMAT } from '../../core/study/study.ts';
import type { Bins, ReducedMeasurement, ReducedQueue } from './contract.ts';

const VERSION = 1;
/** Numbers that one file may unpack to. */
const MOST_NUMBERS = 45_000_000;

const ARRAYS = { f64: Float64Array, i32: Int32Array, u8: Uint8Array } as const;
type ArrayKind = keyof typeof ARRAYS;
const KINDS = Object.keys(ARRAYS) as readonly ArrayKind[];

export function encodeReduced(reduced: ReducedMeasurement): string {
  return JSON.stringify({ format: MEASUREMENT_FORMAT, version: VERSION, reduced }, (_, value: unknown) => {
    const kind = KINDS.find((name) => value instanceof ARRAYS[name]);
    if (kind) return { [kind]: numbersText(value as Float64Array) };
    const isOdd = typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0));
    return isOdd ? { number: numberText(value) } : value;
  });
}

export function decodeReduced(text: string): Result<ReducedMeasurement, string> {
  let file: unknown;
  try {
    file = JSON.parse(text);
    // Counted before room is taken for any of them.
    if (countNumbers(file) > MOST_NUMBERS)
      return err(`The saved measurement has more than ${MOST_NUMBERS.toLocaleString('en')} numbers.`);
    file = unpacked(file);
  } catch {
    return err('The saved measurement is damaged: it was cut off or changed.');
  }
  const { format, version, reduced } = (file ?? {}) as Record<string, unknown>;
  if (format !== MEASUREMENT_FORMAT) return err('This is no saved measurement.');
  if (typeof version !== 'number') return err('The saved measurement is damaged: it has no version.');
  if (version !== VERSION)
    return err(`The saved measurement has version ${version}; this Stagegraph reads version ${VERSION}.`);
  const fault = faultOf(reduced);
  return fault === undefined
    ? ok(reduced as ReducedMeasurement)
    : err(`The saved measurement is damaged: ${fault}.`);
}

/** The kind and the text of an array of numbers, where it is one. */
function arrayText(value: object): readonly [ArrayKind, string] | undefined {
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0 || typeof entry[1] !== 'string') return undefined;
  const kind = KINDS.find((name) => name === entry[0]);
  return kind && [kind, entry[1]];
}

function countNumbers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const array = arrayText(value);
  if (array) return partsOf(array[1]).reduce((sum, part) => sum + timesOf(part), 0);
  return Object.values(value).reduce<number>((sum, part) => sum + countNumbers(part), 0);
}

/** Puts numbers in the place of their texts; throws at what is no number. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const array = arrayText(value);
  if (array) return numbersOf(...array);
  const parts = value as Record<string, unknown>;
  const names = Object.keys(parts);
  if (names.length === 1 && names[0] === 'number' && typeof parts.number === 'string')
    return Number(parts.number);
  for (const name of names) parts[name] = unpacked(parts[name]);
  return value;
}

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

function numbersText(values: ArrayLike<number>): string {
  const parts: string[] = [];
  for (let at = 0; at < values.length; ) {
    const value = values[at]!;
    let end = at + 1;
    while (end < values.length && Object.is(values[end], value)) end += 1;
    const text = numberText(value);
    parts.push(end - at > 1 ? `${text}*${end - at}` : text);
    at = end;
  }
  return parts.join(' ');
}

const partsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

function timesOf(part: string): number {
  const at = part.indexOf('*');
  const times = at < 0 ? 1 : Number(part.slice(at + 1));
  if (!(times >= 1) || !Number.isInteger(times)) throw new RangeError(part);
  return times;
}

function numbersOf(kind: ArrayKind, text: string): Float64Array | Int32Array | Uint8Array {
  const parts = partsOf(text);
  const numbers = new ARRAYS[kind](parts.reduce((sum, part) => sum + timesOf(part), 0));
  let at = 0;
  for (const part of parts) {
    const value = part.split('*', 1)[0]!;
    const number = Number(value);
    if (value === '' || (Number.isNaN(number) && value !== 'NaN')) throw new RangeError(part);
    const end = at + timesOf(part);
    numbers.fill(number, at, end);
    at = end;
  }
  return numbers;
}

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

/** What is missing or does not fit together. */
function faultOf(reduced: unknown): string | undefined {
  if (!isObject(reduced) || typeof reduced.name !== 'string') return 'it has no name';
  const { frames, queues, faults, origin, rows, bytes } = reduced as Loose & Partial<ReducedMeasurement>;
  if (typeof origin !== 'string' || typeof rows !== 'number' || typeof bytes !== 'number')
    return 'its facts are missing';
  if (!isObject(frames) || !sameLength(frames.start, frames.end)) return 'its frames do not fit together';
  if (!isObject(faults) || ![faults.shown, faults.kept, faults.counts].every(Array.isArray))
    return 'its list of errors is missing';
  if (!Array.isArray(queues)) return 'it has no queues';
  const count = (frames.start as Float64Array).length;
  for (const queue of queues as readonly unknown[]) {
    if (!isObject(queue) || typeof queue.id !== 'string') return 'a queue has no id';
    if (!isQueue(queue as unknown as ReducedQueue, count)) return `queue ${queue.id} does not fit together`;
  }
  return undefined;
}

function isQueue(queue: ReducedQueue, frameCount: number): boolean {
  const { frames = {}, peaks = [], interInsertion = {}, interDeparture = {} } = queue;
  if (![frames, interInsertion, interDeparture].every(isObject)) return false;
  const columns = Object.values(frames);
  const bins = [queue.occupancy, queue.latency, queue.service, queue.bulk, queue.perMillisecond];
  const gaps = [...Object.values(interInsertion), ...Object.values(interDeparture)];
  return (
    columns.every((column) => column instanceof Float64Array && column.length === frameCount) &&
    [...bins, ...gaps].every((one) => one === undefined || isBins(one, frameCount)) &&
    Array.isArray(peaks) &&
    peaks.every(
      (peak) => isObject(peak) && [peak.start, peak.end, peak.level, peak.at].every(Number.isFinite),
    )
  );
}

function isBins(bins: Bins | null, frameCount: number): boolean {
  const { low, high, weight, byFrame, total }: Partial<Bins> = bins ?? {};
  return (
    sameLength(low, high) &&
    sameLength(low, weight) &&
    typeof total === 'number' &&
    (byFrame === undefined ||
      (byFrame instanceof Float64Array && byFrame.length === low!.length * frameCount))
  );
}

const sameLength = (one: unknown, other: unknown): boolean =>
  one instanceof Float64Array && other instanceof Float64Array && one.length === other.length;
