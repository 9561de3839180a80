/**
 * Gauss-Legendre quadrature with 16 points: exact for polynomials up to degree 31. Zeros of the Legendre polynomial by
 * Newton from Tricomi's estimate. Source: Abramowitz & Stegun 1964, 25.4.29 and 22.16.6.
 */
const POINTS = 16;

/** On [0, 1]: places and weights, which sum to 1. */
export const GAUSS: readonly { readonly at: number; readonly weight: number }[] = Array.from(
  { length: POINTS },
  (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (POINTS + 0.5));
    let slope = 0;
    for (let step = 0; step < 8; step++) {
      const { value, previous } = legendre(x);
      slope = (POINTS * (x * value - previous)) / (x * x - 1);
      x -= value / slope;
    }
    return { at: (1 - x) / 2, weight: 1 / ((1 - x * x) * slope * slope) };
  },
);

/** P_16(x) and P_15(x) by the three-term recursion. */
function legendre(x: number): { readonly value: number; readonly previous: number } {
  let [previous, value] = [1, x];
  for (let n = 2; n <= POINTS; n++) {
    [previous, value] = [value, ((2 * n - 1) * x * value - (n - 1) * previous) / n];
  }
  return { value, previous };
}
