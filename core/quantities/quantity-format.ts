/** Numbers as people read them: short with a prefix for labels, in full for hovering and editing. */

import { plural } from '../base/plural.ts';
import { log10, powerOfTen } from '../numeric/elementary.ts';
import type { Dimension } from './quantity-dimension.ts';

/** What times are shown in. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

export interface QuantityFormat {
  /** Name of the element, such as `seed`. */
  readonly unit?: string;
  /** Significant digits, default 3. */
  readonly digits?: number;
  /** Bytes of one element: shows a rate in B/s instead of elements. */
  readonly unitBytes?: number;
  /** The unit that times from a tenth to ten thousand of it are shown in; the best one for the value otherwise. */
  readonly timeUnit?: TimeUnit;
  /** The least that a time is in its unit; a column puts up with less than EASY_TO_READ beside larger ones. */
  readonly leastInUnit?: number;
}

const LARGE = [
  ['T', 12],
  ['G', 9],
  ['M', 6],
  ['k', 3],
  ['', 0],
] as const;
const SMALL = [
  ['', 0],
  ['m', -3],
  ['µ', -6],
  ['n', -9],
  ['p', -12],
] as const;
const TIME_EXPONENT: Readonly<Record<TimeUnit, number>> = { s: 0, ms: -3, us: -6, ns: -9 };

/** `31.9 M seeds/s`, `255 MB/s`, `12.3 µs`, `0.877`, `∞`. */
export function formatQuantity(value: number, dimension: Dimension, format: QuantityFormat = {}): string {
  const { unit = '', digits = 3, unitBytes } = format;
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  switch (dimension) {
    case 'rate':
      return unitBytes === undefined
        ? prefixed(value, digits, { name: counted(value, unit), after: '/s' })
        : prefixed(value * unitBytes, digits, { name: 'B', after: '/s' });
    case 'time':
      return timeText(value, digits, format);
    case 'count':
    case 'capacity':
      // A capacity of 1024 is not 1.02 k.
      if (Number.isInteger(value) && Math.abs(value) < 1e5)
        return joined(String(value), '', { name: counted(value, unit) });
      return prefixed(value, digits, { name: counted(value, unit) });
    case 'probability':
      return probabilityText(value, digits);
    case 'frequency':
      return prefixed(value, digits, { name: 'Hz' });
    case 'bytes':
      return prefixed(value, digits, { name: 'B' });
    case 'number':
      return plain(rounded(value, digits));
  }
}

/** Every digit of the value, in a form that `parseQuantity` reads back to the same number. */
export function formatFull(value: number, dimension: Dimension): string {
  if (!Number.isFinite(value)) return formatQuantity(value, dimension);
  switch (dimension) {
    case 'rate':
      return exact(value, LARGE, '/s');
    case 'frequency':
      return exact(value, LARGE, 'Hz');
    case 'time':
      return exact(value, SMALL, 's');
    case 'bytes':
      return `${value} B`;
    default:
      return String(value);
  }
}

const counted = (count: number, unit: string): string =>
  unit === '' || Math.abs(count) === 1 ? unit : plural(unit);

/** A plain number, three significant digits; a dash where there is none. */
export const formatNumber = (value: number | undefined, digits = 3): string =>
  value === undefined ? '–' : formatQuantity(value, 'number', { digits });

/** `3.2 %`. */
export const formatPercent = (share: number | undefined, digits = 3): string =>
  share === undefined || Number.isNaN(share) ? '–' : `${formatNumber(100 * share, digits)} %`;

/** From this share on a difference is read as a multiple. */
const MANIFOLD = 10;

/** `+3.2 %`, `−40 %`, `0 %`: whole percents from 10 on, two digits below; `× 152` in place of +15,100 %. */
export function formatSignedPercent(share: number | undefined): string {
  if (share === undefined || Number.isNaN(share)) return '–';
  if (share >= MANIFOLD) return `× ${formatNumber(1 + share)}`;
  const percent = 100 * share;
  if (Math.abs(percent) < 0.005) return '0 %';
  return `${Math.abs(percent) < 10 ? formatSigned(percent, 2) : formatSigned(Math.round(percent), 15)} %`;
}

/** `+3.2`, `−40`, `0`. */
export function formatSigned(value: number, digits = 3): string {
  const size = formatNumber(Math.abs(value), digits);
  return size === '0' ? '0' : `${value > 0 ? '+' : '−'}${size}`;
}

/** `205 … 599`. */
export const formatInterval = (
  [low, high]: readonly [low: number, high: number],
  write: (value: number) => string = formatNumber,
): string => `${write(low)} … ${write(high)}`;

/** A simulated number: mean over replications and half of its 95 % interval. */
interface Estimated {
  readonly mean: number;
  readonly halfWidth: number;
}

/** A narrower interval is told as this wide. */
const LEAST_SHOWN = 1e-4;

/** `± 2.3 %`: half of the interval as a share of the mean. More than all of it says nothing but that little is known. */
export function formatHalfWidth({ mean, halfWidth }: Estimated): string {
  if (halfWidth === 0 || mean === 0) return `± ${formatNumber(halfWidth, 2)}`;
  const share = halfWidth / Math.abs(mean);
  if (share > 1) return '± over 100 %';
  return `± ${formatPercent(Math.max(share, LEAST_SHOWN), 2)}`;
}

