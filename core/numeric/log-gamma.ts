/**
 * ln Gamma(x) for x > 0; about 15 digits. NaN for x <= 0.
 * Source: C. Lanczos, A precision approximation of the gamma function, SIAM J. Numer. Anal. B 1 (1964), with the
 * coefficients of P. Godfrey for g = 7, n = 9.
 */
import { log } from './elementary.ts';
import { sin } from './trigonometry.ts';

const G = 7;
const COEFFICIENTS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

export function logGamma(x: number): number {
  if (!(x > 0)) return Number.NaN;
  // Reflection keeps the series in the half plane where it is accurate.
  return x < 0.5 ? log(Math.PI / sin(Math.PI * x)) - logGammaFromHalf(1 - x) : logGammaFromHalf(x);
}

/** ln Gamma(x) for x >= 0.5, with no sine to load. */
export function logGammaFromHalf(x: number): number {
  const z = x - 1;
  const t = z + G + 0.5;
  const series = COEFFICIENTS.reduce(
    (sum, coefficient, k) => sum + (k === 0 ? coefficient : coefficient / (z + k)),
    0,
  );
  return 0.5 * log(2 * Math.PI) + (z + 0.5) * log(t) - t + log(series);
}
