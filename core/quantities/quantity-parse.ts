/** Reads a number that a person typed for a field of one dimension; the answer is in SI units. */
import { err, ok, type Result } from '../base/result.ts';
import type { Dimension, QuantityContext } from './quantity-dimension.ts';
import { readUnit, type UnitReading } from './quantity-unit.ts';

const EXPECTED: Readonly<Record<Dimension, string>> = {
  rate: 'a rate, such as 2.13 G/s, 0.5/ms, 16/clk @ 133 MHz or 5 us',
  time: 'a time, such as 5 us, 1.5 ms, 2 min, 60 clk @ 133 MHz or 0.5/ms',
  count: 'a whole number, such as 3, 1_000 or 10 k',
  capacity: 'a whole number from 1 up, such as 130 or 64 Ki, or nothing for unbounded',
  number: 'a number, such as 16, 0.5, 1/16 or 1e-6',
  probability: 'a probability from 0 to 1, such as 0.877, 1/16 or 5 %',
  frequency: 'a frequency, such as 133 MHz or 7.5 ns',
  bytes: 'a number of bytes, such as 8, 4 KiB or 64 bit',
};

/** The number in the unit of `dimension` (rate 1/s, time s, frequency Hz, capacity Infinity for unbounded), or one sentence. */
export function parseQuantity(
  text: string,
  dimension: Dimension,
  context: QuantityContext = {},
): Result<number, string> {
  const typed = tidy(text);
  if (dimension === 'capacity' && /^(∞|inf|infinite|infinity|unbounded|)$/i.test(typed)) {
    return ok(Number.POSITIVE_INFINITY);
  }
  if (typed === '') return err(`Expected ${EXPECTED[dimension]}.`);
  const number = readNumber(typed);
  if (!number) return refuse(typed, dimension, hintForNumber(typed));
  if (/^[x×*^]/.test(number.rest)) return refuse(typed, dimension, 'Write powers of ten with an e: 2.13e9.');
  const unit = readUnit(number.rest, isPlain(dimension) ? undefined : context.unit);
  if (!unit.ok) return refuse(typed, dimension, unit.error);
  if (number.isFraction && isInverted(unit.value.kind, dimension)) {
    return refuse(typed, dimension, `It can be read in two ways; write the value without the slash.`);
  }
  const value = convert(number, unit.value, dimension, context);
  if (!value.ok) return refuse(typed, dimension, value.error);
  const fault = outOfDomain(value.value, dimension);
  return fault === undefined ? ok(value.value) : refuse(typed, dimension, fault);
}

/** Counts nothing: what the elements are called has no part in it. */
const isPlain = (dimension: Dimension): boolean => dimension === 'number' || dimension === 'probability';

function refuse(typed: string, dimension: Dimension, hint: string | undefined): Result<never, string> {
  const shown = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed;
  return err(`Expected ${EXPECTED[dimension]}; got "${shown}".${hint ? ` ${hint}` : ''}`);
}

/** One spelling of spaces, minus and micro. */
function tidy(text: string): string {
  return text
    .replace(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\u00b5\u03bc]/g, 'u')
    .trim();
}

interface TypedNumber {
  /** Decimal text, so that prefixes move the point instead of multiplying, which would round. */
  readonly mantissa: string;
  readonly exponent: number;
  readonly rest: string;
  readonly isFraction: boolean;
}

const GROUPS = String.raw`\d{1,3}(?:[ _]\d{3})+|[1-9]\d{0,2}(?:,\d{3})+|\d+(?:_\d+)*`;
const NUMBER = new RegExp(
  String.raw`^([+-]? ?(?:(?:${GROUPS})(?:\.\d*)?|\.\d+))(?:[eE]([+-]?\d+))?(?![\d,._])`,
);

function readNumber(text: string): TypedNumber | undefined {
  const first = readDecimal(text);
  if (!first) return undefined;
  const slash = /^ ?\/ ?(?=[\d.])/.exec(first.rest);
  const second = slash && readDecimal(first.rest.slice(slash[0].length));
  if (!second) return { ...first, rest: first.rest.trim(), isFraction: false };
  const quotient = shifted(first, 0) / shifted(second, 0);
  if (!Number.isFinite(quotient)) return undefined;
  const [mantissa, exponent] = quotient.toExponential().split('e');
  return { mantissa: mantissa!, exponent: Number(exponent), rest: second.rest.trim(), isFraction: true };
}