/** A prefix is written onto units of at most so many letters: B, Hz. */
const LONGEST_SYMBOL = 2;

interface UnitText {
  readonly name: string;
  readonly after?: string;
}

function prefixed(value: number, digits: number, unit: UnitText): string {
  // Rounded first, so that 999.9 k becomes 1 M and not 1000 k.
  const short = rounded(value, digits);
  const [prefix, exponent] = prefixFor(short, LARGE);
  return joined(plain(rounded(short / powerOfTen(exponent), digits)), prefix, unit);
}

function joined(number: string, prefix: string, { name, after = '' }: UnitText): string {
  const unit = `${prefixedUnit(prefix, name)}${after}`;
  return unit === '' ? number : `${number} ${unit}`;
}

/** `kB`, but `k orders`: together they would be a word that nobody knows. */
export const prefixedUnit = (prefix: string, name: string): string =>
  `${prefix}${prefix !== '' && name.length > LONGEST_SYMBOL ? ' ' : ''}${name}`;

function timeText(
  value: number,
  digits: number,
  { timeUnit, leastInUnit = EASY_TO_READ }: QuantityFormat,
): string {
  const short = rounded(value, digits);
  const unit = timeUnit ?? 's';
  const inUnit = rounded(short / powerOfTen(TIME_EXPONENT[unit]), digits);
  const size = Math.abs(inUnit);
  // 24.3 s, not 24300 ms, and 50 ns, not 0.05 µs: the chosen unit is kept while the number can be taken in at a glance.
  if (size === 0 || (timeUnit && size >= leastInUnit && size < 1e4))
    return `${plain(inUnit)} ${unit.replace('u', 'µ')}`;
  const [prefix, exponent] = prefixFor(short, SMALL);
  return `${plain(rounded(short / powerOfTen(exponent), digits))} ${prefix}s`;
}

/** Times of one column in one unit, the asked one where it suits; each in its own where they are too far apart. */
export function inOneUnit<Format extends QuantityFormat>(
  format: Format,
  times: readonly (number | undefined)[],
): Format {
  const sizes = times.flatMap((time) => (time ? [Math.abs(time)] : []));
  const units = Object.keys(TIME_EXPONENT) as TimeUnit[];
  const wanted = format.timeUnit === undefined ? [] : [{ unit: format.timeUnit, least: EASY_TO_READ }];
  const others = [1, EASY_TO_READ, 0.01].flatMap((least) => units.map((unit) => ({ unit, least })));
  const found = [...wanted, ...others].find(({ unit, least }) =>
    sizes.every((size) => {
      const inUnit = size / powerOfTen(TIME_EXPONENT[unit]);
      return inUnit >= least && inUnit < 1e4;
    }),
  );
  return found && sizes.length > 0 ? { ...format, timeUnit: found.unit, leastInUnit: 0 } : format;
}

/** A smaller number is not taken in at a glance. */
const EASY_TO_READ = 0.1;

/** A number with nothing but a prefix behind it. */
const BARE = /^[\d.]+(e[+-]?\d+)? *([kKMGT]i?)?$/;

/** What was typed, with the unit that it was read in where it has none: `20 M seeds/s`. */
export function withUnit(text: string, dimension: Dimension, unit = ''): string {
  const names = unit === '' ? '' : plural(unit);
  const after = { rate: `${names}/s`, capacity: names, time: 's' }[dimension as string];
  return after && BARE.test(text) ? `${text} ${after}` : text;
}

/** Just below 1 keeps as many digits as it takes to differ from 1, up to six. */
function probabilityText(value: number, digits: number): string {
  const short = rounded(value, digits);
  if (short !== 1 || value >= 1) return plain(short);
  const nines = Math.ceil(-log10(1 - value));
  return nines <= 6 ? value.toFixed(nines) : '1';
}

type Prefixes = readonly (readonly [prefix: string, exponent: number])[];

function prefixFor(value: number, prefixes: Prefixes): readonly [string, number] {
  const size = Math.abs(value);
  const found = prefixes.find(
    ([, exponent]) => size >= powerOfTen(exponent) && size < powerOfTen(exponent + 3),
  );
  // The last prefix of times is p, that of all else none.
  return found ?? (size > 0 && size < 1e-12 ? prefixes.at(-1)! : ['', 0]);
}

const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));

/** Without exponent where that is readable. */
function plain(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) return value.toExponential().replace('e+', 'e');
  return String(value);
}

/** Moves the decimal point in the text, which loses nothing, instead of dividing. */
function exact(value: number, prefixes: Prefixes, unit: string): string {
  const [prefix, exponent] = prefixFor(value, prefixes);
  if (exponent === 0) return `${value} ${unit}`;
  const [mantissa, power] = value.toExponential().split('e');
  return `${pointMoved(mantissa!, Number(power) - exponent)} ${prefix}${unit}`;
}

/** mantissa x 10^places as decimal text; mantissa has one digit before its point, 0 <= places <= 2. */
function pointMoved(mantissa: string, places: number): string {
  const [whole, fraction = ''] = mantissa.split('.');
  if (places < 0 || places > 2) return `${mantissa}e${places}`;
  const digits = fraction.padEnd(places, '0');
  const rest = digits.slice(places);
  return `${whole}${digits.slice(0, places)}${rest === '' ? '' : `.${rest}`}`;
}
