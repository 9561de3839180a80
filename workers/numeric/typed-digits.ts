/**
 * Half of one unit in the last digit that was typed for a number: 2.13e9 -> 0.005e9, 0.0346 -> 0.00005. A file keeps
 * no trailing zeros, so a number with fewer than three significant digits counts as three: 5e7 -> 50.0e6 -> 0.05e6.
 * `x` is finite; 0 gives 0.
 */
import { log10, powerOfTen } from '../../core/numeric/elementary.ts';

export function halfLastDigit(x: number): number {
  if (x === 0) return 0;
  const size = Math.abs(x);
  const third = Math.floor(log10(size)) - FEWEST_DIGITS + 1;
  if (isMultiple(size, third)) return 0.5 * powerOfTen(third);
  const [mantissa = '', exponent = '0'] = size.toExponential().split('e');
  const digits = Math.max(FEWEST_DIGITS, mantissa.replace('.', '').length);
  return 0.5 * powerOfTen(Number(exponent) - digits + 1);
}

/** Is it 100 to 999 times 10^place? Told without writing it out: most numbers have so few digits. */
function isMultiple(size: number, place: number): boolean {
  const unit = powerOfTen(Math.abs(place));
  const count = Math.round(place < 0 ? size * unit : size / unit);
  // Both are exact doubles, so that the result is the one that is read for those digits.
  const isExact = Math.abs(place) <= LARGEST_EXACT_POWER && count >= 100 && count <= 999;
  return isExact && (place < 0 ? count / unit : count * unit) === size;
}

/** 10^22 is the last power of ten without rounding. */
const LARGEST_EXACT_POWER = 22;

const FEWEST_DIGITS = 3;
