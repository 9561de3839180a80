/** 95 % intervals of a mean or a ratio, from the spread of its values. */

export const Z_975 = 1.959963984540054;

/**
 * The 97.5 % quantile of Student's t by the expansion of Cornish and Fisher (Abramowitz & Stegun 26.7.5): right to 0.1 %
 * from 5 degrees of freedom on.
 */
export function student975(degrees: number): number {
  const z = Z_975;
  const n = degrees;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / n + second / n ** 2 + third / n ** 3;
}

/** The middle and both ends; a rate is never below 0. */
export const around = (rate: number, halfWidth: number): { rate: number; low: number; high: number } => ({
  rate,
  low: Math.max(0, rate - halfWidth),
  high: rate + halfWidth,
});
