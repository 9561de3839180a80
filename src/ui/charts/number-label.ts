/** Numbers as charts write them: three significant digits, SI prefix, no trailing zeros. */

const PREFIXES = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `31.9M`, `458`, `0.0123`, `1.2×10⁻⁷`; a dash where there is no number. */
export function formatNumber(value: number | undefined, digits = 3): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  // Rounding comes before the choice of prefix, so that 999.7 is 1k and not 1000.
  const size = Math.abs(Number(value.toPrecision(digits)));
  const sign = value < 0 && size > 0 ? '−' : '';
  if (size >= 1e15) return sign + scientific(size, digits);
  for (const [step, prefix] of PREFIXES) {
    if (size >= step) return `${sign}${plain(size / step, digits)}${prefix}`;
  }
  return sign + (size === 0 || size >= 1e-4 ? plain(size, digits) : scientific(size, digits));
}

/** `99.9 %`. A share below 1 is never written as 100 %, nor one above 0 as 0 %. */
export function formatPercent(share: number | undefined): string {
  if (share === undefined || Number.isNaN(share)) return '–';
  const percent = share * 100;
  if (percent > 0 && percent < 0.005) return '<0.01 %';
  if (percent < 100 && percent >= 99.95) return '>99.9 %';
  return `${plain(percent, percent >= 1000 ? 4 : 3)} %`;
}

/** `10⁻³` for -3. */
export function formatPowerOfTen(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

function plain(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

function scientific(size: number, digits: number): string {
  const [mantissa = '', exponent = ''] = size.toExponential(digits - 1).split('e');
  return `${Number(mantissa)}×${formatPowerOfTen(Number(exponent))}`;
}
