/** Numbers in the cells of a measurement table: strict, so that no wrong value slips through as a number. */
import { powerOfTen } from '../../core/numeric/elementary.ts';
import { formatNumber } from '../../core/quantities/quantity.ts';
import type { FaultList } from './measurement-fault.ts';
import type { Row } from './qtm-table.ts';
import { MOST_TIME_DIGITS } from './stream/time-base.ts';

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Times, counts, rates and weights are 0 or between these: their squares and quotients stay numbers. */
const LARGEST = powerOfTen(MOST_TIME_DIGITS);
const SMALLEST = powerOfTen(-100);
export const isMeasurable = (value: number): boolean =>
  value === 0 || (value >= SMALLEST && value <= LARGEST);

/** Shares may be written so. */
const PERCENT = /^(.*\d)\s*%$/;

const INTEGER = /^[+-]?\d+$/;
const TIME = new RegExp(`^\\+?\\d{1,${MOST_TIME_DIGITS}}$`);

interface NumberDomain {
  readonly integer?: boolean;
  /** Largest value allowed. */
  readonly max?: number;
}

/** A number >= 0 from a cell. Undefined when the cell is empty, or is reported with E01. */
export function readNumber(
  row: Row,
  column: string,
  check: NumberDomain & { faults: FaultList },
): number | undefined {
  const text = row.text(column);
  if (text === '') return undefined;
  const percent = check.max === 1 ? PERCENT.exec(text)?.[1] : undefined;
  const digits = percent ?? text;
  const isNumber = (check.integer ? INTEGER : DECIMAL).test(digits);
  const value = isNumber ? Number(digits) / (percent === undefined ? 1 : 100) : Number.NaN;
  if (isMeasurable(value) && value <= (check.max ?? LARGEST)) return value;
  const message = `expected ${describeDomain(check, value)}, got ${text}${hintFor(text)}`;
  check.faults.add('E01', message, { place: row.place, column, value: text });
  return undefined;
}

/** A time in the table's unit, exact however large: time stamps in ns pass 2^53. */
export function readTime(row: Row, column: string, faults: FaultList): bigint | undefined {
  const text = row.text(column);
  if (text === '') return undefined;
  if (TIME.test(text)) return BigInt(text.replace('+', ''));
  const message = `expected an integer >= 0 in the table's time unit, of ${MOST_TIME_DIGITS} digits at most, got ${text}${hintFor(text)}`;
  faults.add('E01', message, { place: row.place, column, value: text });
  return undefined;
}

function describeDomain({ integer, max }: NumberDomain, value: number): string {
  const kind = integer ? 'an integer' : 'a number';
  if (value > LARGEST) return `${kind} of at most ${formatNumber(LARGEST)}`;
  if (value > 0 && value < SMALLEST) return `0, or a number of at least ${SMALLEST}`;
  return max === undefined ? `${kind} >= 0` : `${kind} from 0 to ${max}`;
}

function hintFor(text: string): string {
  if (/^(na|n\/a|nan|null|none|-|[+-]?inf(inity)?)$/i.test(text))
    return '; leave the cell empty when nothing was measured';
  if (/^[+-]?\d+,\d+$/.test(text)) return '; write a decimal point, not a comma';
  if (/^[\d.]+\s*[a-zµ/]+$/i.test(text)) return '; write the number alone, without a unit';
  return '';
}
