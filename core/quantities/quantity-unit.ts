/** Reads what stands behind a number: prefix, name and unit. Only the form; `quantity-parse.ts` decides what it means for a field. */

import { own } from '../base/own.ts';
import { plural } from '../base/plural.ts';
import { err, ok, type Result } from '../base/result.ts';
import { powerOfTen } from '../numeric/elementary.ts';

/** value = number x 10^exponent x factor / divisor, in the unit of `kind` (1/s, s, Hz, B/s, B, 1). */
export interface UnitReading {
  readonly kind: 'plain' | 'elements' | 'rate' | 'time' | 'frequency' | 'bytes' | 'byteRate' | 'percent';
  readonly exponent: number;
  readonly factor: number;
  readonly divisor: number;
}

const PREFIXES: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6, G: 9, T: 12 };
const BINARY_PREFIXES: Readonly<Record<string, number>> = {
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

const TIME_UNITS: Readonly<Record<string, readonly [exponent: number, factor: number]>> = {
  ps: [-12, 1],
  ns: [-9, 1],
  us: [-6, 1],
  ms: [-3, 1],
  s: [0, 1],
  sec: [0, 1],
  second: [0, 1],
  seconds: [0, 1],
  min: [0, 60],
  minute: [0, 60],
  minutes: [0, 60],
  h: [0, 3600],
  hour: [0, 3600],
  hours: [0, 3600],
  d: [0, 86400],
  day: [0, 86400],
  days: [0, 86400],
};

const CLOCKS = /^(clk|clks|clock|clocks|cycle|cycles)$/;

/** Names of elements whose first letter is no prefix. With the unit of the field known, the list is not needed. */
const WHOLE_WORDS =
  /^(keys?|kmers?|kernels?|kits?|tokens?|tasks?|tuples?|threads?|transactions?|transfers?|trees?|messages?|matches|match|moves?|maps?|gets?|groups?|games?|genes?)$/i;

/** What people call an element of any kind, and its place in a queue. */
const ANY_ELEMENT = /^(elements?|items?|jobs?|places?|slots?|entries|entry)$/i;

/** `unit`: the element's name, where it is known. */
export function readUnit(text: string, unit?: string): Result<UnitReading, string> {
  const [before, clock, ...more] = text.split('@').map((part) => part.trim());
  if (more.length > 0) return err('There is more than one @.');
  if (clock !== undefined) return readClocks(before!, clock, unit);
  const per = /^(.*?)(?:\/|\bper\b)(.*)$/.exec(text);
  return per ? readPer(per[1]!.trim(), per[2]!.trim(), unit) : readPlain(text, unit);
}

/** `60 clk @ 133 MHz` is a time; `16 wmers/clk @ 133 MHz` is a rate. */
function readClocks(text: string, clock: string, unit?: string): Result<UnitReading, string> {
  const hertz = readHertz(clock);
  if (hertz === undefined) return err('Behind @ a clock is expected, such as 133 MHz.');
  if (CLOCKS.test(text)) return ok(reading('time', { divisor: hertz }));
  const per = /^(.*?)(?:\/|\bper\b)(.*)$/.exec(text);
  if (!per || !CLOCKS.test(per[2]!.trim())) return err('Before @ clocks are expected: 60 clk, or 16/clk.');
  const counted = readPlain(per[1]!.trim(), unit);
  if (!counted.ok || !isCounted(counted.value))
    return err(`"${per[1]!.trim()}" is not the name of an element.`);
  return ok({ ...counted.value, kind: 'rate', factor: counted.value.factor * hertz });
}

function readHertz(text: string): number | undefined {
  const match = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*([kMGT]?)Hz$/i.exec(text);
  if (!match || match[3] === 'm') return undefined;
  const hertz = Number(`${match[1]}${match[2] ?? ''}`) * powerOfTen(hertzExponent(match[3]!));
  return hertz > 0 && Number.isFinite(hertz) ? hertz : undefined;
}

/** In any case (`Mhz`, `GHZ`) but that of the m, which is a thousandth. */
const hertzExponent = (prefix: string): number => PREFIXES[prefix.toUpperCase()] ?? 0;

/** `M seeds / s`, `/ms`, `MB/s`, `per 5 us`. */
function readPer(numerator: string, denominator: string, unit?: string): Result<UnitReading, string> {
  if (CLOCKS.test(denominator)) return err('The clock is missing: write 16/clk @ 133 MHz.');
  const span = /^(\d+\.?\d*|\.\d+)?\s*(\p{L}+)$/u.exec(denominator);
  const time = span && own(TIME_UNITS, span[2]!);
  if (!time) return err(`"${denominator}" is not a unit of time; s, ms, us, ns, min and h are.`);
  const counted = readPlain(numerator, unit);
  if (!counted.ok) return counted;
  if (counted.value.kind !== 'bytes' && !isCounted(counted.value)) {
    return err(`"${numerator}" is not the name of an element.`);
  }
  return ok({
    kind: counted.value.kind === 'bytes' ? 'byteRate' : 'rate',
    exponent: counted.value.exponent - time[0],
    factor: counted.value.factor,
    divisor: counted.value.divisor * time[1] * Number(span[1] ?? 1),
  });
}

function readPlain(text: string, unit?: string): Result<UnitReading, string> {
  if (text === '') return ok(reading('plain'));
  if (text === '%') return ok(reading('percent', { exponent: -2 }));
  const time = own(TIME_UNITS, text);
  if (time && text !== unit) return ok(reading('time', { exponent: time[0], factor: time[1] }));
  const hertz = /^([kMGT]?)hz$/i.exec(text);
  if (hertz?.[1] === 'm') return err('Write MHz.');
  if (hertz) return ok(reading('frequency', { exponent: hertzExponent(hertz[1]!) }));
  return readPrefixed(text, unit);
}

/** A prefix, a name, or both: `M`, `Ki`, `seeds`, `Mseed`, `M seeds`, `MiB`, `Gbit`. */
function readPrefixed(text: string, unit?: string): Result<UnitReading, string> {
  if (isUnit(text, unit)) return ok(reading('elements'));
  const match = /^([KMGT]i|[kKMGT])?(\s*)(.*)$/u.exec(text)!;
  const [, prefix = '', gap = '', name = ''] = match;
  const size = { exponent: PREFIXES[prefix] ?? 0, factor: BINARY_PREFIXES[prefix] ?? 1 };
  if (name === '') return ok(reading('plain', size));
  if (/^(B|[bB]ytes?)$/.test(name)) return ok(reading('bytes', size));
  if (/^(b|bits?)$/.test(name)) return ok(reading('bytes', { ...size, divisor: 8 }));
  if (prefix !== '' && (gap !== '' || isUnit(name, unit))) return readName(name, size, unit);
  if (/^[mun]/.test(text) && unit !== undefined && isUnit(text.slice(1), unit)) {
    return err(`A small ${text[0]} would mean a fraction; write M for million, k for thousand.`);
  }
  // A binary prefix is only believed apart from the name: `Kingdoms` are no Ki.
  const attached = /^[kMGT]\p{Ll}{2}/u.test(text) && !WHOLE_WORDS.test(text);
  return attached
    ? readName(text.slice(1), { exponent: PREFIXES[text[0]!]! }, unit)
    : readName(text, {}, unit);
}

/** A number of something else than what the field counts is refused: 64 packets may be any number of orders. */
function readName(name: string, size: Partial<UnitReading>, unit?: string): Result<UnitReading, string> {
  const isName = /^\p{L}[\p{L}\p{N}_.-]*( \p{L}[\p{L}\p{N}_.-]*)*$/u.test(name);
  if (!isName) return err(`"${name}" is not a unit.`);
  if (unit && !isUnit(name.toLowerCase(), unit.toLowerCase()) && !ANY_ELEMENT.test(name))
    return err(`Here ${plural(unit)} are counted, not ${name}: write ${plural(unit)}, or the number alone.`);
  return ok(reading('elements', size));
}

function isUnit(text: string, unit?: string): boolean {
  if (unit === undefined || unit === '') return false;
  return [unit, `${unit}s`, plural(unit)].includes(text) || `${text}s` === unit;
}

const isCounted = ({ kind }: UnitReading): boolean => kind === 'plain' || kind === 'elements';

function reading(kind: UnitReading['kind'], parts: Partial<UnitReading> = {}): UnitReading {
  return { exponent: 0, factor: 1, divisor: 1, ...parts, kind };
}
