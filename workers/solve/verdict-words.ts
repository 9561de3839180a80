/** Numbers inside the sentences of verdicts. */

/** `2 times`, `0.5 times`. */
export const times = (x: number): string => `${Number(x.toPrecision(2))} times`;

/** `92 %`; small shares keep one digit. */
export const percent = (share: number): string =>
  `${Number((100 * share).toPrecision(share < 0.1 ? 1 : 2))} %`;

/** Three digits, more where three would read 1. */
export const factor = (x: number): string => String(Number(x.toPrecision(Math.abs(x - 1) < 0.005 ? 6 : 3)));

/** Three digits. */
export const digits = (x: number): string => String(Number(x.toPrecision(3)));
