/** Arithmetic on a number as it is written, so that stepping adds no digits and keeps the unit behind it. */

const NUMBER = /^(\s*)([-+]?)(\d*\.?\d+|\d+\.)((?:[eE][-+]?\d+)?)(.*)$/s;
/** A longer whole number steps in its third digit: single elements per second are not worth a key press. */
const EXACT_INTEGER_DIGITS = 6;

/**
 * The text after `steps` steps in the last written digit: '2.13e9' and 1 give '2.14e9', '600' and -1 give '599'.
 * `coarsest` bounds the step of a number without exponent, so that a probability '1' steps by 0.01.
 * Undefined where the text does not start with a number.
 */
export function stepText(
  text: string,
  steps: number,
  coarsest = Number.POSITIVE_INFINITY,
): string | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, lead = '', sign = '', digits = '', exponent = '', rest = ''] = match;
  const written = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0;
  const decimals = exponent ? written : Math.max(written, decimalsOf(coarsest));
  const scale = 10 ** decimals;
  const last = Math.round(Number(digits) * scale) * (sign === '-' ? -1 : 1);
  const step =
    decimals === 0
      ? wholeStep(digits)
      : Math.max(1, Math.round(Math.min(scale / 10 ** written, coarsest * scale)));
  const next = (last + steps * (exponent ? 1 : step)) / scale;
  return `${lead}${next.toFixed(decimals)}${exponent}${rest}`;
}

/** Decimal places that a step such as 0.01 needs. */
function decimalsOf(step: number): number {
  return Number.isFinite(step) && step < 1 ? Math.ceil(-Math.log10(step) - 1e-9) : 0;
}

function wholeStep(digits: string): number {
  const length = digits.replace(/^0+|\.$/g, '').length;
  return length > EXACT_INTEGER_DIGITS ? 10 ** (length - 3) : 1;
}

/** Rounded to `digits` significant digits: what a drag leaves behind is a number someone could have typed. */
export function roundSignificant(value: number, digits = 3): number {
  return value === 0 ? 0 : Number(value.toPrecision(digits));
}
