/**
 * Times as whole numbers of a common tick, so that a schedule repeats exactly or not at all: typed decimals and rates are
 * ratios of whole numbers, and the tick is their greatest common divisor.
 */
import type { Location } from '../../../core/distributions/index.ts';
import { gcdOf } from '../../../core/numeric/gcd.ts';

export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const fraction = (over: bigint, under: bigint): Fraction => {
  const common = gcdOf(over, under);
  return common === 0n ? { over: 0n, under: 1n } : { over: over / common, under: under / common };
};

export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under);
export const inverse = ({ over, under }: Fraction): Fraction => ({ over: under, under: over });

/** Digits that people type; a longer decimal is a computed number. */
const TYPED_DIGITS = 12;
/** Computed numbers are taken for a ratio with no larger denominator. */
const LARGEST_UNDER = 1_000_000;

/** Relative, of a number that a product or a quotient or two have rounded: 3 * 1e-9 is 3.0000000000000004e-9. */
const COMPUTED = 2 * Number.EPSILON;

/** A number >= 0 as it is written; one with more digits than people type as the decimal or the ratio that rounds to it, if there is a simple one. */
export function fractionOf(value: number): Fraction {
  const written = decimalOf(value);
  if (written.over.toString().length <= TYPED_DIGITS) return written;
  const typed = Number(value.toPrecision(TYPED_DIGITS));
  if (Math.abs(typed - value) <= COMPUTED * value) return decimalOf(typed);
  return simpleRatio(value) ?? scaledRatio(value) ?? written;
}

/** A third of a nanosecond: a simple ratio of a power of ten, whose own denominator would be too large. */
function scaledRatio(value: number): Fraction | undefined {
  const [mantissa, exponent] = value.toExponential().split('e').map(Number);
  const ratio = simpleRatio(mantissa!);
  return ratio && times(ratio, decimalOf(Number(`1e${exponent}`)));
}

function decimalOf(value: number): Fraction {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', part = ''] = mantissa.split('.');
  const shift = Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  return shift >= 0 ? fraction(digits * powerOfTen(shift), 1n) : fraction(digits, powerOfTen(-shift));
}

const powerOfTen = (exponent: number): bigint => BigInt(`1${'0'.repeat(exponent)}`);

/** By continued fractions; undefined where none rounds to the number. */
function simpleRatio(value: number): Fraction | undefined {
  let [over, under, lastOver, lastUnder] = [1, 0, 0, 1];
  let rest = value;
  for (;;) {
    const whole = Math.floor(rest);
    [over, lastOver] = [whole * over + lastOver, over];
    [under, lastUnder] = [whole * under + lastUnder, under];
    if (under > LARGEST_UNDER || !Number.isSafeInteger(over)) return undefined;
    if (Math.abs(over / under - value) <= COMPUTED * value) return fraction(BigInt(over), BigInt(under));
    rest = 1 / (rest - whole);
    if (!Number.isFinite(rest)) return undefined;
  }
}

/** The mean time that a location states, s. */
export function meanTime({ rate, mean, factors }: Location): Fraction {
  if (mean !== undefined) return fractionOf(mean);
  if (rate !== undefined) return inverse(fractionOf(rate));
  const { elementsPerClock, clock, divisor = 1, multiplier = 1 } = factors!;
  const perSecond = times(
    times(fractionOf(elementsPerClock), fractionOf(clock)),
    times(inverse(fractionOf(divisor)), fractionOf(multiplier)),
  );
  return inverse(perSecond);
}

/** Collects times and gives each as a number of ticks once all are known. */
export class TickScale {
  #under = 1n;
  #common = 0n;
  readonly #times: Fraction[] = [];

  add(time: Fraction): void {
    this.#times.push(time);
    this.#under = (this.#under / gcdOf(this.#under, time.under)) * time.under;
  }

  close(): void {
    for (const { over, under } of this.#times)
      this.#common = gcdOf(this.#common, over * (this.#under / under));
    if (this.#common === 0n) this.#common = 1n;
  }

  ticksOf({ over, under }: Fraction): number {
    return Number((over * (this.#under / under)) / this.#common);
  }

  /** Length of one tick, s. */
  get seconds(): number {
    const { over, under } = fraction(this.#common, this.#under);
    return Number(over) / Number(under);
  }
}
