/**
 * Half of one unit in the last digit that was typed for a number: 2.13e9 -> 0.005e9, 0.0346 -> 0.00005. A file keeps
 * no trailing zeros, so a number with fewer than three significant digits counts as three: 5e7 -> 50.0e6 -> 0.05e6.
 * `x` is finite; 0 gives 0.
 */
export function halfLastDigit(x: number): number {
  if (x === 0) return 0;
  const [mantissa = '', exponent = '0'] = Math.abs(x).toExponential().split('e');
  const digits = Math.max(FEWEST_DIGITS, mantissa.replace('.', '').length);
  return 0.5 * 10 ** (Number(exponent) - digits + 1);
}

const FEWEST_DIGITS = 3;
