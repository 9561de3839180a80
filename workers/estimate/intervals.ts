/** 95 % intervals of a mean or a ratio, from the spread of its values. */

/** The middle and both ends; a rate is never below 0. */
export const around = (rate: number, halfWidth: number): { rate: number; low: number; high: number } => ({
  rate,
  low: Math.max(0, rate - halfWidth),
  high: rate + halfWidth,
});
