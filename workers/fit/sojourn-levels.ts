/**
 * Levels of a queue from times in it. Where Poisson arrivals are served one at a time in their order and none is lost, the
 * elements in the stage at any moment are those that arrived during one time in it (the distributional law of Little: J.
 * Keilson & L. D. Servi, Oper. Res. Lett. 7 (1988) 223). With times uniform within a bin [l, h), P[N = n] is the mean over the
 * bin of the Poisson probability of n, (P(n+1, lambda h) - P(n+1, lambda l)) / (lambda (h - l)), P the incomplete gamma function.
 */
import type { Bins } from '../measure/contract.ts';
import { gammaP } from '../numeric/incomplete-gamma.ts';

const LEFT_OUT = 1e-9;
const MOST_LEVELS = 4096;

export function levelsOfSojourn(
  { low, high, weight, total, max }: Bins,
  arrivalRate: number,
): readonly number[] {
  const shares: number[] = [];
  let sum = 0;
  for (let n = 0; n < MOST_LEVELS && sum < 1 - LEFT_OUT; n += 1) {
    let share = 0;
    for (let i = 0; i < low.length; i += 1) {
      const from = low[i]!;
      const to =
        high[i] === Number.POSITIVE_INFINITY
          ? max > from && Number.isFinite(max)
            ? max
            : 2 * from
          : high[i]!;
      const part = gammaP(n + 1, arrivalRate * to) - gammaP(n + 1, arrivalRate * from);
      share += ((weight[i]! / total) * part) / (arrivalRate * (to - from));
    }
    shares.push(Math.max(0, share));
    sum += shares[n]!;
  }
  return shares;
}