function readDecimal(text: string): Omit<TypedNumber, 'isFraction'> | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  return {
    mantissa: match[1]!.replace(/[ _,]/g, ''),
    exponent: Number(match[2] ?? 0),
    rest: text.slice(match[0].length),
  };
}

const shifted = (number: Pick<TypedNumber, 'mantissa' | 'exponent'>, exponent: number): number =>
  Number(`${number.mantissa}e${number.exponent + exponent}`);

function hintForNumber(typed: string): string | undefined {
  if (/^[+-]?\d*,\d+/.test(typed)) return 'Write the decimal sign as a point: 0.5.';
  if (/^[+-]?(nan|∞|inf)/i.test(typed)) return 'It must be a finite number.';
  return undefined;
}

const isRateLike = (kind: UnitReading['kind']) =>
  kind === 'rate' || kind === 'frequency' || kind === 'byteRate';

/** A time in a field for rates or the other way round: read as its reciprocal. */
function isInverted(kind: UnitReading['kind'], dimension: Dimension): boolean {
  if (dimension === 'rate' || dimension === 'frequency') return kind === 'time';
  return dimension === 'time' && isRateLike(kind);
}

function convert(
  number: TypedNumber,
  unit: UnitReading,
  dimension: Dimension,
  { unitBytes }: QuantityContext,
): Result<number, string> {
  const fault = mismatch(unit, dimension);
  if (fault !== undefined) return err(fault);
  const inBytes = (unit.kind === 'bytes' || unit.kind === 'byteRate') && dimension !== 'bytes';
  if (inBytes && !(unitBytes !== undefined && unitBytes > 0)) {
    return err('To type bytes here, first set the bytes of one element.');
  }
  const divisor = unit.divisor * (inBytes ? unitBytes! : 1);
  const typed = shifted(number, unit.exponent) * unit.factor;
  if (isInverted(unit.kind, dimension)) {
    return typed > 0 ? ok(divisor / typed) : err('It must be above 0 to be turned over.');
  }
  const value = typed / divisor;
  // A memory of so many bytes holds as many whole elements as fit.
  return ok(inBytes && unit.kind === 'bytes' ? Math.floor(value * (1 + 1e-12)) : value);
}

/** Why this unit cannot stand in this field. */
function mismatch(unit: UnitReading, dimension: Dimension): string | undefined {
  switch (unit.kind) {
    case 'plain':
      // `5 k` in a field for times would be 5000 seconds, which nobody means.
      return dimension === 'time' && (unit.exponent !== 0 || unit.factor !== 1)
        ? 'A unit of time is missing.'
        : dimension === 'probability' && (unit.exponent !== 0 || unit.factor !== 1)
          ? 'A probability takes no prefix.'
          : undefined;
    case 'elements':
      if (dimension === 'rate') return 'If this is a rate, add /s.';
      return ['count', 'capacity', 'number'].includes(dimension) ? undefined : 'The unit does not fit here.';
    case 'percent':
      return dimension === 'probability' || dimension === 'number'
        ? undefined
        : 'A percentage does not fit here.';
    case 'bytes':
      if (dimension === 'rate') return 'If this is a rate, add /s.';
      return ['bytes', 'count', 'capacity'].includes(dimension) ? undefined : 'Bytes do not fit here.';
    default:
      return ['rate', 'time', 'frequency'].includes(dimension) &&
        !(unit.kind === 'byteRate' && dimension === 'frequency')
        ? undefined
        : 'The unit does not fit here.';
  }
}

function outOfDomain(value: number, dimension: Dimension): string | undefined {
  if (!Number.isFinite(value)) return 'It must be a finite number.';
  if (dimension !== 'number' && value < 0) return 'It must not be negative.';
  if (dimension === 'probability' && value > 1) return 'It must not be above 1.';
  if ((dimension === 'count' || dimension === 'capacity') && !Number.isSafeInteger(value)) {
    return Number.isInteger(value)
      ? `It must be at most ${Number.MAX_SAFE_INTEGER}.`
      : 'It must be a whole number.';
  }
  return dimension === 'capacity' && value < 1 ? 'It must be at least 1.' : undefined;
}
