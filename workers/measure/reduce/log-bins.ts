/**
 * Bins for values of unknown range: every whole number below 2^bits has a bin of its own; above, each octave
 * [2^e, 2^(e+1)) has 2^(bits-1) bins of the same width. A bin is never wider than 2^(1-bits) of its lower end.
 * Domain: 0 <= value < 2^53; fractions are rounded down.
 */
import { log2, powerOfTwo } from '../../../core/numeric/elementary.ts';

/** Times, in ns: at most 6.25 % wide. */
export const TIME_BITS = 5;
/** Levels and counts: exact below 1024, then at most 0.2 % wide. */
export const LEVEL_BITS = 10;

const POWERS = Float64Array.from({ length: 64 }, (_, exponent) => powerOfTwo(exponent));

export function binOf(value: number, bits: number): number {
  if (value < POWERS[bits]!) return value | 0;
  if (value < 2 ** 31) {
    const shift = 32 - Math.clz32(value | 0) - bits;
    return (shift << (bits - 1)) + ((value | 0) >>> shift);
  }
  const rounded = Math.floor(log2(value));
  // The logarithm of a number just below a power of two rounds up to the whole exponent.
  const octave = POWERS[rounded]! > value ? rounded - 1 : rounded;
  const shift = octave - bits + 1;
  return (shift << (bits - 1)) + Math.floor(value / POWERS[shift]!);
}

/** Lower end of a bin; the upper end is the lower end of the next. */
export function lowOf(bin: number, bits: number): number {
  if (bin < POWERS[bits]!) return bin;
  const half = 1 << (bits - 1);
  const shift = Math.floor(bin / half) - 1;
  return (bin - shift * half) * POWERS[shift]!;
}
